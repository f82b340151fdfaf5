/*
 * select.c - see select.h.
 */
#include "generate/select.h"

#include <string.h>

void tora_select_merge(const struct tora_candidates *sources, size_t n, struct tora_arena *arena,
                       struct tora_candidates *ret)
{
	bool more = true;

	for (size_t k = 0; more; k++) {
		more = false;
		for (size_t s = 0; s < n; s++) {
			if (k >= sources[s].all.n)
				continue;
			*tora_vec_push(arena, &ret->all) = sources[s].all.at[k];
			more = true;
		}
	}
}

void tora_select_cut(struct tora_candidate *all, const uint64_t *hashes, size_t n, unsigned max)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < i && all[i].drop == TORA_DROP_NONE; k++) {
			if (hashes[k] != hashes[i] || all[k].drop != TORA_DROP_NONE)
				continue;
			all[i].drop = TORA_DROP_DUPLICATE;
			if (all[i].legality < all[k].legality)
				all[k].legality = all[i].legality;
			if (!all[k].tried)
				all[k].tried = all[i].tried;
		}
		if (all[i].drop == TORA_DROP_NONE && ++kept > max)
			all[i].drop = TORA_DROP_LIMIT;
	}
}

void tora_select_count(const struct tora_candidate *all, size_t n, size_t ret[TORA_DROP_COUNT])
{
	memset(ret, 0, TORA_DROP_COUNT * sizeof *ret);
	for (size_t i = 0; i < n; i++)
		ret[all[i].drop]++;
}

const char *tora_select_words(const size_t counts[TORA_DROP_COUNT], struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(512);
	const char *text;

	for (size_t d = TORA_DROP_NONE + 1; d < TORA_DROP_COUNT; d++)
		if (counts[d])
			tora_str_addf(&out, "%s%zu %s", out.len ? ", " : "", counts[d],
			              tora_drop_name((enum tora_drop)d));
	text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}
