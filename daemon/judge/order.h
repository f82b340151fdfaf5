/*
 * order.h - which finding matters more, and which two are one. Pure.
 */
#ifndef TORA_JUDGE_ORDER_H
#define TORA_JUDGE_ORDER_H

#include "model/finding.h"
#include "tora/arena.h"

/*
 * Indices of findings, most important first: by verdict (unintended, coincidental fix, unsure, intended, irrelevant);
 * of those that are shown the sure ones, then what the project itself does, the graver kind and the shorter and plainer
 * program; then by confidence, kind of difference, and as they came. In the arena.
 */
size_t *tora_order(const struct tora_finding *findings, size_t n, struct tora_arena *arena);

/* The same program with the same outcomes, the same loss of methods of one name, a module that both lack now, or the same
 * difference of the same function judged alike: masking and reduction can bring clusters together that looked different
 * before. Both have fingerprints. */
bool tora_order_same(const struct tora_finding *a, const struct tora_finding *b);

#endif
