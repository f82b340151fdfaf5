/*
 * ask.h - what a model is told about a finding, and what its answer may change. Pure.
 *
 * A model sees measured facts beside the material and may re-label a finding within
 * limits that code checks: `intended` needs a span that is in a message, `coincidental
 * fix` needs the new side preferred when the sides came in random order. It can never
 * make a finding disappear.
 */
#ifndef TORA_JUDGE_ASK_H
#define TORA_JUDGE_ASK_H

#include "judge/evidence.h"
#include "model/judgement.h"

struct tora_ask_value { /* an input of a prompt, by the name its file declares */
	const char *name;
	struct tora_sv text;
	size_t max; /* bytes that are worth their tokens; what is longer is cut in the middle */
};
struct tora_ask_values {
	TORA_VEC(struct tora_ask_value) of;
};

/* Inputs of prompts/judge.md. */
void tora_ask_judge(const struct tora_case *c, const struct tora_evidence *e, const char *project,
                    struct tora_arena *arena, struct tora_ask_values *ret);

/* The same question once more; `is_read`: the first answer was one, and unsure. */
void tora_ask_again(bool is_read, struct tora_arena *arena, struct tora_ask_values *v);

/* Inputs of prompts/expected-side.md; `head_first`: output A is the new side. */
void tora_ask_side(const struct tora_case *c, const char *project, bool head_first,
                   struct tora_arena *arena, struct tora_ask_values *ret);

/* Which side comes first: a coin that falls the same way for the same finding, so that an
 * answer can be kept, and that nobody who writes code or messages chooses. */
bool tora_ask_head_first(const char *fingerprint);

struct tora_opinion { /* an answer, already read into words */
	enum tora_verdict verdict;
	double confidence;               /* below 0: not given */
	const char *explanation, *quote; /* NULL: none */
	const char *fault;               /* why it is no opinion; NULL: it is one */
};

/*
 * Its texts are those of `said`. At fault: a verdict that does not follow from its own answers, and
 * `irrelevant` that rests on nothing but the opposite of what was measured. Where the verdict of the rules,
 * `ruled`, is one that is shown, so is `unsure`, and `irrelevant` for which no measured fact speaks.
 */
struct tora_opinion tora_ask_opinion(const struct tora_judgement *said,
                                     const struct tora_evidence *e, enum tora_legality legality,
                                     enum tora_verdict ruled);

/*
 * Puts an opinion into a finding. One at fault, and `intended` whose quote is in no message, or excuses whatever
 * happens, is no opinion: what the rules said stands, and the answers say why.
 * The sentence of the rules stays where the model gave none.
 */
void tora_ask_apply(const struct tora_opinion *o, const struct tora_intent *intent,
                    struct tora_arena *arena, struct tora_finding *f);

/* Was it settled by facts? Then nobody need be asked. */
bool tora_ask_is_settled(const struct tora_finding *f);

/* This answer was no use, the next may be; anything else would happen to the next question too, and may
 * cost the whole wait each time. */
bool tora_ask_next_may_do(const struct tora_err *err);

/* One run as text: how it ended, what it printed. */
struct tora_sv tora_ask_trial(const struct tora_trial *t, struct tora_arena *arena);

#endif
