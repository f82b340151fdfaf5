/*
 * events.c - the numbered list of what happened.
 */
#include "store/events.h"
#include "store/sql.h"
#include "tora/clock.h"
#include "tora/json.h"

#define EVENT_MAX (256u << 10) /* bytes of one event */

int tora_events_put(struct tora_store *store, const char *kind, const char *repo,
                    struct cJSON *fields, struct tora_err *err)
{
	struct tora_str text = TORA_STR_INIT(EVENT_MAX);
	cJSON *event = cJSON_CreateObject();
	int64_t at = tora_clock_wall_ms();
	int rc;

	tora_json_put_int(event, "at", at);
	tora_json_put_text(event, "kind", kind);
	if (repo)
		tora_json_put_text(event, "repo", repo);
	for (cJSON *one = fields ? fields->child : NULL, *next; one; one = next) {
		next = one->next;
		cJSON_AddItemToObject(event, one->string, cJSON_DetachItemViaPointer(fields, one));
	}
	cJSON_Delete(fields);
	tora_json_print(event, &text);
	cJSON_Delete(event);
	rc = tora_str_check(&text, err);
	if (rc)
		rc = tora_wrap(err, "event %s", kind);
	else
		rc = tora_sql_run(store, err, "INSERT INTO events(repo, json) VALUES (?, ?)", "tt",
		                  repo, text.buf);
	/* Old ones go in batches: the limit is passed by a hundredth at most. */
	if (rc == TORA_OK && tora_sql_last_id(store) % (TORA_EVENTS_KEPT / 100) == 0)
		rc = tora_sql_run(store, err, "DELETE FROM events WHERE seq <= ?", "i",
		                  tora_sql_last_id(store) - TORA_EVENTS_KEPT);
	tora_str_free(&text);
	return rc;
}

int tora_events_since(struct tora_store *store, struct tora_arena *arena, int64_t since,
                      unsigned limit, struct tora_event_rows *ret, struct tora_err *err)
{
	TORA_VEC(struct tora_event_row) rows = { 0 };
	struct sqlite3_stmt *stmt = NULL;
	int rc;

	/* The number is put into the text here: it is not known before the row is written. */
	rc = tora_sql_open(store, err, &stmt,
	                   "SELECT seq, repo, '{\"seq\":' || seq || ',' || substr(json, 2)"
	                   " FROM events WHERE seq > ? ORDER BY seq LIMIT ?",
	                   "ii", since, (int64_t)limit);
	if (rc)
		return rc;
	while ((rc = tora_sql_step(store, stmt, err)) == 1) {
		struct tora_event_row *row = tora_vec_push(arena, &rows);

		row->seq = tora_sql_col_int(stmt, 0);
		row->repo = tora_sql_col(stmt, 1, arena);
		row->json = tora_sql_col(stmt, 2, arena);
	}
	tora_sql_close(store, stmt);
	if (rc == TORA_OK) {
		ret->at = rows.at;
		ret->n = rows.n;
	}
	return rc;
}

int tora_events_bytes(struct tora_store *store, int64_t since, int64_t *ret_bytes,
                      struct tora_err *err)
{
	return tora_sql_int(store, err, ret_bytes,
	                    "SELECT coalesce(sum(length(CAST(json AS BLOB))), 0) FROM events"
	                    " WHERE seq > ?",
	                    "i", since);
}

int tora_events_range(struct tora_store *store, int64_t *ret_oldest, int64_t *ret_newest,
                      struct tora_err *err)
{
	int64_t newest = 0, oldest = 0;
	int rc;

	rc = tora_sql_int(store, err, &newest,
	                  "SELECT seq FROM sqlite_sequence WHERE name = 'events'", "");
	if (rc == TORA_E_NOTFOUND)
		rc = TORA_OK; /* nothing was ever written */
	if (rc == TORA_OK)
		rc = tora_sql_int(store, err, &oldest, "SELECT coalesce(min(seq), ?) FROM events",
		                  "i", newest + 1);
	if (rc)
		return rc;
	*ret_oldest = oldest;
	*ret_newest = newest;
	return TORA_OK;
}
