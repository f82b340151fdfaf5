/*
 * supervise.h - the supervisor from start to end: store, watch, queue, socket, and when to go.
 */
#ifndef TORA_SERVE_SUPERVISE_H
#define TORA_SERVE_SUPERVISE_H

#include "tora/log.h"
#include "tora/paths.h"

#include <stdint.h>
#include <sys/types.h>

struct tora_supervise_spec {
	const struct tora_paths *paths; /* their folders are there and private */
	const struct tora_log *log;
	const char *log_path;     /* the file behind log->fd, rotated as it grows; NULL: none */
	const char *program;      /* what checks are run with: `program check ...` */
	unsigned jobs;            /* 0: half the cores, at least 1 */
	unsigned debounce_ms;     /* 0: as usual */
	int64_t idle_exit_ms;     /* nothing to do and nobody there for so long; 0: never */
	const char *root;         /* of /sys and /proc; NULL: "" */
	uid_t uid;                /* who may connect */
	void (*ready)(void *ctx); /* listening now */
	void *ctx;
};

/*
 * Serve until a signal, `shutdown` or idleness. The caller holds the lock. An error means that it could not
 * start. TORA_E_LIMIT: the socket's path is too long.
 */
int tora_supervise(const struct tora_supervise_spec *spec, struct tora_err *err);

#endif
