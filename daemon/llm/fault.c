#include "llm/fault.h"

#include "llm/redact.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#define WORDS_MAX    100 /* bytes of what the server says */
#define HOST_MAX     60
#define PAUSE_MAX_MS 20000

/* What the server says, as ": 'text'", or "". It may echo the key, whole or in part. */
static void server_words(struct tora_sv body, const struct tora_wire *wire,
                         const struct tora_key *key, char *ret, size_t size)
{
	struct tora_str safe = TORA_STR_INIT(1u << 20), clean = TORA_STR_INIT(WORDS_MAX);
	struct tora_err ignored = TORA_ERR_INIT;
	cJSON *json = NULL;
	const char *text = NULL;

	ret[0] = '\0';
	if (tora_json_parse(body, 64u << 10, &json, &ignored) == TORA_OK)
		text = wire->message(json);
	if (text && strlen(text) < 4000 && !(key->text[0] && strstr(text, key->text))) {
		(void)tora_redact(tora_sv(text), &safe);
		tora_str_add_escaped(&clean, tora_str_view(&safe), false);
		(void)snprintf(ret, size, ": '%s%s'", clean.buf, clean.over ? "..." : "");
	}
	cJSON_Delete(json);
	tora_str_free(&safe);
	tora_str_free(&clean);
}

#define FAIL(rc, ...) ((void)tora_fail(&ret->err, rc, __VA_ARGS__))

static void no_connection(const struct tora_http_result *r, const struct tora_endpoint *e,
                          const char *host, struct tora_fault *ret)
{
	ret->may_retry = !e->is_local;
	ret->is_lasting = e->is_local;
	ret->is_overload = true;
	if (e->is_local)
		FAIL(TORA_E_REMOTE,
		     "no model answers at %s: start its server, or correct tora.llm.url", host);
	else if (r->end == TORA_HTTP_NO_HOST)
		FAIL(TORA_E_REMOTE,
		     "%s is not known here: is the machine online, and tora.llm.url right?", host);
	else
		FAIL(TORA_E_REMOTE,
		     "no connection to %s: check the network, and HTTPS_PROXY behind a proxy",
		     host);
}

static void bad_transfer(const struct tora_http_result *r, const struct tora_endpoint *e,
                         const char *host, struct tora_fault *ret)
{
	ret->is_billed = r->was_sent;
	switch (r->end) {
	case TORA_HTTP_ANSWER:
		break;
	case TORA_HTTP_NO_HOST:
	case TORA_HTTP_REFUSED:
		no_connection(r, e, host, ret);
		break;
	case TORA_HTTP_TLS:
		ret->is_lasting = true;
		FAIL(TORA_E_REMOTE,
		     "%s is not to be trusted (%.60s): behind a company's proxy set SSL_CERT_FILE "
		     "to its certificate",
		     host, r->detail);
		break;
	case TORA_HTTP_TIMEOUT:
		ret->may_retry = true; /* a connection that took too long; the deadline decides */
		ret->reason = TORA_REASON_TIMEOUT;
		FAIL(TORA_E_TIMEOUT, "%s gave no answer in time: raise tora.llm.timeout (seconds)",
		     host);
		break;
	case TORA_HTTP_STALLED:
		ret->may_retry = true;
		ret->reason = TORA_REASON_TIMEOUT;
		FAIL(TORA_E_TIMEOUT, "%s stopped in the middle of its answer", host);
		break;
	case TORA_HTTP_TOO_LARGE:
		FAIL(TORA_E_LIMIT, "%s sent more than an answer may be", host);
		break;
	case TORA_HTTP_BROKEN:
		ret->may_retry = true;
		FAIL(TORA_E_REMOTE, "the connection to %s broke (%.80s)", host, r->detail);
		break;
	}
}

/* A redirect is followed only within scheme, host and port, and only where POST stays POST. */
static void redirected(const struct tora_http_result *r, const struct tora_endpoint *e,
                       const char *host, struct tora_fault *ret)
{
	const char *slash = strchr(strstr(e->url, "://") + 3, '/');
	size_t origin = slash ? (size_t)(slash - e->url) : strlen(e->url);
	const char *to = strstr(r->redirect, "://");
	struct tora_str where = TORA_STR_INIT(HOST_MAX);

	if ((r->status == 307 || r->status == 308) && r->redirect[origin] == '/' &&
	    strncmp(r->redirect, e->url, origin) == 0) {
		ret->is_redirect = true;
		FAIL(TORA_E_REMOTE, "%s sends its visitors round in circles", host);
		return;
	}
	to = to ? to + 3 : r->redirect;
	tora_str_add_escaped(&where, (struct tora_sv){ to, strcspn(to, "/?#") }, false);
	ret->is_lasting = true;
	FAIL(TORA_E_DENIED,
	     "%s points to another place (%s), where nothing is sent: if it is right, set "
	     "tora.llm.url to it",
	     host, where.len ? where.buf : "it does not say which");
	tora_str_free(&where);
}

static void bad_key(const struct tora_http_result *r, const struct tora_endpoint *e,
                    const char *host, const char *words, struct tora_fault *ret)
{
	static const char *const where[] = { "", "", "what tora.llm.keyCommand prints",
		                             "tora.llm.keyFile" };

	ret->is_lasting = true;
	if (e->key_from == TORA_KEY_NONE)
		FAIL(TORA_E_DENIED,
		     "%s wants a key (%ld): set tora.llm.keyCommand, tora.llm.keyFile or "
		     "TORA_LLM_KEY",
		     host, r->status);
	else
		FAIL(TORA_E_DENIED, "%s refuses the key (%ld): check %s%s", host, r->status,
		     e->key_from == TORA_KEY_ENV ? e->key : where[e->key_from], words);
}

static bool is_quota(struct tora_sv body)
{
	return tora_sv_has(body, "insufficient_quota") || tora_sv_has(body, "billing") ||
	       tora_sv_has(body, "credit balance");
}

static void busy(const struct tora_http_result *r, const char *host, const char *words,
                 struct tora_fault *ret)
{
	bool is_limit = r->status == 429 || r->status == 529;

	ret->is_overload = true;
	ret->is_lasting = r->status < 500 && is_quota(tora_str_view(&r->body));
	ret->may_retry = !ret->is_lasting;
	ret->reason = is_limit ? TORA_REASON_RATE_LIMIT : TORA_REASON_NONE;
	if (ret->is_lasting)
		FAIL(TORA_E_REMOTE, "the account at %s has used up its quota%s", host, words);
	else
		FAIL(TORA_E_REMOTE, "%s %s (%ld)%s", host,
		     is_limit ? "takes no more requests now" : "has trouble", r->status, words);
}

static void bad_status(const struct tora_http_result *r, const struct tora_endpoint *e,
                       const char *host, const char *words, struct tora_fault *ret)
{
	switch (r->status) {
	case 401:
	case 403:
		bad_key(r, e, host, words, ret);
		break;
	case 404:
		ret->is_lasting = true;
		FAIL(TORA_E_REMOTE,
		     "%s has no such model or path (404): check tora.llm.model (%.40s) and "
		     "tora.llm.url%s",
		     host, e->model, words);
		break;
	case 408:
	case 409:
	case 429:
		busy(r, host, words, ret);
		break;
	default:
		if ((r->status >= 500 && r->status != 501) ||
		    (r->status == 400 && is_quota(tora_str_view(&r->body))))
			busy(r, host, words, ret);
		else
			FAIL(TORA_E_REMOTE, "%s does not take the request (%ld)%s", host, r->status,
			     words);
	}
}

bool tora_fault_find(const struct tora_http_result *result, const struct tora_endpoint *endpoint,
                     const struct tora_wire *wire, const struct tora_key *key, unsigned sent,
                     struct tora_fault *ret)
{
	char host[HOST_MAX + 1], words[WORDS_MAX + 16];

	*ret = (struct tora_fault){ 0 };
	(void)snprintf(host, sizeof host, "%.*s", HOST_MAX, endpoint->host);
	if (result->end != TORA_HTTP_ANSWER) {
		bad_transfer(result, endpoint, host, ret);
		return true;
	}
	if (result->status >= 200 && result->status < 300)
		return false;
	if (result->status >= 300 && result->status < 400) {
		redirected(result, endpoint, host, ret);
		return true;
	}
	if (result->status == 400 || result->status == 422)
		ret->complaint = wire->complaint(tora_str_view(&result->body), sent);
	server_words(tora_str_view(&result->body), wire, key, words, sizeof words);
	bad_status(result, endpoint, host, words, ret);
	return true;
}

int64_t tora_fault_pause(unsigned first_ms, unsigned faults)
{
	int64_t pause = (int64_t)first_ms << (faults - 1);
	unsigned char dice;

	if (pause > PAUSE_MAX_MS)
		pause = PAUSE_MAX_MS;
	if (getrandom(&dice, 1, 0) != 1)
		dice = 128;
	return pause / 2 + pause * dice / 256; /* half to one and a half of it */
}
