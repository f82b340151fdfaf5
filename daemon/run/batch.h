/*
 * batch.h - jobs that wait, are being run, or are done. Pure bookkeeping.
 *
 * A job whose runner died with it is tried once more: the death may have been another
 * one's doing. A second death is its result.
 */
#ifndef TORA_RUN_BATCH_H
#define TORA_RUN_BATCH_H

#include "model/exec.h"
#include "tora/arena.h"

#define TORA_BATCH_NONE ((size_t)-1)

enum tora_batch_kind {
	TORA_BATCH_WARM_BASE,
	TORA_BATCH_WARM_HEAD,
	TORA_BATCH_COLD_BASE,
	TORA_BATCH_COLD_HEAD,
	TORA_BATCH_AGAIN_BASE, /* warm with a seed: the perturbed pair */
	TORA_BATCH_AGAIN_HEAD,
	TORA_BATCH_KINDS
};

struct tora_batch {
	const struct tora_exec_job *jobs; /* borrowed, as is ret */
	struct tora_trial *ret;
	size_t n, n_done;
	bool all_cold;
	bool no_second;
	bool differs; /* a test's two sides do: what comes next is to repeat that */
	struct tora_batch_job *state;
	size_t from[TORA_BATCH_KINDS]; /* nothing waits below it */
};

/* all_cold: warm runners cannot be trusted, every job is run as a cold one. */
void tora_batch_init(struct tora_batch *b, const struct tora_exec_job *jobs, size_t n,
                     struct tora_trial *ret, bool all_cold, struct tora_arena *arena);
/* The next waiting job of that kind, now running; TORA_BATCH_NONE: there is none. */
size_t tora_batch_next(struct tora_batch *b, enum tora_batch_kind kind);
void tora_batch_put(struct tora_batch *b, size_t i, const struct tora_trial *trial);
void tora_batch_again(struct tora_batch *b, size_t i); /* it was never looked at */
bool tora_batch_died(struct tora_batch *b, size_t i);  /* false: it had its second try already */
/* There is no perturbed pair, it turned out: its jobs are cold from now on, with their seed. */
void tora_batch_without_second(struct tora_batch *b, bool is_without);
/* Its runner did not survive it, or was too slow: a signal, or the time limit. */
void tora_batch_lost(struct tora_batch *b, size_t i, bool is_slow, const char *why,
                     struct tora_arena *arena);
/* From what the same test showed on the other side, where that is the next job or the one before; both are done. */
bool tora_batch_differs(const struct tora_batch *b, size_t i);
bool tora_batch_is_done(const struct tora_batch *b, size_t i);
/* What is not done becomes LIMIT with no output, as exec.h says. */
void tora_batch_abandon(struct tora_batch *b);

/* What a lane is of: the side, whether its runners have the code loaded, and the seed they are started with. */
enum tora_side tora_batch_side(size_t lane);
bool tora_batch_is_warm(size_t lane);
bool tora_batch_is_first(size_t lane); /* warm, of the pair that finds */
unsigned tora_batch_seed(size_t lane);

#endif
