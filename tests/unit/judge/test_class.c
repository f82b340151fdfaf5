/* A value that is printed as another class, and who tells of it. */
#include "judge/class.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
	const char *label, *message, *before, *after;
	bool told;
	const char *added;
} rows[] = {
	{ "the new one", "refactor: move f\n\nf() gives a Control now.", "(1, 2)",
	  "Control(x=1, y=2)", true, "" },
	{ "the old one", "Use comprehensions\n\nOrderedDict isn't needed", "OrderedDict()", "{}",
	  true, "" },
	{ "neither", "Use comprehensions", "OrderedDict()", "{}", false, "" },
	{ "a name and nothing that is said of it", "Tidy up Control", "(1, 2)", "Control(x=1, y=2)",
	  false, "" },
	{ "the same class", "f() gives a Control now", "Control(x=1)", "Control(x=2)", false, "" },
	{ "a value of no class", "f() gives 'Control(x=1)' now", "'a'", "'Control(x=1)'", false,
	  "" },
	{ "a class that the diff makes", "refactor(bus): class with private fields",
	  "{ on: [Function: on] }", "Bus { on: [Function: on] }", true, "class Bus {" },
	{ "which nobody speaks of", "refactor(bus): private fields", "{ on: [Function: on] }",
	  "Bus { on: [Function: on] }", false, "class Bus {" },
	{ "which another place makes", "refactor(bus): class with private fields",
	  "{ on: [Function: on] }", "Bus { on: [Function: on] }", false, "return new Bus();" },
	{ "nothing", "", "", "", false, "" },
};

static void test_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .title = rows[i].message };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = rows[i].before,
			                     .after = rows[i].after };
		struct tora_said said = { .messages = tora_sv(rows[i].message),
			                  .added = tora_sv(rows[i].added) };
		struct tora_case c = { .intent = &intent, .difference = &d, .said = &said };

		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		if (tora_class_told(&c) != rows[i].told)
			fail_msg("%s", rows[i].label);
		d.kind = TORA_DIFF_OUTPUT;
		assert_false(tora_class_told(&c));
		tora_arena_free(arena);
	}
}

static void test_speaks_of(void **state)
{
	static const struct {
		const char *message, *method;
		bool speaks;
	} of[] = {
		{ "Readable repr for notes", "__repr__", true },
		{ "Readable notes", "__repr__", false },
		{ "Equality looks at the name alone", "__eq__", true },
		{ "Equality looks at the name alone", "__hash__", false },
		{ "repr and str", "repr", false },
		{ "repr", "", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		if (tora_class_speaks_of(tora_sv(of[i].message), tora_sv(of[i].method)) !=
		    of[i].speaks)
			fail_msg("%s: %s", of[i].message, of[i].method);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_told),
		                            cmocka_unit_test(test_speaks_of) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
