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
 * Connect to a daemon that is there; budget_ms bounds connecting and each later write.
 * TORA_E_NOTFOUND: nobody listens. TORA_E_TIMEOUT: somebody does, and does not react.
 */
int tora_conn_open(const struct tora_paths *paths, unsigned budget_ms, struct tora_conn **ret,
                   struct tora_err *err);

/* The same, starting the daemon first when nobody listens; says so on stderr, once. */
int tora_conn_open_or_start(const struct tora_paths *paths, const char *program,
                            struct tora_conn **ret, struct tora_err *err);

void tora_conn_free(struct tora_conn *c); /* NULL is fine */

void tora_conn_on_event(struct tora_conn *c, tora_conn_event *fn, void *ctx);

/* True when the listening process is stopped (SIGSTOP, a debugger): it will not answer. */
bool tora_conn_peer_stopped(const struct tora_conn *c);

/* Send without waiting for an answer. */
int tora_conn_tell(struct tora_conn *c, const char *method, const cJSON *params,
                   struct tora_err *err);

/*
 * Send and wait for the answer; *ret_result is the caller's (cJSON_Delete).
 * TORA_E_REMOTE (or NOTFOUND, LIMIT, DENIED by its code): the daemon's own sentence.
 */
int tora_conn_call(struct tora_conn *c, const char *method, const cJSON *params, int64_t budget_ms,
                   cJSON **ret_result, struct tora_err *err);

/* Start the daemon that stands beside `program`; 0 ready_ms: do not wait for it. */
int tora_conn_start_daemon(const char *program, unsigned ready_ms, struct tora_err *err);

/* "<folder of program>/torad". */
int tora_conn_torad_path(const char *program, char *buf, size_t size, struct tora_err *err);

#endif
