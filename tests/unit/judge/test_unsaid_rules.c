/* Rules of the table by themselves: which facts let them count. */
#include "trials.h"

#include "judge/rules.h"

static const struct {
	const char *rule;
	tora_facts all, none; /* it counts with the first; not with any of the second besides */
} rows[] = {
	{ "half-done-when-it-fails", TORA_FACT(HALF_DONE),
	  TORA_FACT(ILLEGAL) | TORA_FACT(UNKNOWN) | TORA_FACT(NAMES_VALUE) |
	          TORA_FACT(TEST_ASSERTS) },
	{ "left-behind-by-asking", TORA_FACT(LEFT_BEHIND),
	  TORA_FACT(ILLEGAL) | TORA_FACT(UNKNOWN) | TORA_FACT(NAMES_VALUE) |
	          TORA_FACT(TEST_ASSERTS) },
	{ "changed-on-the-way", TORA_FACT(MIDWAY),
	  TORA_FACT(ILLEGAL) | TORA_FACT(UNKNOWN) | TORA_FACT(NAMES_VALUE) |
	          TORA_FACT(TEST_ASSERTS) },
	{ "no-longer-closed", TORA_FACT(UNCLOSED),
	  TORA_FACT(ILLEGAL) | TORA_FACT(UNKNOWN) | TORA_FACT(NAMES_VALUE) |
	          TORA_FACT(TEST_ASSERTS) },
	{ "told-at-another-time", TORA_FACT(TOLD_EARLY) | TORA_FACT(NAMES_VALUE),
	  TORA_FACT(ILLEGAL) | TORA_FACT(UNKNOWN) | TORA_FACT(NEW_API) | TORA_FACT(TEST_ASSERTS) },
	{ "saved-without-its-fields", TORA_FACT(SAVED_EMPTY) | TORA_FACT(NAMES_VALUE),
	  TORA_FACT(ILLEGAL) | TORA_FACT(UNKNOWN) | TORA_FACT(TEST_ASSERTS) },
	{ "filled-in-without-a-claim",
	  TORA_FACT(CLAIM_NONE) | TORA_FACT(FILLED) | TORA_FACT(PLAUSIBLE), TORA_FACT(PROMISE) },
};

static bool counts(tora_facts facts, const char *rule)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_evidence e = { .facts = facts };
	struct tora_ruling ruling;
	bool ret = false;

	tora_rules(&e, arena, &ruling);
	for (size_t i = 0; i < ruling.fired.n; i++)
		ret |= strcmp(ruling.fired.at[i]->name, rule) == 0;
	tora_arena_free(arena);
	return ret;
}

static void test_unsaid_rules(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		row_int(rows[i].rule, counts(rows[i].all, rows[i].rule), true);
		for (unsigned k = 0; k < TORA_FACT_COUNT; k++) {
			tora_facts one = (tora_facts)1 << k;

			if (rows[i].all & one)
				row_int(rows[i].rule, counts(rows[i].all & ~one, rows[i].rule),
				        one == TORA_FACT(NAMES_VALUE));
			if (rows[i].none & one)
				row_int(rows[i].rule, counts(rows[i].all | one, rows[i].rule),
				        false);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_unsaid_rules) };

	return cmocka_run_group_tests_name("unsaid_rules", tests, NULL, NULL);
}
