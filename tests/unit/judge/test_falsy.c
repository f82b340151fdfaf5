/* What is there and false, taken for missing. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/falsy.h"
#include "judge/said.h"

#define WAS "    return default if value is None else value\n"
#define IS  "    return value or default\n"

static const struct {
	const char *label, *test, *removed, *added, *message, *tests, *docs;
	bool want;
} rows[] = {
	{ "or", "print(delay(0))", WAS, IS, "Tidy up", "", "", true },
	{ "an empty list by name", "print(A(comments=[]))", "if value is None:\n",
	  "if value := f():\n", "Tidy up", "", "", true },
	{ "a text", "print(f(1, ''))", "x is not None\n", "if not x:\n", "Tidy up", "", "", true },
	{ "of JavaScript", "console.log(f({ a: \"\" }));", "a ?? b;\n", "a || b;\n", "Tidy up", "",
	  "", true },
	{ "undefined", "console.log(f([0]));", "if (a === undefined) return;\n",
	  "if (!a) return;\n", "Tidy up", "", "", true },
	{ "a choice", "console.log(f({}));", "a !== null ? a : b;\n", "a ? a : b;\n", "Tidy up", "",
	  "", true },
	{ "an empty dict in a call", "print(f({}))", WAS, IS, "Tidy up", "", "", true },
	{ "False", "print(f(strict=False))", WAS, IS, "Tidy up", "", "", true },
	{ "a fraction", "print(f(0.0))", WAS, IS, "Tidy up", "", "", true },
	{ "an empty tuple", "print(f(()))", WAS, IS, "Tidy up", "", "", true },
	{ "nothing of the kind is passed", "print(f(1, 'a', [2]))", WAS, IS, "Tidy up", "", "",
	  false },
	{ "a call without arguments", "print(f())", WAS, IS, "Tidy up", "", "", false },
	{ "an index", "x = f(1)\nprint(x[0])\nprint(x[\"\"])", WAS, IS, "Tidy up", "", "", false },
	{ "a sum", "print(f(10) - 0)", WAS, IS, "Tidy up", "", "", false },
	{ "asked as before", "print(delay(0))", WAS, WAS IS, "Tidy up", "", "", false },
	{ "it was asked for truth", "print(delay(0))", IS, IS, "Tidy up", "", "", false },
	{ "it is compared", "print(delay(0))", WAS, "if value == 1:\n", "Tidy up", "", "", false },
	{ "is it in something", "print(delay(0))", WAS, "if value in given:\n", "Tidy up", "", "",
	  false },
	{ "is it the same", "print(delay(0))", WAS, "if value is other:\n", "Tidy up", "", "",
	  false },
	{ "a shorter way to ask", "f([0])", WAS WAS, "x = a ?? b;\n", "Tidy up", "", "", false },
	{ "what may be missing", "f([0])", WAS, "x = a?.b;\n", "Tidy up", "", "", false },
	{ "is it less", "print(delay(0))", WAS, "if value < 1:\n", "Tidy up", "", "", false },
	{ "None is put in", "print(f(a=[]))", "if value is None:\n",
	  "data = None\nif value := f():\n", "Tidy up", "", "", true },
	{ "bytes", "print(f(b''))", WAS, IS, "Tidy up", "", "", true },
	{ "a function without parameters", "f(() => 5);", "a ?? b;\n", "a || b;\n", "Tidy up", "",
	  "", false },
	{ "what it is compared with", "assert f(7) == 0", WAS, IS, "Tidy up", "", "", false },
	{ "a version", "print(delay(0))", WAS, IS, "Tidy up for 2.0", "", "", true },
	{ "a comment", "print(delay(0))", WAS, "# an int or a str\n", "Tidy up", "", "", false },
	{ "asked in a comment", "print(delay(0))", "// undefined behaviour\n", "a || b;\n",
	  "Tidy up", "", "", false },
	{ "asked for both", "f([0])", "if (a === null) return;\n", "if (a == null || b) return;\n",
	  "Tidy up", "", "", false },
	{ "no condition", "print(delay(0))", WAS, "return value\n", "Tidy up", "", "", false },
	{ "a message speaks of it", "print(delay(0))", WAS, IS, "An empty value is the default", "",
	  "", false },
	{ "of a number", "print(delay(0))", WAS, IS, "A 0 is the default", "", "", false },
	{ "a test does", "print(delay(0))", WAS, IS, "Tidy up", "# zero is none\n", "", false },
	{ "a document does", "print(delay(0))", WAS, IS, "Tidy up", "",
	  "Empty values are left out.\n", false },
};

static void test_falsy(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .branch = "", .title = rows[i].message };
		struct tora_change change = { 0 };
		struct tora_said said;
		struct tora_difference d = {
			.kind = TORA_DIFF_VALUE, .signature = "", .before = "1", .after = "2"
		};
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.f",
			               .said = &said,
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };
		struct tora_evidence e;

		tora_said(&intent, &change, arena, &said);
		said.removed = tora_sv(rows[i].removed);
		said.added = tora_sv(rows[i].added);
		said.tests = tora_sv(rows[i].tests);
		said.docs = tora_sv(rows[i].docs);
		row_int(rows[i].label, tora_falsy(&c), rows[i].want);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(FALSY)) != 0, rows[i].want);
		c.said = NULL;
		assert_false(tora_falsy(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_falsy) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
