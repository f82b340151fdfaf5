/*
 * generate.c - the stage: asks the sources, hands what they say to the pure parts.
 */
#include "generate/generate.h"
#include "generate/api.h"
#include "generate/context.h"
#include "generate/programs.h"
#include "generate/select.h"
#include "generate/validate.h"
#include "llm/model.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <string.h>

#define HEAD_MS   3800 /* the engine on the head, at most a third of what is left */
#define BASE_MS   1200
#define API_MS    1000
#define MODEL_MS  90000
#define FIX_MAX   8 /* programs the model is asked to repair */
#define SPARE     2 /* the engine gives twice what is run: some will be refused */
#define ASKED     "10"
#define MODEL_TRY 2

enum source { SOURCE_HEAD, SOURCE_MODEL, SOURCE_BASE, SOURCES };

struct stage {
	struct tora_check *check;
	const struct tora_lang *lang;
	struct tora_repair repair;
	struct tora_candidates from[SOURCES];
};

/* The language of the change; the first function's file decides. */
static const struct tora_lang *lang_of(const struct tora_check *check)
{
	for (size_t i = 0; i < check->change.functions.n; i++) {
		const struct tora_lang *lang =
			tora_lang_for_path(check->change.functions.at[i].file);

		if (lang)
			return lang;
	}
	return NULL;
}

static unsigned budget_ms(const struct tora_check *check, unsigned most)
{
	int64_t third = tora_check_left_ms(check) / 3;

	return third < (int64_t)most ? (unsigned)(third > 0 ? third : 0) : most;
}

/* ---- the offline engine --------------------------------------------------------------------- */

static void log_stats(const struct tora_check *check, const cJSON *answer, size_t n)
{
	struct tora_str text = TORA_STR_INIT(2048);
	const cJSON *stats = tora_json_obj(answer, "stats");

	if (stats)
		tora_json_print(stats, &text);
	tora_log(check->log, TORA_LOG_DEBUG, "generate", "%zu offline candidates: %s", n, text.buf);
	tora_str_free(&text);
}

static void ask_engine(struct stage *st, enum source from, const struct tora_offline_spec *spec)
{
	struct tora_check *check = st->check;
	struct tora_err err = TORA_ERR_INIT;
	cJSON *request = tora_offline_request(check, spec), *answer = NULL;

	if (!request)
		return;
	/* The engine ends by itself at twice its budget on a busy machine; later, nothing it found is left. */
	if (check->exec->ask(check->exec->ctx, spec->side, "generate", request,
	                     spec->budget_ms * 3 + 3000, &answer, &err))
		tora_check_note(check, "the offline engine failed on the %s: %s",
		                tora_side_name(spec->side), err.msg);
	else
		log_stats(check, answer, tora_offline_parse(answer, check->arena, &st->from[from]));
	cJSON_Delete(answer);
	cJSON_Delete(request);
}

/* What can be called on one side; NULL when nobody says. The caller owns it. */
static cJSON *explore(const struct tora_check *check, enum tora_side side)
{
	struct tora_err err = TORA_ERR_INIT;
	cJSON *params = cJSON_CreateObject(), *list = tora_json_put_list(params, "modules");
	cJSON *answer = NULL;
	size_t n = side == TORA_BASE ? check->change.modules_base.n : check->change.modules_head.n;

	for (size_t i = 0; i < n; i++)
		tora_json_push_text(list, side == TORA_BASE ? check->change.modules_base.at[i]
		                                            : check->change.modules_head.at[i]);
	tora_json_put_int(params, "budget_ms", API_MS);
	if (check->exec->ask(check->exec->ctx, side, "explore", params, API_MS, &answer, &err))
		tora_log(check->log, TORA_LOG_DEBUG, "generate",
		         "functions of the %s not known: %s", tora_side_name(side), err.msg);
	cJSON_Delete(params);
	return answer;
}

/*
 * The head shows what the change is meant for, the base what its callers rely on: calls that only the
 * base allows, and the way to its old branches, are found there.
 */
static void from_engine(struct stage *st)
{
	const struct tora_config *config = st->check->config;
	cJSON *head_api = explore(st->check, TORA_HEAD), *base_api = explore(st->check, TORA_BASE);
	cJSON *gained = tora_api_compare(head_api, base_api);
	cJSON *lost = tora_api_compare(base_api, head_api);
	struct tora_offline_spec head = { .side = TORA_HEAD,
		                          .api = gained,
		                          .max = config->tests_max * SPARE,
		                          .budget_ms = budget_ms(st->check, HEAD_MS) };
	struct tora_offline_spec base = { .side = TORA_BASE,
		                          .api = lost,
		                          .own_first = true,
		                          .max = config->tests_max / 3 + 1,
		                          .budget_ms = budget_ms(st->check, BASE_MS) };

	ask_engine(st, SOURCE_HEAD, &head);
	ask_engine(st, SOURCE_BASE, &base);
	cJSON_Delete(gained);
	cJSON_Delete(lost);
	cJSON_Delete(head_api);
	cJSON_Delete(base_api);
}

/* ---- the model ------------------------------------------------------------------------------ */

static void take_program(struct stage *st, const char *source, const char *where)
{
	struct tora_candidate c = { .source = source,
		                    .origin = TORA_ORIGIN_MODEL,
		                    .legality = TORA_LEGAL_PLAUSIBLE,
		                    .where = where,
		                    .target = "",
		                    .from_model = true };

	*tora_vec_push(st->check->arena, &st->from[SOURCE_MODEL].all) = c;
}

static int render_usage(struct stage *st, const struct tora_context *ctx, bool whole,
                        struct tora_prompt *ret, struct tora_err *err)
{
	const struct tora_check *check = st->check;
	struct tora_prompt_value values[] = {
		{ .name = "project", .text = tora_sv(ctx->project) },
		{ .name = "language", .text = tora_sv(ctx->language) },
		{ .name = "fence", .text = tora_sv(st->lang->fence) },
		{ .name = "ordinary", .text = tora_sv(ASKED) },
		{ .name = "corner", .text = tora_sv(ASKED) },
		{ .name = "scope",
		  .text = tora_sv(whole ? "the whole change" : "its source files only") },
		{ .name = "functions", .text = tora_sv(ctx->functions) },
		{ .name = "bodies", .text = tora_sv(ctx->bodies) },
		{ .name = "docs", .text = tora_sv(ctx->docs) },
		{ .name = "usage", .text = tora_sv(ctx->usage) },
		{ .name = "diff",
		  .text = whole ? check->change.prompt_diff : check->change.prompt_source_diff },
	};
	struct tora_prompt_spec spec = { .name = "generate-usage",
		                         .dir = check->config->llm_prompts,
		                         .values = values,
		                         .n = sizeof values / sizeof values[0],
		                         .seed = check->prompt_seed };

	return tora_prompt_render(&spec, check->arena, ret, err);
}

/* The programs of one answer; false: there are none, and it is worth asking again. */
static bool take_answer(struct stage *st, const struct tora_reply *reply)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_programs programs;

	tora_programs_find(st->lang, reply->text, st->check->arena, &programs);
	for (size_t i = 0; i < programs.sources.n; i++)
		take_program(st, programs.sources.at[i], reply->purpose);
	if (!programs.sources.n)
		return false;
	if (tora_model_keep(st->check->model, reply, &err))
		tora_log(st->check->log, TORA_LOG_DEBUG, "generate", "answer not kept: %s",
		         err.msg);
	return true;
}

static void ask_model(struct stage *st, const struct tora_prompt *prompts, size_t n)
{
	struct tora_check *check = st->check;
	bool done[2] = { false, false };

	for (unsigned attempt = 0; attempt < MODEL_TRY; attempt++) {
		struct tora_ask asks[2] = { 0 };
		struct tora_reply replies[2] = { 0 };
		struct tora_err err = TORA_ERR_INIT;
		size_t which[2], k = 0;

		for (size_t i = 0; i < n; i++) {
			if (done[i])
				continue;
			which[k] = i;
			asks[k++] = (struct tora_ask){
				.prompt = &prompts[i],
				.until_ms = tora_clock_mono_ms() + budget_ms(check, MODEL_MS),
				.fresh = attempt > 0,
			};
		}
		if (!k)
			break;
		(void)tora_model_ask_all(check->model, asks, k, check->arena, replies, &err);
		for (size_t i = 0; i < k; i++) {
			check->passing_trouble |= replies[i].rc != TORA_OK;
			if (replies[i].rc)
				tora_check_note(check, "the model wrote no tests: %s",
				                replies[i].err.msg);
			else if (!take_answer(st, &replies[i]))
				continue;
			done[which[i]] = true;
		}
	}
	for (size_t i = 0; i < n; i++)
		if (!done[i])
			tora_check_note(check, "the model answered without a program");
}

static void from_model(struct stage *st)
{
	struct tora_check *check = st->check;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_context ctx;
	struct tora_prompt prompts[2];
	bool same = tora_sv_eq(check->change.prompt_diff, check->change.prompt_source_diff);

	tora_context_make(check, st->lang, &st->from[SOURCE_HEAD], &ctx);
	if (!*ctx.functions) {
		tora_check_note(check,
		                "no tests from the model: all changed functions are in files "
		                "withheld from it");
		return;
	}
	if (render_usage(st, &ctx, true, &prompts[0], &err) ||
	    (!same && render_usage(st, &ctx, false, &prompts[1], &err))) {
		tora_check_note(check, "no tests from the model: %s", err.msg);
		return;
	}
	ask_model(st, prompts, same ? 1 : 2);
}

/* What can be imported, for a model that has to repair a program. */
static int render_fix(struct stage *st, const struct tora_candidate *c, const char *api,
                      struct tora_prompt *ret, struct tora_err *err)
{
	const char *names = c->drop == TORA_DROP_UNDEFINED ? c->drop_detail : "none";
	const char *said = c->drop == TORA_DROP_SYNTAX
	                           ? tora_arena_printf(st->check->arena, "does not parse: %s",
	                                               c->drop_detail ? c->drop_detail : "")
	                           : "";
	struct tora_prompt_value values[] = {
		{ .name = "language", .text = tora_sv(st->lang->name) },
		{ .name = "fence", .text = tora_sv(st->lang->fence) },
		{ .name = "names", .text = tora_sv(names) },
		{ .name = "program", .text = tora_sv(c->source) },
		{ .name = "error", .text = tora_sv(said) },
		{ .name = "api", .text = tora_sv(api) },
	};
	struct tora_prompt_spec spec = { .name = "fix-test",
		                         .dir = st->check->config->llm_prompts,
		                         .values = values,
		                         .n = sizeof values / sizeof values[0],
		                         .seed = st->check->prompt_seed };

	return tora_prompt_render(&spec, st->check->arena, ret, err);
}

/* A repaired program takes the place of the one that was dropped, if it is better. */
static void take_fix(struct stage *st, const struct tora_reply *reply, struct tora_candidate *c,
                     uint64_t *hash)
{
	struct tora_programs programs;
	struct tora_candidate other = *c;
	uint64_t its_hash;

	if (reply->rc)
		return;
	tora_programs_find(st->lang, reply->text, st->check->arena, &programs);
	if (!programs.sources.n)
		return;
	other.source = programs.sources.at[0];
	tora_validate(&st->repair, &other, &its_hash);
	if (other.drop != TORA_DROP_NONE)
		return;
	*c = other;
	*hash = its_hash;
}

static void fix_with_model(struct stage *st, struct tora_candidate *all, uint64_t *hashes, size_t n)
{
	struct tora_check *check = st->check;
	struct tora_prompt prompts[FIX_MAX];
	struct tora_ask asks[FIX_MAX] = { 0 };
	struct tora_reply replies[FIX_MAX] = { 0 };
	struct tora_err err = TORA_ERR_INIT;
	struct tora_context ctx;
	size_t which[FIX_MAX], k = 0;

	tora_context_make(check, st->lang, NULL, &ctx);
	for (size_t i = 0; i < n && k < FIX_MAX; i++) {
		if (!all[i].from_model ||
		    (all[i].drop != TORA_DROP_UNDEFINED && all[i].drop != TORA_DROP_SYNTAX))
			continue;
		if (render_fix(st, &all[i], ctx.functions, &prompts[k], &err))
			return;
		asks[k] = (struct tora_ask){ .prompt = &prompts[k],
			                     .until_ms = tora_clock_mono_ms() +
			                                 budget_ms(check, MODEL_MS) };
		which[k++] = i;
	}
	if (!k)
		return;
	(void)tora_model_ask_all(check->model, asks, k, check->arena, replies, &err);
	for (size_t i = 0; i < k; i++)
		take_fix(st, &replies[i], &all[which[i]], &hashes[which[i]]);
}

/* ---- the stage ------------------------------------------------------------------------------ */

/* Imports of the project's own tests are what a model's program may have forgotten. */
static void learn_imports(struct stage *st)
{
	for (size_t i = 0; i < st->from[SOURCE_HEAD].all.n; i++)
		tora_repair_learn(&st->repair, st->from[SOURCE_HEAD].all.at[i].source);
}

static void judge_candidates(struct stage *st, struct tora_candidates *all, uint64_t *hashes)
{
	for (size_t i = 0; i < all->all.n; i++)
		tora_validate(&st->repair, &all->all.at[i], &hashes[i]);
	if (st->check->model)
		fix_with_model(st, all->all.at, hashes, all->all.n);
	tora_select_cut(all->all.at, hashes, all->all.n, st->check->config->tests_max);
}

static void publish(struct tora_check *check, const struct tora_candidates *all)
{
	size_t counts[TORA_DROP_COUNT];
	const char *words;

	tora_select_count(all->all.at, all->all.n, counts);
	words = tora_select_words(counts, check->arena);
	for (int dropped = 0; dropped < 2; dropped++)
		for (size_t i = 0; i < all->all.n; i++)
			if ((all->all.at[i].drop != TORA_DROP_NONE) == dropped)
				*tora_vec_push(check->arena, &check->candidates) = all->all.at[i];
	check->tests.generated += all->all.n;
	check->tests.valid += counts[TORA_DROP_NONE];
	tora_log(check->log, TORA_LOG_DEBUG, "generate", "%zu candidates, %zu to run; dropped: %s",
	         all->all.n, counts[TORA_DROP_NONE], *words ? words : "none");
	if (counts[TORA_DROP_NONE])
		return;
	if (all->all.n)
		tora_check_stop(check, TORA_REASON_NO_TESTS, "%zu tests written, none usable: %s",
		                all->all.n, words);
	else
		tora_check_stop(check, TORA_REASON_NO_TESTS,
		                "nothing in the project shows how the changed code is called");
}

int tora_stage_generate(struct tora_check *check, struct tora_err *err)
{
	struct stage st = { .check = check, .lang = lang_of(check) };
	struct tora_candidates all = { 0 };
	uint64_t *hashes;

	if (!st.lang) {
		tora_check_stop(check, TORA_REASON_UNSUPPORTED_LANGUAGE,
		                "no changed function of "
		                "a known language");
		return TORA_OK;
	}
	if (!check->exec)
		return tora_fail(err, TORA_E_USAGE, "generating before the builds can run");
	tora_repair_init(&st.repair, st.lang, &check->change, check->arena);
	/* Asked for the model alone, and there is one: its tests only. What was mined still seeds it. */
	from_engine(&st);
	learn_imports(&st);
	if (check->progress)
		check->progress(check->progress_ctx, "generate", 1, check->model ? 3 : 2);
	if (check->model && check->engine != TORA_ENGINE_OFFLINE) {
		from_model(&st);
		tora_model_cost(check->model, &check->cost);
		if (check->engine == TORA_ENGINE_LLM && st.from[SOURCE_MODEL].all.n)
			st.from[SOURCE_HEAD].all.n = st.from[SOURCE_BASE].all.n = 0;
	}
	tora_select_merge(st.from, SOURCES, check->arena, &all);
	hashes = tora_arena_calloc(check->arena, all.all.n + 1, sizeof *hashes);
	judge_candidates(&st, &all, hashes);
	if (check->model)
		tora_model_cost(check->model, &check->cost);
	publish(check, &all);
	return TORA_OK;
}
