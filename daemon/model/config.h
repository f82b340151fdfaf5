/*
 * config.h - what `git config tora.*` and .toraconfig said, as typed values.
 *
 * Filled by git/config.h; strings live in the check's arena. A time carries its unit.
 */
#ifndef TORA_MODEL_CONFIG_H
#define TORA_MODEL_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum tora_engine { TORA_ENGINE_AUTO, TORA_ENGINE_OFFLINE, TORA_ENGINE_LLM };

enum tora_provider {
	TORA_PROVIDER_NONE,
	TORA_PROVIDER_OPENAI,
	TORA_PROVIDER_ANTHROPIC,
	TORA_PROVIDER_COMMAND
};

struct tora_config {
	bool enabled;            /* tora.enabled, default true */
	const char *main;        /* tora.main: a branch or ref, or NULL: found out */
	enum tora_engine engine; /* tora.engine */
	/* tora.push.* */
	unsigned push_wait_s; /* default 0 */
	unsigned push_sure;   /* percent of confidence, default TORA_PUSH_SURE */
	const char *
		unknown; /* a tora.* key of the user's that is none, with where it stands; or NULL */
	bool push_block; /* default false */
	/* executable keys: from .toraconfig only when trusted */
	const char *build_command;      /* tora.build.command, or NULL */
	const char *python_interpreter; /* tora.python.interpreter, or NULL */
	const char *c_flags;            /* tora.c.flags, or NULL */
	bool needs_trust; /* .toraconfig sets an executable key that nobody trusted yet */
	/* limits */
	unsigned check_timeout_s; /* tora.check.timeout, default 300 */
	unsigned test_timeout_ms; /* tora.test.timeout (seconds in the file), default 5000 */
	unsigned test_memory_mib; /* tora.test.memory, default 1024 */
	unsigned test_output_kib; /* tora.test.output, default 256 */
	unsigned tests_max;       /* tora.tests.max, default 400 */
	unsigned change_max;      /* tora.change.max: changed functions kept, default 60 */
	/*
	 * tora.jobs: trials of a check at the same time, and checks of the supervisor. 0: as many
	 * trials as there are cores, 2 (both sides) to 8, and checks for half of the cores: at
	 * worst 4 processes at work for each core, at low priority.
	 */
	unsigned jobs;
	int64_t cache_quota; /* tora.cache.quota: bytes of all builds; default 5 GiB */
	/* tora.llm.*: never read from the repository's own files */
	enum tora_provider provider;
	const char *llm_url, *llm_model, *llm_key_command, *llm_key_file, *llm_command;
	const char *
		llm_command_env; /* tora.llm.commandEnv: variables the command is given although they look like secrets */
	unsigned llm_timeout_s;                         /* tora.llm.timeout, default 60 */
	double llm_budget_usd;                          /* < 0: no limit set */
	int64_t llm_budget_tokens, llm_budget_requests; /* per day; < 0: no limit set */
	struct tora_llm_limit {                         /* < 0: no limit set */
		int64_t requests, tokens;
		double usd;
	} llm_repo, llm_branch; /* tora.llm.repoBudget*, branchBudget*: of that one, per day */
	/* tora.llm.checkRequests, checkTokens: of one check; default 6 and 9440 */
	int64_t llm_check_requests, llm_check_tokens;
	double llm_price_in,
		llm_price_out; /* tora.llm.priceIn, priceOut: USD per million tokens; 0: unknown */
	bool llm_allow_http; /* tora.llm.allowHttp: plain http to another machine, default false */
	const char *llm_prompts; /* tora.llm.prompts: folder whose NAME.md win over ours, or NULL */
	/*
	 * No setting, but what settings are weighed by: does the commit that is checked out hold
	 * something at this path of the work tree, or below it? Then it came with the repository
	 * and is not the user's own. NULL: nobody can say, and nothing did.
	 */
	bool (*is_committed)(void *ctx, const char *path);
	void *committed_ctx;
};

#endif
