#include "llm/http.h"

#include "tora/clock.h"
#include "tora/version.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP_MS 250 /* how late silence is noticed at most */

struct transfer {
	struct transfer *next;
	CURL *easy;
	struct curl_slist *headers;
	struct tora_str body;
	size_t slot;
	int64_t deadline_ms, heard_ms; /* heard_ms: last byte of the body, 0 before the first */
	unsigned stall_ms;
	struct tora_http_watch watch;
	size_t to_send, told; /* bytes of the request; of the answer that `heard` knows */
	bool too_large, was_sent;
	char detail[CURL_ERROR_SIZE];
};

struct tora_http {
	CURLM *multi;
	struct transfer *first;
};

struct tora_http *tora_http_new(void)
{
	struct tora_http *http = tora_xcalloc(1, sizeof *http);

	(void)curl_global_init(CURL_GLOBAL_DEFAULT);
	http->multi = curl_multi_init();
	return http;
}

/* Headers hold the key: they are overwritten before they are freed. */
static void wipe_headers(struct curl_slist *headers)
{
	for (struct curl_slist *h = headers; h; h = h->next)
		explicit_bzero(h->data, strlen(h->data));
	curl_slist_free_all(headers);
}

static void transfer_free(struct tora_http *http, struct transfer *t)
{
	struct transfer **at = &http->first;

	while (*at && *at != t)
		at = &(*at)->next;
	if (*at)
		*at = t->next;
	if (t->easy) {
		(void)curl_multi_remove_handle(http->multi, t->easy);
		curl_easy_cleanup(t->easy);
	}
	wipe_headers(t->headers);
	tora_str_free(&t->body);
	free(t);
}

void tora_http_free(struct tora_http *http)
{
	if (!http)
		return;
	while (http->first)
		transfer_free(http, http->first);
	(void)curl_multi_cleanup(http->multi);
	curl_global_cleanup();
	free(http);
}

static size_t on_body(char *bytes, size_t one, size_t n, void *ctx)
{
	struct transfer *t = ctx;

	(void)one;
	t->heard_ms = tora_clock_mono_ms();
	tora_str_add(&t->body, (struct tora_sv){ bytes, n });
	t->too_large = t->body.over;
	return t->too_large ? 0 : n;
}

/* Everything that could make curl do more than one POST to one place is off. */
static CURLcode set_up(struct transfer *t, const struct tora_http_spec *spec)
{
	int64_t left = spec->deadline_ms - tora_clock_mono_ms();
	CURL *c = t->easy;
	CURLcode rc = CURLE_OK;

#define SET(option, value) rc = rc ? rc : curl_easy_setopt(c, option, value)
	SET(CURLOPT_URL, spec->url);
	SET(CURLOPT_PROTOCOLS_STR, "http,https");
	SET(CURLOPT_FOLLOWLOCATION, 0L);
	SET(CURLOPT_NOSIGNAL, 1L);
	SET(CURLOPT_POST, 1L);
	SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)spec->body.len);
	SET(CURLOPT_POSTFIELDS, spec->body.at);
	SET(CURLOPT_HTTPHEADER, t->headers);
	SET(CURLOPT_USERAGENT, "tora/" TORA_VERSION);
	SET(CURLOPT_WRITEFUNCTION, on_body);
	SET(CURLOPT_WRITEDATA, t);
	SET(CURLOPT_PRIVATE, t);
	SET(CURLOPT_ERRORBUFFER, t->detail);
	SET(CURLOPT_CONNECTTIMEOUT_MS, (long)spec->connect_ms);
	SET(CURLOPT_TIMEOUT_MS, (long)(left > 0 ? left : 1));
	SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)spec->answer_max);
	if (spec->socket)
		SET(CURLOPT_UNIX_SOCKET_PATH, spec->socket);
	if (spec->direct)
		SET(CURLOPT_PROXY, "");
	if (spec->ca_file)
		SET(CURLOPT_CAINFO, spec->ca_file);
#undef SET
	return rc;
}

static int add_header(struct transfer *t, const char *line)
{
	struct curl_slist *more = curl_slist_append(t->headers, line);

	if (!more)
		return -1;
	t->headers = more;
	return 0;
}

int tora_http_start(struct tora_http *http, const struct tora_http_spec *spec, size_t slot,
                    struct tora_err *err)
{
	struct transfer *t = tora_xcalloc(1, sizeof *t);
	bool ok = true;

	tora_str_init(&t->body, spec->answer_max);
	t->slot = slot;
	t->deadline_ms = spec->deadline_ms;
	t->stall_ms = spec->stall_ms;
	t->watch = spec->watch;
	t->to_send = spec->body.len;
	t->easy = curl_easy_init();
	ok = t->easy && add_header(t, "Expect:") == 0; /* no extra round for 100-continue */
	for (size_t i = 0; ok && spec->headers[i]; i++)
		ok = add_header(t, spec->headers[i]) == 0;
	ok = ok && set_up(t, spec) == CURLE_OK &&
	     curl_multi_add_handle(http->multi, t->easy) == CURLM_OK;
	t->next = http->first;
	http->first = t;
	if (ok)
		return TORA_OK;
	transfer_free(http, t);
	return tora_fail(err, TORA_E_SYS, "curl does not take the request");
}

static enum tora_http_end end_of(const struct transfer *t, CURLcode rc)
{
	if (t->too_large || rc == CURLE_FILESIZE_EXCEEDED)
		return TORA_HTTP_TOO_LARGE;
	switch ((int)rc) { /* curl knows a hundred codes; these are told apart */
	case CURLE_OK:
		return TORA_HTTP_ANSWER;
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_RESOLVE_PROXY:
		return TORA_HTTP_NO_HOST;
	case CURLE_COULDNT_CONNECT:
		return TORA_HTTP_REFUSED;
	case CURLE_OPERATION_TIMEDOUT:
		return TORA_HTTP_TIMEOUT;
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_SSL_CERTPROBLEM:
	case CURLE_SSL_CIPHER:
	case CURLE_SSL_ISSUER_ERROR:
		return TORA_HTTP_TLS;
	default:
		return TORA_HTTP_BROKEN;
	}
}

static bool has_left(const struct transfer *t)
{
	curl_off_t up = 0;

	return curl_easy_getinfo(t->easy, CURLINFO_SIZE_UPLOAD_T, &up) == CURLE_OK &&
	       (size_t)up >= t->to_send;
}

static void finish(struct tora_http *http, struct transfer *t, enum tora_http_end end,
                   const char *detail, size_t *ret_slot, struct tora_http_result *ret)
{
	curl_off_t seconds = 0;
	char *redirect = NULL;

	*ret = (struct tora_http_result){ .end = end,
		                          .was_sent = has_left(t),
		                          .retry_after_ms = -1 };
	(void)curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &ret->status);
	if (curl_easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK && seconds > 0)
		ret->retry_after_ms = seconds < 86400 ? (int64_t)seconds * 1000 : 86400000;
	if (curl_easy_getinfo(t->easy, CURLINFO_REDIRECT_URL, &redirect) == CURLE_OK && redirect)
		(void)snprintf(ret->redirect, sizeof ret->redirect, "%s", redirect);
	(void)snprintf(ret->detail, sizeof ret->detail, "%s", t->detail[0] ? t->detail : detail);
	ret->body = t->body;
	tora_str_init(&t->body, 0);
	*ret_slot = t->slot;
	transfer_free(http, t);
}

static bool take_done(struct tora_http *http, size_t *ret_slot, struct tora_http_result *ret)
{
	struct CURLMsg *msg;
	int left;

	while ((msg = curl_multi_info_read(http->multi, &left))) {
		struct transfer *t = NULL;
		CURLcode rc = msg->data.result;

		if (msg->msg != CURLMSG_DONE)
			continue;
		(void)curl_easy_getinfo(msg->easy_handle, CURLINFO_PRIVATE, (char **)&t);
		finish(http, t, end_of(t, rc), curl_easy_strerror(rc), ret_slot, ret);
		return true;
	}
	return false;
}

/* A server may think long before its first byte; once it speaks it must go on. */
static bool take_silent(struct tora_http *http, size_t *ret_slot, struct tora_http_result *ret)
{
	int64_t now = tora_clock_mono_ms();

	for (struct transfer *t = http->first; t; t = t->next) {
		bool late = now >= t->deadline_ms;

		if (!late && (!t->heard_ms || now - t->heard_ms < t->stall_ms))
			continue;
		finish(http, t, late ? TORA_HTTP_TIMEOUT : TORA_HTTP_STALLED, "no more bytes",
		       ret_slot, ret);
		return true;
	}
	return false;
}

static bool is_good(const struct transfer *t)
{
	long status = 0;

	return curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK &&
	       status >= 200 && status < 300;
}

/*
 * Outside of curl's own callbacks, so that whoever is told may take time. While it does nobody listens:
 * that is no silence of the server.
 */
static void tell(struct tora_http *http)
{
	int64_t before = tora_clock_mono_ms(), spent;

	for (struct transfer *t = http->first; t; t = t->next) {
		if (t->watch.sent && !t->was_sent && has_left(t)) {
			t->was_sent = true;
			t->watch.sent(t->watch.ctx, t->slot);
		}
		if (t->watch.heard && t->told < t->body.len && is_good(t)) {
			t->told = t->body.len;
			t->watch.heard(t->watch.ctx, t->slot, tora_str_view(&t->body));
		}
	}
	spent = tora_clock_mono_ms() - before;
	for (struct transfer *t = http->first; spent && t; t = t->next)
		if (t->heard_ms)
			t->heard_ms += spent;
}

static int next_step(const struct tora_http *http, int64_t until_ms)
{
	int64_t now = tora_clock_mono_ms(), step = until_ms - now;

	for (const struct transfer *t = http->first; t; t = t->next) {
		int64_t silent = t->heard_ms ? t->heard_ms + t->stall_ms - now : STEP_MS;

		if (silent < step)
			step = silent;
		if (t->deadline_ms - now < step)
			step = t->deadline_ms - now;
	}
	return step < 1 ? 1 : step > STEP_MS ? STEP_MS : (int)step;
}

bool tora_http_wait(struct tora_http *http, int64_t until_ms, size_t *ret_slot,
                    struct tora_http_result *ret)
{
	for (;;) {
		int running = 0;

		(void)curl_multi_perform(http->multi, &running);
		tell(http);
		if (take_done(http, ret_slot, ret) || take_silent(http, ret_slot, ret))
			return true;
		if (tora_clock_mono_ms() >= until_ms)
			return false;
		(void)curl_multi_poll(http->multi, NULL, 0, next_step(http, until_ms), NULL);
	}
}

void tora_http_result_done(struct tora_http_result *r)
{
	tora_str_free(&r->body);
}
