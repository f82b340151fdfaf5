/*
 * both.h - one source on both sides, several times: warm, warm in the perturbed pair, and in fresh processes.
 */
#ifndef TORA_JUDGE_BOTH_H
#define TORA_JUDGE_BOTH_H

#include "judge/stable.h"
#include "model/check.h"

#define TORA_BOTH_SEEDS 3 /* fresh runs of a side: one run twice shows nothing about order */
#define TORA_BOTH_MAX   6 /* runs of a side */

struct tora_both {
	const char *source;
	unsigned cold,
		seed; /* in fresh processes; the first has this seed, the others the next ones */
	unsigned warm, again; /* in the pair that finds, and in the perturbed one */
	/* What came of them, the cold ones first. What is there already counts as warm: `cold` is 0 then. */
	unsigned n;
	struct tora_trial base[TORA_BOTH_MAX], head[TORA_BOTH_MAX];
};

/*
 * All of them, on both sides, in one batch. TORA_E_TIMEOUT: the time was over before all had run, and
 * nothing is known of any.
 */
int tora_both_run(struct tora_check *check, struct tora_both *all, size_t n, struct tora_err *err);

/* The warm runs of the same source that were made before, beside those of `both`: at most TORA_BOTH_MAX together. */
void tora_both_join(struct tora_both *both, const struct tora_both *warm);

struct tora_seen { /* a difference that stayed, and the first run of each side, masked: stable.h */
	struct tora_difference difference;
	struct tora_trial base, head;
};
enum tora_stable tora_both_decide(const struct tora_both *both,
                                  const struct tora_difference *expect, struct tora_arena *arena,
                                  struct tora_seen *ret);

#endif
