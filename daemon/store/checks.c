/*
 * checks.c - the queue on disk.
 */
#include "store/checks.h"
#include "store/events.h"
#include "store/sql.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <string.h>

#define LIST_MAX 5000

#define COLUMNS                                                                                    \
	"c.id, c.repo, r.common_dir, r.work_dir, c.branch, c.base, c.head, c.trigger, c.state,"    \
	" c.reason, c.detail, c.options, c.attempts, c.queued, c.started, c.ended,"                \
	" (SELECT count(*) FROM shown s WHERE s.check_id = c.id AND s.verdict IN"                  \
	"  ('unintended', 'coincidental-fix'))"
#define FROM " FROM checks c JOIN repos r ON r.id = c.repo"

static void read_row(struct sqlite3_stmt *stmt, struct tora_arena *arena,
                     struct tora_check_row *row)
{
	row->id = tora_sql_col_int(stmt, 0);
	row->repo = tora_sql_col_int(stmt, 1);
	row->common_dir = tora_sql_col(stmt, 2, arena);
	row->work_dir = tora_sql_col(stmt, 3, arena);
	row->branch = tora_sql_col(stmt, 4, arena);
	row->base = tora_sql_col(stmt, 5, arena);
	row->head = tora_sql_col(stmt, 6, arena);
	row->trigger = tora_sql_col(stmt, 7, arena);
	row->state = tora_sql_col(stmt, 8, arena);
	row->reason = tora_sql_col(stmt, 9, arena);
	row->detail = tora_sql_col(stmt, 10, arena);
	row->options = tora_sql_col(stmt, 11, arena);
	row->attempts = (unsigned)tora_sql_col_int(stmt, 12);
	row->queued = tora_sql_col_int(stmt, 13);
	row->started = tora_sql_col_int(stmt, 14);
	row->ended = tora_sql_col_int(stmt, 15);
	row->findings = tora_sql_col_int(stmt, 16);
}

static int get_row(struct tora_store *store, struct tora_arena *arena, int64_t id,
                   struct tora_check_row *ret, struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	int rc;

	rc = tora_sql_open(store, err, &stmt, "SELECT " COLUMNS FROM " WHERE c.id = ?", "i", id);
	if (rc)
		return rc;
	rc = tora_sql_step(store, stmt, err);
	if (rc == 1) {
		memset(ret, 0, sizeof *ret);
		read_row(stmt, arena, ret);
		rc = TORA_OK;
	} else if (rc == 0) {
		rc = tora_fail(err, TORA_E_NOTFOUND, "no check c%lld", (long long)id);
	}
	tora_sql_close(store, stmt);
	return rc;
}

int tora_checks_get(struct tora_store *store, struct tora_arena *arena, int64_t id,
                    struct tora_check_row *ret, struct tora_err *err)
{
	int rc = get_row(store, arena, id, ret, err);

	if (rc)
		return rc;
	return tora_sql_text(store, err, arena, &ret->record,
	                     "SELECT record FROM checks WHERE id = ?", "i", id);
}

static void put_id(cJSON *fields, int64_t id)
{
	char text[24];
	struct tora_str s = TORA_STR_INIT(sizeof text);

	tora_str_addf(&s, "c%lld", (long long)id);
	tora_json_put_text(fields, "check", s.buf);
	tora_str_free(&s);
}

/* What happened to a check, from its row as it is now. */
static int emit(struct tora_store *store, const char *kind, int64_t id, struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_check_row row;
	cJSON *fields;
	int rc = get_row(store, arena, id, &row, err);

	if (rc)
		goto out;
	fields = cJSON_CreateObject();
	put_id(fields, id);
	tora_json_put_text(fields, "branch", row.branch);
	tora_json_put_text(fields, "head", row.head);
	if (strcmp(kind, "check.queued") == 0)
		tora_json_put_text(fields, "trigger", row.trigger);
	if (strcmp(kind, "check.started") == 0)
		tora_json_put_int(fields, "attempt", row.attempts);
	if (strcmp(kind, "check.done") == 0) {
		tora_json_put_text(fields, "base", row.base);
		tora_json_put_text(fields, "state", row.state);
		tora_json_put_text(fields, "reason", row.reason);
		tora_json_put_text(fields, "detail", row.detail);
		tora_json_put_int(fields, "findings", row.findings);
	}
	rc = tora_events_put(store, kind, row.common_dir, fields, err);
out:
	tora_arena_free(arena);
	return rc;
}

int tora_checks_enqueue(struct tora_store *store, const struct tora_check_ask *ask, int64_t *ret_id,
                        struct tora_err *err)
{
	int64_t id = 0;
	int rc = tora_store_begin(store, err);

	if (rc)
		return rc;
	rc = tora_sql_run(
		store, err,
		"INSERT INTO checks(repo, branch, base, head, trigger, options, state, queued)"
		" VALUES (?, ?, ?, ?, ?, ?, 'queued', ?)",
		"itootti", ask->repo, ask->branch, ask->base, ask->head, ask->trigger, ask->options,
		tora_clock_wall_ms());
	if (rc == TORA_OK) {
		id = tora_sql_last_id(store);
		rc = emit(store, "check.queued", id, err);
	}
	rc = tora_store_end(store, rc, err);
	if (rc == TORA_OK)
		*ret_id = id;
	return rc;
}

int tora_checks_refuse(struct tora_store *store, const struct tora_check_ask *ask,
                       enum tora_reason reason, struct tora_err *err)
{
	int64_t now = tora_clock_wall_ms();

	return tora_sql_run(store, err,
	                    "INSERT INTO checks(repo, branch, base, head, trigger, options, state,"
	                    " reason, queued, ended) VALUES (?, ?, ?, ?, ?, ?, 'skipped', ?, ?, ?)",
	                    "itootttii", ask->repo, ask->branch, ask->base, ask->head, ask->trigger,
	                    ask->options, tora_reason_name(reason), now, now);
}

/* A change of state that found no row to change. */
static int no_change(struct tora_store *store, int64_t id, struct tora_err *err)
{
	int64_t exists = 0;
	int rc = tora_sql_int(store, err, &exists, "SELECT count(*) FROM checks WHERE id = ?", "i",
	                      id);

	if (rc)
		return rc;
	if (!exists)
		return tora_fail(err, TORA_E_NOTFOUND, "no check c%lld", (long long)id);
	return tora_fail(err, TORA_E_CONFLICT, "check c%lld is in another state already",
	                 (long long)id);
}

/* Close a transaction whose one UPDATE must have changed a row; tell about it. */
static int changed(struct tora_store *store, int rc, int64_t id, const char *event,
                   struct tora_err *err)
{
	if (rc == TORA_OK && tora_sql_changes(store) == 0)
		rc = no_change(store, id, err);
	if (rc == TORA_OK && event)
		rc = emit(store, event, id, err);
	return tora_store_end(store, rc, err);
}

int tora_checks_start(struct tora_store *store, int64_t id, struct tora_err *err)
{
	int rc = tora_store_begin(store, err);

	if (rc)
		return rc;
	rc = tora_sql_run(
		store, err,
		"UPDATE checks SET state = 'running', attempts = attempts + 1, started = ?"
		" WHERE id = ? AND state = 'queued'",
		"ii", tora_clock_wall_ms(), id);
	return changed(store, rc, id, "check.started", err);
}

int tora_checks_end(struct tora_store *store, int64_t id, const char *state,
                    enum tora_reason reason, const char *detail, struct tora_err *err)
{
	int rc = tora_store_begin(store, err);

	if (rc)
		return rc;
	rc = tora_sql_run(store, err,
	                  "UPDATE checks SET state = ?, reason = ?, detail = ?, ended = ?"
	                  " WHERE id = ? AND state IN ('queued', 'running')",
	                  "totii", state, tora_reason_name(reason), detail, tora_clock_wall_ms(),
	                  id);
	return changed(store, rc, id, "check.done", err);
}

int tora_checks_requeue(struct tora_store *store, int64_t id, bool free_of_charge,
                        struct tora_err *err)
{
	int rc = tora_store_begin(store, err);

	if (rc)
		return rc;
	rc = tora_sql_run(store, err,
	                  "UPDATE checks SET state = 'queued', started = 0,"
	                  " attempts = max(0, attempts - ?) WHERE id = ? AND state = 'running'",
	                  "ii", (int64_t)free_of_charge, id);
	return changed(store, rc, id, "check.queued", err);
}

static int recover_one(struct tora_store *store, const struct tora_check_row *row,
                       unsigned *requeued, unsigned *failed, struct tora_err *err)
{
	if (row->attempts < TORA_CHECK_ATTEMPTS) {
		++*requeued;
		return tora_checks_requeue(store, row->id, false, err);
	}
	++*failed;
	return tora_checks_end(store, row->id, "failed", TORA_REASON_CRASHED,
	                       "its process was lost twice, with the daemon that ran it", err);
}

int tora_checks_recover(struct tora_store *store, unsigned *ret_requeued, unsigned *ret_failed,
                        struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_check_filter running = { .state = "running", .limit = LIST_MAX };
	struct tora_check_rows rows = { 0 };
	unsigned requeued = 0, failed = 0;
	int rc = tora_store_begin(store, err);

	if (rc)
		goto out;
	rc = tora_checks_list(store, arena, &running, &rows, err);
	for (size_t i = 0; rc == TORA_OK && i < rows.n; i++)
		rc = recover_one(store, &rows.at[i], &requeued, &failed, err);
	rc = tora_store_end(store, rc, err);
out:
	tora_arena_free(arena);
	if (rc)
		return rc;
	*ret_requeued = requeued;
	*ret_failed = failed;
	return TORA_OK;
}

int tora_checks_list(struct tora_store *store, struct tora_arena *arena,
                     const struct tora_check_filter *filter, struct tora_check_rows *ret,
                     struct tora_err *err)
{
	TORA_VEC(struct tora_check_row) rows = { 0 };
	struct sqlite3_stmt *stmt = NULL;
	/* One branch is looked up by its index: it is asked for once a branch that moved. */
	const char *sql =
		filter->repo && filter->branch && !filter->oldest_first
			? "SELECT " COLUMNS FROM " WHERE c.repo = ?1 AND c.branch = ?2"
			  " AND (?3 IS NULL OR c.head = ?3) AND (?4 IS NULL OR c.state = ?4)"
			  " AND (?5 = 0 OR c.id < ?5) ORDER BY c.id DESC LIMIT ?6"
		: filter->oldest_first
			? "SELECT " COLUMNS FROM
			  " WHERE (?1 = 0 OR c.repo = ?1) AND (?2 IS NULL OR c.branch = ?2)"
			  " AND (?3 IS NULL OR c.head = ?3) AND (?4 IS NULL OR c.state = ?4)"
			  " AND (?5 = 0 OR c.id < ?5) ORDER BY c.id LIMIT ?6"
			: "SELECT " COLUMNS FROM
			  " WHERE (?1 = 0 OR c.repo = ?1) AND (?2 IS NULL OR c.branch = ?2)"
			  " AND (?3 IS NULL OR c.head = ?3) AND (?4 IS NULL OR c.state = ?4)"
			  " AND (?5 = 0 OR c.id < ?5) ORDER BY c.id DESC LIMIT ?6";
	int64_t limit = filter->limit ? filter->limit : 50;
	int rc;

	rc = tora_sql_open(store, err, &stmt, sql, "itttii", filter->repo, filter->branch,
	                   filter->head, filter->state, filter->before,
	                   limit > LIST_MAX ? LIST_MAX : limit);
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

int64_t tora_store_id(const char *text, char letter)
{
	int64_t id = 0;

	if (!text || text[0] != letter || strlen(text) > 17)
		return 0;
	for (text++; *text; text++) {
		if (*text < '0' || *text > '9')
			return 0;
		id = id * 10 + (*text - '0');
	}
	return id;
}
