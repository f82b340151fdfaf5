/*
 * repos.c - repositories and tips.
 */
#include "store/repos.h"
#include "store/events.h"
#include "store/sql.h"
#include "tora/clock.h"
#include "tora/json.h"

static int put_row(struct tora_store *store, const char *common_dir, const char *work_dir,
                   bool watch, int64_t *ret_id, bool *ret_was_watched, struct tora_err *err)
{
	int64_t id = 0, was = 0;
	int rc;

	rc = tora_sql_int(store, err, &was, "SELECT watched FROM repos WHERE common_dir = ?", "t",
	                  common_dir);
	if (rc && rc != TORA_E_NOTFOUND)
		return rc;
	rc = tora_sql_run(
		store, err,
		"INSERT INTO repos(common_dir, work_dir, watched, added) VALUES (?, ?, ?, ?)"
		" ON CONFLICT(common_dir) DO UPDATE SET"
		" work_dir = CASE WHEN watched > excluded.watched"
		"  THEN coalesce(work_dir, excluded.work_dir)"
		"  ELSE coalesce(excluded.work_dir, work_dir) END,"
		" watched = max(watched, excluded.watched)",
		"toii", common_dir, work_dir, (int64_t)watch, tora_clock_wall_ms());
	if (rc == TORA_OK)
		rc = tora_sql_int(store, err, &id, "SELECT id FROM repos WHERE common_dir = ?", "t",
		                  common_dir);
	if (rc)
		return rc;
	*ret_id = id;
	*ret_was_watched = was != 0;
	return TORA_OK;
}

int tora_repos_add(struct tora_store *store, const char *common_dir, const char *work_dir,
                   int64_t *ret_id, bool *ret_new, struct tora_err *err)
{
	bool was_watched = false;
	int64_t id = 0;
	int rc = tora_store_begin(store, err);

	if (rc)
		return rc;
	rc = put_row(store, common_dir, work_dir, true, &id, &was_watched, err);
	if (rc == TORA_OK && !was_watched) {
		cJSON *fields = cJSON_CreateObject();

		tora_json_put_text(fields, "path", work_dir ? work_dir : common_dir);
		rc = tora_events_put(store, "repo.added", common_dir, fields, err);
	}
	rc = tora_store_end(store, rc, err);
	if (rc)
		return rc;
	*ret_id = id;
	if (ret_new)
		*ret_new = !was_watched;
	return TORA_OK;
}

int tora_repos_ensure(struct tora_store *store, const char *common_dir, const char *work_dir,
                      int64_t *ret_id, struct tora_err *err)
{
	bool was_watched;
	int rc = tora_store_begin(store, err);

	if (rc)
		return rc;
	rc = put_row(store, common_dir, work_dir, false, ret_id, &was_watched, err);
	return tora_store_end(store, rc, err);
}

int tora_repos_remove(struct tora_store *store, int64_t id, bool forget, struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	const char *dir = NULL;
	int rc = tora_store_begin(store, err);

	if (rc)
		goto out;
	rc = tora_sql_text(store, err, arena, &dir, "SELECT common_dir FROM repos WHERE id = ?",
	                   "i", id);
	if (rc == TORA_OK && forget)
		rc = tora_sql_run(store, err, "DELETE FROM repos WHERE id = ?", "i", id);
	else if (rc == TORA_OK)
		rc = tora_sql_run(store, err, "UPDATE repos SET watched = 0 WHERE id = ?", "i", id);
	/* Known tips go: what moves while nobody watches is not new when it is registered again. */
	if (rc == TORA_OK)
		rc = tora_sql_run(store, err, "DELETE FROM tips WHERE repo = ?", "i", id);
	if (rc == TORA_OK)
		rc = tora_events_put(store, "repo.removed", dir, NULL, err);
	rc = tora_store_end(store, rc, err);
out:
	tora_arena_free(arena);
	return rc;
}

#define COLUMNS "id, common_dir, work_dir, watched, added"

static void read_row(struct sqlite3_stmt *stmt, struct tora_arena *arena, struct tora_repo_row *row)
{
	row->id = tora_sql_col_int(stmt, 0);
	row->common_dir = tora_sql_col(stmt, 1, arena);
	row->work_dir = tora_sql_col(stmt, 2, arena);
	row->watched = tora_sql_col_int(stmt, 3) != 0;
	row->added = tora_sql_col_int(stmt, 4);
}

int tora_repos_list(struct tora_store *store, struct tora_arena *arena, bool watched_only,
                    struct tora_repo_rows *ret, struct tora_err *err)
{
	TORA_VEC(struct tora_repo_row) rows = { 0 };
	struct sqlite3_stmt *stmt = NULL;
	int rc;

	rc = tora_sql_open(store, err, &stmt,
	                   "SELECT " COLUMNS " FROM repos WHERE watched >= ? ORDER BY id", "i",
	                   (int64_t)watched_only);
	if (rc)
		return rc;
	while ((rc = tora_sql_step(store, stmt, err)) == 1)
		read_row(stmt, arena, tora_vec_push(arena, &rows));
	tora_sql_close(store, stmt);
	if (rc == TORA_OK) {
		ret->at = rows.at;
		ret->n = rows.n;
	}
	return rc;
}

int tora_repos_find(struct tora_store *store, struct tora_arena *arena, const char *path,
                    struct tora_repo_row *ret, struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	int rc;

	rc = tora_sql_open(store, err, &stmt,
	                   "SELECT " COLUMNS " FROM repos WHERE common_dir = ? OR work_dir = ?"
	                   " ORDER BY watched DESC, id LIMIT 1",
	                   "tt", path, path);
	if (rc)
		return rc;
	rc = tora_sql_step(store, stmt, err);
	if (rc == 1) {
		read_row(stmt, arena, ret);
		rc = TORA_OK;
	} else if (rc == 0) {
		rc = tora_fail(err, TORA_E_NOTFOUND, "'%s' is not registered", path);
	}
	tora_sql_close(store, stmt);
	return rc;
}

int tora_tips_list(struct tora_store *store, struct tora_arena *arena, int64_t repo,
                   struct tora_tips *ret, struct tora_err *err)
{
	TORA_VEC(struct tora_tip) rows = { 0 };
	struct sqlite3_stmt *stmt = NULL;
	int rc;

	rc = tora_sql_open(store, err, &stmt,
	                   "SELECT branch, head FROM tips WHERE repo = ? ORDER BY branch", "i",
	                   repo);
	if (rc)
		return rc;
	while ((rc = tora_sql_step(store, stmt, err)) == 1) {
		struct tora_tip *tip = tora_vec_push(arena, &rows);

		tip->branch = tora_sql_col(stmt, 0, arena);
		tip->head = tora_sql_col(stmt, 1, arena);
	}
	tora_sql_close(store, stmt);
	if (rc == TORA_OK) {
		ret->at = rows.at;
		ret->n = rows.n;
	}
	return rc;
}

int tora_tips_set(struct tora_store *store, int64_t repo, const char *branch, const char *head,
                  struct tora_err *err)
{
	if (!head)
		return tora_sql_run(store, err, "DELETE FROM tips WHERE repo = ? AND branch = ?",
		                    "it", repo, branch);
	return tora_sql_run(store, err,
	                    "INSERT INTO tips(repo, branch, head) VALUES (?, ?, ?)"
	                    " ON CONFLICT(repo, branch) DO UPDATE SET head = excluded.head",
	                    "itt", repo, branch, head);
}
