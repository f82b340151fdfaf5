/* When a warm run and a cold one of the same test disagree, and when that counts. */
#include "run/canary.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

static struct tora_trial trial(enum tora_trial_status status, const char *out)
{
	return (struct tora_trial){ .status = status, .out = tora_sv(out) };
}

#define OK   TORA_TRIAL_OK
#define EXIT TORA_TRIAL_EXIT

static const struct {
	const char *label;
	enum tora_trial_status warm_how, cold_how;
	const char *warm, *cold;
	bool agrees;
} rows[] = {
	{ "the same", OK, OK, "1\n2\n", "1\n2\n", true },
	{ "another value", OK, OK, "False\n", "True\n", false },
	{ "less", OK, OK, "1\n2\n", "1\n", false },
	{ "another end", OK, EXIT, "1\n", "1\n", false },
	{ "addresses", OK, OK, "<C at 0x7f12>\n", "<C at 0x55fe01>\n", true },
	{ "an address and none", OK, OK, "<C at 0x7f12>\n", "<C at home>\n", false },
	{ "behind an address", OK, OK, "0x7f12 a\n", "0x7f13 b\n", false },
	{ "no digits", OK, OK, "0x\n", "0xa\n", false },
	{ "the import prints", OK, OK, "1\n", "loading\nhello\n1\n", true },
	{ "only the import prints", OK, OK, "", "loading\n", true },
	{ "the import prints, and more", OK, OK, "1\n", "loading\n2\n", false },
	{ "the warm one says more", OK, OK, "loading\n1\n", "1\n", false },
	{ "a limit tells nothing", OK, TORA_TRIAL_TIMEOUT, "1\n", "", true },
	{ "nor does another", TORA_TRIAL_LIMIT, OK, "", "1\n", true },
};

static void test_agrees(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_trial warm = trial(rows[i].warm_how, rows[i].warm);
		struct tora_trial cold = trial(rows[i].cold_how, rows[i].cold);

		if (tora_canary_agrees(&warm, &cold) != rows[i].agrees)
			fail_msg("%s", rows[i].label);
		warm.err = warm.out;
		cold.err = cold.out;
		warm.out = cold.out = tora_sv("");
		if (tora_canary_agrees(&warm, &cold) != rows[i].agrees)
			fail_msg("%s, on stderr", rows[i].label);
	}
}

static void test_exceptions(void **state)
{
	struct tora_exception one = { .type = "E", .message = "at 0x12" };
	struct tora_exception moved = { .type = "E", .message = "at 0x34" };
	struct tora_exception other = { .type = "F", .message = "at 0x12" };
	struct tora_trial warm = trial(TORA_TRIAL_EXCEPTION, ""), cold = warm;
	(void)state;

	warm.exception = &one;
	cold.exception = &moved;
	assert_true(tora_canary_agrees(&warm, &cold));
	cold.exception = &other;
	assert_false(tora_canary_agrees(&warm, &cold));
	cold.exception = NULL;
	assert_false(tora_canary_agrees(&warm, &cold));
}

static const struct {
	const char *label, *warm[2], *cold[2];
	bool tells;
} twice[] = {
	{ "both are sure", { "a", "a" }, { "b", "b" }, true },
	{ "the warm one is not", { "a", "c" }, { "b", "b" }, false },
	{ "the cold one is not", { "a", "a" }, { "b", "c" }, false },
	{ "they came to agree", { "a", "b" }, { "b", "b" }, false },
	{ "they agreed", { "a", "a" }, { "a", "a" }, false },
};

static void test_tells(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof twice / sizeof twice[0]; i++) {
		struct tora_trial warm[] = { trial(OK, twice[i].warm[0]),
			                     trial(OK, twice[i].warm[1]) };
		struct tora_trial cold[] = { trial(OK, twice[i].cold[0]),
			                     trial(OK, twice[i].cold[1]) };

		if (tora_canary_tells(warm, cold) != twice[i].tells)
			fail_msg("%s", twice[i].label);
	}
}

/* Spread over the tests, sides in turn, cold, and the warm job each belongs to. */
static void test_pick(void **state)
{
	static const size_t want[][TORA_CANARY_MAX] = {
		{ 0 }, { 0 }, { 0, 3 }, { 0, 3, 4 }, { 0, 3, 4, 7 }, { 0, 3, 4, 7 }
	};
	struct tora_exec_job jobs[200];
	struct tora_canary canary;
	(void)state;

	for (size_t i = 0; i < 200; i++)
		jobs[i] = (struct tora_exec_job){ .side = i % 2 ? TORA_HEAD : TORA_BASE,
			                          .cover = true };
	for (size_t n = 0; n < 6; n++) {
		tora_canary_pick(jobs, n, false, &canary);
		assert_int_equal(canary.n, n < TORA_CANARY_MAX ? n : TORA_CANARY_MAX);
		assert_memory_equal(canary.warm, want[n], canary.n * sizeof(size_t));
	}
	tora_canary_pick(jobs, 100, false, &canary);
	assert_int_equal(canary.warm[3], 151);
	for (size_t i = 0; i < canary.n; i++) {
		assert_true(canary.at[i].cold && !canary.at[i].cover);
		assert_int_equal(canary.at[i].side, jobs[canary.warm[i]].side);
	}
}

/* The head's are the very same tests then; where there is one test only, it is run. */
static void test_pick_of_a_known_base(void **state)
{
	struct tora_exec_job jobs[200];
	struct tora_canary canary;
	(void)state;

	for (size_t i = 0; i < 200; i++)
		jobs[i] = (struct tora_exec_job){ .side = i % 2 ? TORA_HEAD : TORA_BASE };
	tora_canary_pick(jobs, 100, true, &canary);
	assert_int_equal(canary.n, 2);
	for (size_t i = 0; i < canary.n; i++) {
		assert_int_equal(canary.warm[i], i ? 151 : 51);
		assert_int_equal(canary.at[i].side, TORA_HEAD);
		assert_true(canary.at[i].cold);
	}
	tora_canary_pick(jobs, 1, true, &canary);
	assert_int_equal(canary.n, 1);
	tora_canary_pick(jobs, 0, true, &canary);
	assert_int_equal(canary.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_agrees),
		                            cmocka_unit_test(test_exceptions),
		                            cmocka_unit_test(test_tells),
		                            cmocka_unit_test(test_pick),
		                            cmocka_unit_test(test_pick_of_a_known_base) };

	return cmocka_run_group_tests_name("canary", tests, NULL, NULL);
}
