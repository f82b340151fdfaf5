#include "check/pick.h"

#include "tora/str.h"

#include <stdlib.h>
#include <string.h>

static size_t gain_of(const uint64_t *hits, const uint64_t *have, size_t n_words)
{
	size_t n = 0;

	for (size_t i = 0; i < n_words; i++)
		n += (size_t)__builtin_popcountll(hits[i] & ~have[i]);
	return n;
}

/* Between tests that reach as much. */
static bool is_better(const struct tora_pick *a, const struct tora_pick *b)
{
	return a->origin != b->origin ? a->origin < b->origin : a->length < b->length;
}

/*
 * What a test adds only shrinks, so a gain of an earlier round is a bound: whose bound is less than the best
 * so far need not be counted again.
 */
static struct tora_pick *next(struct tora_pick *all, size_t n, size_t *bounds, const uint64_t *have,
                              size_t n_words)
{
	struct tora_pick *best = NULL;
	size_t most = 0;

	for (size_t i = 0; i < n; i++) {
		if (all[i].is_out || all[i].is_taken || bounds[i] < most || !bounds[i])
			continue;
		bounds[i] = gain_of(all[i].hits, have, n_words);
		if (!bounds[i] || bounds[i] < most)
			continue;
		if (bounds[i] > most || !best || is_better(&all[i], best))
			best = &all[i];
		most = bounds[i];
	}
	return best;
}

static size_t cover(struct tora_pick *all, size_t n, size_t n_words)
{
	uint64_t *have = tora_xcalloc(n_words + 1, sizeof *have);
	size_t *bounds = tora_xcalloc(n + 1, sizeof *bounds), taken = 0;
	struct tora_pick *best;

	for (size_t i = 0; i < n; i++)
		bounds[i] = SIZE_MAX;
	while ((best = next(all, n, bounds, have, n_words))) {
		best->is_taken = true;
		taken++;
		for (size_t i = 0; i < n_words; i++)
			have[i] |= best->hits[i];
	}
	free(bounds);
	free(have);
	return taken;
}

/* Is there one of the same function that went the same way to the same end, or are there enough of it? */
static bool is_shown(const struct tora_pick *all, size_t n, size_t n_words,
                     const struct tora_pick *one)
{
	size_t of_target = 0;

	for (size_t i = 0; i < n; i++) {
		if (!all[i].is_taken || strcmp(all[i].target, one->target) != 0)
			continue;
		if (++of_target >= TORA_PICK_OF_TARGET)
			return true;
		if (strcmp(all[i].kind, one->kind) == 0 &&
		    memcmp(all[i].hits, one->hits, n_words * sizeof *one->hits) == 0)
			return true;
	}
	return false;
}

struct order {
	size_t at;
	const struct tora_pick *all;
};

static int by_likeness(const void *a, const void *b)
{
	const struct order *x = a, *y = b;
	const struct tora_pick *one = &x->all[x->at], *other = &y->all[y->at];

	if (is_better(one, other) || is_better(other, one))
		return is_better(one, other) ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* What is most like real use first. */
static size_t show_behaviours(struct tora_pick *all, size_t n, size_t n_words)
{
	struct order *order = tora_xcalloc(n + 1, sizeof *order);
	size_t taken = 0;

	for (size_t i = 0; i < n; i++)
		order[i] = (struct order){ i, all };
	qsort(order, n, sizeof *order, by_likeness);
	for (size_t i = 0; i < n; i++) {
		struct tora_pick *one = &all[order[i].at];

		if (one->is_out || one->is_taken || is_shown(all, n, n_words, one))
			continue;
		one->is_taken = true;
		taken++;
	}
	free(order);
	return taken;
}

size_t tora_pick(struct tora_pick *all, size_t n, size_t n_words)
{
	size_t taken;

	for (size_t i = 0; i < n; i++)
		all[i].is_taken = false;
	taken = cover(all, n, n_words);
	return taken + show_behaviours(all, n, n_words);
}
