/*
 * scan.h - look at one repository, without waiting: its folders if wanted, then what git says of settings and branches,
 * then work trees where an operation is under way. Each step is a process with a deadline.
 *
 * git runs with the repository named, hooks, prompts, lazy fetches and optional locks off, and
 * without GIT_* of whoever started us.
 */
#ifndef TORA_WATCH_SCAN_H
#define TORA_WATCH_SCAN_H

#include "loop/loop.h"
#include "watch/peek.h"
#include "watch/refs.h"
#include "watch/settings.h"

#define TORA_SCAN_BUDGET_MS 30000
#define TORA_SCAN_OUT_MAX   (8u << 20) /* some 80,000 branches */

struct tora_scan;

struct tora_scan_spec {
	const char *common_dir, *work_dir;
	bool wants_dirs;
	int inotify;                    /* what watches them; -1: nothing */
	struct tora_settings *settings; /* brought up to date */
	bool wants_config;              /* git is asked whether or not their files changed */
	/* With wants_dirs: what is watched now, before git is asked. It dies with the call. */
	void (*on_dirs)(void *ctx, const struct tora_peek *peek);
	/*
	 * Exactly once, from the loop. `seen` and `peek` live in `arena`, which the callee owns now; on failure all are
	 * NULL and `err` says why, TORA_E_NOTFOUND: the repository is not there any more. Frees the scan itself.
	 */
	void (*done)(void *ctx, const struct tora_refs *refs, const struct tora_peek *peek,
	             struct tora_arena *arena, const struct tora_err *err);
	void *ctx;
};

/* The spec is copied; what it points to lives until done(). */
int tora_scan_start(struct tora_loop *loop, const struct tora_scan_spec *spec,
                    struct tora_scan **ret_scan, struct tora_err *err);
/* Are its folders being listed, and watches made that nobody knows yet? */
bool tora_scan_is_listing(const struct tora_scan *scan);
void tora_scan_free(struct tora_scan *scan); /* gives up: done() is never called; NULL is fine */

#endif
