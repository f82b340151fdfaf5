#include "check/ledger.h"

#include "store/memory.h"

int tora_ledger_spent(const struct tora_ledger *l, bool of_repo, bool of_branch,
                      int64_t *ret_requests, int64_t *ret_tokens, double *ret_usd,
                      struct tora_err *err)
{
	struct tora_spend today = { 0 };
	int rc = tora_spend_today(l->store, of_repo || of_branch ? l->common_dir : NULL,
	                          of_branch ? l->branch : NULL, &today, err);

	*ret_requests = today.requests;
	*ret_tokens = today.tokens;
	*ret_usd = today.usd;
	return rc;
}

int tora_ledger_add(const struct tora_ledger *l, const char *purpose, int64_t requests,
                    int64_t tokens, double usd, struct tora_err *err)
{
	struct tora_spend more = { .requests = requests, .tokens = tokens, .usd = usd };

	return tora_spend_add(l->store, l->common_dir, l->branch, purpose, &more, err);
}

void tora_ledger_recall(const struct tora_ledger *l, const char *server, unsigned *ret_refused,
                        int64_t *ret_rest_until)
{
	struct tora_err ignored;
	int64_t refused = 0;

	if (tora_servers_get(l->store, server, &refused, ret_rest_until, &ignored) == TORA_OK)
		*ret_refused = (unsigned)refused;
}

void tora_ledger_note(const struct tora_ledger *l, const char *server, unsigned refused,
                      int64_t rest_until)
{
	struct tora_err ignored; /* it is learnt again */

	(void)tora_servers_put(l->store, server, refused, rest_until, &ignored);
}

bool tora_ledger_get(const struct tora_ledger *l, const char *key, struct tora_str *ret)
{
	struct tora_arena *arena = tora_arena_new();
	const char *answer = NULL;
	struct tora_err err;
	bool found = tora_answers_get(l->store, arena, key, &answer, &err) == TORA_OK;

	if (found)
		tora_str_adds(ret, answer);
	tora_arena_free(arena);
	return found;
}

int tora_ledger_put(const struct tora_ledger *l, const char *key, struct tora_sv answer,
                    struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	int rc = tora_answers_put(l->store, key, l->model, tora_arena_text(arena, answer), err);

	tora_arena_free(arena);
	return rc;
}

static void take_rows(const struct tora_spend_rows *rows, struct tora_arena *arena,
                      struct tora_ledger_today *ret)
{
	ret->day = tora_arena_dup(arena, rows->day);
	for (size_t i = 0; i < rows->of.n; i++) {
		const struct tora_spend_row *r = &rows->of.at[i];

		*tora_vec_push(arena, &ret->rows) =
			(struct tora_ledger_row){ r->common_dir, r->branch, r->spend.requests,
			                          r->spend.tokens, r->spend.usd };
	}
}

int tora_ledger_by(struct tora_store *store, struct tora_arena *arena, const char *common_dir,
                   unsigned days, struct tora_ledger_today *ret, struct tora_err *err)
{
	struct tora_spend_rows rows;
	int rc = tora_spend_rows_by(store, arena, common_dir, days, &rows, err);

	if (!rc)
		take_rows(&rows, arena, ret);
	return rc;
}

int tora_ledger_today(struct tora_store *store, struct tora_arena *arena,
                      struct tora_ledger_today *ret, struct tora_err *err)
{
	struct tora_spend_rows rows;
	int rc = tora_spend_rows(store, arena, &rows, err);

	if (!rc)
		take_rows(&rows, arena, ret);
	return rc;
}
