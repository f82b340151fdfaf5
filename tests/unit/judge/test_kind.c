/* What is to be seen in a difference itself: what an object was given and shows no more. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/kind.h"
#include "judge/telling.h"

static const struct {
	const char *label, *test, *before, *after;
	bool is_lost;
} rows[] = {
	{ "an option", "log(new Chart({ depth: Infinity }));\n",
	  "Chart { depth: Infinity, root: null }", "Chart { depth: null, root: null }", true },
	{ "a keyword", "print(Chart(depth=0.5))\n", "Chart(depth=0.5)", "Chart(depth=None)", true },
	{ "a text", "log(new Chart({ sort: 'a' }));\n", "{ sort: 'a' }", "{ sort: undefined }",
	  true },
	{ "it was not shown", "log(new Chart({ depth: 4 }));\n", "Chart { depth: 3 }",
	  "Chart { depth: null }", false },
	{ "another is shown", "log(new Chart({ depth: 4 }));\n", "Chart { depth: 4 }",
	  "Chart { depth: 3 }", false },
	{ "another name", "log(new Chart({ depth: 4 }));\n", "Chart { depth: 4, sort: 1 }",
	  "Chart { depth: 4, sort: null }", false },
	{ "part of a name", "log(new Chart({ depth: 4 }));\n", "{ in_depth: 4 }",
	  "{ in_depth: null }", false },
	{ "nothing was given", "log(new Chart({ depth: null }));\n", "Chart { depth: null }",
	  "Chart { depth: null, a: 1 }", false },
	{ "it is shown still", "load([{ depth: 2 }, { depth: null }]);\n",
	  "[{ no: 0, depth: 2 }, { depth: null }]", "[{ no: 1, depth: 2 }, { depth: null }]",
	  false },
	{ "nothing was shown before", "load([{ depth: 2 }, { depth: null }]);\n",
	  "[{ depth: 2 }, { depth: null }]", "[{ depth: 1 }, { depth: null }]", false },
	{ "no name", "log({ 4: 4 });\n", "{ 4: 4 }", "{ 4: null }", false },
};

static void test_given(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .title = "" };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_telling telling = { 0 };
		struct tora_difference d;
		struct tora_case c = { .intent = &intent,
			               .name = "src/chart.Chart",
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_compare(&base, &head, arena, &d);
		row_int(rows[i].label, (tora_kind_facts(&c, &telling) & TORA_FACT(SET_LOST)) != 0,
		        rows[i].is_lost);
	}
	tora_arena_free(arena);
}

/* What was too deep hangs: nobody's loss. What the project refused and does not refuse any more is one. */
static void test_too_deep(void **state)
{
	static const struct {
		const char *type, *message;
		bool hangs;
	} errors[] = {
		{ "RangeError", "Maximum call stack size exceeded", false },
		{ "RecursionError", "maximum recursion depth exceeded in comparison", false },
		{ "ValueError", "maximum recursion depth of 20 exceeded", true },
		{ "RangeError", "too deep", true },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .title = "" };
	struct tora_change change = { 0 };
	struct tora_trial head = { .status = TORA_TRIAL_TIMEOUT };

	(void)state;
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
		struct tora_trial base = trial_raise(arena, "", errors[i].type, errors[i].message,
		                                     "/repo/s.py:solve");
		struct tora_telling telling = { .gone = tora_sv(errors[i].type) };
		struct tora_difference d = { .kind = TORA_DIFF_HANG,
			                     .signature = "",
			                     .before = errors[i].message,
			                     .after = "does not end" };
		struct tora_said said = { .messages = TORA_SV("Faster") };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .said = &said,
			               .name = "s.solve",
			               .test = "print(solve(b))",
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		row_int(errors[i].message, (tora_kind_facts(&c, &telling) & TORA_FACT(HANGS)) != 0,
		        errors[i].hangs);
	}
	tora_arena_free(arena);
}

/* An error that is gone: is it a mistake of the project? */
static void test_of_nothing(void **state)
{
	static const struct {
		const char *label, *message;
		bool in_test, is_mistake;
	} errors[] = {
		{ "null is taken apart by the test",
		  "Cannot read properties of null (reading 'length')", true, false },
		{ "None is", "'NoneType' object is not subscriptable", true, false },
		{ "by the project", "Cannot read properties of null (reading 'length')", false,
		  true },
		{ "something else", "'generator' object is not subscriptable", true, true },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .title = "" };
	struct tora_change change = { 0 };
	struct tora_trial head = trial_ok("5");

	(void)state;
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
		struct tora_trial base =
			trial_raise(arena, "", "TypeError", errors[i].message, "/repo/s.py:solve");
		struct tora_telling telling = { .gone = TORA_SV("TypeError") };
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_GONE,
			                     .signature = "",
			                     .before = errors[i].message,
			                     .after = "5" };
		struct tora_said said = { .messages = TORA_SV("Faster") };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .said = &said,
			               .name = "s.solve",
			               .test = "print(len(solve(b)))",
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		base.exception->frames.n -= errors[i].in_test;
		row_int(errors[i].label,
		        (tora_kind_facts(&c, &telling) & TORA_FACT(WAS_PROGRAM_ERROR)) != 0,
		        errors[i].is_mistake);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_given),
		                            cmocka_unit_test(test_of_nothing),
		                            cmocka_unit_test(test_too_deep) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
