/*
 * mined.c - one row a file.
 */
#include "store/mined.h"
#include "store/sql.h"
#include "tora/clock.h"

#include <string.h>

#define DAY_MS (24 * 60 * 60 * (int64_t)1000)

static int64_t today(void)
{
	return tora_clock_wall_ms() / DAY_MS;
}

int tora_mined_get(struct tora_store *store, struct tora_arena *arena, const char *miner,
                   const char *blob, const char **ret_facts, struct tora_err *err)
{
	struct sqlite3_stmt *stmt = NULL;
	int64_t used = 0, id = 0;
	int rc = tora_sql_open(store, err, &stmt,
	                       "SELECT id, used, facts FROM mined WHERE blob = ? AND miner = ?",
	                       "tt", blob, miner);

	if (rc)
		return rc;
	rc = tora_sql_step(store, stmt, err);
	if (rc == 1) {
		id = tora_sql_col_int(stmt, 0);
		used = tora_sql_col_int(stmt, 1);
		*ret_facts = tora_sql_col(stmt, 2, arena);
	} else if (rc == TORA_OK) {
		rc = tora_fail(err, TORA_E_NOTFOUND, "it was not mined");
	}
	tora_sql_close(store, stmt);
	if (rc != 1)
		return rc;
	/* Only for trimming: that it could not be noted is no reason to withhold it. */
	if (used != today())
		(void)tora_sql_run(store, err, "UPDATE mined SET used = ? WHERE id = ?", "ii",
		                   today(), id);
	return TORA_OK;
}

int tora_mined_put(struct tora_store *store, const char *miner, const char *blob, const char *facts,
                   struct tora_err *err)
{
	return tora_sql_run(store, err,
	                    "INSERT OR REPLACE INTO mined(blob, miner, used, size, facts)"
	                    " VALUES (?, ?, ?, ?, ?)",
	                    "ttiit", blob, miner, today(), (int64_t)strlen(facts), facts);
}

int tora_mined_trim(struct tora_store *store, int64_t quota, struct tora_err *err)
{
	return tora_sql_run(store, err,
	                    "DELETE FROM mined WHERE id IN (SELECT id FROM"
	                    " (SELECT id, sum(size) OVER (ORDER BY used DESC, id DESC) AS upto"
	                    " FROM mined) WHERE upto > ?)",
	                    "i", quota);
}

int tora_mined_sum(struct tora_store *store, int64_t *ret_files, int64_t *ret_bytes,
                   struct tora_err *err)
{
	int rc = tora_sql_int(store, err, ret_files, "SELECT count(*) FROM mined", "");

	return rc ? rc
	          : tora_sql_int(store, err, ret_bytes, "SELECT coalesce(sum(size), 0) FROM mined",
	                         "");
}
