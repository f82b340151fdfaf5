#include "judge/ways.h"

#include <string.h>

/* 0 and 490 become 590; or 490 becomes 590 and 690. */
static bool shares_one_value(const struct tora_difference *a, const struct tora_difference *b)
{
	return (strcmp(a->before, b->before) == 0) != (strcmp(a->after, b->after) == 0);
}

static bool is_same_way(const struct tora_check *check, const struct tora_member *a,
                        const struct tora_member *b)
{
	return tora_cluster_ran_same(&check->change, &check->pairs.at[a->pair],
	                             &check->pairs.at[b->pair]) &&
	       !shares_one_value(&a->difference, &b->difference);
}

/* Which of `known` it is like; `n` when of none. */
static size_t way_of(const struct tora_check *check, const struct tora_member *m,
                     const struct tora_member *const *known, size_t n)
{
	size_t i;

	for (i = 0; i < n && !is_same_way(check, known[i], m); i++)
		;
	return i;
}

static void add_ways(const struct tora_judging *j, size_t at, struct tora_clusters *ret)
{
	const struct tora_cluster *cluster = j->way.at[at].cluster;
	const struct tora_member *known[TORA_WAYS_EACH + 1] = { tora_judging_member(j, at) };
	size_t n = 1, first = ret->of.n;

	for (size_t i = 0; i < cluster->members.n; i++) {
		const struct tora_member *m = cluster->members.at[i];
		size_t way = way_of(j->check, m, known, n);

		if (m->candidate->legality == TORA_LEGAL_ILLEGAL || !way)
			continue;
		if (way == n) {
			if (n > TORA_WAYS_EACH || ret->of.n == TORA_WAYS_MAX)
				continue;
			tora_vec_push(j->check->arena, &ret->of)->spot = cluster->spot;
			known[n++] = m;
		}
		*tora_vec_push(j->check->arena, &ret->of.at[first + way - 1].members) = m;
	}
}

void tora_ways(const struct tora_judging *j, const size_t *order, struct tora_clusters *ret)
{
	for (size_t i = 0; i < j->found.n; i++) {
		const struct tora_finding *f = &j->found.at[order[i]];

		if ((f->verdict == TORA_VERDICT_INTENDED || f->verdict == TORA_VERDICT_UNSURE) &&
		    f->difference.kind != TORA_DIFF_HANG)
			add_ways(j, order[i], ret);
	}
}
