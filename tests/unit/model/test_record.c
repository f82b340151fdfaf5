/* The record: a finding written and read back, what a check ends as, and what it notes. */
#include "model/check.h"
#include "tora/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct tora_finding sample(struct tora_arena *arena)
{
	struct tora_finding f = { .id = "K7",
		                  .fingerprint = "abc",
		                  .verdict = TORA_VERDICT_UNINTENDED,
		                  .confidence = 0.75,
		                  .file = "p/u.py",
		                  .likeness = "ab",
		                  .line = 14,
		                  .function = "p.u.f",
		                  .origin = TORA_ORIGIN_DOC,
		                  .legality = TORA_LEGAL_SEEN,
		                  .where = "README.md:12",
		                  .test = "from p.u import f\nprint(f(-1))\n",
		                  .explanation = "It changed.",
		                  .difference.beside = 8,
		                  .cluster = 3 };

	f.difference.kind = TORA_DIFF_EXCEPTION_APPEARED;
	f.difference.before = "-1";
	f.difference.after = "ValueError: x";
	f.before.out = TORA_SV("-1\n");
	f.after.status = TORA_TRIAL_EXCEPTION;
	f.after.exception = tora_arena_alloc(arena, sizeof *f.after.exception);
	f.after.exception->type = "ValueError";
	f.after.exception->message = "x";
	*tora_vec_push(arena, &f.after.exception->frames) =
		(struct tora_frame){ "/repo/p/u.py", 14, "f" };
	*tora_vec_push(arena, &f.before.warnings) =
		(struct tora_warning){ .category = "DeprecationWarning", .message = "old" };
	*tora_vec_push(arena, &f.answers) = (struct tora_answer){ "legal", "seen in README.md" };
	*tora_vec_push(arena, &f.steps) = (struct tora_finding_step){
		{ "0123456789012345678901234567890123456789" }, "Tidy up", "-1", "0"
	};
	return f;
}

static void test_finding_round_trip(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_finding f = sample(arena), back;
	struct tora_str one = TORA_STR_INIT(1u << 20), two = TORA_STR_INIT(1u << 20);
	struct tora_err err;
	cJSON *json = tora_finding_json(&f), *again;

	(void)state;
	assert_int_equal(tora_finding_parse(json, arena, &back, &err), TORA_OK);
	again = tora_finding_json(&back);
	tora_json_print(json, &one);
	tora_json_print(again, &two);
	assert_string_equal(one.buf, two.buf);
	/* A record that somebody wrote, without what can be told from the rest: texts are never NULL. */
	cJSON_DeleteItemFromObject(json, "value_before");
	cJSON_DeleteItemFromObject(json, "value_after");
	assert_int_equal(tora_finding_parse(json, arena, &back, &err), TORA_OK);
	assert_string_equal(back.difference.before, "");
	assert_string_equal(back.difference.after, "");
	cJSON_DeleteItemFromObject(json, "verdict");
	assert_int_equal(tora_finding_parse(json, arena, &back, &err), TORA_E_FORMAT);
	cJSON_Delete(json);
	cJSON_Delete(again);
	tora_str_free(&one);
	tora_str_free(&two);
	tora_arena_free(arena);
}

static void test_first_reason_stays(void **state)
{
	struct tora_check c = { .arena = tora_arena_new(), .repo_path = "/r" };
	cJSON *json;

	(void)state;
	tora_check_stop(&c, TORA_REASON_TIMEOUT, "after %d s", 5);
	tora_check_stop(&c, TORA_REASON_INTERNAL, "a second reason");
	json = tora_check_json(&c);
	assert_string_equal(tora_json_text(json, "reason", ""), "timeout");
	assert_string_equal(tora_json_text(json, "detail", ""), "after 5 s");
	cJSON_Delete(json);
	tora_arena_free(c.arena);
}

/* Differences in hand and no time to look at them: never as if there were none. */
static void test_settled(void **state)
{
	static const struct {
		const char *label;
		enum tora_reason reason;
		size_t undecided;
		int verdict; /* of what was found; -1: nothing */
		enum tora_check_state state;
		const char *ends;
		size_t unrun, run; /* tests */
	} rows[] = {
		{ "nothing", TORA_REASON_NONE, 0, -1, TORA_CHECK_DONE, NULL, 0, 0 },
		{ "found", TORA_REASON_NONE, 0, TORA_VERDICT_UNINTENDED, TORA_CHECK_DONE, NULL, 0,
		  0 },
		{ "late", TORA_REASON_NONE, 2, -1, TORA_CHECK_FAILED, "timeout", 0, 0 },
		{ "late, and found", TORA_REASON_NONE, 1, TORA_VERDICT_UNINTENDED, TORA_CHECK_DONE,
		  "timeout", 0, 0 },
		{ "late, and what is found is meant", TORA_REASON_NONE, 1, TORA_VERDICT_INTENDED,
		  TORA_CHECK_FAILED, "timeout", 0, 0 },
		{ "harmless", TORA_REASON_TESTS_ONLY, 0, -1, TORA_CHECK_SKIPPED, "tests-only", 0,
		  0 },
		{ "on purpose", TORA_REASON_DISABLED, 0, -1, TORA_CHECK_SKIPPED, "disabled", 0, 0 },
		{ "stopped", TORA_REASON_SUPERSEDED, 0, -1, TORA_CHECK_CANCELED, "superseded", 0,
		  0 },
		{ "failed", TORA_REASON_DISK_FULL, 3, -1, TORA_CHECK_FAILED, "disk-full", 0, 0 },
		{ "half of the tests", TORA_REASON_NONE, 0, -1, TORA_CHECK_DONE, NULL, 20, 20 },
		{ "fewer than half", TORA_REASON_NONE, 0, -1, TORA_CHECK_FAILED, "timeout", 21,
		  20 },
		{ "fewer than half, and found", TORA_REASON_NONE, 0, TORA_VERDICT_UNINTENDED,
		  TORA_CHECK_DONE, "timeout", 21, 20 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_check c = { .arena = tora_arena_new(),
			                .reason = rows[i].reason,
			                .undecided = rows[i].undecided,
			                .unrun = rows[i].unrun,
			                .tests.run = rows[i].run };

		if (rows[i].verdict >= 0)
			*tora_vec_push(c.arena, &c.findings) =
				(struct tora_finding){ .verdict =
				                               (enum tora_verdict)rows[i].verdict };
		tora_check_settle(&c);
		if (c.state != rows[i].state ||
		    strcmp(tora_reason_name(c.reason), rows[i].ends ? rows[i].ends : "") != 0)
			fail_msg("%s: %s %s", rows[i].label, tora_check_state_name(c.state),
			         tora_reason_name(c.reason));
		tora_arena_free(c.arena);
	}
}

/* A long sentence is cut, not lost; the same one is said once. */
static void test_notes(void **state)
{
	struct tora_check c = { .arena = tora_arena_new() };
	char path[4096];

	(void)state;
	memset(path, 'x', sizeof path - 1);
	path[sizeof path - 1] = '\0';
	tora_check_note(&c, "%s is not text", "p/u.py");
	tora_check_note(&c, "not read: %s, nor %s", path, path);
	tora_check_note(&c, "%s is not text", "p/u.py");
	assert_int_equal(c.notes.n, 2);
	assert_string_equal(c.notes.at[0], "p/u.py is not text");
	assert_int_equal(strncmp(c.notes.at[1], "not read: xxx", 13), 0);
	tora_check_stop(&c, TORA_REASON_TOO_LARGE, "not read: %s", path);
	assert_int_equal(strncmp(c.reason_detail, "not read: xxx", 13), 0);
	tora_arena_free(c.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_finding_round_trip),
		cmocka_unit_test(test_first_reason_stays),
		cmocka_unit_test(test_settled),
		cmocka_unit_test(test_notes),
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
