/*
 * test_ask.c - what a question is made of, and which answers are an opinion.
 */
#include "trials.h"

#include "judge/ask.h"

static const char *value_of(const struct tora_ask_values *v, const char *name,
                            struct tora_arena *arena)
{
	for (size_t i = 0; i < v->of.n; i++)
		if (strcmp(v->of.at[i].name, name) == 0)
			return tora_arena_text(arena, v->of.at[i].text);
	fail_msg("no value '%s'", name);
	return "";
}

/* A docstring that the diff shows whole is not told twice; where there is no diff it is. */
static void test_docs(void **state)
{
	static const char doc[] = "Give x.\n\n    f(1) is 1.\n";
	static const struct {
		const char *diff, *docs;
	} rows[] = {
		{ "", doc },
		{ "@@ -1,4 +1,4 @@\n def f(x):\n-    return x\n+    return 2\n", doc },
		{ "@@ -1,4 +1,4 @@\n+    Give x.\n-    return x\n", doc },
		{ "@@ -1,4 +1,4 @@\n     Give x.\n \n+    f(1) is 1.\n-    return x\n", "" },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_function f = { .doc = doc };
	struct tora_difference difference = { .kind = TORA_DIFF_VALUE };
	struct tora_trial before = { .out = { "1\n", 2 } }, after = { .out = { "2\n", 2 } };
	struct tora_intent intent = { 0 };
	struct tora_evidence evidence = { 0 };
	struct tora_ask_values values;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_change change = { .prompt_source_diff = tora_sv(rows[i].diff) };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .function = &f,
			               .name = "p.f",
			               .test = "print(p.f(1))",
			               .before = &before,
			               .after = &after,
			               .difference = &difference };

		tora_ask_judge(&c, &evidence, "p", arena, &values);
		assert_string_equal(value_of(&values, "docs", arena), rows[i].docs);
		tora_ask_side(&c, "p", false, arena, &values);
		assert_string_equal(value_of(&values, "docs", arena), doc);
	}
	tora_arena_free(arena);
}

/* What was looked up is told as measured; that a model took its own input for permitted is not. */
static void test_legality(void **state)
{
	static const struct {
		enum tora_origin origin;
		enum tora_legality legality;
		const char *says;
	} rows[] = {
		{ TORA_ORIGIN_TEST, TORA_LEGAL_SEEN, "\nlegal: yes (the project's own" },
		{ TORA_ORIGIN_BOUNDARY, TORA_LEGAL_PLAUSIBLE, "\nlegal: yes (it fits" },
		{ TORA_ORIGIN_BOUNDARY, TORA_LEGAL_UNKNOWN, "\nlegal: unknown (" },
		{ TORA_ORIGIN_MODEL, TORA_LEGAL_PLAUSIBLE, "\nlegal: unknown (" },
		{ TORA_ORIGIN_MODEL, TORA_LEGAL_SEEN, "\nlegal: yes (the project's own" },
		{ TORA_ORIGIN_MODEL, TORA_LEGAL_ILLEGAL, "\nlegal: no (" },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_difference difference = { .kind = TORA_DIFF_VALUE };
	struct tora_trial before = { .out = { "1\n", 2 } }, after = { .out = { "2\n", 2 } };
	struct tora_intent intent = { 0 };
	struct tora_evidence evidence = { 0 };
	struct tora_ask_values values;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_case c = { .intent = &intent,
			               .name = "p.f",
			               .test = "print(p.f(1))",
			               .legality = rows[i].legality,
			               .origin = rows[i].origin,
			               .before = &before,
			               .after = &after,
			               .difference = &difference };

		tora_ask_judge(&c, &evidence, "p", arena, &values);
		if (!strstr(value_of(&values, "facts", arena), rows[i].says))
			fail_msg("row %zu: %s", i, value_of(&values, "facts", arena));
	}
	tora_arena_free(arena);
}

/* Both ways about as often, each the same whenever it is asked about; and the sides are where that says. */
static void test_sides(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_difference difference = { .kind = TORA_DIFF_VALUE };
	struct tora_trial before = { .out = { "1\n", 2 } }, after = { .out = { "2\n", 2 } };
	struct tora_intent intent = { 0 };
	struct tora_case c = { .intent = &intent,
		               .name = "p.f",
		               .test = "print(p.f(1))",
		               .before = &before,
		               .after = &after,
		               .difference = &difference };
	struct tora_ask_values values;
	unsigned first = 0;

	(void)state;
	for (unsigned i = 0; i < 1000; i++) {
		const char *print = tora_arena_printf(arena, "%08x", i * 2654435761u);

		first += tora_ask_head_first(print);
		assert_int_equal(tora_ask_head_first(print), tora_ask_head_first(print));
	}
	assert_in_range(first, 400, 600);
	for (int head_first = 0; head_first < 2; head_first++) {
		tora_ask_side(&c, "p", head_first, arena, &values);
		assert_non_null(strstr(value_of(&values, "output_a", arena),
		                       head_first ? "\n2\n" : "\n1\n"));
		assert_non_null(strstr(value_of(&values, "output_b", arena),
		                       head_first ? "\n1\n" : "\n2\n"));
	}
	tora_arena_free(arena);
}

static const struct {
	const char *label;
	struct tora_judgement said;
	tora_facts facts;
	enum tora_legality legality;
	bool is_void;
	bool is_shown; /* by the rules, which are not sure else */
} opinions[] = {
	{ "unread", { .verdict = TORA_VERDICT_UNSURE }, 0, TORA_LEGAL_SEEN, true, false },
	{ "unsure, and the rules are not",
	  { .verdict = TORA_VERDICT_UNSURE, .is_stated = true },
	  0,
	  TORA_LEGAL_SEEN,
	  true,
	  true },
	{ "another value is not minor where the rules show it",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true, .noteworthy = TORA_NO },
	  TORA_FACT(VALUE),
	  TORA_LEGAL_PLAUSIBLE,
	  true,
	  true },
	{ "other words of a message may be",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true, .noteworthy = TORA_NO },
	  TORA_FACT(MESSAGE),
	  TORA_LEGAL_PLAUSIBLE,
	  false,
	  true },
	{ "illegal, which nobody measured, where the rules show it",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true, .legal = TORA_NO },
	  TORA_FACT(VALUE),
	  TORA_LEGAL_UNKNOWN,
	  true,
	  true },
	{ "illegal, as measured",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true, .legal = TORA_NO },
	  TORA_FACT(ILLEGAL),
	  TORA_LEGAL_PLAUSIBLE,
	  false,
	  true },
	{ "unsure",
	  { .verdict = TORA_VERDICT_UNSURE, .is_stated = true, false },
	  0,
	  TORA_LEGAL_SEEN,
	  false,
	  false },
	{ "minor",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true, .noteworthy = TORA_NO },
	  0,
	  TORA_LEGAL_SEEN,
	  false,
	  false },
	{ "flaky, which was measured",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true, .deterministic = TORA_NO },
	  0,
	  TORA_LEGAL_UNKNOWN,
	  true,
	  false },
	{ "illegal, but the project's tests pass it",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true, .legal = TORA_NO },
	  0,
	  TORA_LEGAL_SEEN,
	  true,
	  false },
	{ "illegal",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true, .legal = TORA_NO },
	  0,
	  TORA_LEGAL_PLAUSIBLE,
	  false,
	  false },
	{ "internal, with public names",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true, .is_public = TORA_NO },
	  0,
	  TORA_LEGAL_UNKNOWN,
	  true,
	  false },
	{ "internal, which was not asked",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true },
	  TORA_FACT(PRIVATE),
	  TORA_LEGAL_UNKNOWN,
	  false,
	  false },
	{ "for no reason",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true },
	  0,
	  TORA_LEGAL_UNKNOWN,
	  true,
	  false },
	{ "internal",
	  { .verdict = TORA_VERDICT_IRRELEVANT, .is_stated = true, .is_public = TORA_NO },
	  TORA_FACT(PRIVATE),
	  TORA_LEGAL_UNKNOWN,
	  false,
	  false },
};

static void test_opinion(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof opinions / sizeof *opinions; i++) {
		struct tora_evidence e = { .facts = opinions[i].facts };
		struct tora_opinion o = tora_ask_opinion(
			&opinions[i].said, &e, opinions[i].legality,
			opinions[i].is_shown ? TORA_VERDICT_UNINTENDED : TORA_VERDICT_UNSURE);

		row_int(opinions[i].label, o.fault != NULL, opinions[i].is_void);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_docs),
		                            cmocka_unit_test(test_legality),
		                            cmocka_unit_test(test_sides),
		                            cmocka_unit_test(test_opinion) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
