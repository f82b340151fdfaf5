/*
 * model.h - a language model that can be asked, within a budget, and is not trusted.
 *
 *	prompt file + values  --prompt.h-->  struct tora_prompt  --model.h-->  text  --answer.h-->  words
 *
 * One model is opened for a check. It asks its provider over HTTP, or a program, with
 * deadlines, size limits and few retries, and adds up what that cost. What leaves the machine
 * is redacted, and logged by size and hash, never by content. The day's spending and
 * the cache of answers belong to the caller, who passes them as function pointers;
 * only answers the caller calls good (tora_model_keep) are ever kept.
 *
 * A failure is a sentence that names the host and what to do, never the key. One that
 * will not pass by itself (no budget, a refused key, no server) is remembered: later
 * questions fail at once, and the check goes on with the offline engine.
 *
 *	struct tora_model *model = NULL;
 *	struct tora_model_spec spec = { .config = config, .log = log };
 *	rc = tora_model_open(&spec, &model, err);            NULL: none configured
 *	rc = tora_prompt_render(&(struct tora_prompt_spec){ .name = "judge", ... }, arena, &prompt, err);
 *	rc = tora_model_ask(model, &(struct tora_ask){ .prompt = &prompt, .json = true }, arena, &reply, err);
 *	if (!rc && !tora_answer_judgement(reply.text, arena, &judgement, err))
 *		tora_model_keep(model, &reply);
 */
#ifndef TORA_LLM_MODEL_H
#define TORA_LLM_MODEL_H

#include "llm/prompt.h"
#include "model/check.h"

struct tora_model; /* opaque */

struct tora_spend { /* of a day, or of one request */
	int64_t requests, tokens;
	double usd;
};

enum tora_spend_scope { TORA_SPEND_ALL, TORA_SPEND_REPO, TORA_SPEND_BRANCH, TORA_SPEND_SCOPES };

/* Where the day's spending is kept. Without functions the limits hold for this model alone. */
struct tora_model_ledger {
	void *ctx;
	/* Of everything, of this repository, of this branch in it. */
	int (*spent_today)(void *ctx, enum tora_spend_scope scope, struct tora_spend *ret,
	                   struct tora_err *err);
	int (*add)(void *ctx, const char *purpose, const struct tora_spend *more,
	           struct tora_err *err);
};

/* Where good answers are kept, by key. Without functions nothing is. */
struct tora_model_cache {
	void *ctx;
	/* True, and the text appended to *ret, when there is one. */
	bool (*get)(void *ctx, const char key[TORA_HASH_HEX], struct tora_str *ret);
	int (*put)(void *ctx, const char key[TORA_HASH_HEX], struct tora_sv text,
	           struct tora_err *err);
};

/* What a server taught us, kept from check to check. Without functions each model learns it anew. */
struct tora_model_memory {
	void *ctx;
	/* What is known of this server and model; left as it is when nothing is. `rest_until_ms`: wall clock. */
	void (*recall)(void *ctx, const char key[TORA_HASH_HEX], unsigned *ret_refused,
	               int64_t *ret_rest_until_ms);
	void (*note)(void *ctx, const char key[TORA_HASH_HEX], unsigned refused,
	             int64_t rest_until_ms);
};

/* A request as it would go out: bytes, redacted. Borrowed for the call. */
struct tora_shown {
	const char *purpose, *provider, *host;
	const char *to; /* URL or command; "" when no provider is configured */
	const char *model;
	struct tora_sv system, user; /* the texts in it */
	struct tora_sv body;         /* the bytes themselves */
	size_t redacted;             /* secrets taken out */
};

#define TORA_MODEL_SHOWN "shown, not sent"

/* With a function every question is handed to it instead of being sent, and has no answer:
 * TORA_E_DENIED, TORA_MODEL_SHOWN. */
struct tora_model_show {
	void *ctx;
	void (*fn)(void *ctx, const struct tora_shown *shown);
};

struct tora_model_spec { /* copied, but for what is borrowed: config, env, log, ctx */
	const struct tora_config *config;
	const char *const *env; /* NULL: the process's environment */
	const struct tora_log *log;
	struct tora_model_ledger ledger;
	struct tora_model_cache cache;
	struct tora_model_memory memory;
	bool is_check; /* the limits of one check hold: tora.llm.checkRequests, checkTokens */
	/* For `tora prompt`: nothing is sent, no key read. Then a model opens also when no provider is
	 * configured, with a placeholder for its name. */
	struct tora_model_show show;
	/* 0: the default in brackets */
	unsigned connect_ms; /* until somebody answers the call [10000] */
	unsigned stall_ms;   /* silence inside an answer [20000] */
	unsigned pause_ms;   /* before the first retry; doubles, with jitter [500] */
	size_t answer_max;   /* bytes of one answer [4 MiB] */
	unsigned parallel;   /* requests in flight at once [4] */
};

/*
 * *ret_model is NULL, with TORA_OK, when no provider is configured. Nothing is sent and no key is
 * read before the first question. Errors: those of tora_endpoint_resolve(). The caller owns it.
 */
int tora_model_open(const struct tora_model_spec *spec, struct tora_model **ret_model,
                    struct tora_err *err);
void tora_model_close(struct tora_model *model); /* NULL is fine; wipes the key */

/* Told while an answer is on its way; a function may take its time, the rest waits in the line. */
struct tora_ask_watch {
	void *ctx;
	void (*sent)(void *ctx); /* the question has left; not called for a cached one; or NULL */
	/* What the model said so far, all of it; borrowed for the call. The answer that is returned
	 * begins with it, but for blanks. Not called when it comes in one piece. */
	void (*heard)(void *ctx, struct tora_sv text);
};

struct tora_ask {
	const struct tora_prompt *prompt;
	const struct tora_ask_watch *watch; /* NULL: nobody looks; then it comes in one piece */
	const char
		*schema; /* JSON: the form of the object, asked for where the server can; or NULL */
	unsigned wait_ms;       /* from its first request on, retries too; 0: tora.llm.timeout */
	int64_t until_ms;       /* monotonic: over by then in any case; 0: no such time */
	unsigned answer_tokens; /* asked of the server as a limit; 0: its own */
	bool json;              /* ask for a JSON object, where the server can */
	bool steady;            /* ask for the most likely answer (temperature 0) */
	bool fresh;             /* a second opinion: do not look into the cache */
};

struct tora_reply {
	int rc; /* TORA_OK, or what became of this question; err says it */
	struct tora_err err;
	enum tora_reason reason; /* BUDGET, RATE_LIMIT, TIMEOUT, or NONE */
	struct tora_sv text;     /* in the arena; never empty on success */
	bool cached, cut;        /* cut: the server stopped at a token limit */
	bool is_broken;          /* it broke off after part of it was heard: that part is here */
	unsigned tries;          /* requests sent for it */
	int64_t tokens_in, tokens_out;
	double usd; /* 0 when no price is known */
	unsigned ms;
	const char *purpose;
	char prompt_hash[TORA_HASH_HEX], key[TORA_HASH_HEX];
};

/*
 * Ask one question and wait. On failure the code is reply.rc: TORA_E_DENIED (budget, key),
 * TORA_E_TIMEOUT, TORA_E_LIMIT (an answer too large, or no share of this check left), TORA_E_FORMAT (not what the protocol says,
 * or no text in it), TORA_E_REMOTE (everything else the server or the way to it did).
 */
int tora_model_ask(struct tora_model *model, const struct tora_ask *ask, struct tora_arena *arena,
                   struct tora_reply *ret, struct tora_err *err);

/* The same for n questions, some at a time. Each reply has its own rc; 0 when all are TORA_OK, else the first failure. */
int tora_model_ask_all(struct tora_model *model, const struct tora_ask *asks, size_t n,
                       struct tora_arena *arena, struct tora_reply *ret_replies,
                       struct tora_err *err);

/* The answer was understood: it may answer the same question again. A cached one is not put twice. */
int tora_model_keep(struct tora_model *model, const struct tora_reply *reply, struct tora_err *err);

/* Of all that decides who answers and what is asked of it: provider, address, name, prompt files. */
void tora_model_identity(const struct tora_model *model, char ret[TORA_HASH_HEX]);

/* What can be said without asking: TORA_E_NOTFOUND, TORA_E_USAGE for a program that is not there. */
int tora_model_ready(const struct tora_model *model, struct tora_err *err);

/* The limit ("budgetUsd") of which over 80 % of today is spent, when it came to that; else NULL. */
const char *tora_model_near_limit(const struct tora_model *model);

const char *tora_model_name(const struct tora_model *model); /* "gpt-4o-mini" */
const char *tora_model_host(const struct tora_model *model); /* "api.openai.com" */
bool tora_model_is_local(const struct tora_model *model);    /* nothing leaves the machine */
void tora_model_cost(const struct tora_model *model,
                     struct tora_cost *ret); /* since it was opened */
/* The same by purpose, the prompt's name: number i, NULL behind the last. */
const char *tora_model_cost_of(const struct tora_model *model, size_t i, struct tora_spend *ret);

#endif
