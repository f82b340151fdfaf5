/*
 * merge.h - findings that a person would call one, as one: the plainest of them stands for all. Pure.
 *
 * Masking and reduction can bring together what looked different before: the same program, the
 * same difference of the same function, or values that changed in the same way on the same lines, or by the same edit; an error, and what a test
 * prints that catches it.
 */
#ifndef TORA_JUDGE_MERGE_H
#define TORA_JUDGE_MERGE_H

#include "model/check.h"

/*
 * found[0..n), all with fingerprints and judged, each first seen as seen[i]: those that remain, most
 * important first, are appended to check->findings. What stands for several is the plainest of them
 * (plain.h) with the number of tests of all.
 */
void tora_merge(const struct tora_finding *found, const struct tora_pair *const *seen, size_t n,
                struct tora_check *check);

#endif
