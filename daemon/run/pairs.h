/*
 * pairs.h - what the stage runs: each test on both sides, and the canary's tests. Pure.
 */
#ifndef TORA_RUN_PAIRS_H
#define TORA_RUN_PAIRS_H

#include "model/check.h"
#include "run/batch.h"
#include "run/canary.h"

struct tora_pairs {                 /* in the check's arena */
	bool is_all;                /* also what was tried before */
	TORA_VEC(size_t) which;     /* candidates */
	struct tora_exec_job *jobs; /* base and head of each, and then the canary's */
	struct tora_trial *trials;
	struct tora_canary canary;
	struct tora_batch batch; /* the one they were run in */
};

/*
 * is_all: also what was tried before. That was tried warm; where this does not do, it is run again. is_base_known: see
 * canary.h.
 */
void tora_pairs_make(const struct tora_check *check, bool is_all, bool is_base_known,
                     struct tora_pairs *ret);
/* The canary's tests were run, some of the base among them, and all of them agree. */
bool tora_pairs_agree(const struct tora_pairs *p);

/* Tests of which the canary says something else: both runs of each again, warm and cold in turn. -> how many tests. */
struct tora_suspects {
	size_t n, at[TORA_CANARY_MAX]; /* of the canary */
	struct tora_exec_job again[2 * TORA_CANARY_MAX];
};
void tora_pairs_suspects(const struct tora_pairs *p, struct tora_suspects *ret);
/* Given what those jobs showed: is one of them sure of it? */
bool tora_pairs_tell(const struct tora_pairs *p, const struct tora_suspects *suspects,
                     const struct tora_trial *again);

/* Those of which the two sides differ, a job of each side. -> how many tests. */
const struct tora_exec_job *tora_pairs_differing(const struct tora_pairs *p,
                                                 struct tora_arena *arena, size_t *ret_n);

/*
 * Those that were run on both sides, and those that were tried before, become check->pairs. is_cold: each test had a
 * process of its own. -> how many there should have been.
 */
size_t tora_pairs_publish(const struct tora_pairs *p, bool is_cold, struct tora_check *check);

#endif
