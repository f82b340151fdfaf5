/*
 * daemon.h - what the supervisor's parts know of each other. Made and owned by supervise.c.
 */
#ifndef TORA_SERVE_DAEMON_H
#define TORA_SERVE_DAEMON_H

#include "loop/loop.h"
#include "queue/queue.h"
#include "store/store.h"
#include "tora/paths.h"
#include "watch/watch.h"

#include <stdint.h>

struct tora_server;

struct tora_daemon {
	struct tora_loop *loop;
	const struct tora_paths *paths;
	const struct tora_log *log;
	struct tora_store *store;
	struct tora_watch *watch;
	struct tora_queue *queue;
	struct tora_server *server;
	int64_t started_ms;      /* monotonic */
	bool is_stopping;        /* shutdown was asked for */
	bool is_draining;        /* the same, once running checks are done */
	bool is_store_kept;      /* false: in memory only */
	char store_trouble[320]; /* "" : none */
	char watch_trouble[240];
};

/* One sentence about what does not work, or NULL. Borrowed. */
const char *tora_daemon_degraded(const struct tora_daemon *d);

#endif
