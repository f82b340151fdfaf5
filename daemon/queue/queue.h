/*
 * queue.h - the checks that wait and run, and the processes that do them.
 *
 * The store is the queue; this holds what is open in memory, asks plan.h what to
 * do, and does it. What cannot be written now (a full disk) is kept and tried again.
 */
#ifndef TORA_QUEUE_QUEUE_H
#define TORA_QUEUE_QUEUE_H

#include "queue/ease.h"
#include "loop/loop.h"
#include "store/checks.h"
#include "watch/refs.h"

#include <stdint.h>

#define TORA_QUEUE_MAX 1000 /* open checks; one more is refused with TORA_E_LIMIT */

struct tora_queue;

struct tora_queue_spec {
	struct tora_loop *loop;
	const struct tora_log *log;
	struct tora_store *store;
	const char *program; /* run as `program check ...` */
	unsigned jobs;       /* at the same time; at least 1 */
	/*
	 * A check that a push asks for starts this much later: git needs the processor now, and the
	 * push does not wait for the check. tora_queue_hurry() is for the one that does.
	 */
	unsigned settle_ms;
	const char *root; /* of /sys and /proc: "" but in tests; borrowed */
	/* Of a repository's settings: seconds a check gives itself. */
	unsigned (*timeout_of)(void *ctx, int64_t repo);
	const char *(*folder_of)(void *ctx,
	                         int64_t repo); /* where git is to be asked; NULL: unknown */
	void (*on_progress)(void *ctx, int64_t check);
	void (*on_end)(void *ctx, int64_t check); /* its row says how */
	void (*on_change)(void *ctx);             /* there are new events in the store */
	void (*on_trouble)(void *ctx,
	                   const struct tora_err *err); /* the store failed; NULL: it works */
	void *ctx;
};

/* Takes up what the store has: lost checks are re-queued or given up (checks.h). Starts nothing before the loop runs. */
int tora_queue_new(const struct tora_queue_spec *spec, struct tora_queue **ret_queue,
                   struct tora_err *err);
/* Running checks are killed and stay queued, free of charge. NULL is fine. */
void tora_queue_free(struct tora_queue *q);

/*
 * Make moves known and queue those to be checked, in one transaction, with one event repo.changed.
 * `trigger` is hook, watch or spool; `is_enabled` false: only made known.
 */
int tora_queue_moves(struct tora_queue *q, int64_t repo, const struct tora_moves *moves,
                     const char *trigger, bool is_enabled, struct tora_err *err);
/* A check for a person (trigger ask or push). TORA_E_LIMIT: too many are open. */
int tora_queue_ask(struct tora_queue *q, const struct tora_check_ask *ask, int64_t *ret_check,
                   struct tora_err *err);
/* A person asks for this commit after all: a check that waits for a better moment waits no longer. */
void tora_queue_promote(struct tora_queue *q, int64_t repo, const char *head);
/* What the checks nobody asked for wait for; reason NONE: nothing. */
const struct tora_ease *tora_queue_ease(const struct tora_queue *q);
/* Somebody waits for the check of this commit (NULL: for every check): it starts as soon as there is room. */
void tora_queue_hurry(struct tora_queue *q, int64_t repo, const char *head);
/* Give up everything of a repository. */
void tora_queue_drop_repo(struct tora_queue *q, int64_t repo, enum tora_reason reason,
                          const char *detail);

void tora_queue_set_jobs(struct tora_queue *q, unsigned jobs);
/* Running checks are ended and wait again, free of charge: stopped, their clocks would go on. ms 0: until resume. */
void tora_queue_pause(struct tora_queue *q, int64_t ms);
void tora_queue_resume(struct tora_queue *q);
bool tora_queue_is_paused(const struct tora_queue *q,
                          int64_t *ret_until); /* wall clock ms; 0: none */
void tora_queue_drain(struct tora_queue *q);   /* start nothing any more */

void tora_queue_counts(const struct tora_queue *q, unsigned *ret_queued, unsigned *ret_running);
unsigned tora_queue_jobs(const struct tora_queue *q);

struct tora_queue_view { /* borrowed; dies with the next turn of the loop */
	int64_t check, repo;
	const char *branch, *head; /* head may be NULL */
	bool is_running, is_asked;
	const char *stage; /* "" : none */
	int64_t done, of;
};
/* An open check by id, or, with check 0, of that repository and head (branch NULL: any): one that runs, else the newest. */
bool tora_queue_find(const struct tora_queue *q, int64_t check, int64_t repo, const char *branch,
                     const char *head, struct tora_queue_view *ret);
/* How many checks run, or wait and are older, before one that a person asked for is started; 0: there is room for it. */
unsigned tora_queue_ahead(const struct tora_queue *q, int64_t check);

#endif
