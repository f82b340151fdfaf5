/*
 * select.h - which of the valid candidates are run, and the sentence when none is. Pure.
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
