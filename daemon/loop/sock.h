/*
 * sock.h - a listening Unix socket and the connections it accepted.
 *
 * Bytes come in as they come (framing is tora_wire_in's work) and go out through
 * a bounded buffer, so that a slow reader is dropped and never holds the loop up.
 * A connection belongs to its listener; its owner hears on_close() exactly once,
 * from the loop or from tora_listener_free(), never from inside send or close,
 * and must not use it afterwards.
 */
#ifndef TORA_LOOP_SOCK_H
#define TORA_LOOP_SOCK_H

#include "loop/loop.h"
#include "tora/str.h"

#include <sys/types.h>

#define TORA_SOCK_STALL_MS 10000

struct tora_listener;
struct tora_sock; /* one connection */

struct tora_listen_spec {
	const char *path;     /* at most TORA_SOCKET_MAX bytes; its folder is private already */
	bool holds_lock;      /* nobody else can be listening: a socket file in the way is stale */
	uid_t uid;            /* who may connect: geteuid(), unless a test says otherwise */
	unsigned max_clients; /* one more gets `refusal` and is closed */
	const char *refusal;  /* borrowed; NULL: closed without a word */
	unsigned stall_ms;    /* a reader without progress is dropped; 0: TORA_SOCK_STALL_MS */

	/* What it returns is the `state` of the other functions; the owner frees it in on_close. */
	void *(*on_open)(void *ctx, struct tora_sock *s);
	void (*on_data)(void *state, struct tora_sock *s,
	                struct tora_sv bytes); /* die with the call */
	/* The peer sends no more but may still read. NULL: closed once everything is sent. */
	void (*on_eof)(void *state, struct tora_sock *s);
	void (*on_close)(void *state, const char *why); /* why: for the log; static text */
	void (*on_gone)(void *ctx); /* once: the file is gone, or another one. NULL is fine */
	void *ctx;
};

/*
 * Bind (0600) and listen. The spec is copied; what it points to is borrowed, but the path.
 * TORA_E_LIMIT: the path is too long. TORA_E_CONFLICT: something is there that is not a stale
 * socket of ours to remove. Out of descriptors later: nothing is accepted for a second.
 */
int tora_listener_new(struct tora_loop *loop, const struct tora_listen_spec *spec,
                      struct tora_listener **ret_listener, struct tora_err *err);
/*
 * Closes all connections, and removes the socket file if it is still ours. Never from inside a
 * function of the spec. NULL is fine.
 */
void tora_listener_free(struct tora_listener *l);
unsigned tora_listener_clients(const struct tora_listener *l);

/*
 * Queue bytes. Failing means that the connection is on its way out: there is nothing to do but to
 * wait for on_close(). TORA_E_LIMIT: more than TORA_WIRE_OUT_MAX would wait. TORA_E_REMOTE: closed.
 */
int tora_sock_send(struct tora_sock *s, struct tora_sv bytes, struct tora_err *err);
/* Read no more, send what is queued, then close. */
void tora_sock_close(struct tora_sock *s);

#endif
