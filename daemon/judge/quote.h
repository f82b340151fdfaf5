/*
 * quote.h - is a span really in a message? Every `intended` verdict is held to this.
 */
#ifndef TORA_JUDGE_QUOTE_H
#define TORA_JUDGE_QUOTE_H

#include "model/intent.h"

#define TORA_QUOTE_MIN 8 /* bytes without white space: "fix" alone quotes nothing */
#define TORA_QUOTE_MAX 300

/*
 * The span of `text` that equals `wanted` when runs of white space count as one blank;
 * quotes and an ellipsis around `wanted` are forgiven, anything else is not. The view is
 * into `text`, so it is verbatim. False when absent, shorter or longer than the limits.
 */
bool tora_quote_find(struct tora_sv text, struct tora_sv wanted, struct tora_sv *ret);

/* The same over all messages of the branch, then changelog lines; NULL when none has it. */
const char *tora_quote_in(const struct tora_intent *intent, struct tora_sv wanted,
                          struct tora_arena *arena);

#endif
