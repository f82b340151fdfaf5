/*
 * conn.h - one connection to the daemon, blocking but never without a deadline.
 */
#ifndef TORA_CLIENT_CONN_H
#define TORA_CLIENT_CONN_H

#include "tora/paths.h"
#include "tora/wire.h"

struct tora_conn;

/* Called for every notification that arrives while an answer is waited for; `params` is borrowed. */
typedef void tora_conn_event(void *ctx, const cJSON *params);

/*
 * Connect to a daemon that is there; budget_ms bounds connecting and each later write. Nothing is sent
 * to one that is stopped (SIGSTOP, a debugger): it would do it much later, when nobody expects it.
 * TORA_E_NOTFOUND: nobody listens. TORA_E_TIMEOUT: somebody does, and does not react, or is stopped.
 * TORA_E_DENIED: the socket is another user's.
 */
int tora_conn_open(const struct tora_paths *paths, unsigned budget_ms, struct tora_conn **ret,
                   struct tora_err *err);

/*
 * The same, starting the daemon first when nobody listens, and greeting it: what comes back has
 * answered once. One that is on its way out is waited for. In CI nothing is started
 * (TORA_E_DENIED). Says on stderr that it started one.
 */
int tora_conn_open_or_start(const struct tora_paths *paths, const char *program,
                            struct tora_conn **ret, struct tora_err *err);

/* Of starting one: another one holds the lock. It listens in a moment, or ends in one (PROTOCOL.md, section 4). */
bool tora_conn_is_running_already(int rc, const struct tora_err *err);

/* Have a daemon up, wherever we are; *ret_started: it was not. Nothing is printed. */
int tora_conn_ensure(const struct tora_paths *paths, const char *program, bool *ret_started,
                     struct tora_err *err);

void tora_conn_free(struct tora_conn *c); /* NULL is fine */

void tora_conn_on_event(struct tora_conn *c, tora_conn_event *fn, void *ctx);

/* False: what the daemon was told ends with it (full or damaged disk). Known after a greeting. */
bool tora_conn_is_kept(const struct tora_conn *c);

/* Does it start no checks, as it said when it was greeted? *ret_until_ms: since the epoch, or 0 for until it is resumed. */
bool tora_conn_is_paused(const struct tora_conn *c, int64_t *ret_until_ms);

/*
 * Send and wait for the answer; *ret_result is the caller's (cJSON_Delete).
 * TORA_E_REMOTE (or NOTFOUND, LIMIT, DENIED by its code): the daemon's own sentence.
 * TORA_E_CANCELED: it went away before it answered.
 */
int tora_conn_call(struct tora_conn *c, const char *method, const cJSON *params, int64_t budget_ms,
                   cJSON **ret_result, struct tora_err *err);

/* Until the daemon closes the connection; what it still says is dropped. TORA_E_TIMEOUT: it does not. */
int tora_conn_wait_closed(struct tora_conn *c, int64_t budget_ms, struct tora_err *err);

/* "<folder of program>/<name>": tora, torad and tora-hook stand side by side. */
int tora_conn_beside(const char *program, const char *name, char *buf, size_t size,
                     struct tora_err *err);

#endif
