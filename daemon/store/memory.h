/*
 * memory.h - what need not be asked or paid twice: model answers, and what was spent.
 */
#ifndef TORA_STORE_MEMORY_H
#define TORA_STORE_MEMORY_H

#include "store/store.h"
#include "tora/arena.h"

#include <stdint.h>

#define TORA_ANSWER_MAX (4u << 20) /* bytes of one kept answer; a larger one is not kept */

/* TORA_E_NOTFOUND: not asked before. `key`: 64 hex digits, hash of the whole request. */
int tora_answers_get(struct tora_store *store, struct tora_arena *arena, const char *key,
                     const char **ret_answer, struct tora_err *err);
/* Replaces. TORA_E_LIMIT: too large. */
int tora_answers_put(struct tora_store *store, const char *key, const char *model,
                     const char *answer, struct tora_err *err);
/* Forget answers not used for `days`. */
int tora_answers_prune(struct tora_store *store, unsigned days, struct tora_err *err);

struct tora_spend {
	int64_t requests, tokens; /* tokens: in and out together */
	double usd;
};
/* Add to today (UTC), by branch and by what was asked ("judge"): to both or to neither. common_dir and
 * branch may be "". */
int tora_spend_add(struct tora_store *store, const char *common_dir, const char *branch,
                   const char *purpose, const struct tora_spend *spend, struct tora_err *err);
/* Of today; common_dir or branch NULL: all of them. */
int tora_spend_today(struct tora_store *store, const char *common_dir, const char *branch,
                     struct tora_spend *ret, struct tora_err *err);

/* Of `days` days by what was asked, the most tokens first; common_dir NULL: of all. `branch` of a row
 * is the purpose. */
struct tora_spend_rows;
int tora_spend_rows_by(struct tora_store *store, struct tora_arena *arena, const char *common_dir,
                       unsigned days, struct tora_spend_rows *ret, struct tora_err *err);

/* A model's server: bits of what it refuses, wall clock until which it wants rest. Forgotten after 30
 * days, because servers learn. TORA_E_NOTFOUND: nothing is known. */
int tora_servers_get(struct tora_store *store, const char *key, int64_t *ret_refused,
                     int64_t *ret_rest_until, struct tora_err *err);
int tora_servers_put(struct tora_store *store, const char *key, int64_t refused, int64_t rest_until,
                     struct tora_err *err);

struct tora_spend_row {
	const char *common_dir, *branch; /* "" where it was added as that */
	struct tora_spend spend;
};
struct tora_spend_rows {
	char day[16]; /* "2026-11-20" */
	TORA_VEC(struct tora_spend_row) of;
};
/* Of today by repository and branch, the most tokens first; in the arena. */
int tora_spend_rows(struct tora_store *store, struct tora_arena *arena, struct tora_spend_rows *ret,
                    struct tora_err *err);

#endif
