/*
 * memory.c - model answers and money.
 */
#include "store/memory.h"
#include "store/sql.h"
#include "tora/clock.h"

#include <string.h>

#define DAY_MS      (24 * 60 * 60 * (int64_t)1000)
#define SERVER_DAYS 30

int tora_answers_get(struct tora_store *store, struct tora_arena *arena, const char *key,
                     const char **ret_answer, struct tora_err *err)
{
	int rc = tora_sql_text(store, err, arena, ret_answer,
	                       "SELECT answer FROM answers WHERE key = ?", "t", key);

	if (rc)
		return rc;
	/* Only for pruning: that it could not be noted is no reason to withhold the answer. */
	(void)tora_sql_run(store, err, "UPDATE answers SET used = ? WHERE key = ?", "it",
	                   tora_clock_wall_ms(), key);
	return TORA_OK;
}

int tora_answers_put(struct tora_store *store, const char *key, const char *model,
                     const char *answer, struct tora_err *err)
{
	if (strlen(answer) > TORA_ANSWER_MAX)
		return tora_fail(err, TORA_E_LIMIT, "the answer is too large to be kept");
	return tora_sql_run(store, err,
	                    "INSERT OR REPLACE INTO answers(key, model, answer, at, used)"
	                    " VALUES (?, ?, ?, ?4, ?4)",
	                    "ttti", key, model, answer, tora_clock_wall_ms());
}

int tora_answers_prune(struct tora_store *store, unsigned days, struct tora_err *err)
{
	return tora_sql_run(store, err, "DELETE FROM answers WHERE used < ?", "i",
	                    tora_clock_wall_ms() - days * DAY_MS);
}

/* "2026-11-20" */
static void today(char *buf, size_t size)
{
	tora_clock_format(tora_clock_wall_ms(), buf, size);
	buf[10] = '\0';
}

static int add_of_branch(struct tora_store *store, const char *day, const char *common_dir,
                         const char *branch, const struct tora_spend *spend, struct tora_err *err)
{
	return tora_sql_run(
		store, err,
		"INSERT INTO spend(day, repo, branch, requests, tokens, usd)"
		" VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(day, repo, branch) DO UPDATE SET"
		" requests = requests + excluded.requests,"
		" tokens = tokens + excluded.tokens, usd = usd + excluded.usd",
		"tttiid", day, common_dir, branch, spend->requests, spend->tokens, spend->usd);
}

static int add_of_purpose(struct tora_store *store, const char *day, const char *common_dir,
                          const char *purpose, const struct tora_spend *spend, struct tora_err *err)
{
	return tora_sql_run(
		store, err,
		"INSERT INTO spend_by(day, repo, purpose, requests, tokens, usd)"
		" VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(day, repo, purpose) DO UPDATE SET"
		" requests = requests + excluded.requests,"
		" tokens = tokens + excluded.tokens, usd = usd + excluded.usd",
		"tttiid", day, common_dir, purpose, spend->requests, spend->tokens, spend->usd);
}

int tora_spend_add(struct tora_store *store, const char *common_dir, const char *branch,
                   const char *purpose, const struct tora_spend *spend, struct tora_err *err)
{
	char day[32];
	int rc = tora_store_begin(store, err);

	if (rc)
		return rc;
	today(day, sizeof day);
	rc = add_of_branch(store, day, common_dir, branch, spend, err);
	if (rc == TORA_OK)
		rc = add_of_purpose(store, day, common_dir, purpose, spend, err);
	return tora_store_end(store, rc, err);
}

int tora_spend_today(struct tora_store *store, const char *common_dir, const char *branch,
                     struct tora_spend *ret, struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	char day[32];
	int rc;

	today(day, sizeof day);
	rc = tora_sql_open(store, err, &stmt,
	                   "SELECT coalesce(sum(requests), 0), coalesce(sum(tokens), 0),"
	                   " coalesce(sum(usd), 0.0) FROM spend WHERE day = ?1"
	                   " AND (?2 IS NULL OR repo = ?2) AND (?3 IS NULL OR branch = ?3)",
	                   "ttt", day, common_dir, branch);
	if (rc)
		return rc;
	rc = tora_sql_step(store, stmt, err);
	if (rc == 1) {
		ret->requests = tora_sql_col_int(stmt, 0);
		ret->tokens = tora_sql_col_int(stmt, 1);
		ret->usd = tora_sql_col_num(stmt, 2);
		rc = TORA_OK;
	}
	tora_sql_close(store, stmt);
	return rc;
}

static int read_rows(struct tora_store *store, struct sqlite3_stmt *stmt, struct tora_arena *arena,
                     struct tora_spend_rows *ret, struct tora_err *err)
{
	struct tora_spend_rows rows = { .day = "" };
	char day[32];
	int rc;

	today(day, sizeof day);
	memcpy(rows.day, day, 11);
	while ((rc = tora_sql_step(store, stmt, err)) == 1) {
		struct tora_spend_row *row = tora_vec_push(arena, &rows.of);

		row->common_dir = tora_sql_col(stmt, 0, arena);
		row->branch = tora_sql_col(stmt, 1, arena);
		row->spend.requests = tora_sql_col_int(stmt, 2);
		row->spend.tokens = tora_sql_col_int(stmt, 3);
		row->spend.usd = tora_sql_col_num(stmt, 4);
	}
	tora_sql_close(store, stmt);
	if (rc == TORA_OK)
		*ret = rows;
	return rc;
}

int tora_spend_rows(struct tora_store *store, struct tora_arena *arena, struct tora_spend_rows *ret,
                    struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	char day[32];
	int rc;

	today(day, sizeof day);
	rc = tora_sql_open(store, err, &stmt,
	                   "SELECT repo, branch, requests, tokens, usd FROM spend WHERE day = ?"
	                   " ORDER BY tokens DESC, repo, branch",
	                   "t", day);
	return rc ? rc : read_rows(store, stmt, arena, ret, err);
}

int tora_spend_rows_by(struct tora_store *store, struct tora_arena *arena, const char *common_dir,
                       unsigned days, struct tora_spend_rows *ret, struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	char since[32];
	int rc;

	tora_clock_format(tora_clock_wall_ms() - (int64_t)(days ? days - 1 : 0) * DAY_MS, since,
	                  sizeof since);
	since[10] = '\0';
	rc = tora_sql_open(store, err, &stmt,
	                   "SELECT '', purpose, sum(requests), sum(tokens), sum(usd) FROM spend_by"
	                   " WHERE day >= ?1 AND (?2 IS NULL OR repo = ?2)"
	                   " GROUP BY purpose ORDER BY sum(tokens) DESC, purpose",
	                   "tt", since, common_dir);
	return rc ? rc : read_rows(store, stmt, arena, ret, err);
}

int tora_servers_get(struct tora_store *store, const char *key, int64_t *ret_refused,
                     int64_t *ret_rest_until, struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	int rc = tora_sql_open(store, err, &stmt,
	                       "SELECT refused, rest_until FROM servers WHERE key = ? AND at > ?",
	                       "ti", key, tora_clock_wall_ms() - SERVER_DAYS * DAY_MS);

	if (rc)
		return rc;
	rc = tora_sql_step(store, stmt, err);
	if (rc == 1) {
		*ret_refused = tora_sql_col_int(stmt, 0);
		*ret_rest_until = tora_sql_col_int(stmt, 1);
		rc = TORA_OK;
	} else if (rc == TORA_OK) {
		rc = tora_fail(err, TORA_E_NOTFOUND, "nothing is known of this server");
	}
	tora_sql_close(store, stmt);
	return rc;
}

int tora_servers_put(struct tora_store *store, const char *key, int64_t refused, int64_t rest_until,
                     struct tora_err *err)
{
	return tora_sql_run(store, err,
	                    "INSERT OR REPLACE INTO servers(key, refused, rest_until, at)"
	                    " VALUES (?, ?, ?, ?)",
	                    "tiii", key, refused, rest_until, tora_clock_wall_ms());
}
