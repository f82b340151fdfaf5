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

/* Patient at first, then hasty; never beyond what is configured. */
static void test_limits(void **state)
{
	static const struct {
		unsigned configured, slow, limit;
	} rows[] = {
		{ 5000, 0, 2000 }, { 5000, 3, 2000 }, { 5000, 4, 1000 }, { 5000, 99, 1000 },
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
	const char *failure;
	enum tora_reason reason;
	size_t notes;
	bool threaded;
} rows[] = {
	{ "all", TORA_BASE, 2, 0, 1, 0, NULL, TORA_REASON_NONE, 0, false },
	{ "nothing asked", TORA_BASE, 0, 0, 1, 0, NULL, TORA_REASON_NONE, 0, false },
	{ "some", TORA_HEAD, 1, 2, 1, 0, NULL, TORA_REASON_NONE, 2, false },
	{ "threads", TORA_HEAD, 1, 0, 3, 0, NULL, TORA_REASON_NONE, 0, true },
	{ "processes", TORA_BASE, 1, 0, 1, 2, NULL, TORA_REASON_NONE, 0, true },
	{ "none, base", TORA_BASE, 0, 1, 1, 0, NULL, TORA_REASON_BASE_NOT_BUILDABLE, 0, false },
	{ "none, head", TORA_HEAD, 0, 2, 4, 0, NULL, TORA_REASON_HEAD_NOT_BUILDABLE, 0, false },
	{ "died", TORA_HEAD, 0, 0, 0, 0, "it died", TORA_REASON_HEAD_NOT_BUILDABLE, 0, false },
};

static void test_loads(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_check check = { .arena = tora_arena_new() };
		struct tora_load_answer answer = { .loaded = rows[i].loaded,
			                           .threads = rows[i].threads,
			                           .processes = rows[i].processes };
		bool threaded;
		for (size_t n = 0; n < rows[i].failed; n++)
			*tora_vec_push(check.arena, &answer.failed) = (struct tora_load_failure){
				n ? "p.v" : "p.u",
				rows[i].side == TORA_BASE ? "ModuleNotFoundError" : "ImportError",
				"no x", false
			};
		threaded = tora_load_judge(&check, rows[i].side, &answer, rows[i].failure,
		                           &tora_lang_python, "/usr/bin/python3");
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
		if (rows[i].failure)
			assert_string_equal(check.reason_detail, "it died (on the branch)");
		tora_arena_free(check.arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_requests),
		                            cmocka_unit_test(test_jobs),
		                            cmocka_unit_test(test_limits),
		                            cmocka_unit_test(test_loads) };

	return cmocka_run_group_tests_name("request", tests, NULL, NULL);
}
