/* What a survey and an observation become, and which tests are picked. */
#include "check/observed.h"
#include "check/pick.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define SURVEY                                                                                     \
	"{\"files\":[{\"file\":\"/repo/p/a.py\",\"statements\":[1,2,4,6,7],"                       \
	"\"branches\":[[4,6],[10,11,14]],\"moved\":[[5,4],[8,7]]},"                                \
	"{\"file\":\"/repo/p/b.py\",\"statements\":[3],\"branches\":[]}]}"

static cJSON *json(const char *text)
{
	struct tora_err err;
	cJSON *ret = NULL;

	assert_int_equal(tora_json_parse(tora_sv(text), 1u << 20, &ret, &err), TORA_OK);
	return ret;
}

static const struct {
	const char *label, *seen;
	size_t statements, branches;
} rows[] = {
	{ "nothing", "{}", 0, 0 },
	{ "lines", "{\"lines\":[[0,1],[0,2],[1,3]]}", 3, 0 },
	{ "a line inside of a statement is the statement", "{\"lines\":[[0,5],[0,8],[0,7]]}", 2,
	  0 },
	{ "no statement there", "{\"lines\":[[0,3],[0,99],[7,1],[1,1]]}", 0, 0 },
	{ "into the block", "{\"arcs\":[[0,4,6]]}", 0, 1 },
	{ "past it", "{\"arcs\":[[0,4,7]]}", 0, 1 },
	{ "past it, out of the function", "{\"arcs\":[[0,4,0]]}", 0, 1 },
	{ "both ways", "{\"arcs\":[[0,4,6],[0,4,7],[0,4,0]]}", 0, 2 },
	{ "a decision over two lines", "{\"arcs\":[[0,4,5],[0,5,6]]}", 0, 1 },
	{ "into a block whose first line does not run, and past it",
	  "{\"arcs\":[[0,10,12],[0,10,14],[0,10,15]]}", 0, 2 },
	{ "into a block, anywhere", "{\"arcs\":[[0,10,12],[0,10,14]]}", 0, 1 },
	{ "not a decision", "{\"arcs\":[[0,6,7],[1,4,6]]}", 0, 0 },
	{ "nonsense",
	  "{\"lines\":[[0],[\"a\",1],5,[0,-1],[0,1e99]],\"arcs\":[[0,4],[0,4,\"6\"],null]}", 0, 0 },
	{ "other types", "{\"lines\":{},\"arcs\":7}", 0, 0 },
};

static void hits(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	cJSON *survey = json(SURVEY);
	struct tora_points points;
	struct tora_err err;

	(void)state;
	assert_int_equal(tora_points_parse(survey, arena, &points, &err), TORA_OK);
	assert_int_equal(points.n_statements, 6);
	assert_int_equal(points.n_branches, 4);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		cJSON *seen = json(rows[i].seen);
		uint64_t *bits = tora_points_hits(&points, seen, arena);
		struct tora_points_count n = tora_points_count(&points, bits);

		if (n.statements != rows[i].statements || n.branches != rows[i].branches)
			fail_msg("%s: %zu statements, %zu branches", rows[i].label, n.statements,
			         n.branches);
		cJSON_Delete(seen);
	}
	cJSON_Delete(survey);
	tora_arena_free(arena);
}

static void lines_of_a_function(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	cJSON *survey = json(SURVEY), *seen = json("{\"lines\":[[0,6]]}");
	struct tora_points points;
	struct tora_err err;
	uint64_t *bits;

	(void)state;
	assert_int_equal(tora_points_parse(survey, arena, &points, &err), TORA_OK);
	bits = tora_points_hits(&points, seen, arena);
	assert_true(tora_points_any(&points, bits, "p/a.py", 4, 7));
	assert_false(tora_points_any(&points, bits, "p/a.py", 1, 4));
	assert_false(tora_points_any(&points, bits, "p/b.py", 1, 9));
	assert_false(tora_points_any(&points, bits, "a.py", 4, 7));
	memset(bits, 0, points.n_words * sizeof *bits);
	tora_points_mark(&points, "p/a.py", 4, 7, bits);
	tora_points_mark(&points, "a.py", 1, 9, bits);
	assert_true(tora_points_any(&points, bits, "p/a.py", 4, 7));
	assert_false(tora_points_any(&points, bits, "p/a.py", 1, 3));
	assert_false(tora_points_any(&points, bits, "p/b.py", 1, 9));
	cJSON_Delete(seen);
	cJSON_Delete(survey);
	tora_arena_free(arena);
}

static struct tora_observed read_trial(enum tora_trial_status status, const char *out,
                                       struct tora_arena *arena)
{
	struct tora_points points = { .n_words = 1 };
	struct tora_trial trial = { .status = status, .out = tora_sv(out) };
	struct tora_observed seen;

	tora_observed_read(&trial, "W", &points, arena, &seen);
	return seen;
}

static const struct {
	const char *label, *out;
	enum tora_trial_status status;
	const char *failure, *kind;
} ends[] = {
	{ "a value", "noise\nW {\"steps\":[{\"kind\":\"int\"},{\"kind\":\"str\"}]}\n",
	  TORA_TRIAL_OK, NULL, "str" },
	{ "the last report counts", "W {\"steps\":[]}\nW {\"steps\":[{\"kind\":\"int\"}]}\n",
	  TORA_TRIAL_OK, NULL, "int" },
	{ "an exception that was meant", "W {\"ended\":{\"type\":\"E\",\"class\":\"\"}}\n",
	  TORA_TRIAL_OK, NULL, "raises E" },
	{ "one that was not", "W {\"ended\":{\"type\":\"E\",\"class\":\"correctness\"}}\n",
	  TORA_TRIAL_OK, "correctness", "raises E" },
	{ "none, and it ended", "Wx {}\nW\n", TORA_TRIAL_OK, "exit", "" },
	{ "half of one", "W {\"steps\":[", TORA_TRIAL_EXIT, "exit", "" },
	{ "not an object", "W 7\n", TORA_TRIAL_EXCEPTION, "other", "" },
	{ "killed", "", TORA_TRIAL_SIGNAL, "crash", "" },
	{ "endless", "", TORA_TRIAL_TIMEOUT, "timeout", "" },
	{ "never begun", "", TORA_TRIAL_LIMIT, "not-run", "" },
};

static void reports(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct tora_observed seen = read_trial(ends[i].status, ends[i].out, arena);
		const char *failure = seen.failure ? seen.failure : "none";

		if (strcmp(failure, ends[i].failure ? ends[i].failure : "none") != 0 ||
		    strcmp(seen.kind, ends[i].kind) != 0)
			fail_msg("%s: '%s' '%s'", ends[i].label, failure, seen.kind);
	}
	tora_arena_free(arena);
}

static void program(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	cJSON *job = json("{\"source\":\"print('@\\\"')\\n\"}");

	(void)state;
	assert_string_equal(tora_observed_program("run(@)!", job, arena),
	                    "run(\"{\\\"source\\\":\\\"print('@\\\\\\\"')\\\\n\\\"}\")!");
	cJSON_Delete(job);
	tora_arena_free(arena);
}

static void picks(void **state)
{
	uint64_t all = 7, one = 1, two = 2, four = 4, none = 0;
	struct tora_pick rows_[] = {
		{ .hits = &one, .target = "f", .kind = "int", .length = 9 },
		{ .hits = &one,
		  .target = "f",
		  .kind = "int",
		  .length = 5 }, /* the same, said shorter */
		{ .hits = &two, .target = "f", .kind = "int", .length = 9 },
		{ .hits = &one, .target = "f", .kind = "raises E", .length = 9 },
		{ .hits = &all, .target = "f", .kind = "int", .is_out = true },
		{ .hits = &four, .target = "g", .kind = "int", .origin = 3, .length = 1 },
		{ .hits = &four,
		  .target = "g",
		  .kind = "int",
		  .origin = 0,
		  .length = 90 }, /* real use */
		{ .hits = &none, .target = "h", .kind = "int" },
	};
	const bool want[] = { false, true, true, true, false, false, true, true };

	(void)state;
	assert_int_equal(tora_pick(rows_, 8, 1), 5);
	for (size_t i = 0; i < 8; i++)
		if (rows_[i].is_taken != want[i])
			fail_msg("row %zu: %d", i, rows_[i].is_taken);
}

static void picks_are_few(void **state)
{
	uint64_t bits[40];
	struct tora_pick rows_[40];

	(void)state;
	for (size_t i = 0; i < 40; i++) {
		bits[i] = i == 0 ? UINT64_MAX : (uint64_t)1 << i;
		rows_[i] = (struct tora_pick){ .hits = &bits[i], .target = "f", .kind = "int" };
	}
	assert_int_equal(tora_pick(rows_, 40, 1), TORA_PICK_OF_TARGET);
	assert_true(rows_[0].is_taken);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hits),    cmocka_unit_test(lines_of_a_function),
		cmocka_unit_test(reports), cmocka_unit_test(program),
		cmocka_unit_test(picks),   cmocka_unit_test(picks_are_few),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
