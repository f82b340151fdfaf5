/*
 * agreed.c - one row a build.
 */
#include "store/agreed.h"

#include "store/sql.h"

bool tora_agreed_is(struct tora_store *store, const char *key, int64_t now_ms)
{
	struct tora_err ignored;
	int64_t n = 0;

	/* one from the future is of a clock that was set since */
	return tora_sql_int(store, &ignored, &n,
	                    "SELECT count(*) FROM agreed WHERE key = ? AND at > ? AND at <= ?",
	                    "tii", key, now_ms - TORA_AGREED_MS, now_ms) == TORA_OK &&
	       n > 0;
}

int tora_agreed_put(struct tora_store *store, const char *key, int64_t now_ms, struct tora_err *err)
{
	int rc = tora_sql_run(store, err, "INSERT OR REPLACE INTO agreed(key, at) VALUES (?, ?)",
	                      "ti", key, now_ms);

	return rc ? rc
	          : tora_sql_run(store, err,
	                         "DELETE FROM agreed WHERE key NOT IN (SELECT key FROM agreed"
	                         " ORDER BY at DESC, key LIMIT ?)",
	                         "i", (int64_t)TORA_AGREED_MAX);
}
