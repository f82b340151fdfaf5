/*
 * store.h - the one SQLite file of tora: open it, bring it up to date, group changes.
 *
 * Two kinds of process use it at the same time: the supervisor (one connection for
 * its life) and every check (one connection, written to at its end). What a function
 * of repos.h, checks.h, record.h, findings.h, events.h and memory.h reports as done
 * survives a SIGKILL of any of them. A power cut may take the last moments back
 * (synchronous=NORMAL), never the file.
 *
 * Errors of every function in this folder: TORA_E_NOTFOUND no such row; TORA_E_TIMEOUT
 * another process holds the file too long; TORA_E_FORMAT the file is damaged or no
 * database; TORA_E_DENIED it cannot be opened or written; TORA_E_SYS with err->sys ENOSPC
 * the disk is full, with EIO the disk fails; TORA_E_CONFLICT a state forbids it.
 */
#ifndef TORA_STORE_STORE_H
#define TORA_STORE_STORE_H

#include "tora/err.h"

#include <stdbool.h>

struct tora_store; /* opaque */

struct tora_store_spec {
	const char *path; /* the file, made 0600 when absent; NULL: in memory, gone at the end */
	unsigned busy_ms; /* how long a change waits for another process; 0: 5000 */
};

/*
 * On success the caller owns *ret_store. Missing steps of the schema are applied, each in its own
 * transaction. TORA_E_UNSUPPORTED: the file was written by a newer tora; it is left alone.
 */
int tora_store_new(const struct tora_store_spec *spec, struct tora_store **ret_store,
                   struct tora_err *err);
void tora_store_free(struct tora_store *store); /* NULL is fine; an open transaction is undone */

/* Reads all of the file: a second or two on a disk. TORA_E_FORMAT: something in it is damaged. TORA_E_LIMIT: it is too large for that. */
int tora_store_verify(struct tora_store *store, struct tora_err *err);

/* "wal", "truncate" (the file is on a network file system, where WAL corrupts) or "memory". */
const char *tora_store_journal(const struct tora_store *store);

/*
 * Group changes: all of them happen, or none. Calls nest; only the outermost pair counts, and an
 * inner failure makes the outer end fail too. end() with rc != 0 undoes and returns rc unchanged:
 * `return tora_store_end(store, rc, err)` closes a transaction in both cases.
 */
int tora_store_begin(struct tora_store *store, struct tora_err *err);
int tora_store_end(struct tora_store *store, int rc, struct tora_err *err);

#endif
