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

/* A program that a reader believes goes before one that is a little surer. */
static void what_is_seen(void **state)
{
	static const struct {
		const char *label;
		double confidence, other_confidence;
		enum tora_legality legality, other_legality;
		enum tora_difference_kind kind, other_kind;
		const char *test, *other_test;
		enum tora_verdict verdict;
	} rows[] = {
		/* the first of two is to come first */
		{ "shorter", 0.71, 0.77, TORA_LEGAL_PLAUSIBLE, TORA_LEGAL_PLAUSIBLE,
		  TORA_DIFF_VALUE, TORA_DIFF_VALUE, "print(f(0))\n",
		  "a = 1\nb = 2\nc = 3\nprint(f(a, b, c))\n", TORA_VERDICT_UNINTENDED },
		{ "plainer", 0.71, 0.77, TORA_LEGAL_PLAUSIBLE, TORA_LEGAL_PLAUSIBLE,
		  TORA_DIFF_VALUE, TORA_DIFF_VALUE, "a = 1\nprint(f(a))\n", "print(f(''))\n",
		  TORA_VERDICT_UNINTENDED },
		{ "nearer", 0.71, 0.77, TORA_LEGAL_SEEN, TORA_LEGAL_PLAUSIBLE, TORA_DIFF_VALUE,
		  TORA_DIFF_EXCEPTION_APPEARED, "a = 1\nprint(f(a))\n", "print(f(1))\n",
		  TORA_VERDICT_UNINTENDED },
		{ "graver", 0.71, 0.77, TORA_LEGAL_SEEN, TORA_LEGAL_SEEN,
		  TORA_DIFF_EXCEPTION_APPEARED, TORA_DIFF_VALUE, "a = 1\nprint(f(a))\n",
		  "print(f(1))\n", TORA_VERDICT_UNINTENDED },
		{ "sure", 0.81, 0.77, TORA_LEGAL_PLAUSIBLE, TORA_LEGAL_SEEN, TORA_DIFF_VALUE,
		  TORA_DIFF_VALUE, "a = 1\nprint(f(a))\n", "print(f(1))\n",
		  TORA_VERDICT_UNINTENDED },
		{ "of what is not shown, the nearest to it", 0.45, 0.4, TORA_LEGAL_PLAUSIBLE,
		  TORA_LEGAL_SEEN, TORA_DIFF_VALUE, TORA_DIFF_EXCEPTION_APPEARED,
		  "a = 1\nprint(f(a))\n", "print(f(1))\n", TORA_VERDICT_UNSURE },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_finding all[2] = {
			finding(rows[i].verdict, rows[i].other_confidence, rows[i].other_kind),
			finding(rows[i].verdict, rows[i].confidence, rows[i].kind)
		};

		all[0].legality = rows[i].other_legality;
		all[0].test = rows[i].other_test;
		all[1].legality = rows[i].legality;
		all[1].test = rows[i].test;
		if (tora_order(all, 2, arena)[0] != 1)
			fail_msg("%s", rows[i].label);
	}
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
	b.spot = 12;
	assert_true(tora_order_same(&a, &b));
	a.spot = 3; /* another place of the function */
	assert_false(tora_order_same(&a, &b));
	a.spot = 12;
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

/* One parameter that all classes lost is one loss. */
static void one_loss(void **state)
{
	struct tora_finding a = finding(TORA_VERDICT_UNINTENDED, 1, TORA_DIFF_EXCEPTION_APPEARED);
	struct tora_finding b = a;

	(void)state;
	a.fingerprint = "1";
	a.test = "print(a.clear(x=1))";
	a.function = "p.LRUCache.clear";
	a.difference.api_missing_head = b.difference.api_missing_head = true;
	a.difference.after = "TypeError: LRUCache.clear() got an unexpected keyword argument 'x'";
	b.fingerprint = "2";
	b.test = "print(b.clear(x=1))";
	b.function = "p.LFUCache.clear";
	b.difference.after = "TypeError: LFUCache.clear() got an unexpected keyword argument 'x'";
	assert_true(tora_order_same(&a, &b));
	b.difference.after = "TypeError: LFUCache.clear() got an unexpected keyword argument 'y'";
	assert_false(tora_order_same(&a, &b));
	b.difference.after = "AttributeError: 'LFUCache' object has no attribute 'clear'";
	assert_false(tora_order_same(&a, &b));
	a.difference.after =
		"TypeError: LRUCache.clear() takes 1 positional argument but 2 were given";
	b.difference.after =
		"TypeError: LFUCache.clear() takes 1 positional argument but 2 were given";
	assert_true(tora_order_same(&a, &b));
	a.function = "p.one.config", b.function = "p.two.config";
	assert_false(tora_order_same(&a, &b));
	a.function = "p.LRUCache.clear";
	b.function = "p.LFUCache.pop";
	assert_false(tora_order_same(&a, &b));
	b.function = "p.LFUCache.clear";
	b.difference.api_missing_head = false;
	assert_false(tora_order_same(&a, &b));
}

/* One import fails, and all that the project does with it. */
static void one_lack(void **state)
{
	struct tora_exception x = { .type = "ModuleNotFoundError",
		                    .message = "No module named 'm'" };
	struct tora_exception y = x, other = { .type = "KeyError", .message = "'m'" }, z = other;
	struct tora_finding a = finding(TORA_VERDICT_UNINTENDED, 1, TORA_DIFF_EXCEPTION_APPEARED);
	struct tora_finding b = finding(TORA_VERDICT_UNINTENDED, 1, TORA_DIFF_EXCEPTION_CHANGED);

	(void)state;
	a.fingerprint = "1", b.fingerprint = "2";
	a.test = "from p.a import f", b.test = "from p.b import g";
	a.function = "p.a.f", b.function = "p.b.g";
	assert_false(tora_order_same(&a, &b));
	a.after.exception = &x;
	assert_false(tora_order_same(&a, &b));
	b.after.exception = &y;
	assert_true(tora_order_same(&a, &b));
	y.message = "No module named 'n'";
	assert_false(tora_order_same(&a, &b));
	a.after.exception = &other, b.after.exception = &z;
	assert_false(tora_order_same(&a, &b));
	a.after.exception = b.after.exception = &x;
	b.verdict = TORA_VERDICT_UNSURE;
	assert_false(tora_order_same(&a, &b));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(importance), cmocka_unit_test(what_is_seen),
		cmocka_unit_test(sameness),   cmocka_unit_test(one_program),
		cmocka_unit_test(one_loss),   cmocka_unit_test(one_lack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
