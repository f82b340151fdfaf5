/*
 * run.h - one check's process: its command line, its reports, and what its end means.
 *
 * It is a process group of its own, at low priority, with an overall budget, and
 * dies with the supervisor. It may have done a check of that repository before (crew.h).
 */
#ifndef TORA_QUEUE_RUN_H
#define TORA_QUEUE_RUN_H

#include "loop/loop.h"
#include "model/reason.h"
#include "store/checks.h"

struct tora_crew;
struct tora_run;

struct tora_run_end {
	const char *record; /* the record line, or NULL: it died without one; dies with the call */
	enum tora_reason reason; /* without a record: why */
	const char *detail;      /* a sentence for it */
};

struct tora_run_spec {
	struct tora_crew *crew; /* whose process does it */
	const char *program;    /* torad itself */
	const struct tora_log *log;
	const struct tora_check_row *check;
	const char *folder; /* of its repository; NULL: its work tree as registered */
	/* What the check gives itself unless its row says otherwise; it gets some seconds more from us. */
	unsigned budget_s;
	int nice;
	void (*on_progress)(void *ctx);
	void (*on_end)(void *ctx,
	               const struct tora_run_end *end); /* once, from the loop; may free the run */
	void *ctx;
};

/* The spec is copied; the row is not needed afterwards. TORA_E_SYS, TORA_E_NOTFOUND: not started. */
int tora_run_start(const struct tora_run_spec *spec, struct tora_run **ret_run,
                   struct tora_err *err);
void tora_run_free(struct tora_run *run); /* kills it; on_end is not called; NULL is fine */
void tora_run_kill(struct tora_run *run); /* on_end follows */
/* Last progress; *ret_stage is "" before the first. */
void tora_run_progress(const struct tora_run *run, const char **ret_stage, int64_t *ret_done,
                       int64_t *ret_of);

#endif
