/*
 * sql.c - statements and rows.
 */
#include "store/sql.h"
#include "store/db.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

/* Which disk that is. */
static const char *file_of(struct tora_store *store)
{
	const char *file = sqlite3_db_filename(store->db, "main");

	return file && *file ? file : "in memory";
}

int tora_db_fail(struct tora_store *store, struct tora_err *err, const char *what)
{
	const char *msg = sqlite3_errmsg(store->db);
	int code = sqlite3_errcode(store->db) & 0xff, rc;

	/* The journal and the shared memory have no code of their own for a full disk. */
	if (code == SQLITE_IOERR && (sqlite3_system_errno(store->db) == ENOSPC ||
	                             sqlite3_system_errno(store->db) == EDQUOT))
		code = SQLITE_FULL;
	switch (code) {
	case SQLITE_FULL:
		rc = tora_fail(err, TORA_E_SYS, "%s the store: the disk is full (%s)", what,
		               file_of(store));
		err->sys = ENOSPC;
		return rc;
	case SQLITE_IOERR:
		rc = tora_fail(err, TORA_E_SYS, "%s the store: %s", what, msg);
		err->sys = sqlite3_system_errno(store->db) ? sqlite3_system_errno(store->db) : EIO;
		return rc;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return tora_fail(err, TORA_E_TIMEOUT, "%s the store: another process holds it",
		                 what);
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return tora_fail(err, TORA_E_FORMAT,
		                 "%s the store: damaged: %s; move %s away, and a new one is begun",
		                 what, msg, file_of(store));
	case SQLITE_CANTOPEN:
	case SQLITE_READONLY:
	case SQLITE_PERM:
		return tora_fail(err, TORA_E_DENIED, "%s the store: %s", what, msg);
	case SQLITE_TOOBIG:
		return tora_fail(err, TORA_E_LIMIT, "%s the store: %s", what, msg);
	default:
		return tora_fail(err, TORA_E_SYS, "%s the store: %s", what, msg);
	}
}

static int bind(struct tora_store *store, sqlite3_stmt *stmt, const char *types, va_list ap,
                struct tora_err *err)
{
	int rc = SQLITE_OK;

	assert((int)strlen(types) == sqlite3_bind_parameter_count(stmt));
	for (int i = 1; *types && rc == SQLITE_OK; types++, i++) {
		const char *text;

		switch (*types) {
		case 'i':
			rc = sqlite3_bind_int64(stmt, i, va_arg(ap, int64_t));
			break;
		case 'd':
			rc = sqlite3_bind_double(stmt, i, va_arg(ap, double));
			break;
		case 't':
		case 'o':
			text = va_arg(ap, const char *);
			if (text && *types == 'o' && !*text)
				text = NULL;
			rc = sqlite3_bind_text(stmt, i, text, -1, SQLITE_TRANSIENT);
			break;
		default:
			assert(!"unknown letter");
		}
	}
	return rc == SQLITE_OK ? TORA_OK : tora_db_fail(store, err, "writing");
}

/* The kept statement of this text that nobody uses, or NULL. */
static sqlite3_stmt *reuse(struct tora_store *store, const char *sql)
{
	for (size_t i = 0; i < TORA_DB_STATEMENTS; i++) {
		struct tora_db_statement *s = &store->statements[i];

		if (s->stmt && !s->in_use && strcmp(sqlite3_sql(s->stmt), sql) == 0) {
			s->in_use = true;
			s->used = ++store->uses;
			return s->stmt;
		}
	}
	return NULL;
}

/* In a free place or that of the one nobody asked for longest; where all are in use it is not kept. */
static void keep(struct tora_store *store, sqlite3_stmt *stmt)
{
	struct tora_db_statement *oldest = NULL;

	for (size_t i = 0; i < TORA_DB_STATEMENTS; i++) {
		struct tora_db_statement *s = &store->statements[i];

		if (!s->in_use && (!oldest || !s->stmt || (oldest->stmt && s->used < oldest->used)))
			oldest = s;
	}
	if (!oldest)
		return;
	sqlite3_finalize(oldest->stmt);
	*oldest = (struct tora_db_statement){ stmt, true, ++store->uses };
}

void tora_db_forget(struct tora_store *store)
{
	for (size_t i = 0; i < TORA_DB_STATEMENTS; i++) {
		assert(!store->statements[i].in_use);
		sqlite3_finalize(store->statements[i].stmt);
		store->statements[i].stmt = NULL;
	}
}

static int open_with(struct tora_store *store, struct tora_err *err, sqlite3_stmt **ret,
                     const char *sql, const char *types, va_list ap)
{
	sqlite3_stmt *stmt = reuse(store, sql);
	int rc;

	if (!stmt) {
		if (sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt,
		                       NULL) != SQLITE_OK)
			return tora_db_fail(store, err, "reading");
		keep(store, stmt);
	}
	rc = bind(store, stmt, types, ap, err);
	if (rc) {
		tora_sql_close(store, stmt);
		return rc;
	}
	*ret = stmt;
	return TORA_OK;
}

int tora_sql_open(struct tora_store *store, struct tora_err *err, struct sqlite3_stmt **ret,
                  const char *sql, const char *types, ...)
{
	va_list ap;
	int rc;

	va_start(ap, types);
	rc = open_with(store, err, ret, sql, types, ap);
	va_end(ap);
	return rc;
}

int tora_sql_step(struct tora_store *store, struct sqlite3_stmt *stmt, struct tora_err *err)
{
	int code = sqlite3_step(stmt);

	if (code == SQLITE_ROW)
		return 1;
	if (code == SQLITE_DONE)
		return 0;
	return tora_db_fail(store, err, sqlite3_stmt_readonly(stmt) ? "reading" : "writing");
}

void tora_sql_close(struct tora_store *store, struct sqlite3_stmt *stmt)
{
	for (size_t i = 0; i < TORA_DB_STATEMENTS; i++) {
		struct tora_db_statement *s = &store->statements[i];

		if (!stmt || s->stmt != stmt)
			continue;
		(void)sqlite3_reset(stmt); /* what failed was told by the step */
		(void)sqlite3_clear_bindings(stmt);
		s->in_use = false;
		return;
	}
	sqlite3_finalize(stmt);
}

int64_t tora_sql_col_int(struct sqlite3_stmt *stmt, int col)
{
	return sqlite3_column_int64(stmt, col);
}

double tora_sql_col_num(struct sqlite3_stmt *stmt, int col)
{
	return sqlite3_column_double(stmt, col);
}

const char *tora_sql_col(struct sqlite3_stmt *stmt, int col, struct tora_arena *arena)
{
	return tora_arena_dup(arena, (const char *)sqlite3_column_text(stmt, col));
}

int tora_sql_run(struct tora_store *store, struct tora_err *err, const char *sql, const char *types,
                 ...)
{
	sqlite3_stmt *stmt = NULL;
	va_list ap;
	int rc;

	va_start(ap, types);
	rc = open_with(store, err, &stmt, sql, types, ap);
	va_end(ap);
	while (rc == TORA_OK) {
		int row = tora_sql_step(store, stmt, err);

		if (row == 0)
			break;
		if (row < 0)
			rc = row;
	}
	tora_sql_close(store, stmt);
	return rc;
}

/* Open a statement and step to its first row. */
static int first_row(struct tora_store *store, struct tora_err *err, sqlite3_stmt **ret,
                     const char *sql, const char *types, va_list ap)
{
	sqlite3_stmt *stmt = NULL;
	int rc = open_with(store, err, &stmt, sql, types, ap), row;

	if (rc)
		return rc;
	row = tora_sql_step(store, stmt, err);
	if (row == 1) {
		*ret = stmt;
		return TORA_OK;
	}
	tora_sql_close(store, stmt);
	return row < 0 ? row : tora_fail(err, TORA_E_NOTFOUND, "no such row");
}

int tora_sql_int(struct tora_store *store, struct tora_err *err, int64_t *ret, const char *sql,
                 const char *types, ...)
{
	sqlite3_stmt *stmt = NULL;
	va_list ap;
	int rc;

	va_start(ap, types);
	rc = first_row(store, err, &stmt, sql, types, ap);
	va_end(ap);
	if (rc)
		return rc;
	*ret = sqlite3_column_int64(stmt, 0);
	tora_sql_close(store, stmt);
	return TORA_OK;
}

int tora_sql_text(struct tora_store *store, struct tora_err *err, struct tora_arena *arena,
                  const char **ret, const char *sql, const char *types, ...)
{
	sqlite3_stmt *stmt = NULL;
	va_list ap;
	int rc;

	va_start(ap, types);
	rc = first_row(store, err, &stmt, sql, types, ap);
	va_end(ap);
	if (rc)
		return rc;
	*ret = tora_sql_col(stmt, 0, arena);
	tora_sql_close(store, stmt);
	return TORA_OK;
}

int64_t tora_sql_last_id(struct tora_store *store)
{
	return sqlite3_last_insert_rowid(store->db);
}

int64_t tora_sql_changes(struct tora_store *store)
{
	return sqlite3_changes64(store->db);
}
