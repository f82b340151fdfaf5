#include "run/batch.h"

#include <assert.h>
#include <string.h>

enum job_state { WAITING, RUNNING, DONE };

struct tora_batch_job {
	enum job_state at;
	unsigned deaths;
};

static enum tora_batch_kind kind_of(const struct tora_batch *b, size_t i)
{
	bool is_base = b->jobs[i].side == TORA_BASE;

	if (b->all_cold || b->jobs[i].cold || (b->jobs[i].seed && b->no_second))
		return is_base ? TORA_BATCH_COLD_BASE : TORA_BATCH_COLD_HEAD;
	if (b->jobs[i].seed)
		return is_base ? TORA_BATCH_AGAIN_BASE : TORA_BATCH_AGAIN_HEAD;
	return is_base ? TORA_BATCH_WARM_BASE : TORA_BATCH_WARM_HEAD;
}

void tora_batch_init(struct tora_batch *b, const struct tora_exec_job *jobs, size_t n,
                     struct tora_trial *ret, bool all_cold, struct tora_arena *arena)
{
	*b = (struct tora_batch){ .jobs = jobs, .n = n, .ret = ret, .all_cold = all_cold };
	b->state = tora_arena_calloc(arena, n ? n : 1, sizeof(*b->state));
}

size_t tora_batch_next(struct tora_batch *b, enum tora_batch_kind kind)
{
	for (size_t i = b->from[kind]; i < b->n; i++) {
		if (b->state[i].at != WAITING || kind_of(b, i) != kind)
			continue;
		b->state[i].at = RUNNING;
		b->from[kind] = i + 1;
		return i;
	}
	b->from[kind] = b->n;
	return TORA_BATCH_NONE;
}

static bool is_same_text(struct tora_sv a, struct tora_sv b)
{
	return a.len == b.len && (!a.len || memcmp(a.at, b.at, a.len) == 0);
}

bool tora_batch_differs(const struct tora_batch *b, size_t i)
{
	size_t k = i ^ 1;
	const struct tora_trial *one = &b->ret[i], *other = &b->ret[k];

	return k < b->n && b->state[i].at == DONE && b->state[k].at == DONE &&
	       b->jobs[i].source == b->jobs[k].source && b->jobs[i].side != b->jobs[k].side &&
	       (one->status != other->status || !is_same_text(one->out, other->out));
}

void tora_batch_put(struct tora_batch *b, size_t i, const struct tora_trial *trial)
{
	assert(b->state[i].at == RUNNING);
	b->state[i].at = DONE;
	b->ret[i] = *trial;
	b->n_done++;
	b->differs = b->differs || tora_batch_differs(b, i);
}

void tora_batch_again(struct tora_batch *b, size_t i)
{
	enum tora_batch_kind kind = kind_of(b, i);

	assert(b->state[i].at == RUNNING);
	b->state[i].at = WAITING;
	if (i < b->from[kind])
		b->from[kind] = i;
}

bool tora_batch_died(struct tora_batch *b, size_t i)
{
	if (b->state[i].deaths++)
		return false;
	tora_batch_again(b, i);
	return true;
}

void tora_batch_without_second(struct tora_batch *b, bool is_without)
{
	b->no_second = is_without;
	memset(b->from, 0, sizeof b->from); /* what waits is of other kinds now */
}

void tora_batch_lost(struct tora_batch *b, size_t i, bool is_slow, const char *why,
                     struct tora_arena *arena)
{
	struct tora_trial t = { .status = is_slow ? TORA_TRIAL_TIMEOUT : TORA_TRIAL_SIGNAL };

	if (!is_slow) {
		t.code = 9;
		t.err = tora_sv(tora_arena_printf(arena, "the runner died: %s\n", why));
	}
	tora_batch_put(b, i, &t);
}

bool tora_batch_is_done(const struct tora_batch *b, size_t i)
{
	return b->state[i].at == DONE;
}

void tora_batch_abandon(struct tora_batch *b)
{
	for (size_t i = 0; i < b->n; i++)
		if (b->state[i].at != DONE)
			b->ret[i] = (struct tora_trial){ .status = TORA_TRIAL_LIMIT };
}

enum tora_side tora_batch_side(size_t lane)
{
	return lane == TORA_BATCH_WARM_BASE || lane == TORA_BATCH_COLD_BASE ||
	                       lane == TORA_BATCH_AGAIN_BASE
	               ? TORA_BASE
	               : TORA_HEAD;
}

bool tora_batch_is_warm(size_t lane)
{
	return lane != TORA_BATCH_COLD_BASE && lane != TORA_BATCH_COLD_HEAD;
}

bool tora_batch_is_first(size_t lane)
{
	return lane == TORA_BATCH_WARM_BASE || lane == TORA_BATCH_WARM_HEAD;
}

unsigned tora_batch_seed(size_t lane)
{
	return lane == TORA_BATCH_AGAIN_BASE || lane == TORA_BATCH_AGAIN_HEAD;
}
