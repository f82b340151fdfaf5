#include "judge/both.h"

#include <assert.h>
#include <string.h>

struct batch {
	struct tora_exec_job *jobs;
	struct tora_trial **to;
	size_t n;
};

static void add(struct batch *b, struct tora_both *both, bool is_cold, unsigned seed)
{
	assert(both->n < TORA_BOTH_MAX);
	for (int head = 0; head < 2; head++) {
		b->to[b->n] = head ? &both->head[both->n] : &both->base[both->n];
		b->jobs[b->n++] = (struct tora_exec_job){ .source = both->source,
			                                  .side = head ? TORA_HEAD : TORA_BASE,
			                                  .cold = is_cold,
			                                  .seed = seed };
	}
	both->n++;
}

int tora_both_run(struct tora_check *check, struct tora_both *all, size_t n, struct tora_err *err)
{
	size_t max = n * 2 * TORA_BOTH_MAX + 1, i;
	struct batch b = { tora_arena_calloc(check->arena, max, sizeof *b.jobs),
		           tora_arena_calloc(check->arena, max, sizeof *b.to), 0 };
	struct tora_trial *trials = tora_arena_calloc(check->arena, max, sizeof *trials);
	unsigned k;
	int rc;

	for (i = 0; i < n; i++) {
		for (k = 0; k < all[i].cold; k++)
			add(&b, &all[i], true, all[i].seed + k);
		for (k = 0; k < all[i].warm; k++)
			add(&b, &all[i], false, 0);
		for (k = 0; k < all[i].again; k++)
			add(&b, &all[i], false, 1);
	}
	if (!b.n)
		return TORA_OK;
	rc = check->exec->run(check->exec->ctx, b.jobs, b.n, trials, err);
	if (rc)
		return tora_wrap(err, "confirming");
	for (i = 0; i < b.n; i++) {
		if (!tora_trial_was_run(&trials[i]))
			return tora_fail(err, TORA_E_TIMEOUT, "confirming: out of time");
		*b.to[i] = trials[i];
	}
	return TORA_OK;
}

void tora_both_join(struct tora_both *both, const struct tora_both *warm)
{
	assert(!warm->cold && strcmp(both->source, warm->source) == 0);
	assert(both->n + warm->n <= TORA_BOTH_MAX);
	for (unsigned i = 0; i < warm->n; i++) {
		both->base[both->n] = warm->base[i];
		both->head[both->n++] = warm->head[i];
	}
}

enum tora_stable tora_both_decide(const struct tora_both *both,
                                  const struct tora_difference *expect, struct tora_arena *arena,
                                  struct tora_seen *ret)
{
	const struct tora_stable_runs runs = {
		.base = both->base, .head = both->head, .n = both->n, .n_fresh = both->cold
	};

	return tora_stable_decide(&runs, expect, arena, &ret->difference, &ret->base, &ret->head);
}
