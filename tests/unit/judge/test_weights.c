/* Rows of the tables of rules, one by one: what they ask for, and what takes each of them away. */
#include "trials.h"

#include "judge/rules.h"

#include <math.h>

#define F TORA_FACT

static const struct {
	const char *name;
	tora_facts all, none;
	double weight;
} rows[] = {
	{ "error-swallowed", F(SWALLOWED),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_EXCEPTION) | F(TEST_ASSERTS), 8.0 },
	{ "number-and-its-text-as-keys", F(KEY_SPLIT),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_VALUE) | F(TEST_ASSERTS), 1.5 },
	{ "map-fills-in-a-parameter", F(MAPPED),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(TEST_ASSERTS), 6.5 },
	{ "name-nobody-gave", F(NAME_MANGLED),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(TEST_ASSERTS) | F(TEST_EXPECTS), 3.0 },
	{ "line-end-is-left", F(LINE_END_LEFT),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(TEST_ASSERTS), 4.0 },
	{ "feature-changes-what-documents-show", F(DOCUMENTED) | F(CLAIM_ADDS) | F(VALUE) | F(SEEN),
	  F(NEW_API) | F(BREAKING) | F(TEST_ASSERTS) | F(TEST_EXPECTS) | F(FIELD_ADDED), 2.5 },
	{ "error-of-a-new-library", F(ESCAPED),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_EXCEPTION) | F(TEST_EXPECTS), 2.0 },
	{ "said-to-change", F(FORETOLD) | F(VALUE),
	  F(PROMISE) | F(OTHER_THAN_SAID) | F(OLD_USE) | F(GLITCH) | F(BELOW_ZERO) | F(SET_LOST) |
	          F(EMPTIED) | F(DOC_SAYS_OLD) | F(TRUTH),
	  -2.6 },
};

static bool fires(const char *name, tora_facts facts, struct tora_arena *arena, double *ret)
{
	struct tora_evidence e = { .facts = facts };
	struct tora_ruling ruling;

	tora_rules(&e, arena, &ruling);
	for (size_t i = 0; i < ruling.fired.n; i++)
		if (strcmp(ruling.fired.at[i]->name, name) == 0) {
			*ret = ruling.fired.at[i]->weight;
			return true;
		}
	return false;
}

static void test_rows(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	double weight = 0;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		row_int(rows[i].name, fires(rows[i].name, rows[i].all, arena, &weight), true);
		assert_true(fabs(weight - rows[i].weight) < 1e-9);
		for (int f = 0; f < TORA_FACT_COUNT; f++) {
			tora_facts one = (tora_facts)1 << f;
			bool is_needed = rows[i].all & one, is_against = rows[i].none & one;

			row_int(tora_fact_name((enum tora_fact)f),
			        fires(rows[i].name, rows[i].all ^ one, arena, &weight),
			        !is_needed && !is_against);
		}
	}
	tora_arena_free(arena);
}

/* An error that is swallowed is no mistake that went away. */
static void test_no_good_news(void **state)
{
	static const tora_facts news[] = {
		F(GONE) | F(WAS_PROGRAM_ERROR) | F(SEEN),
		F(GONE) | F(WAS_PROGRAM_ERROR) | F(PLAUSIBLE) | F(CLAIM_KEEPS),
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof news / sizeof *news; i++) {
		struct tora_evidence e = { .facts = news[i] };
		struct tora_ruling ruling;

		tora_rules(&e, arena, &ruling);
		assert_int_equal(ruling.verdict, TORA_VERDICT_COINCIDENTAL_FIX);
		e.facts |= F(SWALLOWED);
		tora_rules(&e, arena, &ruling);
		assert_int_equal(ruling.verdict, TORA_VERDICT_UNINTENDED);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows),
		                            cmocka_unit_test(test_no_good_news) };

	return cmocka_run_group_tests_name("weights", tests, NULL, NULL);
}
