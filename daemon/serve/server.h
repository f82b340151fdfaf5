/*
 * server.h - the socket's clients: framing, dispatch, events.
 */
#ifndef TORA_SERVE_SERVER_H
#define TORA_SERVE_SERVER_H

#include "serve/daemon.h"

#include <sys/types.h>

#define TORA_CLIENTS_MAX 64

struct tora_client;
struct cJSON;

/* Bind and listen. `uid`: who may connect. Errors as of loop/sock.h. */
int tora_server_new(struct tora_daemon *daemon, uid_t uid, struct tora_server **ret_server,
                    struct tora_err *err);
void tora_server_free(struct tora_server *s); /* NULL is fine */
unsigned tora_server_clients(const struct tora_server *s);

/* There may be new events in the store: tell subscribers, in the next turn of the loop. */
void tora_server_events(struct tora_server *s);
/* An event that is not kept, now; `fields` without seq, at and kind, and deleted. */
void tora_server_passing(struct tora_server *s, const char *kind, const char *repo,
                         struct cJSON *fields);
/* The same, to one client, subscribed or not. */
void tora_server_passing_to(struct tora_server *s, struct tora_client *client, const char *kind,
                            const char *repo, struct cJSON *fields);

/* A request nobody waits for, as a hook wrote it into the spool. */
void tora_server_request(struct tora_server *s, struct tora_sv line);

/* A check ended, or got further: answers that wait for it. Looks settled: likewise. */
void tora_server_check_ended(struct tora_server *s, int64_t check);
void tora_server_check_progress(struct tora_server *s, int64_t check);
void tora_server_settled(struct tora_server *s);

/* Called when clients or activity may have changed; for idle exit. */
void tora_server_on_activity(struct tora_server *s, void (*fn)(void *ctx), void *ctx);

struct tora_waits *tora_server_waits(struct tora_server *s);
bool tora_server_is_asking(
	const struct tora_server *s); /* is a request kept until a path was looked at? */

#endif
