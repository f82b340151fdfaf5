/* What runners are asked, as text; and what their loading means for a check. */
#include "lang/python/adapter.h"
#include "run/load.h"
#include "run/request.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

static void same(cJSON *request, const char *want)
{
	struct tora_str line = TORA_STR_INIT(4096);

	tora_json_print(request, &line);
	assert_string_equal(line.buf, want);
	tora_str_free(&line);
	cJSON_Delete(request);
}

static void test_requests(void **state)
{
	static const char *const roots[] = { "src", "" }, *const site[] = { "/v/site" },
				 *const modules[] = { "p.u" };
	static const struct tora_config config = { .test_timeout_ms = 5000, .test_output_kib = 64 };
	struct tora_arena *arena = tora_arena_new();
	struct tora_lines lines = { .file = "src/p/u.py" };
	const struct tora_load_spec spec = { roots, 2, site, 1, modules, 1, 700, &config };
	(void)state;

	*tora_vec_push(arena, &lines.at) = 12;
	*tora_vec_push(arena, &lines.at) = 13;
	same(tora_request_load(&spec),
	     "{\"command\":\"load\",\"paths\":[\"/repo/src\",\"/repo\",\"/v/"
	     "site\"],\"modules\":[\"p.u\"],"
	     "\"load_ms\":700,\"limits\":{\"timeout_ms\":5000,\"output_kib\":64}}");
	same(tora_request_cover(&lines, 1, false),
	     "{\"command\":\"cover\",\"lines\":{\"/repo/src/p/u.py\":[12,13]}}");
	same(tora_request_cover(NULL, 0, true),
	     "{\"command\":\"cover\",\"lines\":{},\"branches\":true}");
	same(tora_request_run("print(\"a\")\n", true, 0),
	     "{\"command\":\"run\",\"source\":\"print(\\\"a\\\")\\n\",\"cover\":true}");
	same(tora_request_run("x", false, 1500),
	     "{\"command\":\"run\",\"source\":\"x\",\"cover\":false,\"timeout_ms\":1500}");
	same(tora_request_import(modules, 1, 300),
	     "{\"command\":\"import\",\"modules\":[\"p.u\"],\"load_ms\":300}");
	same(tora_request_ready("p", 300, 7000),
	     "{\"command\":\"ready\",\"module\":\"p\",\"load_ms\":300,\"timeout_ms\":7000,"
	     "\"seed\":0}");
	same(tora_request_ready("p", 300, 0),
	     "{\"command\":\"ready\",\"module\":\"p\",\"load_ms\":300,\"seed\":0}");
	tora_arena_free(arena);
}

static void test_jobs(void **state)
{
	static const struct tora_config config = { .test_timeout_ms = 5000 };
	static const struct tora_request_room room = { &config, 4, 7000 };
	static const struct {
		struct tora_exec_job job;
		bool is_warm;
		const char *want;
		int64_t ms;
	} rows[] = {
		{ { .source = "x" },
		  true,
		  "{\"command\":\"run\",\"source\":\"x\",\"cover\":false,\"timeout_ms\":1000}",
		  5000 },
		{ { .source = "x", .seed = 1 }, /* its runner has it */
		  true,
		  "{\"command\":\"run\",\"source\":\"x\",\"cover\":false,\"timeout_ms\":1000}",
		  5000 },
		{ { .source = "x", .cold = true, .seed = 2 },
		  false,
		  "{\"command\":\"run\",\"source\":\"x\",\"cover\":false,\"timeout_ms\":7000,"
		  "\"fresh\":true,\"seed\":2}",
		  7000 },
		{ { .source = "x", .limit_ms = 9000, .cover = true },
		  true,
		  "{\"command\":\"run\",\"source\":\"x\",\"cover\":true,\"timeout_ms\":9000}",
		  9000 },
	};
	int64_t ms;
	(void)state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		same(tora_request_job(&rows[i].job, rows[i].is_warm, &room, &ms), rows[i].want);
		assert_int_equal(ms, rows[i].ms);
	}
}

/* Patient at first, then hasty, and brief where most hang; never beyond what is configured. */
static void test_limits(void **state)
{
	static const struct {
		unsigned configured, slow, limit;
	} rows[] = {
		{ 5000, 0, 2000 }, { 5000, 3, 2000 }, { 5000, 4, 1000 }, { 5000, 23, 1000 },
		{ 5000, 24, 400 }, { 5000, 99, 400 }, { 1000, 24, 400 }, { 400, 24, 0 },
		{ 2000, 0, 0 },    { 2000, 4, 1000 }, { 1000, 4, 0 },    { 100, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_config config = { .test_timeout_ms = rows[i].configured };

		assert_int_equal(tora_request_limit_ms(&config, rows[i].slow), rows[i].limit);
		assert_int_equal(tora_request_cold_ms(&config, 0), 0);
		assert_int_equal(tora_request_cold_ms(&config, 70), rows[i].configured + 140);
	}
}

static const struct {
	const char *label;
	enum tora_side side;
	size_t loaded, failed;
	unsigned threads, processes;
	enum tora_reason reason;
	size_t notes;
	bool threaded;
} rows[] = {
	{ "all", TORA_BASE, 2, 0, 1, 0, TORA_REASON_NONE, 0, false },
	{ "nothing asked", TORA_BASE, 0, 0, 1, 0, TORA_REASON_NONE, 0, false },
	{ "some", TORA_HEAD, 1, 2, 1, 0, TORA_REASON_NONE, 2, false },
	{ "threads", TORA_HEAD, 1, 0, 3, 0, TORA_REASON_NONE, 0, true },
	{ "processes", TORA_BASE, 1, 0, 1, 2, TORA_REASON_NONE, 0, true },
	{ "none, base", TORA_BASE, 0, 1, 1, 0, TORA_REASON_BASE_NOT_BUILDABLE, 0, false },
	{ "none, head", TORA_HEAD, 0, 2, 4, 0, TORA_REASON_HEAD_NOT_BUILDABLE, 0, false },
};

static void test_loads(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_check check = { .arena = tora_arena_new() };
		struct tora_load load = { .answer = { .loaded = rows[i].loaded,
			                              .threads = rows[i].threads,
			                              .processes = rows[i].processes },
			                  .is_over = true };
		bool threaded;
		for (size_t n = 0; n < rows[i].failed; n++)
			*tora_vec_push(check.arena, &load.answer.failed) =
				(struct tora_load_failure){ n ? "p.v" : "p.u",
				                            rows[i].side == TORA_BASE
				                                    ? "ModuleNotFoundError"
				                                    : "ImportError",
				                            "no x" };
		threaded = tora_load_judge(&check, rows[i].side, &load, i % 2, &tora_lang_python,
		                           "/usr/bin/python3");
		if (check.reason != rows[i].reason || check.notes.n != rows[i].notes ||
		    threaded != rows[i].threaded)
			fail_msg("%s: %s, %zu notes", rows[i].label, tora_reason_name(check.reason),
			         check.notes.n);
		if (rows[i].failed && check.reason != TORA_REASON_NONE)
			assert_string_equal(
				check.reason_detail,
				rows[i].side == TORA_BASE
					? "importing p.u: ModuleNotFoundError: no x (on the base, "
					  "with /usr/bin/python3); install it for that program, or "
					  "let tora.python.interpreter name another"
					: "importing p.u: ImportError: no x (on the branch, "
					  "with /usr/bin/python3)");
		tora_arena_free(check.arena);
	}
}

#define ANSWER(loaded, type)                                                                       \
	"{\"ok\":true,\"loaded\":[" loaded "],\"failed\":[{\"module\":\"p\",\"type\":\"" type      \
	"\",\"message\":\"m\"}],\"threads\":1}"

/* A side that wanted more time than there was says nothing about the side: it is the deadline's doing. */
static const struct {
	const char *label;
	const char *json; /* or NULL */
	int64_t slow_ms;
	bool is_short;
	enum tora_reason reason;
	const char *detail;
} ends[] = {
	{ "slow", NULL, 70, false, TORA_REASON_HEAD_NOT_BUILDABLE,
	  "importing the changed modules took longer than 70 ms (on the branch)" },
	{ "slow, and little time", NULL, 70, true, TORA_REASON_TIMEOUT,
	  "9 s were not enough, importing the changed modules (on the branch) took too long; "
	  "--timeout or tora.check.timeout gives more" },
	{ "died", NULL, 0, true, TORA_REASON_HEAD_NOT_BUILDABLE,
	  "importing the changed modules ended the process (on the branch)" },
	{ "a slow module", ANSWER("", "Timeout"), 0, false, TORA_REASON_HEAD_NOT_BUILDABLE,
	  "importing p: Timeout: m (on the branch, with py)" },
	{ "a slow module, and little time", ANSWER("", "Timeout"), 0, true, TORA_REASON_TIMEOUT,
	  "9 s were not enough, importing the changed modules (on the branch) took too long; "
	  "--timeout or tora.check.timeout gives more" },
	{ "one that fails by itself", ANSWER("", "KeyError"), 0, true,
	  TORA_REASON_HEAD_NOT_BUILDABLE, "importing p: KeyError: m (on the branch, with py)" },
	{ "others do", ANSWER("\"q\"", "Timeout"), 0, true, TORA_REASON_NONE, NULL },
	{ "no answer", "{\"ok\":true}", 0, true, TORA_REASON_HEAD_NOT_BUILDABLE, NULL },
};

static void test_how_loads_end(void **state)
{
	struct tora_config config = { .check_timeout_s = 9 };

	(void)state;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct tora_check check = { .arena = tora_arena_new(), .config = &config };
		struct tora_load load = { .is_over = false };
		cJSON *json = ends[i].json ? cJSON_Parse(ends[i].json) : NULL;

		tora_load_take(&load, json, ends[i].slow_ms, check.arena);
		tora_load_take(&load, NULL, 0, check.arena); /* another runner */
		assert_false(tora_load_judge(&check, TORA_HEAD, &load, ends[i].is_short,
		                             &tora_lang_python, "py"));
		if (check.reason != ends[i].reason)
			fail_msg("%s: %s", ends[i].label, tora_reason_name(check.reason));
		if (ends[i].detail)
			assert_string_equal(check.reason_detail, ends[i].detail);
		cJSON_Delete(json);
		tora_arena_free(check.arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_requests),
		                            cmocka_unit_test(test_jobs),
		                            cmocka_unit_test(test_limits),
		                            cmocka_unit_test(test_loads),
		                            cmocka_unit_test(test_how_loads_end) };

	return cmocka_run_group_tests_name("request", tests, NULL, NULL);
}
