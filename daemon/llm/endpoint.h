/*
 * endpoint.h - where a model is asked, worked out from configuration and environment.
 *
 * Nothing leaves the machine until a provider is configured: the environment alone
 * (OPENAI_API_KEY is set on many machines) switches nothing on, TORA_LLM_PROVIDER does.
 * Each setting is taken from TORA_LLM_*, else tora.llm.*, else the names other tools use.
 * A key travels only to the host it belongs to: OPENAI_API_KEY to OPENAI_BASE_URL or
 * api.openai.com, ANTHROPIC_API_KEY to ANTHROPIC_BASE_URL or api.anthropic.com; a configured tora.llm.url gets a key from TORA_LLM_KEY,
 * tora.llm.keyCommand or tora.llm.keyFile, or none. Reads no file and no network.
 */
#ifndef TORA_LLM_ENDPOINT_H
#define TORA_LLM_ENDPOINT_H

#include "model/config.h"
#include "tora/err.h"

enum tora_key_from { TORA_KEY_NONE, TORA_KEY_ENV, TORA_KEY_COMMAND, TORA_KEY_FILE };

struct tora_endpoint {
	enum tora_provider provider; /* NONE: no model */
	char url[1024];              /* what is posted to, whole: ".../v1/chat/completions" */
	char socket[108];            /* Unix socket to connect to, or "" */
	char host[256]; /* for people and logs: "api.openai.com", "localhost:11434", a program */
	bool is_local;  /* this machine: loopback or a Unix socket; of a program nobody knows */
	char command[4001];     /* provider command: what is run; then there is no url and no key */
	char command_env[1001]; /* variables it is given although they look like secrets */
	char model[200];
	enum tora_key_from key_from;
	char key[1024]; /* the variable's name, the command or the path; never the key itself */
	unsigned timeout_ms;
};

/* The value of a variable in a NULL-ended list of NAME=value, or NULL when absent or empty. */
const char *tora_env_get(const char *const *env, const char *name);

/*
 * TORA_OK with provider NONE: nothing configured. TORA_E_USAGE: a setting is missing or makes no
 * sense; the sentence says which and what to write. TORA_E_DENIED: plain http to another machine.
 */
int tora_endpoint_resolve(const struct tora_config *config, const char *const *env,
                          struct tora_endpoint *ret, struct tora_err *err);

#endif
