/*
 * store.c - open the file, choose a journal it is safe with, apply what is missing.
 */
#include "store/store.h"
#include "store/db.h"
#include "store/schema.h"
#include "store/sql.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define VERIFY_MAX ((int64_t)256 << 20) /* bytes */

/* File systems where the shared memory of WAL is not shared by all hosts that may open the file. */
static bool is_network(const char *path)
{
	static const unsigned long magics[] = {
		0x6969,     /* nfs */
		0x517b,     /* smb */
		0xff534d42, /* cifs */
		0xfe534d42, /* smb2 */
		0x01021997, /* 9p */
		0x00c36400, /* ceph */
		0x5346414f, /* afs */
		0x47504653, /* gpfs */
		0x0bd00bd0, /* lustre */
		0x65735546, /* fuse: sshfs and the like; a local one only loses some speed */
	};
	struct statfs fs;

	if (statfs(path, &fs) < 0)
		return false;
	for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
		if ((unsigned long)fs.f_type == magics[i])
			return true;
	return false;
}

static int exec(struct tora_store *store, const char *sql, const char *what, struct tora_err *err)
{
	if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK)
		return TORA_OK;
	return tora_db_fail(store, err, what);
}

/* SQLite makes its file with the umask of the process; ours is always private. */
static int make_private(const char *path, struct tora_err *err)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

	if (fd < 0) {
		int full = errno == ENOSPC || errno == EDQUOT;

		(void)tora_fail_sys(err, "opening the store '%s'", path);
		return full ? err->rc : (err->rc = TORA_E_DENIED);
	}
	(void)close(fd);
	return TORA_OK;
}

static int open_file(struct tora_store *store, const struct tora_store_spec *spec,
                     struct tora_err *err)
{
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, rc;

	if (spec->path) {
		rc = make_private(spec->path, err);
		if (rc)
			return rc;
	}
	if (sqlite3_open_v2(spec->path ? spec->path : ":memory:", &store->db, flags, NULL) !=
	    SQLITE_OK)
		return tora_db_fail(store, err, "opening");
	(void)sqlite3_extended_result_codes(store->db, 0);
	(void)sqlite3_busy_timeout(store->db, (int)(spec->busy_ms ? spec->busy_ms : 5000));
	/* The page cache is kept small: the supervisor holds this open for days. */
	rc = exec(store, "PRAGMA foreign_keys=ON; PRAGMA cache_size=-512; PRAGMA temp_store=MEMORY",
	          "opening", err);
	if (rc)
		return rc;
	if (!spec->path) {
		store->journal = "memory";
		return TORA_OK;
	}
	if (is_network(spec->path)) {
		store->journal = "truncate";
		/* Without the shared memory of WAL only FULL survives a power cut undamaged. */
		return exec(store, "PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL",
		            "opening", err);
	}
	store->journal = "wal";
	return exec(store,
	            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
	            " PRAGMA journal_size_limit=4194304",
	            "opening", err);
}

/* Another process may have applied the step while we waited for the write lock: look again inside. */
static int apply_step(struct tora_store *store, size_t step, struct tora_err *err)
{
	int64_t version = 0;
	char pragma[48];
	int rc;

	rc = tora_store_begin(store, err);
	if (rc)
		return rc;
	rc = tora_sql_int(store, err, &version, "PRAGMA user_version", "");
	if (rc == TORA_OK && version == (int64_t)step) {
		rc = exec(store, tora_schema_steps[step], "preparing", err);
		if (rc == TORA_OK) {
			sqlite3_snprintf(sizeof pragma, pragma, "PRAGMA user_version=%d",
			                 (int)step + 1);
			rc = exec(store, pragma, "preparing", err);
		}
	}
	return tora_store_end(store, rc, err);
}

static int migrate(struct tora_store *store, struct tora_err *err)
{
	int64_t version = 0;
	int rc = tora_sql_int(store, err, &version, "PRAGMA user_version", "");

	if (rc)
		return rc;
	if (version > (int64_t)tora_schema_count)
		return tora_fail(
			err, TORA_E_UNSUPPORTED,
			"the store was written by a newer tora (schema %d, this one knows %d): "
			"use that one",
			(int)version, (int)tora_schema_count);
	for (size_t step = (size_t)version; rc == TORA_OK && step < tora_schema_count; step++)
		rc = apply_step(store, step, err);
	return rc;
}

int tora_store_new(const struct tora_store_spec *spec, struct tora_store **ret_store,
                   struct tora_err *err)
{
	struct tora_store *store = tora_xcalloc(1, sizeof *store);
	int rc = open_file(store, spec, err);

	if (rc == TORA_OK)
		rc = migrate(store, err);
	if (rc) {
		tora_store_free(store);
		return rc;
	}
	*ret_store = store;
	return TORA_OK;
}

void tora_store_free(struct tora_store *store)
{
	if (!store)
		return;
	tora_db_forget(store);
	(void)sqlite3_close(store->db); /* undoes what is open */
	free(store);
}

int tora_store_verify(struct tora_store *store, struct tora_err *err)
{
	const char *found = NULL, *path = sqlite3_db_filename(store->db, "main");
	struct tora_arena *arena;
	struct stat st;
	int rc;

	/* Somebody waits, and nothing ends it on the way: this SQLite looks at no clock while it reads a table. */
	if (path && stat(path, &st) == 0 && st.st_size > VERIFY_MAX)
		return tora_fail(err, TORA_E_LIMIT, "%lld MiB, too many to be read through here",
		                 (long long)st.st_size >> 20);
	arena = tora_arena_new();
	rc = tora_sql_text(store, err, arena, &found, "PRAGMA quick_check(1)", "");
	if (rc == TORA_OK && (!found || strcmp(found, "ok") != 0)) {
		/* A line before the last names the database. */
		const char *line = found ? strrchr(found, '\n') : NULL;

		if (line)
			found = line + 1;
		rc = tora_fail(err, TORA_E_FORMAT, "reading the store: damaged: %.120s",
		               found ? found : "not readable");
	}
	tora_arena_free(arena);
	return rc;
}

const char *tora_store_journal(const struct tora_store *store)
{
	return store->journal;
}

/* IMMEDIATE: a transaction that starts by reading and then writes could fail busy half way. */
int tora_store_begin(struct tora_store *store, struct tora_err *err)
{
	if (store->depth == 0) {
		int rc = exec(store, "BEGIN IMMEDIATE", "writing", err);

		if (rc)
			return rc;
		store->spoiled = false;
	}
	store->depth++;
	return TORA_OK;
}

int tora_store_end(struct tora_store *store, int rc, struct tora_err *err)
{
	assert(store->depth > 0);
	store->depth--;
	if (rc)
		store->spoiled = true;
	if (store->depth > 0)
		return rc;
	if (!store->spoiled) {
		rc = exec(store, "COMMIT", "writing", err);
		if (rc == TORA_OK)
			return TORA_OK;
	} else if (rc == TORA_OK) {
		rc = tora_fail(err, TORA_E_CONFLICT,
		               "writing the store: a part of the change failed");
	}
	/* A full disk may have rolled back already: then this fails, and that is fine. */
	if (!sqlite3_get_autocommit(store->db))
		(void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return rc;
}
