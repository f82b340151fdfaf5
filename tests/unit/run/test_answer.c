/* What a runner may say, and what becomes of it: the hostile rows matter most. */
#include "run/answer.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define OK_START  "{\"ok\":true,\"status\":\"ok\",\"stdout\":\"\",\"stderr\":\"\""
#define EXC_START "{\"ok\":true,\"status\":\"exception\",\"stdout\":\"\",\"stderr\":\"\""

static const struct {
	const char *label, *json;
	int rc;
	enum tora_trial_status status;
	int code;
	const char *out;
} trials[] = {
	{ "plain", "{\"ok\":true,\"status\":\"ok\",\"stdout\":\"x\\n\",\"stderr\":\"\"}", 0,
	  TORA_TRIAL_OK, 0, "x\n" },
	{ "exit", "{\"ok\":true,\"status\":\"exit\",\"code\":3,\"stdout\":\"\",\"stderr\":\"\"}", 0,
	  TORA_TRIAL_EXIT, 3, "" },
	{ "signal",
	  "{\"ok\":true,\"status\":\"signal\",\"code\":11,\"stdout\":\"\",\"stderr\":\"\"}", 0,
	  TORA_TRIAL_SIGNAL, 11, "" },
	{ "unknown fields", OK_START ",\"new\":{\"a\":[1]}}", 0, TORA_TRIAL_OK, 0, "" },
	{ "NUL in text", "{\"ok\":true,\"status\":\"ok\",\"stdout\":\"a\\u0000b\",\"stderr\":\"\"}",
	  0, TORA_TRIAL_OK, 0, "a\\x00b" },
	{ "too long is cut",
	  "{\"ok\":true,\"status\":\"ok\",\"stdout\":\"0123456789abcdefXYZ\",\"stderr\":\"\"}", 0,
	  TORA_TRIAL_OK, 0, "0123456789abcdef" },
	{ "absurd code is left out",
	  "{\"ok\":true,\"status\":\"exit\",\"code\":1e300,\"stdout\":\"\",\"stderr\":\"\"}", 0,
	  TORA_TRIAL_EXIT, 0, "" },
	{ "large code",
	  "{\"ok\":true,\"status\":\"exit\",\"code\":300,\"stdout\":\"\",\"stderr\":\"\"}", 0,
	  TORA_TRIAL_EXIT, 255, "" },
	{ "negative code",
	  "{\"ok\":true,\"status\":\"exit\",\"code\":-4,\"stdout\":\"\",\"stderr\":\"\"}", 0,
	  TORA_TRIAL_EXIT, 0, "" },
	{ "code is text",
	  "{\"ok\":true,\"status\":\"exit\",\"code\":\"x\",\"stdout\":\"\",\"stderr\":\"\"}", 0,
	  TORA_TRIAL_EXIT, 0, "" },
	{ "exception null", OK_START ",\"exception\":null}", 0, TORA_TRIAL_OK, 0, "" },
	{ "wrong lists", OK_START ",\"warnings\":{},\"covered\":[],\"exception\":3}", 0,
	  TORA_TRIAL_OK, 0, "" },
	{ "wrong members",
	  OK_START ",\"warnings\":[1,null,\"x\"],\"covered\":{\"/repo/a\":3,\"/repo/"
	           "b\":[\"x\",-1,0,1e300,null]}}",
	  0, TORA_TRIAL_OK, 0, "" },
	{ "exception of nothing", EXC_START ",\"exception\":{}}", 0, TORA_TRIAL_EXCEPTION, 0, "" },
	{ "exception of wrong types",
	  EXC_START ",\"exception\":{\"type\":[],\"message\":1,\"frames\":[1,{\"line\":\"x\","
	            "\"file\":null}]}}",
	  0, TORA_TRIAL_EXCEPTION, 0, "" },
	{ "no object", "[1]", TORA_E_FORMAT, 0, 0, NULL },
	{ "null", "null", TORA_E_FORMAT, 0, 0, NULL },
	{ "refused", "{\"ok\":false,\"error\":\"no\"}", TORA_E_REMOTE, 0, 0, NULL },
	{ "refused without words", "{\"ok\":false,\"error\":{}}", TORA_E_REMOTE, 0, 0, NULL },
	{ "ok is text", "{\"ok\":\"true\"}", TORA_E_REMOTE, 0, 0, NULL },
	{ "no status", "{\"ok\":true,\"stdout\":\"\",\"stderr\":\"\"}", TORA_E_FORMAT, 0, 0, NULL },
	{ "unknown status", "{\"ok\":true,\"status\":\"fine\",\"stdout\":\"\",\"stderr\":\"\"}",
	  TORA_E_FORMAT, 0, 0, NULL },
	{ "no stdout", "{\"ok\":true,\"status\":\"ok\",\"stderr\":\"\"}", TORA_E_FORMAT, 0, 0,
	  NULL },
	{ "stdout is a number", "{\"ok\":true,\"status\":\"ok\",\"stdout\":1,\"stderr\":\"\"}",
	  TORA_E_FORMAT, 0, 0, NULL },
	{ "exception missing", EXC_START "}", TORA_E_FORMAT, 0, 0, NULL },
	{ "exception of a good end", OK_START ",\"exception\":{\"type\":\"E\"}}", TORA_E_FORMAT, 0,
	  0, NULL },
};

static cJSON *parse(const char *text)
{
	struct tora_err err = TORA_ERR_INIT;
	cJSON *json = NULL;

	if (tora_json_parse(tora_sv(text), 1 << 24, &json, &err))
		fail_msg("row is no JSON: %s", text);
	return json;
}

static void test_trials(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	unsigned bad = 0;
	(void)state;

	for (size_t i = 0; i < sizeof trials / sizeof trials[0]; i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_trial_answer got;
		cJSON *json = parse(trials[i].json);
		int rc = tora_answer_trial(json, 16, arena, &got, &err);
		cJSON_Delete(json); /* nothing of it may be borrowed */
		if (rc != trials[i].rc || (rc && err.msg[0] == '\0') ||
		    (!rc &&
		     (got.trial.status != trials[i].status || got.trial.code != trials[i].code ||
		      !tora_sv_is(got.trial.out, trials[i].out)))) {
			print_error("%s: rc %d (%s)\n", trials[i].label, rc, err.msg);
			bad++;
		}
	}
	assert_int_equal(bad, 0);
	tora_arena_free(arena);
}

static void test_whole(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	struct tora_trial_answer got;
	cJSON *json = parse(
		"{\"id\":1,\"ok\":true,\"status\":\"exception\",\"code\":0,\"exception\":{\"type\":"
		"\"p.E\","
		"\"message\":\"m\",\"frames\":[{\"file\":\"<test>\",\"line\":4,\"function\":\"<"
		"module>\"},"
		"{\"file\":\"/repo/p/u.py\",\"line\":12,\"function\":\"make\"}]},\"stdout\":\"o\","
		"\"stderr\":\"e\",\"cut\":true,\"warnings\":[{\"category\":\"W\",\"message\":\"w\"}"
		","
		"{\"category\":\"D\",\"message\":\"d\",\"hidden\":true}],"
		"\"covered\":{\"/repo/p/u.py\":[12,13],\"/repository/x.py\":[1],\"/usr/"
		"x.py\":[2],\"/repo/\":[3]},"
		"\"ms\":7,\"spoiled\":\"left files\"}");
	struct tora_trial *t = &got.trial;
	(void)state;

	assert_int_equal(tora_answer_trial(json, 100, arena, &got, &err), 0);
	cJSON_Delete(json);
	assert_string_equal(t->exception->type, "p.E");
	assert_int_equal(t->exception->frames.n, 2);
	assert_string_equal(t->exception->frames.at[1].file, "/repo/p/u.py");
	assert_int_equal(t->exception->frames.at[1].line, 12);
	assert_string_equal(t->exception->frames.at[0].function, "<module>");
	assert_true(t->cut && t->measured);
	assert_int_equal(t->warnings.n, 2);
	assert_string_equal(t->warnings.at[0].category, "W");
	assert_true(!t->warnings.at[0].is_hidden && t->warnings.at[1].is_hidden);
	assert_int_equal(t->covered.n, 2);
	assert_string_equal(t->covered.at[1].file, "p/u.py");
	assert_int_equal(t->covered.at[1].line, 13);
	assert_int_equal(t->ms, 7);
	assert_string_equal(got.spoiled, "left files");
	tora_arena_free(arena);
}

/* Far more of everything than anybody means. */
static void test_bounded(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	struct tora_trial_answer got;
	struct tora_str text = TORA_STR_INIT(16 << 20);
	cJSON *json;
	(void)state;

	tora_str_adds(&text, EXC_START ",\"exception\":{\"type\":\"");
	for (int i = 0; i < 200000; i++)
		tora_str_addc(&text, 't');
	tora_str_adds(&text, "\",\"frames\":[{}");
	for (int i = 0; i < 5000; i++)
		tora_str_adds(&text, ",{\"file\":\"f\"}");
	tora_str_adds(&text, "]},\"warnings\":[{}");
	for (int i = 0; i < 5000; i++)
		tora_str_adds(&text, ",{\"category\":\"c\"}");
	tora_str_adds(&text, "],\"covered\":{\"/repo/f\":[1");
	for (int i = 0; i < 50000; i++)
		tora_str_adds(&text, ",2");
	tora_str_adds(&text, "]}}");
	json = parse(text.buf);
	assert_int_equal(tora_answer_trial(json, 100, arena, &got, &err), 0);
	cJSON_Delete(json);
	assert_int_equal(strlen(got.trial.exception->type), TORA_ANSWER_TEXT_MAX);
	assert_int_equal(got.trial.exception->frames.n, TORA_ANSWER_FRAMES_MAX);
	assert_int_equal(got.trial.warnings.n, TORA_ANSWER_WARNINGS_MAX);
	assert_int_equal(got.trial.covered.n, TORA_ANSWER_LINES_MAX);
	tora_str_free(&text);
	tora_arena_free(arena);
}

static const struct {
	const char *label, *json;
	int rc;
	size_t loaded, failed;
	unsigned threads, processes;
} loads[] = {
	{ "all",
	  "{\"ok\":true,\"loaded\":[\"a\",\"b\"],\"failed\":[],\"threads\":1,\"processes\":3,"
	  "\"ms\":9}",
	  0, 2, 0, 1, 3 },
	{ "some",
	  "{\"ok\":true,\"loaded\":[\"a\"],\"failed\":[{\"module\":\"b\",\"type\":\"E\","
	  "\"message\":\"m\",\"missing\":true}]}",
	  0, 1, 1, 0, 0 },
	{ "wrong members", "{\"ok\":true,\"loaded\":[1],\"failed\":[null,3],\"threads\":\"x\"}", 0,
	  1, 2, 0, 0 },
	{ "no lists", "{\"ok\":true}", TORA_E_FORMAT, 0, 0, 0, 0 },
	{ "refused", "{\"ok\":false}", TORA_E_REMOTE, 0, 0, 0, 0 },
};

/* Both ways out of each decision that `cover` knows, and those that a trial took. */
static void test_branches(void **state)
{
	struct tora_check check = { .arena = tora_arena_new() };
	struct tora_trial_answer got;
	struct tora_err err = TORA_ERR_INIT;
	cJSON *json =
		cJSON_Parse("{\"ok\":true,\"branches\":{\"/repo/p/u.py\":[[3,4],[9,9,4,8],[0,1],"
	                    "[5],[\"x\",2],7],\"/etc/x\":[[1,2]],\"/repo/y\":{\"a\":[1,2]}}}");

	(void)state;
	tora_answer_cover(json, &check);
	tora_answer_cover(json, &check); /* of another runner: the same */
	cJSON_Delete(json);
	assert_int_equal(check.branches.n, 4);
	assert_string_equal(check.branches.at[3].file, "p/u.py");
	assert_int_equal(check.branches.at[3].line, 9);
	assert_int_equal(check.branches.at[3].block, 9);
	assert_int_equal(check.branches.at[3].from, 4);
	assert_int_equal(check.branches.at[3].to, 8);
	assert_int_equal(check.branches.at[1].to, 0);
	assert_true(check.branches.at[2].into);
	assert_false(check.branches.at[3].into);
	json = cJSON_Parse(OK_START
	                   ",\"covered\":{},\"branches\":{\"/repo/p/u.py\":[[3,4,1],[3,4,0,7]]}}");
	assert_int_equal(tora_answer_trial(json, 100, check.arena, &got, &err), TORA_OK);
	cJSON_Delete(json);
	assert_int_equal(got.trial.branches.n, 2);
	assert_true(got.trial.branches.at[0].into);
	assert_false(got.trial.branches.at[1].into);
	assert_int_equal(got.trial.branches.at[0].from, 0);
	assert_int_equal(got.trial.branches.at[1].from, 7);
	json = cJSON_Parse(OK_START ",\"branches\":[[3,4,1]]}");
	assert_int_equal(tora_answer_trial(json, 100, check.arena, &got, &err), TORA_OK);
	cJSON_Delete(json);
	assert_int_equal(got.trial.branches.n, 0);
	tora_arena_free(check.arena);
}

static void test_loads(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	(void)state;

	for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_load_answer got;
		cJSON *json = parse(loads[i].json);
		int rc = tora_answer_load(json, arena, &got, &err);
		cJSON_Delete(json);
		if (rc != loads[i].rc ||
		    (!rc &&
		     (got.loaded != loads[i].loaded || got.failed.n != loads[i].failed ||
		      got.threads != loads[i].threads || got.processes != loads[i].processes ||
		      got.ms != 3 * loads[i].processes)))
			fail_msg("%s: rc %d", loads[i].label, rc);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_trials),
		                            cmocka_unit_test(test_whole),
		                            cmocka_unit_test(test_bounded),
		                            cmocka_unit_test(test_branches),
		                            cmocka_unit_test(test_loads) };

	return cmocka_run_group_tests_name("answer", tests, NULL, NULL);
}
