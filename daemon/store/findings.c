/*
 * findings.c - findings and what was said of them.
 */
#include "store/findings.h"
#include "store/events.h"
#include "store/sql.h"
#include "tora/clock.h"
#include "tora/json.h"

#define LIST_MAX 500

/* `s` is the link between a finding and one check that showed it. */
#define COLUMNS_WITH(json)                                                                         \
	"f.id, f.repo, c.id, r.common_dir, r.work_dir, c.branch, c.base, c.head, f.fingerprint,"   \
	" s.verdict, a.kind, " json ", c.ended,"                                                   \
	" coalesce(s.confidence, json_extract(f.json, '$.confidence'))"
#define COLUMNS COLUMNS_WITH("f.json")
/* As this check found it; the newest word of all where its record is kept no more. */
#define AS_FOUND                                                                                   \
	"coalesce((SELECT o.value FROM json_each(c.record, '$.findings') o"                        \
	" WHERE json_extract(o.value, '$.id') = 'K' || f.id), f.json)"
#define FROM                                                                                       \
	" FROM findings f JOIN shown s ON s.finding = f.id JOIN checks c ON c.id = s.check_id"     \
	" JOIN repos r ON r.id = f.repo"                                                           \
	" LEFT JOIN acks a ON a.repo = f.repo AND a.fingerprint = f.fingerprint"

/* Findings f and x are one difference, shown by two tests. */
#define SAME_LIKENESS                                                                              \
	"json_extract(f.json, '$.likeness') = json_extract(x.json, '$.likeness')"                  \
	" AND json_extract(x.json, '$.likeness') <> ''"

static void read_row(struct sqlite3_stmt *stmt, struct tora_arena *arena,
                     struct tora_finding_row *row)
{
	row->id = tora_sql_col_int(stmt, 0);
	row->repo = tora_sql_col_int(stmt, 1);
	row->check = tora_sql_col_int(stmt, 2);
	row->common_dir = tora_sql_col(stmt, 3, arena);
	row->work_dir = tora_sql_col(stmt, 4, arena);
	row->branch = tora_sql_col(stmt, 5, arena);
	row->base = tora_sql_col(stmt, 6, arena);
	row->head = tora_sql_col(stmt, 7, arena);
	row->fingerprint = tora_sql_col(stmt, 8, arena);
	row->verdict = tora_sql_col(stmt, 9, arena);
	row->acked = tora_sql_col(stmt, 10, arena);
	row->json = tora_sql_col(stmt, 11, arena);
	row->at = tora_sql_col_int(stmt, 12);
	row->confidence = tora_sql_col_num(stmt, 13);
}

/* All rows of `stmt`, which is closed. */
static int read_rows(struct tora_store *store, struct sqlite3_stmt *stmt, struct tora_arena *arena,
                     struct tora_finding_rows *ret, struct tora_err *err)
{
	TORA_VEC(struct tora_finding_row) rows = { 0 };
	int rc;

	while ((rc = tora_sql_step(store, stmt, err)) == 1)
		read_row(stmt, arena, tora_vec_push(arena, &rows));
	tora_sql_close(store, stmt);
	if (rc == TORA_OK) {
		ret->at = rows.at;
		ret->n = rows.n;
	}
	return rc;
}

int tora_findings_list(struct tora_store *store, struct tora_arena *arena,
                       const struct tora_finding_filter *filter, struct tora_finding_rows *ret,
                       struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	int64_t limit = filter->limit ? filter->limit : 50;
	int rc;

	rc = tora_sql_open(
		store, err, &stmt,
		"SELECT " COLUMNS FROM
		" WHERE (?1 = 0 OR f.repo = ?1) AND (?3 IS NULL OR c.branch = ?3)"
		" AND CASE WHEN ?2 <> 0 THEN c.id = ?2 ELSE c.id = (SELECT max(n.id) FROM checks n"
		"  WHERE n.repo = c.repo AND n.branch = c.branch AND n.state = 'done') END"
		" AND (?4 = '*' OR s.verdict = ?4"
		"  OR ?4 IS NULL AND s.verdict IN ('unintended', 'coincidental-fix'))"
		" AND (?5 = 0 OR a.kind IS NULL) AND (?6 = 0 OR f.id < ?6)"
		" ORDER BY CASE WHEN ?8 THEN s.place END,"
		" CASE WHEN ?8 THEN json_extract(f.json, '$.confidence') END DESC,"
		" CASE WHEN ?8 THEN f.id END, f.id DESC, c.id DESC LIMIT ?7",
		"iittiiii", filter->repo, filter->check, filter->branch, filter->verdict,
		(int64_t)filter->open_only, filter->before, limit > LIST_MAX ? LIST_MAX : limit,
		(int64_t)filter->as_recorded);
	return rc ? rc : read_rows(store, stmt, arena, ret, err);
}

#define GET(columns) "SELECT " columns FROM " WHERE f.id = ? ORDER BY c.id DESC LIMIT 1"

int tora_findings_get(struct tora_store *store, struct tora_arena *arena, int64_t id, bool as_found,
                      struct tora_finding_row *ret, struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	int rc;

	rc = tora_sql_open(store, err, &stmt, as_found ? GET(COLUMNS_WITH(AS_FOUND)) : GET(COLUMNS),
	                   "i", id);
	if (rc)
		return rc;
	rc = tora_sql_step(store, stmt, err);
	if (rc == 1) {
		read_row(stmt, arena, ret);
		rc = TORA_OK;
	} else if (rc == 0) {
		rc = tora_fail(err, TORA_E_NOTFOUND,
		               "no finding K%lld; tora status lists those there are",
		               (long long)id);
	}
	tora_sql_close(store, stmt);
	return rc;
}

int tora_findings_alike(struct tora_store *store, struct tora_arena *arena, int64_t id,
                        struct tora_finding_rows *ret, struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	int rc = tora_sql_open(
		store, err, &stmt,
		"SELECT " COLUMNS FROM " JOIN findings x ON x.id = ?1"
		" WHERE c.id = (SELECT max(check_id) FROM shown WHERE finding = ?1) AND f.id <> ?1"
		" AND s.verdict IN ('unintended', 'coincidental-fix')"
		" AND json_extract(f.json, '$.function') = json_extract(x.json, '$.function')"
		" AND json_extract(x.json, '$.function') <> ''"
		" AND json_extract(f.json, '$.difference') = json_extract(x.json, '$.difference')"
		" ORDER BY f.id LIMIT ?2",
		"ii", id, (int64_t)LIST_MAX);

	return rc ? rc : read_rows(store, stmt, arena, ret, err);
}

static int say(struct tora_store *store, const struct tora_finding_row *row, const char *kind,
               struct tora_err *err)
{
	struct tora_str id = TORA_STR_INIT(24);
	cJSON *fields;
	int rc;

	if (kind)
		rc = tora_sql_run(
			store, err,
			"INSERT INTO acks(repo, fingerprint, kind, at) VALUES (?, ?, ?, ?)"
			" ON CONFLICT(repo, fingerprint) DO UPDATE SET"
			" kind = excluded.kind, at = excluded.at",
			"itti", row->repo, row->fingerprint, kind, tora_clock_wall_ms());
	else
		rc = tora_sql_run(
			store, err,
			"DELETE FROM acks WHERE repo = ?1 AND (fingerprint = ?2 OR fingerprint IN"
			" (SELECT f.fingerprint FROM findings f JOIN findings x ON x.repo = ?1 AND"
			"  x.fingerprint = ?2 WHERE f.repo = ?1 AND " SAME_LIKENESS "))",
			"it", row->repo, row->fingerprint);
	if (rc)
		return rc;
	tora_str_addf(&id, "K%lld", (long long)row->id);
	fields = cJSON_CreateObject();
	tora_json_put_text(fields, "id", id.buf);
	tora_json_put_text(fields, "fingerprint", row->fingerprint);
	tora_json_put_text(fields, "acked", kind);
	tora_str_free(&id);
	return tora_events_put(store, "finding.changed", row->common_dir, fields, err);
}

int tora_findings_ack(struct tora_store *store, int64_t id, const char *kind, struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_finding_row row;
	int rc = tora_store_begin(store, err);

	if (rc)
		goto out;
	rc = tora_findings_get(store, arena, id, false, &row, err);
	if (rc == TORA_OK)
		rc = say(store, &row, kind, err);
	rc = tora_store_end(store, rc, err);
out:
	tora_arena_free(arena);
	return rc;
}

int tora_findings_acked(struct tora_store *store, struct tora_arena *arena, int64_t repo,
                        const char *fingerprint, const char **ret, struct tora_err *err)
{
	int rc = tora_sql_text(store, err, arena, ret,
	                       "SELECT kind FROM acks WHERE repo = ? AND fingerprint = ?", "it",
	                       repo, fingerprint);

	if (rc != TORA_E_NOTFOUND)
		return rc;
	*ret = NULL;
	return TORA_OK;
}

int tora_findings_take_over(struct tora_store *store, struct tora_arena *arena, int64_t repo,
                            const char *fingerprint, const char *likeness, const char **ret,
                            struct tora_err *err)
{
	int rc;

	*ret = NULL;
	if (!*likeness)
		return TORA_OK;
	rc = tora_sql_text(store, err, arena, ret,
	                   "SELECT a.kind FROM acks a JOIN findings f ON f.repo = a.repo"
	                   " AND f.fingerprint = a.fingerprint WHERE a.repo = ?"
	                   " AND json_extract(f.json, '$.likeness') = ? ORDER BY a.at DESC LIMIT 1",
	                   "it", repo, likeness);
	if (rc == TORA_E_NOTFOUND)
		return TORA_OK;
	return rc ? rc
	          : tora_sql_run(
			    store, err,
			    "INSERT INTO acks(repo, fingerprint, kind, at) VALUES (?, ?, ?, ?)",
			    "itti", repo, fingerprint, *ret, tora_clock_wall_ms());
}
