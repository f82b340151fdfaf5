/*
 * sql.h - the only place that calls SQLite. For the files of this folder alone.
 *
 * Arguments of a statement are given by a word of letters, one for each `?`:
 *	t  const char *, NULL is NULL       i  int64_t       d  double
 *	o  const char *, "" and NULL are NULL
 */
#ifndef TORA_STORE_SQL_H
#define TORA_STORE_SQL_H

#include "store/store.h"
#include "tora/arena.h"

#include <stdint.h>

struct sqlite3_stmt;

/* Run a statement that gives no rows. */
int tora_sql_run(struct tora_store *store, struct tora_err *err, const char *sql, const char *types,
                 ...);
/* The first column of the first row; TORA_E_NOTFOUND when there is none. */
int tora_sql_int(struct tora_store *store, struct tora_err *err, int64_t *ret, const char *sql,
                 const char *types, ...);
/* The same for text, copied into `arena`; NULL stays NULL. */
int tora_sql_text(struct tora_store *store, struct tora_err *err, struct tora_arena *arena,
                  const char **ret, const char *sql, const char *types, ...);

/* Several rows: open, step until it is not 1, close. The statement is kept for the next time. */
int tora_sql_open(struct tora_store *store, struct tora_err *err, struct sqlite3_stmt **ret,
                  const char *sql, const char *types, ...);
int tora_sql_step(struct tora_store *store, struct sqlite3_stmt *stmt,
                  struct tora_err *err); /* 1: a row, 0: the end, negative: failed */
void tora_sql_close(struct tora_store *store, struct sqlite3_stmt *stmt); /* NULL is fine */
int64_t tora_sql_col_int(struct sqlite3_stmt *stmt, int col);
double tora_sql_col_num(struct sqlite3_stmt *stmt, int col);
const char *tora_sql_col(struct sqlite3_stmt *stmt, int col, struct tora_arena *arena); /* copy */

int64_t tora_sql_last_id(struct tora_store *store);
int64_t tora_sql_changes(struct tora_store *store);

#endif
