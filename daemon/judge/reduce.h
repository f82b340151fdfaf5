/*
 * reduce.h - the smallest test that still shows the difference.
 *
 * Hierarchical delta debugging (Zeller and Hildebrandt's ddmin, applied block by block
 * as in Misherghi and Su's HDD) over statements of the syntax tree. Only sources that
 * parse are ever tried, so the result parses too. Every round hands all its candidates
 * to the caller at once. Afterwards blocks are unwrapped where their body alone shows
 * the same, prints that are not the observation become plain calls, arguments that stand in
 * a list are written out, imported names nobody uses go, imports are sorted and comments dropped.
 *
 * Pure: whether a candidate still shows the difference is the caller's `keeps`.
 */
#ifndef TORA_JUDGE_REDUCE_H
#define TORA_JUDGE_REDUCE_H

#include "tora/arena.h"

struct tora_lang;

struct tora_reduce_spec {
	const struct tora_lang *lang;
	unsigned trials_max; /* candidates tried in all; meeting it ends the search, not in error */
	/* ret_keeps[i]: sources[i] still shows the same difference, visibly. */
	int (*keeps)(void *ctx, const char *const *sources, size_t n, bool *ret_keeps,
	             struct tora_err *err);
	bool (*expired)(void *ctx); /* asked before each round; NULL: never */
	void *ctx;
};

struct tora_reduced {
	const char *source; /* in the arena; the input itself when nothing could go */
	unsigned trials, rounds;
	bool complete; /* false: a limit or the time ended it */
};

/* An error is one of `keeps`; *ret is then the smallest source seen so far all the same. */
int tora_reduce(const char *source, const struct tora_reduce_spec *spec, struct tora_arena *arena,
                struct tora_reduced *ret, struct tora_err *err);

#endif
