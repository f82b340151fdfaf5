/*
 * answer.h - what a model's answer says, or that it does not say it.
 *
 * An answer is hostile text of unknown form. These parsers find the one object that
 * was asked for among prose, fences, earlier dictionaries and trailing remarks, and
 * read closed sets of words from it. What they do not understand is unknown, and
 * unknown is never "intended": a verdict that silences a warning has to be clear,
 * agree with the answers beside it, and bring a quotation. (That the quotation really
 * is in a message is checked by whoever has the messages.) Pure.
 */
#ifndef TORA_LLM_ANSWER_H
#define TORA_LLM_ANSWER_H

#include "model/judgement.h"
#include "tora/json.h"

#define TORA_ANSWER_MAX (1u << 20) /* bytes looked at */

const char *tora_tri_name(enum tora_tri t); /* "unknown", "yes", "no" */

/*
 * The verdict is `unsure` when it is missing, unreadable, contradicts the answers (which then are
 * left as they were read), or is `intended` without a quote. Answers that are all there and leave
 * no doubt stand in for a missing verdict, except for `intended`.
 * TORA_E_FORMAT: no object with any of the keys; ask once more, then count it as unsure.
 */
int tora_answer_judgement(struct tora_sv text, struct tora_arena *arena, struct tora_judgement *ret,
                          struct tora_err *err);

/* The answer to prompts/expected-side.md. */
enum tora_answer_side {
	TORA_SIDE_UNKNOWN, /* also: both, and anything unclear */
	TORA_SIDE_A,
	TORA_SIDE_B,
	TORA_SIDE_NEITHER
};

/* *ret_reason lives in the arena, NULL when not given. TORA_E_FORMAT: no object with the keys. */
int tora_answer_expected(struct tora_sv text, struct tora_arena *arena,
                         enum tora_answer_side *ret_side, const char **ret_reason,
                         struct tora_err *err);

/* The form of the answer to a prompt ("judge", "expected-side") as a JSON schema, for servers that hold
 * a model to it; NULL: it answers with something else. The parsers take less orderly answers too. */
const char *tora_answer_schema(const char *prompt);

#endif
