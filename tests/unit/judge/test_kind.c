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

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_given) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
