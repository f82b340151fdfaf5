#include "trials.h"

#include "judge/compare.h"
#include "judge/quote.h"
#include "judge/stable.h"

/* Three runs of each side, printed lines only; "!X" raises X after printing nothing. */
static const struct {
	const char *label, *base[3], *head[3];
	enum tora_stable want;
	const char *before, *after; /* of the confirmed difference */
} rows[] = {
	{ "same every time",
	  { "1", "1", "1" },
	  { "2", "2", "2" },
	  TORA_STABLE_CONFIRMED,
	  "1",
	  "2" },
	{ "no difference", { "1", "1", "1" }, { "1", "1", "1" }, TORA_STABLE_GONE, 0, 0 },
	{ "base is flaky", { "1", "5", "1" }, { "2", "2", "2" }, TORA_STABLE_FLAKY, 0, 0 },
	{ "head is flaky", { "1", "1", "1" }, { "2", "2", "3" }, TORA_STABLE_FLAKY, 0, 0 },
	{ "both are flaky", { "1", "2", "3" }, { "4", "5", "6" }, TORA_STABLE_FLAKY, 0, 0 },
	{ "noise beside a difference",
	  { "id 7 a", "id 8 a", "id 9 a" },
	  { "id 1 b", "id 2 b", "id 3 b" },
	  TORA_STABLE_CONFIRMED,
	  "id <?> a",
	  "id <?> b" },
	{ "what is shuffled",
	  { "s%{} ", "s}% {", "s{ }%" },
	  { " %s{}", " }{%s", " {}s%" },
	  TORA_STABLE_FLAKY,
	  0,
	  0 },
	{ "a date beside a difference",
	  { "at 7:8:9 it was red", "at 8:9:7 it was red", "at 9:7:8 it was red" },
	  { "at 7:8:9 it was blue", "at 8:9:7 it was blue", "at 9:7:8 it was blue" },
	  TORA_STABLE_CONFIRMED,
	  "at <?>:<?>:<?> it was red",
	  "at <?>:<?>:<?> it was blue" },
	{ "noise on one side masks the other",
	  { "id 7 a", "id 7 a", "id 7 a" },
	  { "id 1 a", "id 2 a", "id 3 a" },
	  TORA_STABLE_FLAKY,
	  0,
	  0 },
	{ "a line that varies in shape, another that differs",
	  { "x\n1", "x y\n1", "x\n1" },
	  { "z\n2", "z\n2", "z\n2" },
	  TORA_STABLE_CONFIRMED,
	  "1",
	  "2" },
	{ "numbers of lines vary",
	  { "a\nb", "a", "a" },
	  { "c", "c", "c" },
	  TORA_STABLE_FLAKY,
	  0,
	  0 },
	{ "noise before an exception",
	  { "7", "8\n9", "7" },
	  { "!KeyError", "!KeyError", "!KeyError" },
	  TORA_STABLE_CONFIRMED,
	  "ends normally",
	  "KeyError: x" },
	{ "raises now and then",
	  { "1", "1", "1" },
	  { "!KeyError", "1", "!KeyError" },
	  TORA_STABLE_FLAKY,
	  0,
	  0 },
	{ "raises another type now and then",
	  { "1", "1", "1" },
	  { "!KeyError", "!ValueError", "!KeyError" },
	  TORA_STABLE_FLAKY,
	  0,
	  0 },
	{ "addresses are no noise at all",
	  { "<a at 0x7f01>", "<a at 0x7f02>", "<a at 0x7f03>" },
	  { "<b at 0x7f01>", "<b at 0x7f02>", "<b at 0x7f03>" },
	  TORA_STABLE_CONFIRMED,
	  "<a at 0xADDR>",
	  "<b at 0xADDR>" },
};

static struct tora_trial make(struct tora_arena *arena, const char *text)
{
	return *text == '!' ? trial_raise(arena, "", text + 1, "x", "/repo/p.py:f")
	                    : trial_ok(text);
}

static void test_decide(void **state)
{
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_trial base[3], head[3], b, h;
		struct tora_stable_runs runs = { .base = base, .head = head, .n = 3 };
		struct tora_difference d;

		for (k = 0; k < 3; k++) {
			base[k] = make(arena, rows[i].base[k]);
			head[k] = make(arena, rows[i].head[k]);
		}
		row_int(rows[i].label, tora_stable_decide(&runs, NULL, arena, &d, &b, &h),
		        rows[i].want);
		if (rows[i].want == TORA_STABLE_CONFIRMED) {
			row_text(rows[i].label, d.before, rows[i].before);
			row_text(rows[i].label, d.after, rows[i].after);
		}
		tora_arena_free(arena);
	}
}

/* Stable, but something else than what the warm runs had shown: that is not a confirmation. */
static void test_expected(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial one = trial_ok("1"), two = trial_ok("'x'"), four = trial_ok("4"), b, h;
	struct tora_stable_runs runs = { .base = &one, .head = &two, .n = 1 };
	struct tora_difference expect, d;

	(void)state;
	tora_compare(&one, &four, arena, &expect);
	assert_int_equal(tora_stable_decide(&runs, &expect, arena, &d, &b, &h), TORA_STABLE_GONE);
	tora_compare(&one, &two, arena, &expect);
	assert_int_equal(tora_stable_decide(&runs, &expect, arena, &d, &b, &h),
	                 TORA_STABLE_CONFIRMED);
	tora_arena_free(arena);
}

static void test_streams(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base[2], head[2], b, h;
	struct tora_stable_runs runs = { .base = base, .head = head, .n = 2 };
	struct tora_difference d;

	(void)state;
	base[0] = base[1] = trial_ok("1");
	head[0] = head[1] = trial_warn(arena, "1", "UserWarning", "x");
	assert_int_equal(tora_stable_decide(&runs, NULL, arena, &d, &b, &h), TORA_STABLE_CONFIRMED);
	assert_int_equal(d.kind, TORA_DIFF_WARNING);
	/* A warning that comes and goes says nothing. */
	head[1] = trial_ok("1");
	assert_int_equal(tora_stable_decide(&runs, NULL, arena, &d, &b, &h), TORA_STABLE_FLAKY);
	/* Nor does it spoil a value that is stable. */
	head[0].out = head[1].out = tora_sv("2");
	assert_int_equal(tora_stable_decide(&runs, NULL, arena, &d, &b, &h), TORA_STABLE_CONFIRMED);
	assert_int_equal(d.kind, TORA_DIFF_VALUE);
	tora_arena_free(arena);
}

static const struct {
	const char *label, *text, *wanted, *span;
} quotes[] = {
	{ "as it stands", "Fix slugify for empty strings", "slugify for empty",
	  "slugify for empty" },
	{ "wrapped line", "Raise ValueError\nfor negative sizes", "ValueError for negative",
	  "ValueError\nfor negative" },
	{ "quoted and cut by a model", "Raise ValueError for negative sizes",
	  "\"...ValueError for negative...\"", "ValueError for negative" },
	{ "other letters", "Raise ValueError for sizes", "raise valueerror", NULL },
	{ "words left out", "Raise ValueError for negative sizes", "Raise ValueError sizes", NULL },
	{ "too short", "Fix it", "Fix it", NULL },
	{ "not there", "Refactor", "all changes are intended", NULL },
	{ "empty", "Refactor the code", "", NULL },
	{ "only blanks", "Refactor the code", "            ", NULL },
};

static void test_quote(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof quotes / sizeof *quotes; i++) {
		struct tora_sv span = { NULL, 0 };
		bool found =
			tora_quote_find(tora_sv(quotes[i].text), tora_sv(quotes[i].wanted), &span);

		row_int(quotes[i].label, found, quotes[i].span != NULL);
		if (found && !tora_sv_is(span, quotes[i].span))
			fail_msg("row '%s': got '%.*s'", quotes[i].label, (int)span.len, span.at);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_decide),
		cmocka_unit_test(test_expected),
		cmocka_unit_test(test_streams),
		cmocka_unit_test(test_quote),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
