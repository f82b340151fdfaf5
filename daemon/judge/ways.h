/*
 * ways.h - tests of one cluster that came to their difference in another way than the one that stands for all.
 *
 * On a branch of several commits a mistake hides behind an announced change of the same function: 490 becomes 590, as
 * one message says, and 0 becomes 590, since another commit sends that input where 490 was. Both are the same
 * difference of the same function. They are told apart by the changed lines that they ran, and by one of the two values
 * where the other is the same. Pure.
 */
#ifndef TORA_JUDGE_WAYS_H
#define TORA_JUDGE_WAYS_H

#include "judge/judging.h"

#define TORA_WAYS_EACH 2 /* of one finding, beside its own */
#define TORA_WAYS_MAX  4 /* of a check: each is confirmed and made small as a finding is */

/* One cluster for each other way of what is not shown as unintended anyway, in the order of the findings, and at most so
 * many. */
void tora_ways(const struct tora_judging *j, const size_t *order, struct tora_clusters *ret);

#endif
