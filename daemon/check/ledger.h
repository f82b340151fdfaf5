/*
 * ledger.h - the store's side of asking a model: answers kept, money counted.
 *
 * llm/ and store/ do not know each other; this file includes the store only, models.c the
 * model only, and the functions between them speak of plain values.
 */
#ifndef TORA_CHECK_LEDGER_H
#define TORA_CHECK_LEDGER_H

#include "tora/arena.h"

#include <stdint.h>

struct tora_store;

struct tora_ledger { /* borrowed */
	struct tora_store *store;
	const char *common_dir, *branch, *model;
};

/* Today: of everything, or of this repository, or of this branch in it. */
int tora_ledger_spent(const struct tora_ledger *l, bool of_repo, bool of_branch,
                      int64_t *ret_requests, int64_t *ret_tokens, double *ret_usd,
                      struct tora_err *err);
int tora_ledger_add(const struct tora_ledger *l, const char *purpose, int64_t requests,
                    int64_t tokens, double usd, struct tora_err *err);
void tora_ledger_recall(const struct tora_ledger *l, const char *server, unsigned *ret_refused,
                        int64_t *ret_rest_until);
void tora_ledger_note(const struct tora_ledger *l, const char *server, unsigned refused,
                      int64_t rest_until);
bool tora_ledger_get(const struct tora_ledger *l, const char *key, struct tora_str *ret);
int tora_ledger_put(const struct tora_ledger *l, const char *key, struct tora_sv answer,
                    struct tora_err *err);

struct tora_ledger_row {
	const char *common_dir, *branch;
	int64_t requests, tokens;
	double usd;
};
struct tora_ledger_today {
	const char *day; /* "2026-11-20", UTC */
	TORA_VEC(struct tora_ledger_row) rows;
};
/* What was spent by what was asked, in `days` days, most first; `branch` is the purpose. common_dir NULL: all. */
int tora_ledger_by(struct tora_store *store, struct tora_arena *arena, const char *common_dir,
                   unsigned days, struct tora_ledger_today *ret, struct tora_err *err);
/* What was spent today by repository and branch, most first; in the arena. */
int tora_ledger_today(struct tora_store *store, struct tora_arena *arena,
                      struct tora_ledger_today *ret, struct tora_err *err);

#endif
