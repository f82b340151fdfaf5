/*
 * generate.c - the stage: asks the sources, hands what they say to the pure parts.
 */
#include "generate/generate.h"
#include "generate/alike.h"
#include "generate/api.h"
#include "generate/context.h"
#include "generate/programs.h"
#include "generate/screen.h"
#include "generate/select.h"
#include "generate/stage.h"
#include "generate/trouble.h"
#include "generate/validate.h"
#include "lang/symbols.h"
#include "llm/model.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define HEAD_MS   3800 /* the engine on the head, at most a third of what is left; for PLENTY tests */
#define BASE_MS   1200 /* beside it */
#define PLENTY    400  /* tests; who asks for fewer is answered sooner, for more later */
#define FEWEST    100
#define MOST      1000
#define API_MS    1000
#define QUICK_MS  600 /* what it mines before a model is asked: the model waits for it */
#define SPARE     2   /* the engine gives twice what is run: some will be refused */
#define SCREENED  5   /* and so many times as many are screened beside them */
#define ORDINARY  "8"
#define CORNER    "6"
#define EXAMPLES  32   /* mined calls that are wanted before a model is asked */
#define SEEDS     8    /* those of them that are tried on both sides */
#define LOOKS     64   /* at an answer that is on its way */
#define TROUBLES  4    /* programs the model is asked to repair at once */
#define ROUNDS    3    /* how often it is asked about what went wrong */
#define VERDICTS  2    /* requests that are left for them */
#define SOUGHT    8    /* names that programs use and nobody knows are looked for in the tree */
#define SEEK_MS   1000 /* each */
#define VALUES    15   /* of the first question; the last one is for when it is asked again */
#define OF_CHANGE 2    /* values that a prompt has of a change alone: the last ones before that */
#define MISSED    12   /* lines it is told of that nothing ran */
#define PROGRAM   1500 /* bytes of a program that is shown again */

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

static unsigned engine_ms(const struct tora_check *check, unsigned most)
{
	unsigned asked = check->config->tests_max;

	asked = asked < FEWEST ? FEWEST : asked > MOST ? MOST : asked;
	return budget_ms(check, most * asked / PLENTY);
}

static void log_stats(const struct tora_check *check, const cJSON *answer, size_t n)
{
	struct tora_str text = TORA_STR_INIT(2048);
	const cJSON *stats = tora_json_obj(answer, "stats");

	if (stats)
		tora_json_print(stats, &text);
	tora_log(check->log, TORA_LOG_DEBUG, "generate", "%zu offline candidates: %s", n, text.buf);
	tora_str_free(&text);
}

/* The engine on both sides: `specs` of base and head, by enum tora_side; without time a side is left out. */
static void ask_engines(struct stage *st, const struct tora_offline_spec specs[2])
{
	static const enum source from[2] = { [TORA_BASE] = SOURCE_BASE, [TORA_HEAD] = SOURCE_HEAD };
	struct tora_check *check = st->check;
	struct tora_exec_question asked[2];
	cJSON *requests[2];
	size_t n = 0;

	for (int i = TORA_HEAD; i >= TORA_BASE; i--) { /* the one that finds most goes first */
		requests[n] = specs[i].budget_ms ? tora_offline_request(check, &specs[i]) : NULL;
		if (!requests[n])
			continue;
		asked[n] = (struct tora_exec_question){ .side = specs[i].side,
			                                .command = "generate",
			                                .params = requests[n],
			                                .budget_ms = tora_offline_wait_ms(
								specs[i].budget_ms) };
		n++;
	}
	check->exec->ask(check->exec->ctx, asked, n);
	for (size_t i = 0; i < n; i++) {
		struct tora_candidates *to = &st->from[from[asked[i].side]];

		if (st->is_quick)
			to = &st->from[SOURCE_QUICK];
		if (asked[i].answer)
			log_stats(check, asked[i].answer,
			          tora_offline_parse(asked[i].answer, check->arena, to));
		else
			tora_check_note(check, "the offline engine failed on the %s: %s",
			                tora_side_name(asked[i].side), asked[i].err.msg);
		cJSON_Delete(asked[i].answer);
		cJSON_Delete(requests[i]);
	}
}

static cJSON *explore_request(const struct tora_check *check, enum tora_side side)
{
	cJSON *params = cJSON_CreateObject(), *list = tora_json_put_list(params, "modules");
	size_t n = side == TORA_BASE ? check->change.modules_base.n : check->change.modules_head.n;

	for (size_t i = 0; i < n; i++)
		tora_json_push_text(list, side == TORA_BASE ? check->change.modules_base.at[i]
		                                            : check->change.modules_head.at[i]);
	tora_json_put_int(params, "budget_ms", API_MS);
	return params;
}

/* What can be called on each side from `first` on; NULL when nobody says. The caller owns them. */
static void explore(const struct tora_check *check, enum tora_side first, cJSON *ret[2])
{
	struct tora_exec_question asked[2];
	cJSON *params[2];
	size_t n = 0;

	for (int i = (int)first; i <= TORA_HEAD; i++, n++) {
		params[n] = explore_request(check, (enum tora_side)i);
		asked[n] = (struct tora_exec_question){ .side = (enum tora_side)i,
			                                .command = "explore",
			                                .params = params[n],
			                                .budget_ms = API_MS };
	}
	check->exec->ask(check->exec->ctx, asked, n);
	for (size_t i = 0; i < n; i++) {
		if (!asked[i].answer)
			tora_log(check->log, TORA_LOG_DEBUG, "generate",
			         "functions of the %s not known: %s", tora_side_name(asked[i].side),
			         asked[i].err.msg);
		ret[asked[i].side] = asked[i].answer;
		cJSON_Delete(params[i]);
	}
}

/* The public names of the changed modules: what a program may have forgotten to import. */
static void learn_names(struct stage *st, const cJSON *api)
{
	const cJSON *row;

	cJSON_ArrayForEach(row, tora_json_list(api, "functions"))
	{
		const char *module = tora_json_text(row, "module", "");

		if (*module && tora_json_bool(row, "public", false))
			tora_repair_know(&st->repair, tora_arena_dup(st->check->arena, module),
			                 tora_arena_dup(st->check->arena,
			                                tora_json_text(row, "qualname", "")));
	}
}

/* A suite is written of one tree, which has gained and lost nothing. */
static void compare_apis(struct stage *st)
{
	const struct tora_check *check = st->check;
	bool is_one = tora_check_is_one_tree(check);
	cJSON *api[2] = { NULL, NULL };

	explore(check, is_one ? TORA_HEAD : TORA_BASE, api);
	learn_names(st, api[TORA_HEAD]);
	st->apis_known = true;
	if (!is_one) {
		st->gained = tora_api_compare(api[TORA_HEAD], api[TORA_BASE]);
		st->lost = tora_api_compare(api[TORA_BASE], api[TORA_HEAD]);
	}
	cJSON_Delete(api[TORA_BASE]);
	cJSON_Delete(api[TORA_HEAD]);
}

/*
 * The head shows what the change is meant for, the base what its callers rely on: calls that only the
 * base allows, and the way to its old branches, are found there. Both at the same time; no time, no
 * question.
 */
static void ask_engine(struct stage *st, unsigned head_ms, unsigned base_ms)
{
	const struct tora_config *config = st->check->config;
	struct tora_offline_spec specs[2] = {
		[TORA_HEAD] = { .side = TORA_HEAD,
		                .api = st->gained,
		                .max = st->is_quick ? EXAMPLES : config->tests_max * SPARE,
		                .brief = st->is_quick,
		                .spare = st->is_quick || !st->lang->screens
		                                 ? 0
		                                 : config->tests_max * SCREENED,
		                .budget_ms = st->is_quick ? budget_ms(st->check, head_ms)
		                                          : engine_ms(st->check, head_ms) },
		[TORA_BASE] = { .side = TORA_BASE,
		                .api = st->lost,
		                .own_first = true,
		                .max = config->tests_max / 3 + 1,
		                .budget_ms = engine_ms(st->check, base_ms) },
	};

	ask_engines(st, specs);
	st->base_done |= base_ms > 0;
}

/* Imports of the project's own tests are what a model's program may have forgotten. */
static void learn_imports(struct stage *st, enum source from)
{
	for (size_t i = 0; i < st->from[from].all.n; i++)
		tora_repair_learn(&st->repair, st->from[from].all.at[i].source);
}

/* ---- trying what there is -------------------------------------------------------------------- */

static bool was_tried(const struct stage *st, uint64_t hash)
{
	for (size_t i = 0; i < st->tried.n; i++)
		if (st->tried.at[i] == hash)
			return true;
	return false;
}

static void keep_trials(struct stage *st, struct tora_candidate *c, const struct tora_trial *both)
{
	struct tora_pair *pair = tora_arena_alloc(st->check->arena, sizeof *pair);

	pair->base = both[0];
	pair->head = both[1];
	pair->reached = both[0].covered.n || both[1].covered.n;
	c->tried = pair;
}

/* Look for a name in the tree of the head. False: it is not there, or was looked for before, or too many were. */
static bool seek(struct stage *st, const char *name)
{
	const struct tora_check *check = st->check;
	struct tora_symbols_spec spec = { .lang = st->lang,
		                          .dir = check->builds[TORA_HEAD].dir,
		                          .roots = check->change.roots.at,
		                          .n_roots = check->change.roots.n,
		                          .budget_ms = budget_ms(check, SEEK_MS) };
	const char *found[TORA_SYMBOLS_FOUND];
	size_t n;

	for (size_t i = 0; i < st->sought.n; i++)
		if (strcmp(st->sought.at[i], name) == 0)
			return false;
	if (st->sought.n == SOUGHT || !spec.dir)
		return false;
	*tora_vec_push(check->arena, &st->sought) = name;
	n = tora_symbols_find(&spec, name, check->arena, found);
	for (size_t i = 0; i < n && !tora_repair_has(&st->repair, name);
	     i++) /* not from where it is private */
		tora_repair_know(&st->repair, found[i], name);
	tora_log(check->log, TORA_LOG_DEBUG, "generate", "'%s' is in %zu modules of the tree", name,
	         n);
	return n > 0;
}

/* A program whose forgotten imports are of the tree, and not only of the change, is no worse. */
static void validate(struct stage *st, struct tora_candidate *c, uint64_t *ret_hash)
{
	const char *name;

	tora_validate(&st->repair, c, ret_hash);
	while (c->drop == TORA_DROP_UNDEFINED && c->from_model &&
	       (name = tora_validate_unknown(&st->repair, c->source)) && seek(st, name))
		tora_validate(&st->repair, c, ret_hash);
}

/*
 * Run what a source has from `first` on, at most `most` of it, on both sides. The run stage does not
 * run it again.
 */
static void try_from(struct stage *st, enum source from, size_t first, size_t most)
{
	struct tora_candidates *all = &st->from[from];
	size_t room = all->all.n - first < most ? all->all.n - first : most, k = 0;
	struct tora_exec_job *jobs =
		tora_arena_calloc(st->check->arena, 2 * room + 1, sizeof *jobs);
	struct tora_trial *trials =
		tora_arena_calloc(st->check->arena, 2 * room + 1, sizeof *trials);
	size_t *which = tora_arena_calloc(st->check->arena, room + 1, sizeof *which);
	struct tora_err err = TORA_ERR_INIT;
	int rc;

	for (size_t i = first; i < all->all.n && k < room; i++) {
		struct tora_candidate *c = &all->all.at[i];
		uint64_t hash;

		validate(st, c, &hash);
		if (c->drop != TORA_DROP_NONE || was_tried(st, hash))
			continue;
		*tora_vec_push(st->check->arena, &st->tried) = hash;
		for (size_t side = 0; side < 2; side++)
			jobs[2 * k + side] =
				(struct tora_exec_job){ .source = c->source,
				                        .side = side ? TORA_HEAD : TORA_BASE,
				                        .cover = true };
		which[k++] = i;
	}
	if (!k || !st->check->exec->run)
		return;
	rc = st->check->exec->run(st->check->exec->ctx, jobs, 2 * k, trials, &err);
	if (rc)
		tora_log(st->check->log, TORA_LOG_DEBUG, "generate", "not all tried: %s", err.msg);
	if (rc && rc != TORA_E_TIMEOUT)
		return;
	for (size_t i = 0; i < k; i++)
		if (tora_trial_was_run(&trials[2 * i]) && tora_trial_was_run(&trials[2 * i + 1]))
			keep_trials(st, &all->all.at[which[i]], &trials[2 * i]);
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

/* `again`: the answer before held no program, and is told so; a prompt file of the user's may not know that. */
static int render_usage(struct stage *st, const struct tora_context *ctx, bool again,
                        struct tora_prompt *ret, struct tora_err *err)
{
	const struct tora_check *check = st->check;
	struct tora_prompt_value values[VALUES] = {
		{ .name = "project", .text = tora_sv(ctx->project) },
		{ .name = "language", .text = tora_sv(ctx->language) },
		{ .name = "fence", .text = tora_sv(st->lang->fence) },
		{ .name = "nothing", .text = tora_sv(ctx->nothing) },
		{ .name = "shown", .text = tora_sv(ctx->shown) },
		{ .name = "ordinary", .text = tora_sv(ORDINARY) },
		{ .name = "corner", .text = tora_sv(CORNER) },
		{ .name = "functions", .text = tora_sv(ctx->functions) },
		{ .name = "bodies", .text = tora_sv(ctx->bodies) },
		{ .name = "docs", .text = tora_sv(ctx->docs) },
		{ .name = "usage", .text = tora_sv(ctx->usage) },
		{ .name = "observed", .text = tora_sv(ctx->observed) },
		{ .name = "messages", .text = tora_sv(ctx->messages) },
		{ .name = "diff", .text = tora_sv(ctx->rest) },
	};
	bool is_one = tora_check_is_one_tree(check);
	struct tora_prompt_spec spec = { .name = is_one ? "suite-usage" : "generate-usage",
		                         .dir = check->config->llm_prompts,
		                         .values = values,
		                         .n = VALUES - 1 - (is_one ? OF_CHANGE : 0),
		                         .seed = check->prompt_seed };

	if (again)
		values[spec.n++] =
			(struct tora_prompt_value){ "again", tora_sv(st->lang->fence), 0 };
	return tora_prompt_render(&spec, check->arena, ret, err);
}

static void say_first(struct stage *st)
{
	st->ran_ms = tora_clock_mono_ms();
	tora_log(st->check->log, TORA_LOG_INFO, "generate",
	         "first test of the model: whole %lld ms after it was asked for, run %lld ms later",
	         (long long)(st->whole_ms - st->asked_ms), (long long)(st->ran_ms - st->whole_ms));
}

/* Those of an answer that are new are run at once. */
static void take_programs(struct stage *st, const struct tora_programs *programs)
{
	size_t first = st->from[SOURCE_MODEL].all.n;

	for (; st->taken < programs->sources.n; st->taken++)
		take_program(st, programs->sources.at[st->taken], st->purpose);
	if (st->from[SOURCE_MODEL].all.n == first)
		return;
	if (!st->whole_ms)
		st->whole_ms = tora_clock_mono_ms();
	if (!st->apis_known) /* an answer that was kept: nobody waited for it */
		compare_apis(st);
	try_from(st, SOURCE_MODEL, first, SIZE_MAX);
	if (!st->ran_ms)
		say_first(st);
}

/* ---- while it answers ------------------------------------------------------------------------- */

/* The question has left: while the model thinks, the engine looks at the base. */
static void on_sent(void *ctx)
{
	struct stage *st = ctx;

	if (st->base_done)
		return;
	if (!st->apis_known)
		compare_apis(st);
	if (st->check->engine != TORA_ENGINE_LLM)
		ask_engine(st, 0, BASE_MS);
}

static size_t count_fences(struct tora_sv text)
{
	size_t n = 0;

	for (size_t i = 0; i + 2 < text.len; i++)
		n += (text.at[i] == '`' || text.at[i] == '~') && text.at[i + 1] == text.at[i] &&
		     text.at[i + 2] == text.at[i];
	return n;
}

static void on_heard(void *ctx, struct tora_sv text)
{
	struct stage *st = ctx;
	struct tora_programs programs;
	size_t fences = count_fences(text);

	if (fences == st->fences || st->looks >= LOOKS)
		return;
	st->fences = fences;
	st->looks++;
	tora_programs_ready(st->lang, text, st->check->arena, &programs);
	take_programs(st, &programs);
}

/* False: there is no program in it. */
static bool take_answer(struct stage *st, const struct tora_reply *reply)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_programs programs;

	tora_programs_find(st->lang, reply->text, st->check->arena, &programs);
	take_programs(st, &programs);
	if (!programs.sources.n)
		return false;
	if (tora_model_keep(st->check->model, reply, &err))
		tora_log(st->check->log, TORA_LOG_DEBUG, "generate", "answer not kept: %s",
		         err.msg);
	return true;
}

enum answered { ANSWERED, NO_PROGRAM, NO_ANSWER };

/* A failure is a note; it is worth asking again only where the answer was the problem. */
static enum answered ask_model(struct stage *st, const struct tora_prompt *prompt)
{
	struct tora_check *check = st->check;
	struct tora_ask_watch watch = { st, on_sent, on_heard };
	struct tora_ask ask = { .prompt = prompt,
		                .watch = &watch,
		                .until_ms = tora_clock_mono_ms() + tora_check_left_ms(check) / 3 };
	struct tora_err err = TORA_ERR_INIT;
	struct tora_reply reply;

	st->purpose = prompt->purpose;
	st->fences = st->looks = st->taken = 0;
	st->asked_ms = tora_clock_mono_ms();
	if (tora_model_ask(check->model, &ask, check->arena, &reply, &err)) {
		check->passing_trouble |= reply.reason != TORA_REASON_BUDGET;
		tora_check_note(check, "the model wrote no tests: %s", err.msg);
		return NO_ANSWER;
	}
	check->passing_trouble |= reply.is_broken;
	return take_answer(st, &reply) ? ANSWERED : NO_PROGRAM;
}

static void note_no_program(struct stage *st)
{
	if (!*st->unnoticed) /* a fault may be none: then there is no program */
		tora_check_note(st->check, "the model answered without a program");
}

/* The first question. An answer without a program is told so, once: the same bytes are not sent again. */
static bool ask_usage(struct stage *st, const struct tora_context *ctx)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_prompt prompt;
	enum answered answered;

	if (render_usage(st, ctx, false, &prompt, &err)) {
		tora_check_note(st->check, "no tests from the model: %s", err.msg);
		return false;
	}
	answered = ask_model(st, &prompt);
	if (answered == NO_PROGRAM && !render_usage(st, ctx, true, &prompt, &err))
		answered = ask_model(st, &prompt);
	if (answered == NO_PROGRAM)
		note_no_program(st);
	return answered == ANSWERED;
}

/* ---- each thing that went wrong is asked about once --------------------------------------------------------- */

/* Of programs that were not told of before, the next few. */
static const char *troubles(struct stage *st, size_t *ret_n)
{
	struct tora_str out = TORA_STR_INIT((PROGRAM + 600) * TROUBLES);
	struct tora_candidates *all = &st->from[SOURCE_MODEL];
	const char *text;

	*ret_n = 0;
	for (; st->told < all->all.n && *ret_n < TROUBLES; st->told++) {
		const struct tora_candidate *c = &all->all.at[st->told];
		const char *words =
			tora_trouble_words(c, !tora_check_is_one_tree(st->check), st->check->arena);

		if (*words && strlen(c->source) <= PROGRAM)
			tora_str_addf(&out, "Program %zu %s:\n%s\n", ++*ret_n, words, c->source);
	}
	text = tora_arena_text(st->check->arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}

struct gaps { /* what no test ran so far */
	const char *missed, *untaken;
	size_t n;
};

static int render_refine(struct stage *st, const struct tora_context *ctx, const char *broken,
                         const struct gaps *gaps, size_t most, struct tora_prompt *ret,
                         struct tora_err *err)
{
	struct tora_prompt_value values[] = {
		{ .name = "project", .text = tora_sv(ctx->project) },
		{ .name = "language", .text = tora_sv(ctx->language) },
		{ .name = "fence", .text = tora_sv(st->lang->fence) },
		{ .name = "shown", .text = tora_sv(ctx->shown) },
		{ .name = "most",
		  .text = tora_sv(tora_arena_printf(st->check->arena, "%zu", most)) },
		{ .name = "functions", .text = tora_sv(ctx->functions) },
		{ .name = "bodies", .text = tora_sv(ctx->bodies) },
		{ .name = "troubles", .text = tora_sv(broken) },
		{ .name = "missed", .text = tora_sv(gaps->missed) },
		{ .name = "untaken", .text = tora_sv(gaps->untaken) },
		{ .name = "unnoticed", .text = tora_sv(st->unnoticed) },
	};
	struct tora_prompt_spec spec = { .name = tora_check_is_one_tree(st->check) ? "suite-refine"
		                                                                   : "refine-tests",
		                         .dir = st->check->config->llm_prompts,
		                         .values = values,
		                         .n = sizeof values / sizeof values[0] - !*st->unnoticed,
		                         .seed = st->check->prompt_seed };

	return tora_prompt_render(&spec, st->check->arena, ret, err);
}

/*
 * Two sides that say the same are two runs that agree. The model's tests that differ are run once more on the head,
 * in a process of their own with another seed, before they count as tests that are enough.
 */
static void repeat_differing(struct stage *st)
{
	struct tora_candidates *all = &st->from[SOURCE_MODEL];
	struct tora_exec_job *jobs =
		tora_arena_calloc(st->check->arena, all->all.n + 1, sizeof *jobs);
	struct tora_trial *trials =
		tora_arena_calloc(st->check->arena, all->all.n + 1, sizeof *trials);
	size_t *which = tora_arena_calloc(st->check->arena, all->all.n + 1, sizeof *which), n = 0;
	struct tora_err err = TORA_ERR_INIT;

	for (size_t i = 0; i < all->all.n; i++) {
		const struct tora_candidate *c = &all->all.at[i];

		if (!c->tried || !c->tried->reached || c->repeated ||
		    tora_trouble_is_alike(&c->tried->base, &c->tried->head))
			continue;
		jobs[n] = (struct tora_exec_job){
			.source = c->source, .side = TORA_HEAD, .cold = true, .seed = 1
		};
		which[n++] = i;
	}
	if (!n || st->check->exec->run(st->check->exec->ctx, jobs, n, trials, &err))
		return;
	for (size_t i = 0; i < n; i++) {
		struct tora_candidate *c = &all->all.at[which[i]];

		c->repeated = true;
		c->varies = !tora_trouble_is_alike(&c->tried->head, &trials[i]);
	}
}

static void find_gaps(struct stage *st, struct gaps *ret)
{
	struct tora_check *check = st->check;
	struct tora_candidates all = { 0 };
	size_t lines, ways;

	tora_select_merge(st->from, ALL_SOURCES, check->arena, &all);
	ret->missed = tora_trouble_missed(&check->change, all.all.at, all.all.n, MISSED,
	                                  check->arena, &lines);
	ret->untaken =
		tora_trouble_untaken(check, all.all.at, all.all.n, MISSED, check->arena, &ways);
	ret->n = lines + ways;
	tora_log(check->log, TORA_LOG_INFO, "generate",
	         "after %u answers of the model: %zu changed lines not run, %zu branches not taken",
	         st->rounds + 1, lines, ways);
}

/* Verdicts come later and cost as well: what is asked twice leaves them two requests and a third of the tokens. */
static bool may_ask_again(const struct stage *st)
{
	const struct tora_config *config = st->check->config;
	struct tora_cost cost = { .requests = 0 };

	if (!st->rounds && !st->was_sharpened)
		return true;
	tora_model_cost(st->check->model, &cost);
	return st->rounds < ROUNDS &&
	       (config->llm_check_requests < 0 ||
	        cost.requests + 1 + VERDICTS <= config->llm_check_requests) &&
	       (config->llm_check_tokens < 0 ||
	        (cost.tokens_in + cost.tokens_out) * 3 <= config->llm_check_tokens * 2);
}

/*
 * What went wrong with each program, and what nothing ran. Each program is told of once; gaps again only when
 * the last answer made them fewer. False: there was nothing to ask, or no answer.
 */
static bool refine(struct stage *st, const struct tora_context *ctx)
{
	struct gaps gaps;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_prompt prompt;
	size_t n_broken = 0;
	const char *broken = "";
	enum answered answered;
	bool is_enough;

	repeat_differing(st);
	find_gaps(st, &gaps);
	is_enough = !gaps.n && tora_trouble_is_enough(&st->from[SOURCE_MODEL]);
	if (is_enough && !*st->unnoticed)
		return false;
	if (!is_enough)
		broken = troubles(st, &n_broken);
	if (st->rounds && gaps.n >= st->gaps)
		gaps = (struct gaps){ "", "", gaps.n };
	if (!n_broken && !*gaps.missed && !*gaps.untaken && !*st->unnoticed)
		return false;
	st->gaps = gaps.n;
	if (render_refine(st, ctx, broken, &gaps,
	                  n_broken + (*gaps.missed || *gaps.untaken ? 2 : 0) +
	                          (*st->unnoticed ? 2 : 0),
	                  &prompt, &err)) {
		tora_check_note(st->check, "the model was not asked to repair its tests: %s",
		                err.msg);
		return false;
	}
	st->rounds++;
	answered = ask_model(st, &prompt);
	if (answered == NO_PROGRAM)
		note_no_program(st);
	return answered == ANSWERED;
}

/*
 * What the engine mines in a moment seeds the question; while the answer is written, what is there of
 * it is run. The engine's own search comes after that: a person who waits, waits for the model.
 */
static void from_model(struct stage *st)
{
	struct tora_check *check = st->check;
	struct tora_context *ctx = &st->context;

	st->is_quick = true;
	ask_engine(st, QUICK_MS, 0);
	st->is_quick = false;
	learn_imports(st, SOURCE_QUICK);
	tora_alike_order(check->change.source_diff, st->from[SOURCE_QUICK].all.at,
	                 st->from[SOURCE_QUICK].all.n, check->arena);
	try_from(st, SOURCE_QUICK, 0, SEEDS);
	tora_context_make(check, st->lang, &st->from[SOURCE_QUICK], ctx);
	if (!*ctx->functions) {
		tora_check_note(check,
		                "no tests from the model: all changed functions are in files "
		                "withheld from it");
		return;
	}
	if (ask_usage(st, ctx))
		while (may_ask_again(st) && refine(st, ctx))
			;
}

bool tora_stage_ask_more(struct stage *st)
{
	return may_ask_again(st) && refine(st, &st->context);
}

/* ---- the stage ------------------------------------------------------------------------------ */

static void judge_candidates(struct stage *st, struct tora_candidates *all, uint64_t *hashes)
{
	unsigned max = st->check->config->tests_max;

	for (size_t i = 0; i < all->all.n; i++)
		tora_validate(&st->repair, &all->all.at[i], &hashes[i]);
	tora_select_cut(all->all.at, hashes, all->all.n, max);
	tora_screen(st->check, st->lang, all->all.at, all->all.n, tora_screen_room(max));
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
	tora_trouble_count(all, &check->tests);
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
		tora_check_stop(
			check, TORA_REASON_NO_TESTS,
			"nothing in the project shows how the changed code is called: a test "
			"or an example of it would");
}

static bool has_usable(const struct stage *st, enum source from)
{
	for (size_t i = 0; i < st->from[from].all.n; i++)
		if (st->from[from].all.at[i].drop == TORA_DROP_NONE)
			return true;
	return false;
}

int tora_stage_generate(struct tora_check *check, struct tora_err *err)
{
	struct stage *st = tora_arena_calloc(check->arena, 1, sizeof *st);
	struct tora_candidates all = { 0 };
	uint64_t *hashes;

	*st = (struct stage){ .check = check, .lang = lang_of(check), .unnoticed = "" };
	check->generating = st;
	if (!st->lang) {
		tora_check_stop(check, TORA_REASON_UNSUPPORTED_LANGUAGE,
		                "no changed function of "
		                "a known language");
		return TORA_OK;
	}
	if (!check->exec)
		return tora_fail(err, TORA_E_USAGE, "generating before the builds can run");
	tora_repair_init(&st->repair, st->lang, &check->change, check->arena);
	if (check->model && check->engine != TORA_ENGINE_OFFLINE)
		from_model(st);
	if (check->progress)
		check->progress(check->progress_ctx, "generate", 1, check->model ? 3 : 2);
	if (!st->apis_known)
		compare_apis(st);
	if (check->engine == TORA_ENGINE_LLM && has_usable(st, SOURCE_MODEL)) {
		/* Its tests only: what was mined in a moment has seeded them. */
		st->from[SOURCE_QUICK].all.n = 0;
	} else {
		ask_engine(st, HEAD_MS, st->base_done ? 0 : BASE_MS);
		learn_imports(st, SOURCE_HEAD);
	}
	tora_select_merge(st->from, SOURCES, check->arena, &all);
	tora_select_merge(&st->from[SOURCE_QUICK], 1, check->arena, &all);
	hashes = tora_arena_calloc(check->arena, all.all.n + 1, sizeof *hashes);
	judge_candidates(st, &all, hashes);
	if (check->model)
		tora_model_cost(check->model, &check->cost);
	publish(check, &all);
	cJSON_Delete(st->gained);
	cJSON_Delete(st->lost);
	st->gained = st->lost = NULL;
	return TORA_OK;
}
