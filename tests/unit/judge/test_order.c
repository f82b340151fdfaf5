/* Which finding comes first, and which two are one. */
#include "judge/order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct tora_finding finding(enum tora_verdict v, double confidence,
                                   enum tora_difference_kind kind)
{
	return (struct tora_finding){
		.verdict = v,
		.confidence = confidence,
		.fingerprint = "",
		.function = "f",
		.test = "",
		.difference = { .kind = kind, .before = "1", .after = "2", .signature = "s" }
	};
}

static void importance(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	const struct tora_finding all[] = {
		finding(TORA_VERDICT_IRRELEVANT, 1, TORA_DIFF_VALUE),
		finding(TORA_VERDICT_INTENDED, 1, TORA_DIFF_VALUE),
		finding(TORA_VERDICT_UNINTENDED, 0.4, TORA_DIFF_VALUE),
		finding(TORA_VERDICT_UNSURE, 0.9, TORA_DIFF_VALUE),
		finding(TORA_VERDICT_UNINTENDED, 0.6, TORA_DIFF_EXCEPTION_APPEARED),
		finding(TORA_VERDICT_COINCIDENTAL_FIX, 0.1, TORA_DIFF_VALUE),
		finding(TORA_VERDICT_UNINTENDED, 0.6, TORA_DIFF_VALUE),
		finding(TORA_VERDICT_UNINTENDED, 0.6, TORA_DIFF_VALUE),
	};
	const size_t want[] = { 4, 6, 7, 2, 5, 3, 1, 0 };
	const size_t *order = tora_order(all, 8, arena);

	(void)state;
	for (size_t i = 0; i < 8; i++)
		if (order[i] != want[i])
			fail_msg("place %zu has %zu instead of %zu", i, order[i], want[i]);
	(void)tora_order(NULL, 0, arena);
	tora_arena_free(arena);
}

static void sameness(void **state)
{
	struct tora_finding a = finding(TORA_VERDICT_UNINTENDED, 1, TORA_DIFF_VALUE), b = a;

	(void)state;
	a.fingerprint = "1";
	a.test = "print(f(1))";
	b.fingerprint = "2";
	b.test = "print(f(2))";
	assert_true(tora_order_same(&a, &b));
	b.difference.signature = "t";
	assert_false(tora_order_same(&a, &b));
	b.fingerprint = "1";
	assert_true(tora_order_same(&a, &b));
	b = a;
	b.fingerprint = "2";
	b.test = "print(f(2))";
	b.verdict = TORA_VERDICT_INTENDED;
	assert_false(tora_order_same(&a, &b));
	b.verdict = a.verdict;
	b.function = "g";
	assert_false(tora_order_same(&a, &b));
}

/* Made small, a test of one function may become that of another. */
static void one_program(void **state)
{
	struct tora_finding a = finding(TORA_VERDICT_UNINTENDED, 1, TORA_DIFF_VALUE), b = a;

	(void)state;
	a.fingerprint = "1";
	a.test = b.test = "print(f(1))";
	b.fingerprint = "2";
	b.function = "g";
	b.difference.signature = "t";
	assert_true(tora_order_same(&a, &b));
	b.difference.after = "3";
	assert_false(tora_order_same(&a, &b));
	b.difference.after = a.difference.after;
	b.difference.before = "3";
	assert_false(tora_order_same(&a, &b));
	b.difference.before = a.difference.before;
	b.difference.kind = TORA_DIFF_OUTPUT;
	assert_false(tora_order_same(&a, &b));
	b = a;
	b.fingerprint = "2";
	b.function = "g";
	b.test = "print(f(2))";
	assert_false(tora_order_same(&a, &b));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(importance),
		cmocka_unit_test(sameness),
		cmocka_unit_test(one_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
