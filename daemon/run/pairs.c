#include "run/pairs.h"

#include <string.h>

void tora_pairs_make(const struct tora_check *check, bool is_all, bool is_base_known,
                     struct tora_pairs *ret)
{
	size_t n;

	*ret = (struct tora_pairs){ .is_all = is_all };
	for (size_t i = 0; i < check->candidates.n; i++)
		if (check->candidates.at[i].drop == TORA_DROP_NONE &&
		    (is_all || !check->candidates.at[i].tried))
			*tora_vec_push(check->arena, &ret->which) = i;
	n = 2 * ret->which.n;
	ret->jobs = tora_arena_calloc(check->arena, n + TORA_CANARY_MAX, sizeof(*ret->jobs));
	ret->trials = tora_arena_calloc(check->arena, n + TORA_CANARY_MAX, sizeof(*ret->trials));
	for (size_t i = 0; i < n; i++)
		ret->jobs[i] = (struct tora_exec_job){
			.source = check->candidates.at[ret->which.at[i / 2]].source,
			.side = i % 2 ? TORA_HEAD : TORA_BASE,
			.cover = true
		};
	tora_canary_pick(ret->jobs, ret->which.n, is_base_known, &ret->canary);
	memcpy(ret->jobs + n, ret->canary.at, ret->canary.n * sizeof(*ret->jobs));
}

void tora_pairs_suspects(const struct tora_pairs *p, struct tora_suspects *ret)
{
	ret->n = 0;
	for (size_t i = 0; i < p->canary.n; i++) {
		size_t warm = p->canary.warm[i], cold = 2 * p->which.n + i;

		if (!tora_batch_is_done(&p->batch, warm) || !tora_batch_is_done(&p->batch, cold) ||
		    tora_canary_agrees(&p->trials[warm], &p->trials[cold]))
			continue;
		ret->again[2 * ret->n] = p->jobs[warm];
		ret->again[2 * ret->n + 1] = p->jobs[cold];
		ret->at[ret->n++] = i;
	}
}

bool tora_pairs_agree(const struct tora_pairs *p)
{
	struct tora_suspects suspects;
	size_t n_base = 0;

	for (size_t i = 0; i < p->canary.n; i++) {
		if (!tora_batch_is_done(&p->batch, p->canary.warm[i]) ||
		    !tora_batch_is_done(&p->batch, 2 * p->which.n + i))
			return false;
		if (p->canary.at[i].side != TORA_BASE)
			continue;
		n_base++;
		if (tora_canary_says_nothing(&p->trials[p->canary.warm[i]]) ||
		    tora_canary_says_nothing(&p->trials[2 * p->which.n + i]))
			return false;
	}
	tora_pairs_suspects(p, &suspects);
	return n_base == TORA_CANARY_MAX / 2 && !suspects.n;
}

bool tora_pairs_tell(const struct tora_pairs *p, const struct tora_suspects *suspects,
                     const struct tora_trial *again)
{
	for (size_t i = 0; i < suspects->n; i++) {
		size_t at = suspects->at[i];
		struct tora_trial warm[] = { p->trials[p->canary.warm[at]], again[2 * i] };
		struct tora_trial cold[] = { p->trials[2 * p->which.n + at], again[2 * i + 1] };

		if (tora_canary_tells(warm, cold))
			return true;
	}
	return false;
}

const struct tora_exec_job *tora_pairs_differing(const struct tora_pairs *p,
                                                 struct tora_arena *arena, size_t *ret_n)
{
	struct tora_exec_job *jobs = tora_arena_calloc(arena, 2 * p->which.n + 1, sizeof *jobs);
	size_t n = 0;

	for (size_t i = 0; i < p->which.n; i++)
		if (tora_batch_differs(&p->batch, 2 * i))
			memcpy(&jobs[2 * n++], &p->jobs[2 * i], 2 * sizeof *jobs);
	*ret_n = n;
	return jobs;
}

static void add_pair(struct tora_check *c, size_t candidate, const struct tora_trial *base,
                     const struct tora_trial *head)
{
	struct tora_pair *p = tora_vec_push(c->arena, &c->pairs);

	*p = (struct tora_pair){ .candidate = candidate, .base = *base, .head = *head };
	p->reached = base->covered.n || head->covered.n;
	c->tests.run++;
	c->tests.reached += p->reached;
}

/* What was tried counts as run. */
static size_t add_tried(struct tora_check *c)
{
	for (size_t i = 0; i < c->candidates.n; i++) {
		const struct tora_candidate *one = &c->candidates.at[i];

		if (one->drop == TORA_DROP_NONE && one->tried)
			add_pair(c, i, &one->tried->base, &one->tried->head);
	}
	return c->pairs.n;
}

size_t tora_pairs_publish(const struct tora_pairs *p, bool is_cold, struct tora_check *check)
{
	size_t tried = p->is_all ? 0 : add_tried(check);

	for (size_t i = 0; i < p->which.n; i++)
		if (tora_batch_is_done(&p->batch, 2 * i) &&
		    tora_batch_is_done(&p->batch, 2 * i + 1))
			add_pair(check, p->which.at[i], &p->trials[2 * i], &p->trials[2 * i + 1]);
	check->tests.cold += is_cold ? check->pairs.n : 0;
	return tried + p->which.n;
}
