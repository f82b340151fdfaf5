/*
 * test_generate.c - the stage as a whole, with an engine that says what the test wants.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "generate/generate.h"
#include "llm/model.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define API                                                                                        \
	"{\"functions\":[{\"module\":\"p\",\"qualname\":\"g\",\"kind\":\"function\",\"params\":[]" \
	"}]}"

struct engine {
	const char *head, *base; /* answers, or NULL: it fails */
	unsigned asked;
	int64_t head_ms; /* the budget it was given there */
	unsigned tests_max;
};

static void answer(struct engine *e, struct tora_exec_question *q)
{
	const char *text = q->side == TORA_HEAD ? e->head : e->base;
	const cJSON *row, *params = q->params;

	assert_true(q->budget_ms > 0);
	if (strcmp(q->command, "explore") == 0) { /* the base has g, the head has not */
		assert_non_null(tora_json_list(params, "modules"));
		q->answer = cJSON_Parse(q->side == TORA_HEAD ? "{\"functions\":[]}" : API);
		return;
	}
	if (strcmp(q->command, "screen") == 0) { /* print(5) says something else on the head */
		cJSON *said;

		q->answer = cJSON_CreateObject();
		said = cJSON_AddArrayToObject(q->answer, "said");
		cJSON_ArrayForEach(row, tora_json_list(params, "sources"))
		{
			bool differs =
				q->side == TORA_HEAD && strcmp(row->valuestring, "print(5)\n") == 0;

			cJSON_AddItemToArray(said, cJSON_CreateString(differs ? "ok 9" : "ok 1"));
		}
		return;
	}
	assert_string_equal(q->command, "generate");
	assert_int_equal(tora_json_int(params, "spare", -1),
	                 q->side == TORA_HEAD ? 5 * e->tests_max : 0);
	assert_true(cJSON_GetArraySize(tora_json_list(params, "targets")) > 0);
	row = cJSON_GetArrayItem(tora_json_list(params, "api"), 0);
	assert_string_equal(tora_json_text(row, "qualname", ""), "g");
	/* each side is told of itself as "here" */
	assert_true((tora_json_obj(row, "here") != NULL) == (q->side == TORA_BASE));
	assert_true(tora_json_bool(params, "own_first", false) == (q->side == TORA_BASE));
	e->asked++;
	if (q->side == TORA_HEAD)
		e->head_ms = tora_json_int(params, "budget_ms", 0);
	if (text)
		q->answer = cJSON_Parse(text);
	else
		(void)tora_fail(&q->err, TORA_E_REMOTE, "no engine here");
}

/* Both sides in one call: that they can work side by side. */
static void ask(void *ctx, struct tora_exec_question *all, size_t n)
{
	assert_int_equal(n, 2);
	assert_int_not_equal(all[0].side, all[1].side);
	for (size_t i = 0; i < n; i++)
		answer(ctx, &all[i]);
}

#define ONE(source) "{\"source\":\"" source "\",\"origin\":\"test\",\"legality\":\"seen\"}"

static const struct row {
	const char *label, *head, *base;
	size_t generated, valid, notes;
	enum tora_reason reason;
	const char *said; /* in reason_detail, or NULL */
} rows[] = {
	{ "two good ones", "{\"candidates\":[" ONE("print(1)\\n") "," ONE("print(2)\\n") "]}", "{}",
	  2, 2, 0, TORA_REASON_NONE, NULL },
	{ "both sides", "{\"candidates\":[" ONE("print(1)\\n") "]}",
	  "{\"candidates\":[" ONE("print(2)\\n") "]}", 2, 2, 0, TORA_REASON_NONE, NULL },
	{ "what both sides say is run once", "{\"candidates\":[" ONE("print(1)\\n") "]}",
	  "{\"candidates\":[" ONE("print( 1 )\\n") "]}", 2, 1, 0, TORA_REASON_NONE, NULL },
	{ "over the limit",
	  "{\"candidates\":[" ONE("print(1)\\n") "," ONE("print(2)\\n") "," ONE("print(3)\\n") "]}",
	  "{}", 3, 2, 0, TORA_REASON_NONE, NULL },
	{ "an import is added", "{\"candidates\":[" ONE("print(Slug)\\n") "]}", "{}", 1, 1, 0,
	  TORA_REASON_NONE, NULL },
	{ "none usable", "{\"candidates\":[" ONE("print(\\n") "," ONE("print(nobody)\\n") "]}",
	  "{}", 2, 0, 0, TORA_REASON_NO_TESTS, "2 tests written, none usable: 1 " },
	{ "nothing at all", "{}", "{}", 0, 0, 0, TORA_REASON_NO_TESTS, "nothing in the project" },
	{ "one side fails", "{\"candidates\":[" ONE("print(1)\\n") "]}", NULL, 1, 1, 1,
	  TORA_REASON_NONE, NULL },
	{ "both fail", NULL, NULL, 0, 0, 2, TORA_REASON_NO_TESTS, NULL },
};

/* A check of two changed functions up to and including the stage. The caller frees check->arena. */
static void run_stage(struct tora_check *check, struct tora_exec *exec,
                      const struct tora_config *config, const char *label)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_function *f;

	check->arena = tora_arena_new();
	check->exec = exec;
	check->config = config;
	check->repo_path = "/r";
	check->deadline_ms = tora_clock_mono_ms() + 60000;
	f = tora_vec_push(check->arena, &check->change.functions);
	*f = (struct tora_function){ .file = "p/u.py",
		                     .name = "p.u.Slug",
		                     .module = "p.u",
		                     .qualname = "Slug",
		                     .kind = TORA_CHANGE_DELETED };
	f = tora_vec_push(check->arena, &check->change.functions);
	*f = (struct tora_function){
		.file = "p/u.py", .name = "p.u.f", .module = "p.u", .qualname = "f"
	};
	if (tora_stage_generate(check, &err))
		fail_msg("%s: %s", label, err.msg);
}

static void test_table(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct row *row = &rows[i];
		struct engine engine = { .head = row->head, .base = row->base, .tests_max = 2 };
		struct tora_exec exec = { .ctx = &engine, .ask = ask };
		struct tora_config config = { .tests_max = 2 };
		struct tora_check check = { .id = "" };
		bool ended = false;

		run_stage(&check, &exec, &config, row->label);
		if (check.tests.generated != row->generated || check.tests.valid != row->valid)
			fail_msg("%s: %zu generated, %zu valid", row->label, check.tests.generated,
			         check.tests.valid);
		if (check.notes.n != row->notes || check.reason != row->reason || engine.asked != 2)
			fail_msg("%s: %zu notes, reason '%s', asked %u times", row->label,
			         check.notes.n, tora_reason_name(check.reason), engine.asked);
		if (row->said && !strstr(check.reason_detail, row->said))
			fail_msg("%s: '%s'", row->label, check.reason_detail);
		for (size_t k = 0; k < check.candidates.n; k++) { /* the dropped ones come last */
			bool dropped = check.candidates.at[k].drop != TORA_DROP_NONE;

			assert_false(ended && !dropped);
			ended |= dropped;
		}
		tora_arena_free(check.arena);
	}
}

/* In the place of the last that says the same on both sides. */
static void test_what_is_seen_to_differ_is_run(void **state)
{
	static const char head[] =
		"{\"candidates\":[" ONE("print(1)\\n") "," ONE("print(2)\\n") "," ONE(
			"print(3)\\n") "," ONE("print(4)\\n") "," ONE("print(5)\\n") "]}";
	struct engine engine = { .head = head, .base = "{}", .tests_max = 4 };
	struct tora_exec exec = { .ctx = &engine, .ask = ask };
	struct tora_config config = { .tests_max = 4 };
	struct tora_check check = { .id = "" };

	(void)state;
	run_stage(&check, &exec, &config, "screened");
	assert_int_equal(check.tests.valid, 4);
	for (size_t k = 0; k < check.candidates.n; k++) {
		const struct tora_candidate *c = &check.candidates.at[k];

		assert_int_equal(c->drop, strcmp(c->source, "print(4)\n") == 0 ? TORA_DROP_LIMIT
		                                                               : TORA_DROP_NONE);
	}
	tora_arena_free(check.arena);
}

static void test_unknown_language(void **state)
{
	struct tora_check check = { .arena = tora_arena_new() };
	struct tora_err err = TORA_ERR_INIT;
	struct tora_function *f = tora_vec_push(check.arena, &check.change.functions);

	(void)state;
	*f = (struct tora_function){
		.file = "a.cobol", .name = "a.f", .module = "a", .qualname = "f"
	};
	assert_int_equal(tora_stage_generate(&check, &err), TORA_OK);
	assert_int_equal(check.reason, TORA_REASON_UNSUPPORTED_LANGUAGE);
	tora_arena_free(check.arena);
}

/* Who asks for fewer tests waits less for them, within bounds. */
static void test_time_follows_the_number_of_tests(void **state)
{
	static const struct {
		unsigned fewer, more;
		bool same;
	} pairs[] = {
		{ 1, 100, true }, { 100, 400, false }, { 400, 1000, false }, { 1000, 10000, true }
	};

	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		int64_t ms[2];

		for (int k = 0; k < 2; k++) {
			unsigned most = k ? pairs[i].more : pairs[i].fewer;
			struct engine engine = { .head = "{}", .base = "{}", .tests_max = most };
			struct tora_exec exec = { .ctx = &engine, .ask = ask };
			struct tora_config config = { .tests_max = most };
			struct tora_check check = { .id = "" };

			run_stage(&check, &exec, &config, "budget");
			ms[k] = engine.head_ms;
			tora_arena_free(check.arena);
		}
		if (ms[0] <= 0 || (pairs[i].same ? ms[0] != ms[1] : ms[0] >= ms[1]))
			fail_msg("%u tests: %d ms, %u tests: %d ms", pairs[i].fewer, (int)ms[0],
			         pairs[i].more, (int)ms[1]);
	}
}

/* ---- with a model: a program that says the same whatever it is asked --------------------------- */

struct alone {
	unsigned quick, searches, explored; /* questions, by what was asked */
	size_t runs; /* jobs that are run before time is over; what was mined in a moment takes two */
};

static void ask_alone(void *ctx, struct tora_exec_question *all, size_t n)
{
	struct alone *a = ctx;

	for (size_t i = 0; i < n; i++) {
		bool is_explore = strcmp(all[i].command, "explore") == 0;
		int64_t ms = tora_json_int(all[i].params, "budget_ms", 0);

		a->explored += is_explore;
		a->quick += !is_explore && all[i].side == TORA_HEAD && ms == 600;
		a->searches += !is_explore && (all[i].side == TORA_BASE || ms != 600);
		all[i].answer =
			cJSON_Parse(is_explore ? "{\"functions\":[]}"
		                               : "{\"candidates\":[" ONE("print(1)\\n") "]}");
	}
}

static int run_alone(void *ctx, const struct tora_exec_job *jobs, size_t n, struct tora_trial *ret,
                     struct tora_err *err)
{
	struct alone *a = ctx;
	size_t runs = n < a->runs ? n : a->runs;

	a->runs -= runs;
	for (size_t i = 0; i < n; i++)
		ret[i] = i < runs ? (struct tora_trial){ .status = TORA_TRIAL_OK,
			                                 .out = tora_sv(jobs[i].source) }
		                  : (struct tora_trial){ .status = TORA_TRIAL_LIMIT };
	return n > runs ? tora_fail(err, TORA_E_TIMEOUT, "no time") : TORA_OK;
}

#define THREE "```python\nprint(7)\n```\n\n```python\nprint(8)\n```\n\n```python\nprint(9)\n```\n"

static const struct alone_row {
	const char *label, *said;
	enum tora_engine engine;
	size_t runs;
	bool is_one_tree;
	/* what becomes of it */
	unsigned searches, explored;
	size_t usable, tried; /* of what the model wrote */
} alone_rows[] = {
	{ "the model alone", "```python\nprint(7)\n```\n", TORA_ENGINE_LLM, 99, false, 0, 2, 1, 1 },
	{ "both", "```python\nprint(7)\n```\n", TORA_ENGINE_AUTO, 99, false, 2, 2, 2, 1 },
	{ "the model alone, and nothing of it can be used", "```python\nprint(nobody)\n```\n",
	  TORA_ENGINE_LLM, 99, false, 2, 2, 1, 0 },
	{ "time ends between two programs", THREE, TORA_ENGINE_LLM, 4, false, 0, 2, 3, 1 },
	{ "time ends inside of one", "```python\nprint(7)\n```\n", TORA_ENGINE_LLM, 3, false, 0, 2,
	  1, 0 },
	{ "a suite of one tree", "```python\nprint(7)\n```\n", TORA_ENGINE_LLM, 99, true, 0, 1, 1,
	  1 },
};

static void check_alone(const struct alone_row *row, const char *file)
{
	struct alone a = { .runs = row->runs };
	struct tora_exec exec = { .ctx = &a, .ask = ask_alone, .run = run_alone };
	char command[100];
	struct tora_config config = { .tests_max = 400,
		                      .provider = TORA_PROVIDER_COMMAND,
		                      .llm_command = command,
		                      .llm_budget_usd = -1,
		                      .llm_budget_tokens = -1,
		                      .llm_budget_requests = -1,
		                      .llm_repo = { -1, -1, -1 },
		                      .llm_branch = { -1, -1, -1 } };
	struct tora_log log = { .fd = -1, .level = TORA_LOG_ERROR };
	struct tora_model_spec spec = { .config = &config, .log = &log };
	struct tora_check check = { .engine = row->engine, .log = &log };
	struct tora_err err = TORA_ERR_INIT;
	size_t usable = 0, tried = 0;
	FILE *f = fopen(file, "w");

	assert_non_null(f);
	(void)fputs(row->said, f);
	(void)fclose(f);
	(void)snprintf(command, sizeof command, "/bin/cat %s", file);
	if (tora_model_open(&spec, &check.model, &err))
		fail_msg("%s: %s", row->label, err.msg);
	if (row->is_one_tree)
		(void)snprintf(check.head_tree.hex, sizeof check.head_tree.hex, "%040d", 7);
	check.base_tree = check.head_tree;
	run_stage(&check, &exec, &config, row->label);
	for (size_t i = 0; i < check.candidates.n; i++) {
		usable += check.candidates.at[i].drop == TORA_DROP_NONE;
		tried += check.candidates.at[i].from_model && check.candidates.at[i].tried;
	}
	if (a.searches != row->searches || a.explored != row->explored || a.quick != 1 ||
	    usable != row->usable || tried != row->tried)
		fail_msg("%s: %u searches, %u explored, %u quick, %zu usable, %zu tried; %s",
		         row->label, a.searches, a.explored, a.quick, usable, tried,
		         check.notes.n ? check.notes.at[0] : "");
	tora_model_close(check.model);
	tora_arena_free(check.arena);
}

static void test_with_a_model(void **state)
{
	char file[] = "/tmp/tora-answer-XXXXXX";
	int fd = mkstemp(file);

	(void)state;
	assert_true(fd >= 0);
	(void)close(fd);
	for (size_t i = 0; i < sizeof alone_rows / sizeof alone_rows[0]; i++)
		check_alone(&alone_rows[i], file);
	(void)unlink(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_what_is_seen_to_differ_is_run),
		cmocka_unit_test(test_time_follows_the_number_of_tests),
		cmocka_unit_test(test_unknown_language),
		cmocka_unit_test(test_with_a_model),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
