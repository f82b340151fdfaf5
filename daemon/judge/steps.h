/*
 * steps.h - an outcome that more than one commit of a branch changed: what each of them left, and what is said of it. Pure.
 */
#ifndef TORA_JUDGE_STEPS_H
#define TORA_JUDGE_STEPS_H

#include "model/change.h"
#include "model/finding.h"
#include "model/intent.h"

/*
 * Is what a commit did to a function still in the head, or did a later commit of the branch replace it? It is there when two
 * words of code that stand side by side since that commit do so in the head, too; of a commit that only took code
 * out, when not all of it is back; and where that cannot be told. A function that the commit did not touch: by the
 * source files that it did. `step` is the commit's change, `branch` that of the whole branch.
 */
bool tora_steps_stands(const struct tora_change *step, const struct tora_change *branch,
                       const char *function);

/* Does a test that came with the branch make this very call and state what the head does? Then somebody has seen it, whichever
 * commit did it. That another call gives the same value now says nothing about this one. */
bool tora_steps_asserted(const struct tora_finding *f, const struct tora_intent *intent);

/* "Commit by commit: 0, 490 with 'cart: tidy', 590 with 'shipping costs 5.90'." "" where f has no steps. */
const char *tora_steps_told(const struct tora_finding *f, struct tora_arena *arena);

/* Would somebody who is shown `findings` learn anything from f: another verdict, or another commit to look at? */
bool tora_steps_is_news(const struct tora_finding *f, const struct tora_finding *findings,
                        size_t n);

#endif
