/*
 * ahead.h - base builds before they are needed: after a fetch, a checkout, a switch of branches.
 *
 * Whoever looks at a repository says want(); when no check waits or runs, and the moment is no bad
 * one (ease.h), `program prebuild --repo R` runs at the lowest priority, one at a time. It ends by itself
 * when there is nothing to do. A check that needs what is being built waits for it and
 * does not build it again. Its failure is a line of the log: the check will say what is wrong.
 */
#ifndef TORA_SERVE_AHEAD_H
#define TORA_SERVE_AHEAD_H

#include "loop/loop.h"
#include "queue/queue.h"
#include "watch/watch.h"

struct tora_ahead;

struct tora_ahead_spec {
	struct tora_loop *loop;
	const struct tora_log *log;
	const struct tora_queue *queue;
	const struct tora_watch *watch;
	const char *program; /* run as `program prebuild --repo R` */
	const char *root;    /* ease.h */
	unsigned delay_ms;   /* of quiet, first */
};

struct tora_ahead *tora_ahead_new(const struct tora_ahead_spec *spec);
void tora_ahead_free(struct tora_ahead *a); /* what runs is killed; NULL is fine */

/* Something moved in that repository: its base may be another one. */
void tora_ahead_want(struct tora_ahead *a, int64_t repo);
/* The queue changed: it may be time. */
void tora_ahead_look(struct tora_ahead *a);

#endif
