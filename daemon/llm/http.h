/*
 * http.h - POST requests in flight, on curl's multi interface.
 *
 * One request is one transfer: no retries, no redirects followed, no cookies, no
 * compressed answers, only http and https. An answer can be looked at while it comes. Proxies are taken from the environment
 * as curl does it. A transfer always ends: by its answer, or by a deadline, by
 * silence in the middle of an answer, or at the size limit. Blocks; single thread.
 */
#ifndef TORA_LLM_HTTP_H
#define TORA_LLM_HTTP_H

#include "tora/str.h"

#include <stdint.h>

struct tora_http; /* opaque */

/* What a transfer tells while it is under way; called from tora_http_wait(), and may take its time. */
struct tora_http_watch {
	void *ctx;
	void (*sent)(void *ctx, size_t slot); /* once: the request has left; or NULL */
	/* More of the body of a 2xx answer is here; `body` is all of it so far. Or NULL. */
	void (*heard)(void *ctx, size_t slot, struct tora_sv body);
};

struct tora_http_spec {
	const char *url;
	const char *socket;         /* Unix socket, or NULL */
	bool direct;                /* no proxy, whatever the environment says: for this machine */
	const char *ca_file;        /* certificates to trust, or NULL: the system's */
	const char *const *headers; /* "Name: value", NULL-ended; copied, and the copy wiped */
	struct tora_sv body;        /* borrowed until the transfer ended */
	unsigned connect_ms, stall_ms;
	int64_t deadline_ms; /* monotonic */
	size_t answer_max;
	struct tora_http_watch watch; /* copied */
};

enum tora_http_end {
	TORA_HTTP_ANSWER,    /* there is a status; the body is whole */
	TORA_HTTP_NO_HOST,   /* the name is not known */
	TORA_HTTP_REFUSED,   /* nobody answers there */
	TORA_HTTP_TLS,       /* no trust, or no common language */
	TORA_HTTP_TIMEOUT,   /* the deadline, or connect_ms */
	TORA_HTTP_STALLED,   /* the answer stopped in the middle for stall_ms */
	TORA_HTTP_TOO_LARGE, /* more than answer_max */
	TORA_HTTP_BROKEN,    /* the connection ended early, or spoke no HTTP */
};

struct tora_http_result { /* tora_http_result_done() frees */
	enum tora_http_end end;
	bool was_sent; /* all of the request left */
	long status;
	struct tora_str body;
	int64_t retry_after_ms; /* what the server asked for; -1: nothing */
	char redirect[1024];    /* where a 3xx points, or "" */
	char detail[256];       /* curl's words, for TLS, BROKEN and such */
};

struct tora_http *tora_http_new(void);
void tora_http_free(struct tora_http *http); /* ends what is in flight */

/* `slot` comes back from tora_http_wait(). TORA_E_SYS: curl would not take it. */
int tora_http_start(struct tora_http *http, const struct tora_http_spec *spec, size_t slot,
                    struct tora_err *err);

/* Waits for one to end, at most until `until_ms` (monotonic). False: none did. */
bool tora_http_wait(struct tora_http *http, int64_t until_ms, size_t *ret_slot,
                    struct tora_http_result *ret);
void tora_http_result_done(struct tora_http_result *r);

#endif
