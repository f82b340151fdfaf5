/*
 * db.h - inside of `struct tora_store`, for store.c and sql.c alone.
 */
#ifndef TORA_STORE_DB_H
#define TORA_STORE_DB_H

#include "store/store.h"

#include <sqlite3.h>

struct tora_store {
	sqlite3 *db;
	const char *journal; /* static text */
	unsigned depth;      /* of begin */
	bool spoiled;        /* an inner end failed: the outer one must too */
};

/* The connection's last failure as one of ours. `what`: "opening", "writing". */
int tora_db_fail(struct tora_store *store, struct tora_err *err, const char *what);

#endif
