/* Ends of comparisons that are moved, and a function's documentation that is written anew. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/edge.h"
#include "judge/owndoc.h"
#include "judge/said.h"

#define CLOSED "-\treturn a < b\n+\treturn a <= b\n"

static void test_edge(void **state)
{
	static const struct {
		const char *label, *message, *diff;
		bool edge;
	} rows[] = {
		{ "closed", "the last day is a day of the season", CLOSED, true },
		{ "open", "up to, but not with the end: exclusive", "-  x >= 3\n+  x > 3\n", true },
		{ "one more", "count the last day",
		  "-\treturn (b - a).days\n+\treturn (b - a).days + 1\n", true },
		{ "one less, in two places", "Off by one",
		  "-for (i = 0; i <= n; i++)\n+for (i = 0; i <= n - 1; i++)\n-x(n)\n+x(n-1)\n",
		  true },
		{ "documents beside it", "the last day counts",
		  "-# before the last day\n" CLOSED "+// the last day too\n+* with it\n+\n", true },
		{ "no word of an end", "the wardens were not amused", CLOSED, false },
		{ "another number", "the last two days count", "-\treturn n\n+\treturn n + 2\n",
		  false },
		{ "ten more", "the last days count", "-\treturn n\n+\treturn n + 10\n", false },
		{ "one and a half", "the last days count", "-\treturn n\n+\treturn n + 1.5\n",
		  false },
		{ "another name", "the last day counts", "-\treturn a < b\n+\treturn a <= c\n",
		  false },
		{ "something else as well", "the last day counts", CLOSED "-f(x)\n+g(x)\n", false },
		{ "a line more", "the last day counts", CLOSED "+g(x)\n", false },
		{ "a line more, and another place", "the last day counts",
		  CLOSED "+g(x)\n-c < d\n+c <= d\n", false },
		{ "nothing but the indent", "the last total",
		  "-        return total\n+    return total\n", false },
		{ "nothing but blanks", "the last total", "-f(a,b)\n+f(a, b)\n", false },
		{ "blanks in a text", "the last total", "-f('a  b')\n+f('ab')\n" CLOSED, false },
		{ "code that begins like prose", "the last day counts",
		  "-**defaults,\n+**given,\n" CLOSED, false },
		{ "a definition", "the last day counts",
		  "-#define MAX 10\n+#define MAX 20\n" CLOSED, false },
		{ "a number below zero", "the last day counts", "-return -1\n+return\n", false },
		{ "one less for one more", "the last day counts", "-f(y + 1)\n+f(y - 1)\n", false },
		{ "one in a text", "the last day counts", "-f(\"a - 1\")\n+f(\"a\")\n", false },
		{ "a shift", "the last day counts", "-x >>= y\n+x >> y\n", false },
		{ "an arrow", "the last day counts", "-(a) => b\n+(a) =>= b\n", false },
		{ "not all of it", "the last day counts", CLOSED "(2 more files changed)\n",
		  false },
		{ "two ends of one", "the last day counts",
		  "-if a < b and c > d:\n+if a <= b and c >= d:\n", true },
		{ "nothing but documents", "the last day counts", "+# the last day counts\n",
		  false },
		{ "nothing", "the last day counts", "", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_change change = { .source_diff = tora_sv(rows[i].diff) };
		struct tora_said said = { .messages = tora_sv(rows[i].message) };
		struct tora_case c = { .change = &change, .said = &said };

		row_int(rows[i].label, tora_edge(&c), rows[i].edge);
		c.change = NULL;
		assert_false(tora_edge(&c));
	}
}

/* A whole file of such lines is no edge, and read to its limit. */
static void test_long_run(void **state)
{
	struct tora_str diff = TORA_STR_INIT(1 << 16);
	struct tora_said said = { .messages = tora_sv("the last day counts") };
	struct tora_change change = { 0 };
	struct tora_case c = { .change = &change, .said = &said };

	(void)state;
	for (int i = 0; i < 100; i++)
		tora_str_adds(&diff, "-\ta < b\n");
	for (int i = 0; i < 100; i++)
		tora_str_adds(&diff, "+\ta <= b\n");
	change.source_diff = tora_str_view(&diff);
	assert_false(tora_edge(&c));
	tora_str_free(&diff);
}

static void test_rewritten(void **state)
{
	static const struct {
		const char *label, *old, *new;
		bool rewritten;
	} rows[] = {
		{ "another word", "The distance on a sphere.", "The distance on an ellipsoid.",
		  true },
		{ "a word more", "All hosts.", "All hosts by name.", true },
		{ "other blanks and marks", "All hosts,\n\tby name.", "All hosts by name", false },
		{ "tags", "/** All hosts. */", "/**\n * All hosts.\n * @param {string} x\n */",
		  false },
		{ "tags of Python", "All hosts.", "All hosts.\n\n    :param n: how many there are",
		  false },
		{ "a list of arguments", "All hosts.", "All hosts.\n\nArgs:\n  n: how many",
		  false },
		{ "an example", "All hosts.", "All hosts.\n\n>>> hosts('two words')\n['x']",
		  false },
		{ "what a checker is told", "// All hosts.",
		  "// All hosts.\n// eslint-disable-next-line no-console", false },
		{ "its spelling", "Put teh hosts together.", "Put the hosts together.", false },
		{ "a year", "(c) 2023 somebody", "(c) 2024 somebody", false },
		{ "an address within it", "Mail me@x.org about the sum of it.",
		  "Mail me@x.org about the whole product of it.", true },
		{ "the same", "All hosts.", "All hosts.", false },
		{ "written now", NULL, "All hosts.", false },
		{ "gone", "All hosts.", NULL, false },
	};

	(void)state;
	assert_false(tora_own_doc_rewritten(NULL));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_function f = { .base_doc = rows[i].old, .doc = rows[i].new };

		row_int(rows[i].label, tora_own_doc_rewritten(&f), rows[i].rewritten);
	}
}

/* Then something else did change with it. */
static void test_not_silent(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_function f = { .name = "p.u.f",
		                   .qualname = "f",
		                   .base_doc = "On a sphere.",
		                   .doc = "On an ellipsoid." };
	struct tora_change change = { .source_diff = tora_sv("+x\n") };
	struct tora_intent intent = { .branch = "", .title = "the earth is no ball" };
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");
	struct tora_difference d;
	struct tora_evidence e;
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .function = &f,
		               .name = "p.u.f",
		               .test = "print(f(1))\n",
		               .before = &base,
		               .after = &head,
		               .difference = &d };

	(void)state;
	tora_compare(&base, &head, arena, &d);
	tora_evidence(&c, arena, &e);
	assert_false((e.facts & TORA_FACT(SILENT)) != 0);
	f.doc = f.base_doc;
	tora_evidence(&c, arena, &e);
	assert_true((e.facts & TORA_FACT(SILENT)) != 0);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_edge),
		cmocka_unit_test(test_long_run),
		cmocka_unit_test(test_rewritten),
		cmocka_unit_test(test_not_silent),
	};

	return cmocka_run_group_tests_name("edge", tests, NULL, NULL);
}
