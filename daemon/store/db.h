/*
 * db.h - inside of `struct tora_store`, for store.c and sql.c alone.
 */
#ifndef TORA_STORE_DB_H
#define TORA_STORE_DB_H

#include "store/store.h"

#include <sqlite3.h>

#define TORA_DB_STATEMENTS                                                                         \
	24 /* about as many as are asked between a hook and its answer, some KiB each */

/* A statement that is kept prepared: half of what a small question costs is its parsing. */
struct tora_db_statement {
	sqlite3_stmt *stmt; /* NULL: free */
	bool in_use;
	unsigned used; /* when, by the store's count */
};

struct tora_store {
	sqlite3 *db;
	const char *journal; /* static text */
	unsigned depth;      /* of begin */
	bool spoiled;        /* an inner end failed: the outer one must too */
	struct tora_db_statement statements[TORA_DB_STATEMENTS];
	unsigned uses;
};

/* The connection's last failure as one of ours. `what`: "opening", "writing". */
int tora_db_fail(struct tora_store *store, struct tora_err *err, const char *what);

/* Forget all of them; none may be in use. */
void tora_db_forget(struct tora_store *store);

#endif
