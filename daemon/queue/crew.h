/*
 * crew.h - processes of checks that stay for the next check of the same repository.
 *
 * A process that ended its check says so and keeps its warm runners (run/run.h). It is given the next check
 * of its repository as one line on its stdin, {"check":["check","--repo",...]}, the arguments it would have been
 * started with; else it is told to end, by the end of its input. There are never more than TORA_CREW_MAX idle
 * ones, none stays longer than TORA_CREW_IDLE_MS, and all are given back while memory is short or the
 * battery low (ease.h), which is looked at only as long as there is one.
 *
 * To the one who has a check done it makes no difference: a process with a check is killed,
 * paused, and given a budget as any other, and its death is that of the check.
 */
#ifndef TORA_QUEUE_CREW_H
#define TORA_QUEUE_CREW_H

#include "loop/proc.h"

#include <stdint.h>

#define TORA_CREW_MAX     2
#define TORA_CREW_IDLE_MS 120000

struct tora_crew;
struct tora_worker;

struct tora_crew_spec {
	struct tora_loop *loop;
	const struct tora_log *log;
	const char *root; /* of /sys and /proc: "" but in tests; borrowed */
};

struct tora_work {
	int64_t repo;
	const char *const *argv; /* program first; NULL-ended */
	int64_t budget_ms;       /* of this check */
	int nice;                /* of a process that is started */
	void (*on_out)(void *ctx, struct tora_sv chunk);
	void (*on_err)(void *ctx, struct tora_sv chunk);
	void (*done)(void *ctx,
	             const struct tora_outcome *outcome); /* as of a proc: may free the worker */
	void *ctx;
};

struct tora_crew *tora_crew_new(const struct tora_crew_spec *spec);
void tora_crew_free(
	struct tora_crew *crew); /* kills the idle; the others are freed before; NULL is fine */

/* An idle process of the repository, or a new one, gets the work. TORA_E_SYS, TORA_E_NOTFOUND: not started. */
int tora_crew_give(struct tora_crew *crew, const struct tora_work *work,
                   struct tora_worker **ret_worker, struct tora_err *err);
/* Its check is over, and it waits for another. No callback of that work is made any more, and it is not the caller's. */
void tora_crew_take_back(struct tora_worker *w);
/* The idle ones of a repository, 0: all, are told to end. */
void tora_crew_dismiss(struct tora_crew *crew, int64_t repo, const char *why);

void tora_worker_free(struct tora_worker *w);                    /* kills it; NULL is fine */
struct tora_proc *tora_worker_proc(const struct tora_worker *w); /* to kill */

#endif
