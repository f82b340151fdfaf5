/*
 * scan.h - ask git about one repository, without waiting: settings if wanted, then branches.
 *
 * git runs with the repository named, hooks, prompts, lazy fetches and optional locks off, and
 * without GIT_* of whoever started us.
 */
#ifndef TORA_WATCH_SCAN_H
#define TORA_WATCH_SCAN_H

#include "loop/loop.h"
#include "watch/refs.h"
#include "watch/settings.h"

#define TORA_SCAN_BUDGET_MS 30000
#define TORA_SCAN_OUT_MAX   (8u << 20) /* some 80,000 branches */

struct tora_scan;

struct tora_scan_spec {
	const char *common_dir;
	struct tora_settings *settings; /* brought up to date; NULL: not wanted */
	/*
	 * Exactly once, from the loop. `refs` lives in `arena`, which the callee owns now;
	 * on failure both are NULL and `err` says why. Frees the scan itself.
	 */
	void (*done)(void *ctx, const struct tora_refs *refs, struct tora_arena *arena,
	             const struct tora_err *err);
	void *ctx;
};

/* The spec is copied; what it points to lives until done(). */
int tora_scan_start(struct tora_loop *loop, const struct tora_scan_spec *spec,
                    struct tora_scan **ret_scan, struct tora_err *err);
void tora_scan_free(struct tora_scan *scan); /* gives up: done() is never called; NULL is fine */

#endif
