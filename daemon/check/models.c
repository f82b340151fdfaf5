#include "check/models.h"

#include "git/repo.h"
#include "llm/budget.h"
#include "llm/model.h"

#include <string.h>
#include <sys/random.h>

static int spent_today(void *ctx, enum tora_spend_scope scope, struct tora_spend *ret,
                       struct tora_err *err)
{
	return tora_ledger_spent(ctx, scope == TORA_SPEND_REPO, scope == TORA_SPEND_BRANCH,
	                         &ret->requests, &ret->tokens, &ret->usd, err);
}

static int add_spending(void *ctx, const char *purpose, const struct tora_spend *more,
                        struct tora_err *err)
{
	return tora_ledger_add(ctx, purpose, more->requests, more->tokens, more->usd, err);
}

static void recall_server(void *ctx, const char key[TORA_HASH_HEX], unsigned *ret_refused,
                          int64_t *ret_rest_until_ms)
{
	tora_ledger_recall(ctx, key, ret_refused, ret_rest_until_ms);
}

static void note_server(void *ctx, const char key[TORA_HASH_HEX], unsigned refused,
                        int64_t rest_until_ms)
{
	tora_ledger_note(ctx, key, refused, rest_until_ms);
}

static bool get_answer(void *ctx, const char key[TORA_HASH_HEX], struct tora_str *ret)
{
	return tora_ledger_get(ctx, key, ret);
}

static int put_answer(void *ctx, const char key[TORA_HASH_HEX], struct tora_sv text,
                      struct tora_err *err)
{
	return tora_ledger_put(ctx, key, text, err);
}

static void give_store(struct tora_session *s, struct tora_model_spec *spec)
{
	const struct tora_check *c = &s->check;

	if (!c->store)
		return;
	s->ledger = (struct tora_ledger){ .store = c->store,
		                          .common_dir = tora_repo_common_dir(c->repo),
		                          .branch = c->intent.branch,
		                          .model = s->config.llm_model ? s->config.llm_model : "" };
	spec->ledger = (struct tora_model_ledger){ &s->ledger, spent_today, add_spending };
	spec->memory = (struct tora_model_memory){ &s->ledger, recall_server, note_server };
	if (!c->no_cache)
		spec->cache = (struct tora_model_cache){ &s->ledger, get_answer, put_answer };
}

/* Whoever writes code or messages must not know it. Without randomness every prompt draws its own. */
static const char *draw_seed(struct tora_arena *arena)
{
	unsigned char bytes[16];
	struct tora_str hex = TORA_STR_INIT(2 * sizeof bytes);
	const char *seed;

	if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
		return NULL;
	for (size_t i = 0; i < sizeof bytes; i++)
		tora_str_addf(&hex, "%02x", bytes[i]);
	seed = tora_arena_text(arena, tora_str_view(&hex));
	tora_str_free(&hex);
	return seed;
}

/* A check by a model that somebody asked for in so many words is not done by the rules in its place. */
static void without(struct tora_session *s, bool is_check, const char *why)
{
	const char *asked = s->options->engine;

	if (is_check && asked && strcmp(asked, "llm") == 0)
		tora_check_stop(&s->check, TORA_REASON_NO_MODEL, "%s", why);
	else
		tora_check_note(&s->check, "%s; checked by rules alone", why);
}

void tora_models_open(struct tora_session *s, bool is_check)
{
	struct tora_model_spec spec = { .config = &s->config,
		                        .log = &s->log,
		                        .is_check = is_check };
	struct tora_check *c = &s->check;
	struct tora_err err;

	if (c->engine == TORA_ENGINE_OFFLINE)
		return;
	c->prompt_seed = draw_seed(c->arena);
	give_store(s, &spec);
	if (tora_model_open(&spec, &c->model, &err)) {
		c->model = NULL;
		without(s, is_check, err.msg);
	} else if (!c->model && c->engine == TORA_ENGINE_LLM) {
		without(s, is_check,
		        "no model is configured (git config --global tora.llm.provider openai, "
		        "anthropic or command, and tora.llm.model or tora.llm.command)");
	}
}

void tora_models_show(struct tora_session *s, const struct tora_model_show *show)
{
	struct tora_model_spec spec = { .config = &s->config, .log = &s->log, .show = *show };
	struct tora_check *c = &s->check;
	struct tora_err err;

	c->prompt_seed = draw_seed(c->arena);
	if (tora_model_open(&spec, &c->model, &err))
		c->model = NULL;
}

/* All of it, and by what was asked: into the record and, for `tora log`, in words. */
static void take_costs(struct tora_check *c)
{
	struct tora_spend spend;
	const char *purpose;

	tora_model_cost(c->model, &c->cost);
	for (size_t i = 0; (purpose = tora_model_cost_of(c->model, i, &spend)); i++) {
		*tora_vec_push(c->arena, &c->cost_of) =
			(struct tora_cost_of){ tora_arena_dup(c->arena, purpose),
			                       (unsigned)spend.requests, spend.tokens, spend.usd };
		tora_log(c->log, TORA_LOG_INFO, "llm",
		         "cost of %s: requests=%lld tokens=%lld usd=%.4f", purpose,
		         (long long)spend.requests, (long long)spend.tokens, spend.usd);
	}
}

void tora_models_close(struct tora_session *s)
{
	struct tora_check *c = &s->check;

	const char *limit = c->model ? tora_model_near_limit(c->model) : NULL;

	if (c->model)
		take_costs(c);
	if (limit)
		tora_check_note(
			c,
			"over %d %% of today's tora.llm.%s is spent; at the limit checks go "
			"on without the model (tora budget)",
			TORA_BUDGET_WARN_PERCENT, limit);
	tora_model_close(c->model);
	c->model = NULL;
}
