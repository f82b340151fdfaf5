/*
 * canary.h - do warm and cold runs of the same tests say the same? Pure.
 *
 * A warm test is a fork of a process that imported the code before; a cold one imports it itself. Code
 * that keeps something of that moment (its process number, a generator that it seeded, what had been
 * imported by then) may tell the two apart, and then warm runs are no word on what users see. So
 * a few of the tests of each check are run cold as well, and where they disagree the whole check is run cold.
 *
 * Tests that say something else each time disagree without that being a reason. So both are run again, and
 * only a difference between two answers that stayed as they were counts.
 */
#ifndef TORA_RUN_CANARY_H
#define TORA_RUN_CANARY_H

#include "model/exec.h"

#define TORA_CANARY_MAX     4 /* tests of a check that are run cold as well; sides in turn */
#define TORA_CANARY_VERSION 1 /* of what is remembered of a base (store/agreed.h) */

struct tora_canary {
	size_t n;
	size_t warm[TORA_CANARY_MAX];             /* index of the warm job */
	struct tora_exec_job at[TORA_CANARY_MAX]; /* the same, cold */
};

/*
 * Of n_pairs tests, whose jobs are jobs[2 * i] for the base and jobs[2 * i + 1] for the head: spread over
 * the list, which is sorted by what was found out about them. is_base_known: another check's tests agreed on the
 * very same base; then those of the head are enough.
 */
void tora_canary_pick(const struct tora_exec_job *jobs, size_t n_pairs, bool is_base_known,
                      struct tora_canary *ret);

/*
 * Status, exit code, exception and output are alike, addresses aside. So it is, too, where the cold
 * test said something more in front, which is what an import prints, and where a limit ended either.
 */
bool tora_canary_agrees(const struct tora_trial *warm, const struct tora_trial *cold);
/* Stopped by a limit or by time, or cut: it agrees with everything. */
bool tora_canary_says_nothing(const struct tora_trial *t);

/* Two runs of each: warm and cold disagree, and each is sure of it. */
bool tora_canary_tells(const struct tora_trial warm[2], const struct tora_trial cold[2]);

#endif
