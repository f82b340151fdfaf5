/*
 * verdict.h - what the rules say of one difference, written into its finding.
 */
#ifndef TORA_JUDGE_VERDICT_H
#define TORA_JUDGE_VERDICT_H

#include "judge/evidence.h"

struct tora_ruling;

/*
 * Fills f->verdict, confidence, quote, answers and explanation from the case and its evidence; the
 * case may borrow from *f. Answers are the claim, the legality, and the
 * fact that settled it or the strongest rules with their weights.
 */
void tora_verdict_rule(const struct tora_case *c, const struct tora_evidence *e,
                       struct tora_arena *arena, struct tora_finding *f);

/*
 * The same from nothing but the facts, of which somebody wrote down the names: verdict, confidence, answers, and
 * as the explanation the rules that decided.
 */
void tora_verdict_of_facts(tora_facts facts, struct tora_arena *arena, struct tora_finding *ret);

/*
 * The same for `n` findings read back from a record, by the function's name in `change`. The
 * difference is compared again from its two trials; where they say nothing any more (a cut
 * output, a hidden warning) the recorded kind and values stand.
 */
void tora_verdict_again(const struct tora_intent *intent, const struct tora_change *change,
                        struct tora_arena *arena, struct tora_finding *f, size_t n);

#endif
