/*
 * select.h - which of the valid candidates are run, and the sentence when none is. Pure.
 *
 * Which tests are run is not decided by mutants of the changed lines: all of them are run on both sides anyway, and the
 * base is the one mutant that matters. It was measured, on 29 labelled changes of Python with about 100 tests of the
 * offline engine and 4 mutants (operator, constant, condition, result) each: of 2,792 tests that reach the change 7 % tell no
 * mutant from the head, and 6 of the 375 that differ between base and head are among those. The first that differs
 * stands at place 14.4 in the mean (median 8) as ranked now, at 13.5 (8) with those that see a mutant first, at 16.8
 * (5.5) by how many they see; that would cost 3.9 times the run of these tests on one side. Where no test
 * differs, and a model wrote some, mutants say what the others do not: how much that is worth, which of the tests could
 * have seen the change at all, and what to ask for (faults.h, sharpen.c).
 */
#ifndef TORA_GENERATE_SELECT_H
#define TORA_GENERATE_SELECT_H

#include "generate/offline.h"

/*
 * Append the candidates of several sources, taking turns, so that a limit cuts all of them fairly;
 * each source's own order, best first, is kept.
 */
void tora_select_merge(const struct tora_candidates *sources, size_t n, struct tora_arena *arena,
                       struct tora_candidates *ret);

/*
 * Drop what has the hash of an earlier candidate, then what exceeds `max`, from the end.
 * hashes[i] belongs to all[i]. A copy that is more legal, or was tried, passes that on to the one
 * that stays.
 */
void tora_select_cut(struct tora_candidate *all, const uint64_t *hashes, size_t n, unsigned max);

/* Numbers by drop reason, TORA_DROP_NONE first; and in words: "3 duplicate, 1 private". */
void tora_select_count(const struct tora_candidate *all, size_t n, size_t ret[TORA_DROP_COUNT]);
const char *tora_select_words(const size_t counts[TORA_DROP_COUNT], struct tora_arena *arena);

#endif
