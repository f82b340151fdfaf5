/*
 * stats.h - how often tora spoke, and what the user said of it.
 *
 * A finding counts when a check showed it to people (unintended, coincidental-fix). `ack` means that it
 * was true and meant after all, `dismiss` that it was of no use. What is dismissed more often than not
 * goes quiet: such warnings teach people not to read the others.
 */
#ifndef TORA_STORE_STATS_H
#define TORA_STORE_STATS_H

#include "store/store.h"
#include "tora/arena.h"

#include <stdint.h>

#define TORA_STATS_DAYS 90 /* what is older counts no more, so that quiet ends by itself */
#define TORA_STATS_QUIET                                                                           \
	3 /* commits whose findings were dismissed, at least: one alone is no habit */

enum tora_stat_by {
	TORA_STAT_KIND, /* the kind of difference: "value", "exception-appeared", ... */
	TORA_STAT_RULE, /* what settled the verdict, or spoke strongest for it (tora_finding_rule) */
};

struct tora_stat_row {
	enum tora_stat_by by;
	const char *name;
	unsigned shown, acked, dismissed;
	TORA_VEC(const char *) commits; /* of those dismissed, each once */
};

struct tora_stats {
	unsigned done, skipped, failed, canceled; /* checks */
	unsigned recalled; /* of those done: answered from an earlier one, nothing was run */
	/* tests of checks that were not answered from an earlier one */
	int64_t run, differing, flaky, unconfirmed;
	int64_t cold; /* of those run: in processes of their own, since warm ones are no word on them */
	unsigned shown, acked, dismissed;    /* findings */
	TORA_VEC(struct tora_stat_row) rows; /* kinds first; most often shown first */
};

/* Of one repository (its id), or of all (0); `since` is wall clock ms. */
int tora_stats_get(struct tora_store *store, struct tora_arena *arena, int64_t repo, int64_t since,
                   struct tora_stats *ret, struct tora_err *err);

/* Dismissed on TORA_STATS_QUIET commits or more, and more often than acknowledged. */
bool tora_stat_is_quiet(const struct tora_stat_row *row);
/* The row of a name; NULL: never shown. */
const struct tora_stat_row *tora_stats_find(const struct tora_stats *s, enum tora_stat_by by,
                                            const char *name);

#endif
