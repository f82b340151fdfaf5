/*
 * stats.c - findings are counted in C: which rule spoke is told by their record, not by a column.
 */
#include "store/stats.h"
#include "model/check.h"
#include "store/findings.h"
#include "store/sql.h"
#include "tora/json.h"

#include <stdlib.h>
#include <string.h>

#define FINDINGS_MAX 5000 /* the newest; more than a person acknowledges in 90 days */

bool tora_stat_is_quiet(const struct tora_stat_row *row)
{
	return row->commits.n >= TORA_STATS_QUIET && row->dismissed > row->acked;
}

const struct tora_stat_row *tora_stats_find(const struct tora_stats *s, enum tora_stat_by by,
                                            const char *name)
{
	for (size_t i = 0; i < s->rows.n; i++)
		if (s->rows.at[i].by == by && strcmp(s->rows.at[i].name, name) == 0)
			return &s->rows.at[i];
	return NULL;
}

static void note_commit(struct tora_stat_row *row, struct tora_arena *arena, const char *commit)
{
	for (size_t i = 0; i < row->commits.n; i++)
		if (strcmp(row->commits.at[i], commit) == 0)
			return;
	*tora_vec_push(arena, &row->commits) = tora_arena_dup(arena, commit);
}

static void count(struct tora_stats *s, struct tora_arena *arena, enum tora_stat_by by,
                  const char *name, const struct tora_finding *f, const char *acked)
{
	const struct tora_stat_row *known = tora_stats_find(s, by, name);
	struct tora_stat_row *row;

	if (known) {
		row = &s->rows.at[known - s->rows.at];
	} else {
		row = tora_vec_push(arena, &s->rows);
		*row = (struct tora_stat_row){ .by = by, .name = name };
	}
	row->shown++;
	row->acked += acked && strcmp(acked, "ack") == 0;
	if (acked && strcmp(acked, "dismiss") == 0) {
		row->dismissed++;
		note_commit(row, arena, f->commit.hex);
	}
}

static void count_finding(struct tora_stats *s, struct tora_arena *arena, const char *json,
                          const char *acked)
{
	struct tora_finding f;
	struct tora_err ignored;
	cJSON *o = NULL;

	s->shown++;
	s->acked += acked && strcmp(acked, "ack") == 0;
	s->dismissed += acked && strcmp(acked, "dismiss") == 0;
	/* One that an earlier version wrote in another way is counted, but under no name. */
	if (tora_json_parse(tora_sv(json), TORA_FINDING_MAX, &o, &ignored) == TORA_OK &&
	    tora_finding_parse(o, arena, &f, &ignored) == TORA_OK) {
		count(s, arena, TORA_STAT_KIND, tora_difference_name(f.difference.kind), &f, acked);
		count(s, arena, TORA_STAT_RULE, tora_finding_rule(&f), &f, acked);
	}
	cJSON_Delete(o);
}

static int by_name_and_number(const void *x, const void *y)
{
	const struct tora_stat_row *a = x, *b = y;

	if (a->by != b->by)
		return a->by < b->by ? -1 : 1;
	if (a->shown != b->shown)
		return a->shown > b->shown ? -1 : 1;
	return strcmp(a->name, b->name);
}

static int read_findings(struct tora_store *store, struct tora_arena *arena, int64_t repo,
                         int64_t since, struct tora_stats *ret, struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	int rc = tora_sql_open(
		store, err, &stmt,
		"SELECT f.json, a.kind FROM findings f"
		" LEFT JOIN acks a ON a.repo = f.repo AND a.fingerprint = f.fingerprint"
		" WHERE (?1 = 0 OR f.repo = ?1) AND f.at >= ?2 AND f.id IN (SELECT finding FROM"
		"  shown WHERE verdict IN ('unintended', 'coincidental-fix'))"
		" ORDER BY f.id DESC LIMIT ?3",
		"iii", repo, since, (int64_t)FINDINGS_MAX);

	if (rc)
		return rc;
	while ((rc = tora_sql_step(store, stmt, err)) == 1)
		count_finding(ret, arena, tora_sql_col(stmt, 0, arena),
		              tora_sql_col(stmt, 1, arena));
	tora_sql_close(store, stmt);
	if (rc == TORA_OK && ret->rows.n)
		qsort(ret->rows.at, ret->rows.n, sizeof *ret->rows.at, by_name_and_number);
	return rc;
}

static unsigned *count_of_state(struct tora_stats *s, const char *state)
{
	return strcmp(state, "done") == 0      ? &s->done
	       : strcmp(state, "skipped") == 0 ? &s->skipped
	       : strcmp(state, "failed") == 0  ? &s->failed
	                                       : &s->canceled;
}

#define TESTS(name)                                                                                \
	" coalesce(sum(CASE WHEN json_extract(record, '$.reused') IS NULL"                         \
	" THEN json_extract(record, '$.tests." name "') END), 0)"

#define COLUMNS                                                                                    \
	"state, count(*), count(json_extract(record, '$.reused'))," TESTS("run") "," TESTS(        \
		"differing") "," TESTS("flaky") "," TESTS("unconfirmed") "," TESTS("cold")

static int read_checks(struct tora_store *store, struct tora_arena *arena, int64_t repo,
                       int64_t since, struct tora_stats *ret, struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	int rc = tora_sql_open(store, err, &stmt,
	                       "SELECT " COLUMNS " FROM checks"
	                       " WHERE (?1 = 0 OR repo = ?1) AND ended >= ?2"
	                       " AND state NOT IN ('queued', 'running')"
	                       /* a slip of the keyboard checked nothing */
	                       " AND reason IS NOT ?3 GROUP BY state",
	                       "iit", repo, since, tora_reason_name(TORA_REASON_NO_SUCH_COMMIT));

	if (rc)
		return rc;
	while ((rc = tora_sql_step(store, stmt, err)) == 1) {
		*count_of_state(ret, tora_sql_col(stmt, 0, arena)) =
			(unsigned)tora_sql_col_int(stmt, 1);
		ret->recalled += (unsigned)tora_sql_col_int(stmt, 2);
		ret->run += tora_sql_col_int(stmt, 3);
		ret->differing += tora_sql_col_int(stmt, 4);
		ret->flaky += tora_sql_col_int(stmt, 5);
		ret->unconfirmed += tora_sql_col_int(stmt, 6);
		ret->cold += tora_sql_col_int(stmt, 7);
	}
	tora_sql_close(store, stmt);
	return rc;
}

int tora_stats_get(struct tora_store *store, struct tora_arena *arena, int64_t repo, int64_t since,
                   struct tora_stats *ret, struct tora_err *err)
{
	int rc;

	memset(ret, 0, sizeof *ret);
	rc = read_checks(store, arena, repo, since, ret, err);
	return rc ? rc : read_findings(store, arena, repo, since, ret, err);
}
