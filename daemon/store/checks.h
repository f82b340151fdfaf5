/*
 * checks.h - the queue on disk: which checks wait, run, and how each one ended.
 *
 *	enqueue -> queued -start-> running -record.h-> done | skipped | failed | canceled
 *	              ^               |  \-end-------> failed | canceled
 *	              +---requeue-----+
 *
 * The check's own process writes the result (record.h); the supervisor moves the rest.
 * A state that is final is never left again.
 */
#ifndef TORA_STORE_CHECKS_H
#define TORA_STORE_CHECKS_H

#include "model/reason.h"
#include "store/store.h"
#include "tora/arena.h"

#include <stdint.h>

#define TORA_CHECK_ATTEMPTS                                                                        \
	2 /* a check whose process dies is started once more, not again and again */
#define TORA_CHECK_OPTIONS_MAX                                                                     \
	(8u << 10) /* bytes of their JSON: a path of 1023, escaped, is the longest */

struct tora_check_row {
	int64_t id; /* 17; people see c17 */
	int64_t repo;
	const char *common_dir, *work_dir; /* of the repository; work_dir may be NULL */
	const char *branch;                /* "" when none */
	const char *base, *head;           /* NULL until known */
	const char *trigger;               /* hook watch push ask */
	const char *state;                 /* queued running done skipped failed canceled */
	const char *reason, *detail;       /* or NULL */
	const char *options; /* JSON object: what `check` asked for beyond the defaults, or NULL */
	const char *record;  /* JSON, or NULL; only by tora_checks_get() */
	unsigned attempts;
	int64_t queued, started, ended; /* wall clock, ms; 0: not yet */
	int64_t findings;               /* unintended or coincidental fix */
};
struct tora_check_rows {
	struct tora_check_row *at;
	size_t n;
};

struct tora_check_ask {
	int64_t repo;
	const char *branch; /* "" when none */
	const char *base;   /* revision, or NULL */
	const char *head;   /* oid or revision, or NULL: the check finds it out */
	const char *trigger;
	const char *options; /* or NULL */
};
/* Emits check.queued. */
int tora_checks_enqueue(struct tora_store *store, const struct tora_check_ask *ask, int64_t *ret_id,
                        struct tora_err *err);
/* A row that was never queued: skipped, for this reason. Emits nothing: such come by the thousand. */
int tora_checks_refuse(struct tora_store *store, const struct tora_check_ask *ask,
                       enum tora_reason reason, struct tora_err *err);
/* Counts an attempt. TORA_E_CONFLICT: it is not queued any more. Emits check.started. */
int tora_checks_start(struct tora_store *store, int64_t id, struct tora_err *err);
/* Give it a final state without a record. TORA_E_CONFLICT: it has one already. Emits check.done. */
int tora_checks_end(struct tora_store *store, int64_t id, const char *state,
                    enum tora_reason reason, const char *detail, struct tora_err *err);
/* running -> queued. `free_of_charge`: it was our wish (shutdown), so the attempt does not count. */
int tora_checks_requeue(struct tora_store *store, int64_t id, bool free_of_charge,
                        struct tora_err *err);
/*
 * At the supervisor's start: every running check belongs to a dead supervisor. Re-queued while
 * attempts < TORA_CHECK_ATTEMPTS, else failed with reason crashed. Counts are for the log.
 */
int tora_checks_recover(struct tora_store *store, unsigned *ret_requeued, unsigned *ret_failed,
                        struct tora_err *err);

struct tora_check_filter { /* zero: no restriction */
	int64_t repo;
	const char *branch, *head, *state;
	int64_t before; /* id */
	unsigned limit; /* 0: 50 */
	bool oldest_first;
};
int tora_checks_list(struct tora_store *store, struct tora_arena *arena,
                     const struct tora_check_filter *filter, struct tora_check_rows *ret,
                     struct tora_err *err);
int tora_checks_get(struct tora_store *store, struct tora_arena *arena, int64_t id,
                    struct tora_check_row *ret, struct tora_err *err);

/* "c17" -> 17, "K7" -> 7; 0 when it is neither, or another letter. */
int64_t tora_store_id(const char *text, char letter);

#endif
