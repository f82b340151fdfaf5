/*
 * client.h - one connection, the events it wants, and the answers it waits for.
 */
#ifndef TORA_SERVE_CLIENT_H
#define TORA_SERVE_CLIENT_H

#include "loop/sock.h"
#include "tora/wire.h"

#include <stdint.h>

struct tora_client {
	struct tora_server *server;
	struct tora_sock *sock;
	struct tora_wire_in in;
	bool is_subscribed;
	bool is_closing; /* sends no more: closed once nothing is waited for */
	int64_t seq;     /* of the last event it was sent */
	char *repo;      /* events of this one only (common directory); NULL: all */
	unsigned waits;  /* deferred answers */
	bool is_held;    /* its next request waits until that of this one is known (place.h) */
	struct tora_client *next, **at;
};

/* Queue an answer. A client that cannot take it is on its way out: nothing to do about it. */
void tora_client_result(struct tora_client *c, const cJSON *id, const cJSON *result);
void tora_client_error(struct tora_client *c, const cJSON *id, enum tora_wire_code code,
                       const char *message);
/* After something it waited for ended. */
void tora_client_settle(struct tora_client *c);

#endif
