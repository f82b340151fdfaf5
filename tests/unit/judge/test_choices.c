/* A text that is none of those that a function's own words allow. */
#include "trials.h"

#include "judge/choices.h"

#define DOC "def fee(season):\n    \"\"\"The season is \"low\", \"mid\" or \"high\".\"\"\"\n"

static const struct {
	const char *label, *test, *message, *base, *head; /* head NULL: as the base */
	enum tora_origin origin;
	bool left;
} rows[] = {
	{ "another text", "fee('B')\n", "'B'", DOC, NULL, TORA_ORIGIN_MUTATED, true },
	{ "in a sentence", "fee('B')\n", "no season 'B' here", DOC, NULL, TORA_ORIGIN_TYPED, true },
	{ "the last one", "fee('high')\n", "'high'", DOC, NULL, TORA_ORIGIN_MUTATED, false },
	{ "the one before", "fee('mid')\n", "'mid'", DOC, NULL, TORA_ORIGIN_MUTATED, false },
	{ "the first one", "fee('low')\n", "'low'", DOC, NULL, TORA_ORIGIN_MUTATED, false },
	{ "two of them", "fee('B')\n", "'B'", "`a` or `b`", NULL, TORA_ORIGIN_MUTATED, true },
	{ "at its beginning", "fee('B')\n", "'B'", "'a' or 'b'", NULL, TORA_ORIGIN_MUTATED, true },
	{ "one, and a word", "fee('B')\n", "'B'", "low or \"high\"", NULL, TORA_ORIGIN_MUTATED,
	  false },
	{ "a word, and one", "fee('B')\n", "'B'", "\"low\" or high", NULL, TORA_ORIGIN_MUTATED,
	  false },
	{ "no end", "fee('B')\n", "'B'", "\"low\" or \"high", NULL, TORA_ORIGIN_MUTATED, false },
	{ "nothing in quotes", "fee('B')\n", "'B'", "\"\" or \"\"", NULL, TORA_ORIGIN_MUTATED,
	  false },
	{ "on two lines", "fee('B')\n", "'B'", "\"lo\nw\" or \"high\"", NULL, TORA_ORIGIN_MUTATED,
	  false },
	{ "the last on two lines", "fee('B')\n", "'B'", "\"low\" or \"hi\ngh\"", NULL,
	  TORA_ORIGIN_MUTATED, false },
	{ "a long last one", "fee('B')\n", "'B'",
	  "\"b\" or \"a123456789012345678901234567890123456789012345\"", NULL, TORA_ORIGIN_MUTATED,
	  false },
	{ "a long one", "fee('B')\n", "'B'",
	  "\"a123456789012345678901234567890123456789012345\" or \"b\"", NULL, TORA_ORIGIN_MUTATED,
	  false },
	{ "another list has it", "fee('B')\n", "'B'", "\"a\" or \"b\", \"A\" or \"B\"", NULL,
	  TORA_ORIGIN_MUTATED, false },
	{ "it is new", "fee('B')\n", "'B'", "", DOC, TORA_ORIGIN_MUTATED, false },
	{ "it is gone", "fee('B')\n", "'B'", DOC, "", TORA_ORIGIN_MUTATED, false },
	{ "a key of no table", "fee('B')\n", "'B'", "return x or FEES[season]", NULL,
	  TORA_ORIGIN_MUTATED, true },
	{ "one that was looked into", "fee('B')\n", "'B'",
	  "return FEES[season] if season in FEES else 1", "return FEES[season]",
	  TORA_ORIGIN_MUTATED, false },
	{ "one that was asked with another word", "fee('B')\n", "'B'",
	  "x = FEES.get('a') or FEES[season]", "return FEES[season]", TORA_ORIGIN_MUTATED, false },
	{ "another key", "fee('B')\n", "'B'", "return FEES[season.lower()]", "return FEES[season]",
	  TORA_ORIGIN_MUTATED, false },
	{ "a longer name", "fee('B')\n", "'B'", "return OLD_FEES[season]", "return FEES[season]",
	  TORA_ORIGIN_MUTATED, false },
	{ "a key that is written out", "fee('B')\n", "'B'", "x = FEES[0]; return d.get(season)",
	  "x = FEES[0]; return d[season]", TORA_ORIGIN_MUTATED, false },
	{ "an error that is caught", "fee('B')\n", "'B'",
	  "try:\n    return FEES[season]\nexcept KeyError:\n    return 1", "return FEES[season]",
	  TORA_ORIGIN_MUTATED, false },
	{ "a list of them", "fee('B')\n", "'B'", "return FEES [season]", "return FEES [season]",
	  TORA_ORIGIN_MUTATED, false },
	{ "a new table", "fee('B')\n", "'B'", "return 2", "return FEES[season]",
	  TORA_ORIGIN_MUTATED, false },
	{ "one that was asked otherwise", "fee('B')\n", "'B'", "FEES.get(season)",
	  "return FEES[season]", TORA_ORIGIN_MUTATED, false },
	{ "of an argument", "fee('B')\n", "'B'", "return x or fees[season]", NULL,
	  TORA_ORIGIN_MUTATED, false },
	{ "in a sentence of the project", "fee('B')\n", "no 'B'", "return x or FEES[season]", NULL,
	  TORA_ORIGIN_MUTATED, false },
	{ "a number", "fee(1)\n", "1", DOC, NULL, TORA_ORIGIN_MUTATED, true },
	{ "a number among words", "fee(1)\n", "line 1", DOC, NULL, TORA_ORIGIN_MUTATED, false },
	{ "another number", "fee(2)\n", "1", DOC, NULL, TORA_ORIGIN_MUTATED, false },
	{ "not handed over", "fee('b')\n", "'B'", DOC, NULL, TORA_ORIGIN_MUTATED, false },
	{ "not in quotes", "fee('B')\n", "B", DOC, NULL, TORA_ORIGIN_MUTATED, false },
	{ "a test of the project", "fee('B')\n", "'B'", DOC, NULL, TORA_ORIGIN_TEST, false },
};

static void test_choices(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1");

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_function f = { .base_body = tora_sv(rows[i].base),
			                   .head_body = tora_sv(rows[i].head ? rows[i].head
			                                                     : rows[i].base) };
		struct tora_trial head =
			trial_raise(arena, "", "KeyError", rows[i].message, "/repo/f.py:fee");
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED };
		struct tora_case c = { .function = &f,
			               .test = rows[i].test,
			               .origin = rows[i].origin,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		row_int(rows[i].label, tora_choices_left(&c), rows[i].left);
		d.kind = TORA_DIFF_EXCEPTION_CHANGED;
		assert_false(tora_choices_left(&c));
		d.kind = TORA_DIFF_EXCEPTION_APPEARED;
		c.function = NULL;
		assert_false(tora_choices_left(&c));
		c.function = &f;
		c.after = &base;
		assert_false(tora_choices_left(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_choices) };

	return cmocka_run_group_tests_name("choices", tests, NULL, NULL);
}
