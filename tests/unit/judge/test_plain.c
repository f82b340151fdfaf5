/* Which of several tests that show the same is shown, and what it then says. */
#include "trials.h"

#include "judge/merge.h"
#include "judge/plain.h"

static void test_oddities(void **state)
{
	static const struct {
		const char *label, *test;
		unsigned odd;
	} rows[] = {
		{ "nothing", "", 0 },
		{ "plain", "from p import f\nprint(f('a b', 12, 2.5, [1, 2]))", 0 },
		{ "a character is one", "f('a\xc3\xa9')", 1 },
		{ "escapes", "f('a\\x00\\n')", 2 },
		{ "two blanks", "f('a  b')", 1 },
		{ "many blanks are one run", "f('a     b')", 2 },
		{ "blanks at an end", "f(' a')", 1 },
		{ "a run of one letter", "f('aaaaaaaa')", 1 },
		{ "three are a word", "f('www')", 0 },
		{ "empty text", "f('')", 1 },
		{ "empty containers", "f([], {})", 2 },
		{ "an empty call is none", "f()", 0 },
		{ "a huge number", "f(99999999999)", 1 },
		{ "a year is none", "f(20241231)", 1 },
		{ "no number", "f(float('nan'), math.inf)", 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		unsigned got = tora_plain_oddities(tora_sv(rows[i].test));

		if (got != rows[i].odd)
			fail_msg("%s: %u instead of %u", rows[i].label, got, rows[i].odd);
	}
}

static struct tora_plain_input input(enum tora_legality l, enum tora_origin o, const char *test)
{
	return (struct tora_plain_input){ l, o, tora_sv(test) };
}

static void test_order(void **state)
{
	const struct { /* each is to be shown before those below it */
		struct tora_plain_input at;
	} rows[] = {
		{ input(TORA_LEGAL_SEEN, TORA_ORIGIN_TEST, "a long test of the project") },
		{ input(TORA_LEGAL_SEEN, TORA_ORIGIN_DOC, "f('a')") },
		{ input(TORA_LEGAL_SEEN, TORA_ORIGIN_MUTATED, "f('a')") },
		{ input(TORA_LEGAL_PLAUSIBLE, TORA_ORIGIN_CALL, "f('\\x00')") },
		{ input(TORA_LEGAL_PLAUSIBLE, TORA_ORIGIN_TYPED, "f('b')") },
		{ input(TORA_LEGAL_PLAUSIBLE, TORA_ORIGIN_MUTATED, "f('b')") },
		{ input(TORA_LEGAL_PLAUSIBLE, TORA_ORIGIN_MUTATED, "f('b', 'c')") },
		{ input(TORA_LEGAL_PLAUSIBLE, TORA_ORIGIN_TYPED, "f('\\x00')") },
		{ input(TORA_LEGAL_UNKNOWN, TORA_ORIGIN_TEST, "f()") },
		{ input(TORA_LEGAL_ILLEGAL, TORA_ORIGIN_TEST, "f()") },
	};
	size_t n = sizeof rows / sizeof *rows, i, k;

	(void)state;
	for (i = 0; i < n; i++)
		for (k = 0; k < n; k++) {
			int got = tora_plain_order(&rows[i].at, &rows[k].at);

			if ((got < 0) != (i < k) || (got > 0) != (i > k))
				fail_msg("row %zu against %zu: %d", i, k, got);
		}
}

static struct tora_finding finding(const char *function, enum tora_legality legality,
                                   double confidence, const char *test)
{
	return (struct tora_finding){ .verdict = TORA_VERDICT_UNINTENDED,
		                      .confidence = confidence,
		                      .fingerprint = test,
		                      .function = function,
		                      .legality = legality,
		                      .origin = TORA_ORIGIN_MUTATED,
		                      .test = test,
		                      .cluster = 2,
		                      .difference = { .kind = TORA_DIFF_VALUE,
		                                      .signature = "s",
		                                      .before = "1",
		                                      .after = "2" } };
}

static void test_merge(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_check check = { .arena = arena };
	static const struct tora_pair none;
	const struct tora_pair *const seen[] = { &none, &none, &none, &none };
	const struct tora_finding found[] = {
		finding("f", TORA_LEGAL_UNKNOWN, 0.8, "f('a')"),
		finding("g", TORA_LEGAL_SEEN, 0.7, "g('a')"),
		finding("f", TORA_LEGAL_PLAUSIBLE, 0.7, "f('\\x00')"),
		finding("f", TORA_LEGAL_PLAUSIBLE, 0.6, "f('abc')"),
	};

	(void)state;
	tora_merge(found, seen, 4, &check);
	assert_int_equal(check.findings.n, 2);
	assert_string_equal(check.findings.at[0].test, "f('abc')");
	assert_int_equal(check.findings.at[0].cluster, 6);
	assert_true(check.findings.at[0].confidence > 0.79);
	assert_string_equal(check.findings.at[1].test, "g('a')");
	/* of two as legal the plainer one, but not where it tells much less */
	{
		const struct tora_finding more[] = {
			finding("h", TORA_LEGAL_SEEN, 0.84, "import p\nimport q\n"),
			finding("h", TORA_LEGAL_SEEN, 0.6, "h(1)"),
			finding("k", TORA_LEGAL_SEEN, 0.7, "import p\nk(1)\n"),
			finding("k", TORA_LEGAL_SEEN, 0.65, "k(1)"),
		};
		struct tora_check other = { .arena = arena };

		tora_merge(more, seen, 4, &other);
		assert_int_equal(other.findings.n, 2);
		assert_string_equal(other.findings.at[0].test, "import p\nimport q\n");
		assert_string_equal(other.findings.at[1].test, "k(1)");
	}
	tora_merge(NULL, NULL, 0, &check);
	assert_int_equal(check.findings.n, 2);
	tora_arena_free(arena);
}

/* An error, and what another test prints that catches it. */
static void test_merge_caught(void **state)
{
	static const struct {
		const char *label, *function, *error, *printed;
		size_t left;
	} rows[] = {
		{ "the same", "f", "RuntimeError: changed size", "RuntimeError", 1 },
		{ "the project's", "f", "p.errors.Short: no", "Short", 1 },
		{ "without a text", "f", "KeyError", "KeyError", 1 },
		{ "another error", "f", "RuntimeError: KeyError", "KeyError", 2 },
		{ "the end of its name", "f", "RuntimeError: no", "Error", 2 },
		{ "another function", "g", "RuntimeError: changed size", "RuntimeError", 2 },
		{ "another value", "f", "RuntimeError: changed size", "[1]", 2 },
		{ "nothing", "f", "RuntimeError: changed size", "", 2 },
	};
	struct tora_arena *arena = tora_arena_new();
	static const struct tora_pair none;
	const struct tora_pair *const seen[] = { &none, &none };

	(void)state;
	for (size_t i = 0; i < 2 * (sizeof rows / sizeof *rows); i++) {
		struct tora_check check = { .arena = arena };
		struct tora_finding found[] = {
			finding("f", TORA_LEGAL_PLAUSIBLE, 0.8, "a"),
			finding(rows[i / 2].function, TORA_LEGAL_PLAUSIBLE, 0.7, "b"),
		};
		size_t met = i % 2; /* whichever of them is more important */

		found[met].function = "f";
		found[met].difference =
			(struct tora_difference){ .kind = TORA_DIFF_EXCEPTION_APPEARED,
			                          .signature = "x",
			                          .before = "[]",
			                          .after = rows[i / 2].error };
		found[1 - met].function = rows[i / 2].function;
		found[1 - met].difference.after = rows[i / 2].printed;
		tora_merge(found, seen, 2, &check);
		row_int(rows[i / 2].label, (int)check.findings.n, (int)rows[i / 2].left);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_oddities),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_merge),
		cmocka_unit_test(test_merge_caught),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
