/* What fails at a value that another test asserts of the same function. The rest of siblings.c is in test_evidence.c. */
#include "trials.h"

#include "judge/evidence.h"

static void test_fails_of_it(void **state)
{
	static const char fails[] = "TypeError: object of type 'NoneType' has no len()";
	static const struct {
		const char *label, *told, *name, *test, *after;
		tora_facts facts;
		enum tora_difference_kind kind;
		bool sibling;
	} rows[] = {
		{ "at None", "None\n", "p.parent", "print(children(parent(1)))\n", fails,
		  TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_APPEARED, true },
		{ "at undefined", "undefined", "p.parent", "console.log(parent(1).x);\n",
		  "TypeError: Cannot read properties of undefined (reading 'x')",
		  TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_APPEARED, true },
		{ "at null", "null", "p.parent", "console.log(parent(1).x);\n",
		  "TypeError: Cannot read properties of null (reading 'x')",
		  TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_APPEARED, true },
		{ "with its module", "None\n", "p.parent", "print(p.children(p.parent(1), 2))\n",
		  fails, TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_APPEARED, true },
		{ "as another argument", "None\n", "p.parent", "print(within(2, parent(1)))\n",
		  fails, TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_APPEARED, true },
		{ "by itself", "None\n", "p.parent", "print(parent(7))\n", fails,
		  TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "another one", "None\n", "p.parent", "print(children(grandparent(1)))\n", fails,
		  TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "something was given", "0\n", "p.parent", "print(children(parent(1)))\n", fails,
		  TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "of another function", "None\n", "p.mother", "print(children(parent(1)))\n",
		  fails, TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "it is not called", "None\n", "p.parent", "print(children(1))\n", fails,
		  TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "at something else", "None\n", "p.parent", "print(children(parent(1)))\n",
		  "ValueError: too large", TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_APPEARED,
		  false },
		{ "nobody asserts it", "None\n", "p.parent", "print(children(parent(1)))\n", fails,
		  TORA_FACT(TEST_BROUGHT) | TORA_FACT(SEEN), TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "it failed before", "None\n", "p.parent", "print(children(parent(1)))\n", fails,
		  TORA_FACT(TEST_ASSERTS), TORA_DIFF_EXCEPTION_CHANGED, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_difference told = { .kind = TORA_DIFF_VALUE,
			                        .signature = "value|other|",
			                        .before = "Tile(0)",
			                        .after = rows[i].told };
		struct tora_difference d = { .kind = rows[i].kind,
			                     .signature = "exception|other|",
			                     .before = "[]",
			                     .after = rows[i].after };
		struct tora_case cases[] = {
			{ .name = rows[i].name, .test = "print(parent(0))\n", .difference = &told },
			{ .name = "p.parent", .test = rows[i].test, .difference = &d }
		};
		struct tora_evidence all[2] = { { .facts = rows[i].facts } };

		tora_evidence_siblings(cases, 2, all);
		row_int(rows[i].label, (all[1].facts & TORA_FACT(SIBLING)) != 0, rows[i].sibling);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_fails_of_it) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
