/*
 * wire.h - how one provider wants to be spoken to: a table of pure functions.
 *
 * Another provider is another table. model.c knows budgets, retries and caches and
 * no provider; a table knows one format and no network.
 */
#ifndef TORA_LLM_WIRE_H
#define TORA_LLM_WIRE_H

#include "llm/endpoint.h"
#include "llm/key.h"
#include "llm/model.h"
#include "tora/json.h"

/* what a server may refuse: dropped when it does */
enum tora_param {
	TORA_PARAM_TEMPERATURE = 1 << 0,
	TORA_PARAM_MAX_TOKENS = 1 << 1,
	TORA_PARAM_MAX_COMPLETION = 1 << 2,  /* the newer name of max_tokens, tried second */
	TORA_PARAM_RESPONSE_FORMAT = 1 << 3, /* json_object */
	TORA_PARAM_SCHEMA = 1 << 4,          /* json_schema, tried first */
	TORA_PARAM_STREAM = 1 << 5,
	TORA_PARAM_STREAM_USAGE = 1 << 6, /* the wish to be told the counts of a stream */
	TORA_PARAM_CACHE = 1 << 7,        /* the wish to keep how the prompt begins, for the next */
};
#define TORA_PARAM_ALL ((1u << 8) - 1)

struct tora_wire_request {
	const char *model;
	struct tora_sv system, user;
	size_t shared; /* bytes at the start of `user` that other questions of a check have too */
	unsigned answer_tokens;
	bool json, steady;
	bool stream;        /* let it come in pieces */
	const char *schema; /* JSON text of the schema of the answer, or NULL: any object */
	unsigned refused;   /* enum tora_param */
};

struct tora_wire_answer {
	struct tora_sv text; /* in the arena */
	bool cut;
	int64_t tokens_in, tokens_out; /* -1: not said */
	double usd;                    /* below 0: not said */
};

struct tora_wire_part {      /* what the events of a stream said of its end, so far */
	bool ended;          /* it is whole, or says why it is not */
	bool cut, failed;    /* at a token limit; an error came instead */
	const char *refusal; /* the sentence when it ended without text on purpose, or NULL */
};

struct tora_wire {
	const char *name;
	const char *header; /* one more line each request has, or NULL */
	/* Appends the request's body; returns which parameters are in it. */
	unsigned (*write)(const struct tora_wire_request *request, struct tora_str *out);
	/* The header line with the key; *ret stays empty when there is no key. */
	void (*authorize)(const struct tora_key *key, char *ret, size_t size);
	/* TORA_E_FORMAT: not an answer. TORA_E_REMOTE: the server says it failed. */
	int (*read)(struct tora_sv body, struct tora_arena *arena, struct tora_wire_answer *ret,
	            struct tora_err *err);
	/* One event of a stream: appends to the text, updates counts (what is not said stays). */
	void (*event)(const cJSON *json, struct tora_str *text, struct tora_wire_answer *counts,
	              struct tora_wire_part *part);
	/* Of the parameters that were sent, the one an error body complains about; 0: none. */
	unsigned (*complaint)(struct tora_sv body, unsigned sent);
	/* The server's own words in an error body, or an empty view; borrowed from `json`. */
	const char *(*message)(const cJSON *json);
};

extern const struct tora_wire tora_wire_openai;    /* chat completions */
extern const struct tora_wire tora_wire_anthropic; /* messages */
extern const struct tora_wire tora_wire_command;   /* a program: command.h */

const struct tora_wire *tora_wire_of(enum tora_provider provider);

/* `request.shared` of a prompt whose user part leaves as `user`; 0 where it is not what was rendered. */
size_t tora_wire_shared(const struct tora_prompt *prompt, struct tora_sv user);

#endif
