/*
 * plan.h - which check to start and which to give up, decided from what is known. Pure.
 *
 * Rules, in this order:
 *  1. Of the checks of one branch only the newest counts. An older one is given up, running or not. A check
 *     that a person asked for is never given up.
 *  2. What a person asked for goes first.
 *  3. Repositories take turns: the one with the fewest running checks, then the one served longest ago.
 *  4. Within a repository the oldest goes first.
 *  5. In a bad moment only what a person asked for is started.
 */
#ifndef TORA_QUEUE_PLAN_H
#define TORA_QUEUE_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tora_job_state {
	TORA_JOB_QUEUED,
	TORA_JOB_RUNNING,
	TORA_JOB_ENDING, /* being killed: still takes its place */
};

struct tora_job {
	int64_t check, repo;
	const char *branch;
	enum tora_job_state state;
	bool is_asked;      /* by a person, for this very commit */
	int64_t not_before; /* monotonic ms; 0: at once */
	int64_t served;     /* serial number of the last start in its repository; 0: never */
};

enum tora_step_kind { TORA_STEP_GIVE_UP, TORA_STEP_START };
struct tora_step {
	enum tora_step_kind kind;
	size_t job; /* index */
};

struct tora_plan {
	bool is_step;
	struct tora_step step;
	int64_t wake_at; /* without a step: when to ask again, monotonic ms; -1: when something happens */
};

struct tora_limits {
	unsigned jobs;   /* running at the same time */
	bool is_stopped; /* paused or draining: nothing is started */
	bool asked_only; /* a bad moment for the rest (ease.h): it is looked at again */
};

/* The next thing to do; ask again after doing it, until there is none. */
struct tora_plan tora_plan_next(const struct tora_job *jobs, size_t n,
                                const struct tora_limits *limits, int64_t now);

#endif
