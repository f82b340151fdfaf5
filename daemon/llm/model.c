#include "llm/model.h"

#include "llm/budget.h"
#include "llm/command.h"
#include "llm/endpoint.h"
#include "llm/fault.h"
#include "llm/http.h"
#include "llm/key.h"
#include "llm/redact.h"
#include "llm/stream.h"
#include "llm/wire.h"
#include "tora/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIES_MAX       3
#define RETRY_AFTER_MAX 30000 /* a server that wants a longer pause gets no more requests for it */
#define REST_MS         60000 /* how long a server in trouble is left alone */
#define REST_MAX_MS     1800000 /* and at most, whatever it asks for */
#define BODY_MAX        (8u << 20)
#define SHORT           300  /* tokens of an answer that is an object, as a rule */
#define LONG            1500 /* of one that is programs */

struct tora_model {
	const char *const *env;
	const struct tora_log *log;
	const struct tora_config *config;
	struct tora_model_cache cache;
	struct tora_model_show show;
	struct tora_model_memory memory;
	char server[TORA_HASH_HEX]; /* what the memory knows this one by */
	unsigned connect_ms, stall_ms, pause_ms, parallel;
	size_t answer_max;
	struct tora_endpoint endpoint;
	const struct tora_wire *wire;
	struct tora_http *http;
	struct tora_key key;
	bool has_key;
	unsigned refused;       /* enum tora_param: what this server and model does not take */
	struct tora_err spoilt; /* rc set: no question will be answered any more */
	int64_t rest_until_ms;  /* until then nothing is asked */
	struct tora_budget budget;
	struct tora_cost cost;
};

enum state { WAITING, FLYING, DONE };

struct job { /* one question on its way to an answer */
	const struct tora_ask *ask;
	struct tora_reply *reply;
	enum state state;
	struct tora_sv system, user; /* redacted */
	struct tora_str body;
	unsigned sent; /* enum tora_param */
	unsigned
		dropped; /* what its earlier requests were refused for; a lesson once one is answered */
	struct tora_spend estimate;
	int64_t started_ms, deadline_ms, ready_ms;
	unsigned faults;
	struct tora_model *model;
	struct tora_stream stream; /* of the request under way */
	size_t fed;
	bool was_sent, was_heard;
	char url[1024]; /* "" or where a redirect within the server points */
};

/* ---- opening ---------------------------------------------------------------------------- */

extern char **environ;

/* What is shown of a request when nobody said where to: only its address and names are missing. */
static const struct tora_endpoint nowhere = { .provider = TORA_PROVIDER_OPENAI,
	                                      .host = "(no provider)",
	                                      .model = "MODEL" };

static void hash_endpoint(const struct tora_model *m, struct tora_hash *h)
{
	tora_hash_field(h, tora_sv(m->wire->name));
	tora_hash_field(h, tora_sv(m->endpoint.url));
	tora_hash_field(h, tora_sv(m->endpoint.socket));
	tora_hash_field(h, tora_sv(m->endpoint.command));
	tora_hash_field(h, tora_sv(m->endpoint.model));
}

/* What earlier checks learnt of this server: parameters it refuses, and that it wanted rest. */
static void recall(struct tora_model *m)
{
	int64_t now = tora_clock_wall_ms(), rest_until = 0;
	struct tora_hash h;

	tora_hash_init(&h);
	hash_endpoint(m, &h);
	tora_hash_final(&h, m->server);
	if (m->memory.recall)
		m->memory.recall(m->memory.ctx, m->server, &m->refused, &rest_until);
	m->refused &= TORA_PARAM_ALL;
	if (rest_until > now)
		m->rest_until_ms =
			tora_clock_mono_ms() +
			(rest_until - now < REST_MAX_MS ? rest_until - now : REST_MAX_MS);
}

static void remember(const struct tora_model *m)
{
	int64_t rest = m->rest_until_ms - tora_clock_mono_ms();

	if (m->memory.note)
		m->memory.note(m->memory.ctx, m->server, m->refused,
		               rest > 0 ? tora_clock_wall_ms() + rest : 0);
}

int tora_model_open(const struct tora_model_spec *spec, struct tora_model **ret_model,
                    struct tora_err *err)
{
	const char *const *env = spec->env ? spec->env : (const char *const *)environ;
	struct tora_endpoint endpoint;
	struct tora_model *m;

	if (tora_endpoint_resolve(spec->config, env, &endpoint, err)) {
		if (!spec->show.fn)
			return err->rc;
		*err = (struct tora_err)TORA_ERR_INIT;
		endpoint = (struct tora_endpoint){ .provider = TORA_PROVIDER_NONE };
	}
	if (endpoint.provider == TORA_PROVIDER_NONE) {
		if (!spec->show.fn) {
			*ret_model = NULL;
			return TORA_OK;
		}
		endpoint = nowhere;
	}
	m = tora_xcalloc(1, sizeof *m);
	m->env = env;
	m->log = spec->log;
	m->config = spec->config;
	m->cache = spec->cache;
	m->show = spec->show;
	m->memory = spec->memory;
	m->connect_ms = spec->connect_ms ? spec->connect_ms : 10000;
	m->stall_ms = spec->stall_ms ? spec->stall_ms : 20000;
	m->pause_ms = spec->pause_ms ? spec->pause_ms : 500;
	m->answer_max = spec->answer_max ? spec->answer_max : 4u << 20;
	m->parallel = spec->parallel ? spec->parallel : 4;
	m->endpoint = endpoint;
	m->wire = tora_wire_of(endpoint.provider);
	m->http = tora_http_new();
	m->budget = (struct tora_budget){ .config = spec->config,
		                          .log = spec->log,
		                          .is_check = spec->is_check,
		                          .ledger = spec->ledger };
	recall(m);
	*ret_model = m;
	return TORA_OK;
}

void tora_model_close(struct tora_model *model)
{
	if (!model)
		return;
	tora_http_free(model->http);
	tora_key_wipe(&model->key);
	free(model);
}

int tora_model_ready(const struct tora_model *model, struct tora_err *err)
{
	if (model->endpoint.provider != TORA_PROVIDER_COMMAND)
		return TORA_OK;
	return tora_command_exists(&model->endpoint, model->env, err);
}

const char *tora_model_near_limit(const struct tora_model *model)
{
	return model->budget.warned;
}

const char *tora_model_name(const struct tora_model *model)
{
	return model->endpoint.model;
}

const char *tora_model_host(const struct tora_model *model)
{
	return model->endpoint.host;
}

bool tora_model_is_local(const struct tora_model *model)
{
	return model->endpoint.is_local;
}

void tora_model_cost(const struct tora_model *model, struct tora_cost *ret)
{
	*ret = model->cost;
}

const char *tora_model_cost_of(const struct tora_model *model, size_t i, struct tora_spend *ret)
{
	if (i >= TORA_BUDGET_PARTS || !model->budget.parts[i].purpose)
		return NULL;
	*ret = model->budget.parts[i].spend;
	return model->budget.parts[i].purpose;
}

/* ---- what is sent ------------------------------------------------------------------------- */

/* The last gate: prompts are redacted when they are rendered, and whatever else gets here, here. */
static int redacted(struct tora_sv text, struct tora_arena *arena, struct tora_sv *ret,
                    struct tora_err *err)
{
	struct tora_str safe = TORA_STR_INIT(2 * (size_t)TORA_PROMPT_MAX);
	int rc;

	(void)tora_redact(text, &safe);
	rc = tora_str_check(&safe, err);
	if (!rc)
		*ret = tora_arena_sv(arena, tora_str_view(&safe));
	tora_str_free(&safe);
	return rc ? tora_wrap(err, "prompt") : TORA_OK;
}

static unsigned write_body(const struct tora_model *m, const struct tora_ask *ask,
                           struct tora_sv system, struct tora_sv user, unsigned dropped,
                           struct tora_str *out)
{
	struct tora_wire_request request = { .model = m->endpoint.model,
		                             .system = system,
		                             .user = user,
		                             .shared = tora_wire_shared(ask->prompt, user),
		                             .answer_tokens = ask->answer_tokens,
		                             .json = ask->json,
		                             .steady = ask->steady,
		                             .stream = ask->watch && ask->watch->heard,
		                             .schema = ask->schema,
		                             .refused = m->refused | dropped };

	return m->wire->write(&request, out);
}

void tora_model_identity(const struct tora_model *model, char ret[TORA_HASH_HEX])
{
	char prompts[TORA_HASH_HEX];
	struct tora_hash h;

	tora_prompt_hash_all(model->config->llm_prompts, prompts);
	tora_hash_init(&h);
	hash_endpoint(model, &h);
	tora_hash_field(&h, tora_sv(prompts));
	tora_hash_final(&h, ret);
}

/* All that decides what is answered, but for the nonce and parameters the server dropped. */
static void answer_key(const struct tora_model *m, const struct tora_ask *ask,
                       char ret_key[TORA_HASH_HEX])
{
	char number[40];
	struct tora_hash h;

	(void)snprintf(number, sizeof number, "%u %d %d", ask->answer_tokens, ask->json,
	               ask->steady);
	tora_hash_init(&h);
	tora_hash_field(&h, TORA_SV("tora answer 1"));
	hash_endpoint(m, &h);
	tora_hash_field(&h, tora_sv(number));
	if (ask->prompt->key[0]) {
		tora_hash_field(&h, tora_sv(ask->prompt->key));
	} else {
		tora_hash_field(&h, ask->prompt->system);
		tora_hash_field(&h, ask->prompt->user);
	}
	tora_hash_final(&h, ret_key);
}

/* ---- the cache ------------------------------------------------------------------------------ */

static bool find_cached(struct tora_model *m, const struct job *job, struct tora_arena *arena)
{
	struct tora_str text = TORA_STR_INIT(m->answer_max);
	bool found;

	if (!m->cache.get || job->ask->fresh)
		return false;
	found = m->cache.get(m->cache.ctx, job->reply->key, &text) && text.len && !text.over;
	if (found) {
		job->reply->text = tora_arena_sv(arena, tora_str_view(&text));
		job->reply->cached = true;
		m->cost.cached++;
	}
	tora_str_free(&text);
	return found;
}

int tora_model_keep(struct tora_model *model, const struct tora_reply *reply, struct tora_err *err)
{
	if (!model->cache.put || reply->cached || reply->is_broken || reply->rc || !reply->text.len)
		return TORA_OK;
	return model->cache.put(model->cache.ctx, reply->key, reply->text, err);
}

/* ---- one question: begin, launch, land -------------------------------------------------------- */

static void fail_job(struct job *job, const struct tora_err *err, enum tora_reason reason)
{
	job->reply->err = *err;
	job->reply->rc = err->rc;
	job->reply->reason = reason;
	job->state = DONE;
}

/* Why nothing can be asked just now: a lasting fault, or a server that needs rest. */
static bool is_closed(const struct tora_model *m, struct tora_err *ret)
{
	int64_t rest = m->rest_until_ms - tora_clock_mono_ms();

	if (m->spoilt.rc) {
		*ret = m->spoilt;
		return true;
	}
	if (rest > 0)
		(void)tora_fail(ret, TORA_E_REMOTE,
		                "%.60s is left alone for %lld s after its trouble",
		                m->endpoint.host, (long long)(rest + 999) / 1000);
	return rest > 0;
}

static void begin(struct tora_model *m, struct job *job, const struct tora_ask *ask,
                  struct tora_arena *arena, struct tora_reply *reply)
{
	struct tora_err err = TORA_ERR_INIT;

	*reply = (struct tora_reply){ .purpose = ask->prompt->purpose };
	memcpy(reply->prompt_hash, ask->prompt->hash, sizeof reply->prompt_hash);
	*job = (struct job){ .ask = ask, .reply = reply, .model = m };
	tora_stream_init(&job->stream, m->wire);
	tora_str_init(&job->body, BODY_MAX);
	job->started_ms = job->ready_ms = tora_clock_mono_ms();
	answer_key(m, ask, reply->key);
	if (find_cached(m, job, arena))
		job->state = DONE;
	else if (redacted(ask->prompt->system, arena, &job->system, &err) ||
	         redacted(ask->prompt->user, arena, &job->user, &err))
		fail_job(job, &err, TORA_REASON_NONE);
}

/* The clock of a question starts with its first request: it may have stood in line before. */
static int start_clock(const struct tora_model *m, struct job *job, struct tora_err *err)
{
	int64_t now = tora_clock_mono_ms(), until = job->ask->until_ms;

	if (!job->deadline_ms) {
		job->deadline_ms =
			now + (job->ask->wait_ms ? job->ask->wait_ms : m->endpoint.timeout_ms);
		if (until && until < job->deadline_ms)
			job->deadline_ms = until;
	}
	if (now >= job->deadline_ms)
		return tora_fail(err, TORA_E_TIMEOUT, "no time left to ask %.60s",
		                 m->endpoint.host);
	return TORA_OK;
}

static int need_key(struct tora_model *m, struct tora_err *err)
{
	if (m->has_key)
		return TORA_OK;
	if (tora_key_fetch(&m->endpoint, m->env, &m->key, err)) {
		m->spoilt = *err;
		return err->rc;
	}
	m->has_key = true;
	return TORA_OK;
}

static void on_sent(void *ctx, size_t slot)
{
	struct job *job = (struct job *)ctx + slot;

	if (job->ask->watch->sent && !job->was_sent)
		job->ask->watch->sent(job->ask->watch->ctx);
	job->was_sent = true;
}

static void feed_rest(struct job *job, struct tora_sv body)
{
	tora_stream_feed(&job->stream, (struct tora_sv){ body.at + job->fed, body.len - job->fed });
	job->fed = body.len;
}

static void on_heard(void *ctx, size_t slot, struct tora_sv body)
{
	struct job *job = (struct job *)ctx + slot;
	size_t before = job->stream.text.len;
	struct tora_sv text;

	feed_rest(job, body);
	text = tora_stream_text(&job->stream);
	if (job->stream.text.len == before || !text.len)
		return;
	job->was_heard = true;
	job->ask->watch->heard(job->ask->watch->ctx, text);
}

static int post(struct tora_model *m, struct job *job, size_t slot, struct tora_err *err)
{
	char authorization[TORA_KEY_MAX + 64] = "";
	const char *headers[5] = { "Content-Type: application/json",
		                   "Accept: application/json, text/event-stream" };
	size_t n = 2;
	const char *ca = tora_env_get(m->env, "CURL_CA_BUNDLE");
	struct tora_http_spec spec = { .url = job->url[0] ? job->url : m->endpoint.url,
		                       .headers = headers,
		                       .body = tora_str_view(&job->body),
		                       .direct = m->endpoint.is_local,
		                       .connect_ms = m->connect_ms,
		                       .stall_ms = m->stall_ms,
		                       .deadline_ms = job->deadline_ms,
		                       .answer_max = m->answer_max };
	int rc;

	if (job->ask->watch && job->ask->watch->heard)
		spec.watch = (struct tora_http_watch){ job - slot, on_sent, on_heard };
	tora_stream_done(&job->stream);
	tora_stream_init(&job->stream, m->wire);
	job->fed = 0;
	spec.socket = m->endpoint.socket[0] ? m->endpoint.socket : NULL;
	spec.ca_file = ca ? ca : tora_env_get(m->env, "SSL_CERT_FILE");
	m->wire->authorize(&m->key, authorization, sizeof authorization);
	if (m->wire->header)
		headers[n++] = m->wire->header;
	if (authorization[0])
		headers[n++] = authorization;
	rc = tora_http_start(m->http, &spec, slot, err);
	explicit_bzero(authorization, sizeof authorization);
	return rc;
}

/* What leaves is written down by size and hash, so that it can be accounted for. */
static void log_departure(const struct tora_model *m, const struct job *job)
{
	char hex[TORA_HASH_HEX];

	tora_hash_hex(tora_str_view(&job->body), hex);
	tora_log(m->log, TORA_LOG_INFO, "llm",
	         "sending to %s: model=%s purpose=%s bytes=%zu sha256=%s try=%u", m->endpoint.host,
	         m->endpoint.model, job->reply->purpose, job->body.len, hex, job->reply->tries);
}

static void show(const struct tora_model *m, struct job *job)
{
	const struct tora_endpoint *e = &m->endpoint;
	struct tora_shown shown = { .purpose = job->reply->purpose,
		                    .provider = m->wire->name,
		                    .host = e->host,
		                    .to = e->command[0] ? e->command : e->url,
		                    .model = e->model,
		                    .system = job->system,
		                    .user = job->user,
		                    .body = tora_str_view(&job->body),
		                    .redacted = job->ask->prompt->redacted };
	struct tora_err err = TORA_ERR_INIT;

	m->show.fn(m->show.ctx, &shown);
	(void)tora_fail(&err, TORA_E_DENIED, TORA_MODEL_SHOWN);
	fail_job(job, &err, TORA_REASON_NONE);
}

static bool is_program(const struct tora_model *m)
{
	return m->wire == &tora_wire_command;
}

static void launch(struct tora_model *m, struct job *job, size_t slot)
{
	struct tora_err err = TORA_ERR_INIT;
	enum tora_reason reason = TORA_REASON_NONE;
	int64_t tokens;

	tora_str_reset(&job->body);
	job->sent = write_body(m, job->ask, job->system, job->user, job->dropped, &job->body);
	if (m->show.fn && tora_str_check(&job->body, &err) == TORA_OK) {
		show(m, job);
		return;
	}
	tokens = tora_budget_tokens(job->body.len);
	job->estimate = (struct tora_spend){ 1, tokens, tora_budget_price(m->config, tokens, 0) };
	if (start_clock(m, job, &err))
		reason = TORA_REASON_TIMEOUT;
	if (err.rc || is_closed(m, &err) || tora_str_check(&job->body, &err) || need_key(m, &err)) {
		fail_job(job, &err, reason);
		return;
	}
	if (tora_budget_take(&m->budget, &job->estimate, job->ask->json ? SHORT : LONG, &err)) {
		fail_job(job, &err,
		         err.rc == TORA_E_DENIED || err.rc == TORA_E_LIMIT ? TORA_REASON_BUDGET
		                                                           : reason);
		return;
	}
	job->reply->tries++;
	m->cost.requests++;
	log_departure(m, job);
	job->state = FLYING;
	if (!is_program(m) && post(m, job, slot, &err)) {
		struct tora_err ignored; /* err has why it was not sent */

		(void)tora_budget_settle(&m->budget, &job->estimate, &(struct tora_spend){ 0 },
		                         job->reply->purpose, &ignored);
		fail_job(job, &err, reason);
	}
}

/* What a request cost; a server that does not say is charged by length. NULL: it was not taken. */
static void account(struct tora_model *m, struct job *job, const struct tora_wire_answer *answer)
{
	struct tora_reply *reply = job->reply;
	struct tora_spend real = { .requests = 1 };
	struct tora_err err;

	if (answer) {
		int64_t in = answer->tokens_in, out = answer->tokens_out;
		double usd = answer->usd;

		in = in >= 0 ? in : job->estimate.tokens;
		out = out >= 0 ? out : tora_budget_tokens(answer->text.len);
		usd = usd >= 0 ? usd : tora_budget_price(m->config, in, out);
		reply->tokens_in += in;
		reply->tokens_out += out;
		reply->usd += usd;
		m->cost.tokens_in += in;
		m->cost.tokens_out += out;
		m->cost.usd += usd;
		real.tokens = in + out;
		real.usd = usd;
	}
	if (tora_budget_settle(&m->budget, &job->estimate, &real, reply->purpose, &err))
		tora_log(m->log, TORA_LOG_WARN, "llm",
		         "what a request cost could not be written down: %s", err.msg);
}

/* ---- after a fault ------------------------------------------------------------------------------ */

/* No more tries. A server in trouble is not asked again at once by the next question. */
static void give_up(struct tora_model *m, struct job *job, const struct tora_fault *fault,
                    int64_t wanted_ms)
{
	int64_t rest = wanted_ms > REST_MS ? wanted_ms : REST_MS;

	if (fault->is_lasting) {
		m->spoilt = fault->err;
	} else if (fault->is_overload) {
		m->rest_until_ms = tora_clock_mono_ms() + (rest < REST_MAX_MS ? rest : REST_MAX_MS);
		remember(m);
	}
	fail_job(job, &fault->err, fault->reason);
}

static void retry_at(struct job *job, int64_t at_ms)
{
	job->ready_ms = at_ms;
	job->state = WAITING;
}

static void after_fault(struct tora_model *m, struct job *job, const struct tora_fault *fault,
                        const struct tora_http_result *result)
{
	int64_t now = tora_clock_mono_ms(), pause, wanted = result->retry_after_ms;

	if (fault->complaint) { /* at most once a parameter: it is not sent again */
		job->dropped |= fault->complaint;
		retry_at(job, now);
		return;
	}
	if (fault->is_redirect && !job->url[0]) {
		(void)snprintf(job->url, sizeof job->url, "%s", result->redirect);
		retry_at(job, now);
		return;
	}
	job->faults++;
	if (!fault->may_retry || job->faults >= TRIES_MAX || wanted > RETRY_AFTER_MAX) {
		give_up(m, job, fault, wanted);
		return;
	}
	pause = tora_fault_pause(m->pause_ms, job->faults);
	if (wanted > pause)
		pause = wanted;
	if (now + pause >= job->deadline_ms) {
		give_up(m, job, fault, wanted);
		return;
	}
	tora_log(m->log, TORA_LOG_INFO, "llm", "%s; again in %lld ms", fault->err.msg,
	         (long long)pause);
	retry_at(job, now + pause);
}

/* Part of it was heard, and acted upon, before it broke off: it is not asked, and paid for, again. */
static void land_part(struct tora_model *m, struct job *job, const struct tora_err *why,
                      const struct tora_wire_answer *part)
{
	account(m, job, part);
	tora_log(m->log, TORA_LOG_INFO, "llm", "half an answer is used: %s", why->msg);
	job->reply->text = part->text;
	job->reply->cut = job->reply->is_broken = true;
	job->state = DONE;
}

static struct tora_wire_answer heard_part(const struct job *job, struct tora_arena *arena)
{
	struct tora_wire_answer part = job->stream.counts;

	part.text = tora_arena_sv(arena, tora_stream_text(&job->stream));
	return part;
}

/* It was answered without what the server complained of: that was the reason. */
static void learn(struct tora_model *m, const struct job *job)
{
	if (!(job->dropped & ~m->refused))
		return;
	m->refused |= job->dropped;
	remember(m);
}

static void land(struct tora_model *m, struct job *job, const struct tora_http_result *result,
                 struct tora_arena *arena)
{
	struct tora_wire_answer answer = { .tokens_in = -1, .tokens_out = -1, .usd = -1 };
	struct tora_fault fault;
	struct tora_err err = TORA_ERR_INIT;

	if (tora_fault_find(result, &m->endpoint, m->wire, &m->key, job->sent, &fault)) {
		if (job->was_heard) {
			answer = heard_part(job, arena);
			land_part(m, job, &fault.err, &answer);
			return;
		}
		answer = job->stream.counts; /* what came, and was not heard, was written too */
		answer.text = tora_str_view(&result->body);
		account(m, job, fault.is_billed ? &answer : NULL);
		after_fault(m, job, &fault, result);
		return;
	}
	learn(m, job);
	feed_rest(job, tora_str_view(&result->body));
	if (tora_stream_read(&job->stream, tora_str_view(&result->body), arena, &answer, &err)) {
		if (job->was_heard) {
			answer = heard_part(job, arena);
			land_part(m, job, &err, &answer);
			return;
		}
		account(m, job, &answer);
		(void)tora_wrap(&err, "%.60s", m->endpoint.host);
		fail_job(job, &err, TORA_REASON_NONE);
		return;
	}
	account(m, job, &answer);
	job->reply->text = answer.text;
	job->reply->cut = answer.cut;
	/* A stream that ended without a word about it: what came counts, and is asked again some day. */
	job->reply->is_broken = job->stream.is_stream && !job->stream.part.ended;
	job->state = DONE;
}

/* Waited for: two at once would be two agents on one machine. */
static void run_program(struct tora_model *m, struct job *job, struct tora_arena *arena)
{
	struct tora_command_ask ask = { .endpoint = &m->endpoint,
		                        .env = m->env,
		                        .prompt = tora_str_view(&job->body),
		                        .deadline_ms = job->deadline_ms,
		                        .answer_max = m->answer_max,
		                        .watch = job->ask->watch };
	struct tora_wire_answer answer = { .tokens_in = -1, .tokens_out = -1, .usd = -1 };
	struct tora_fault fault;
	bool ok = tora_command_run(&ask, arena, &answer.text, &fault);

	if (!ok && answer.text.len) {
		land_part(m, job, &fault.err, &answer);
		return;
	}
	account(m, job, ok || fault.is_billed ? &answer : NULL);
	if (!ok) {
		give_up(m, job, &fault, 0);
		return;
	}
	job->reply->text = answer.text;
	job->state = DONE;
}

/* ---- all questions --------------------------------------------------------------------------------- */

/* Start what is due, as far as there is room; returns when the next one is due. */
static int64_t launch_due(struct tora_model *m, struct job *jobs, size_t n, size_t *flying,
                          struct tora_arena *arena)
{
	int64_t now = tora_clock_mono_ms(), next = now + 1000;

	for (size_t i = 0; i < n; i++) {
		if (jobs[i].state != WAITING || *flying >= m->parallel)
			continue;
		if (jobs[i].ready_ms <= now) {
			launch(m, &jobs[i], i);
			if (is_program(m) && jobs[i].state == FLYING)
				run_program(m, &jobs[i], arena);
			*flying += jobs[i].state == FLYING;
		} else if (jobs[i].ready_ms < next) {
			next = jobs[i].ready_ms;
		}
	}
	return next;
}

static bool all_done(const struct job *jobs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (jobs[i].state != DONE)
			return false;
	return true;
}

static void run(struct tora_model *m, struct job *jobs, size_t n, struct tora_arena *arena)
{
	size_t flying = 0;

	while (!all_done(jobs, n)) {
		int64_t next = launch_due(m, jobs, n, &flying, arena);
		struct tora_http_result result;
		size_t slot;

		if (all_done(jobs, n) || !tora_http_wait(m->http, next, &slot, &result))
			continue;
		flying--;
		land(m, &jobs[slot], &result, arena);
		tora_http_result_done(&result);
	}
}

static void finish(const struct tora_model *m, struct job *job)
{
	struct tora_reply *r = job->reply;

	r->ms = (unsigned)(tora_clock_mono_ms() - job->started_ms);
	tora_str_free(&job->body);
	tora_stream_done(&job->stream);
	if (r->rc)
		tora_log(m->log, TORA_LOG_INFO, "llm", "no answer for %s after %u ms: %s",
		         r->purpose, r->ms, r->err.msg);
	else
		tora_log(m->log, TORA_LOG_INFO, "llm",
		         "answer for %s: bytes=%zu cached=%d tokens=%lld+%lld ms=%u", r->purpose,
		         r->text.len, r->cached, (long long)r->tokens_in, (long long)r->tokens_out,
		         r->ms);
}

int tora_model_ask_all(struct tora_model *model, const struct tora_ask *asks, size_t n,
                       struct tora_arena *arena, struct tora_reply *ret_replies,
                       struct tora_err *err)
{
	struct job *jobs = tora_xcalloc(n, sizeof *jobs);
	int rc = TORA_OK;

	for (size_t i = 0; i < n; i++)
		begin(model, &jobs[i], &asks[i], arena, &ret_replies[i]);
	run(model, jobs, n, arena);
	for (size_t i = 0; i < n; i++) {
		finish(model, &jobs[i]);
		if (ret_replies[i].rc && !rc) {
			rc = ret_replies[i].rc;
			*err = ret_replies[i].err;
		}
	}
	free(jobs);
	return rc;
}

int tora_model_ask(struct tora_model *model, const struct tora_ask *ask, struct tora_arena *arena,
                   struct tora_reply *ret, struct tora_err *err)
{
	return tora_model_ask_all(model, ask, 1, arena, ret, err);
}
