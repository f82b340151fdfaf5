/* A verdict in words. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/explain.h"

#define HELPER                                                                                     \
	"def command(*words):\n    try:\n        print(main(words))\n    finally:\n        "       \
	"end()\n"

#define ALIKE "{'data': {'type': 'articles', 'id': '3', 'relationships': {'author': {'id': '1'}}, "

/* Long values that begin alike are shown where they differ; of an error its name is shown. */
static void test_long_values(void **state)
{
	static const struct {
		const char *before, *after, *want;
		enum tora_difference_kind kind;
	} rows[] = {
		{ ALIKE "'comments': []}}", ALIKE "'comments': None}}",
		  "printed ... '1'}}, 'comments': []}} before this change and prints ... '1'}}, "
		  "'comments': None}} now",
		  TORA_DIFF_VALUE },
		{ ALIKE, ALIKE "'x'}", "'1'}},  before", TORA_DIFF_VALUE },
		{ "[1, 2, 3]", "[1, 2, 4]",
		  "printed [1, 2, 3] before this change and prints [1, 2, 4] now",
		  TORA_DIFF_VALUE },
		{ "\"" ALIKE, "'" ALIKE, "'author': {'id': ... before this change",
		  TORA_DIFF_VALUE },
		{ "ValueError: " ALIKE "one", "ValueError: " ALIKE "two",
		  "failed with ValueError: {'data'", TORA_DIFF_MESSAGE_ONLY },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_change change = { 0 };
		struct tora_difference d = { .kind = rows[i].kind,
			                     .signature = "",
			                     .before = rows[i].before,
			                     .after = rows[i].after };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.f",
			               .test = "print(f(1))\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };
		struct tora_evidence e;
		const char *text;
		size_t why;

		tora_evidence(&c, arena, &e);
		text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
		if (!strstr(text, rows[i].want))
			row_text("long value", text, rows[i].want);
	}
	tora_arena_free(arena);
}

/* What is said to have been called: a module in an import is not. */
static void test_what_was_called(void **state)
{
	static const struct {
		const char *name, *test, *want;
	} rows[] = {
		{ "p.u.slugify", "print(slugify('a  b'))\n", "`slugify('a  b')`" },
		{ "lib/u.slug",
		  "const { slug } = require('./lib/u');\n\nconsole.log(slug('a  b'));\n",
		  "`slug('a  b')`" },
		{ "u.cost", "int main(void)\n{\n    printf(\"%d\\n\", cost(5, 6));\n}\n",
		  "`cost(5, 6)`" },
		/* What is printed in the end, where the function is not called by its name. */
		{ "lib/world.World.constructor",
		  "const w = make();\nconsole.log(w.size());\nconsole.log(w.query('b', 'a'));\n",
		  "`w.query('b', 'a')`" },
		{ "lib/world.World.constructor", "const w = make();\nw.query('b', 'a');\n",
		  "A test that reaches `lib/world.World.constructor`" },
		{ "lib/u.slug", "console.log(slug('a'));\n// slug(1)\n", "`slug('a')`" },
		{ "p", "from p import slugify\n", "A test that reaches `p`" },
		{ "p.u.make", "import p\nif p.make(1):\n    pass\n", "`p.u.make()`" },
		{ "", "import p\n", "The test" },
		{ "p.u.Box._put", HELPER "\ncommand('b')\ncommand('c')\nprint(sorted(x()))\n",
		  "`command('c')`" },
		{ "p.u.Box._put", HELPER "\nprint(sorted(x()))\n", "`sorted(x())`" },
		{ "p.u.Box._put",
		  "def command(*words):\n    main(words)\n\nprint(sorted(x()))\ncommand('c')\n",
		  "`sorted(x())`" },
		{ "p.main", HELPER "\ncommand('c')\nprint(main(['d']))\n", "`main(['d'])`" },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");
	struct tora_difference d;
	size_t i;

	(void)state;
	tora_compare(&base, &head, arena, &d);
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_case c = { .name = rows[i].name,
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		row_text(rows[i].name, tora_explain_call(&c, arena), rows[i].want);
	}
	tora_arena_free(arena);
}

/* What stands in a document is said to whoever broke it. */
static void test_documented(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");
	struct tora_evidence e = { .facts = TORA_FACT(SILENT),
		                   .subject = "Tidy up",
		                   .outside = "" };
	struct tora_difference d;
	struct tora_case c = { .name = "p.f",
		               .test = "print(f('a'))\n",
		               .before = &base,
		               .after = &head,
		               .difference = &d };
	const char *text;
	size_t why;

	(void)state;
	tora_compare(&base, &head, arena, &d);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_null(strstr(text, "a document still shows this input"));
	e.outside = "fractions";
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(strstr(text + why, "'Tidy up' speaks of fractions, and this is none"));
	e.facts |= TORA_FACT(ESCAPED); /* an error is none of those anyway */
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(strstr(text + why, "the commit says only 'Tidy up', and no `except`"));
	e.outside = "";
	e.facts |= TORA_FACT(REWRAPPED);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(strstr(text + why, "and the README names the old error"));
	e.facts |= TORA_FACT(TAKEN);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(strstr(text + why, "and a caller's own function raised it"));
	e.facts |= TORA_FACT(QUOTED_MET);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(strstr(text + why, "and what differs stood in quotes"));
	e.facts |= TORA_FACT(NEIGHBOUR_MET);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(
		strstr(text + why, "and what differs is a name that is like the one given"));
	e.facts |= TORA_FACT(KEY_SPLIT);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(strstr(text + why, "and a number and its text are two keys"));
	e.facts |= TORA_FACT(MAPPED);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(strstr(text + why, "and map() fills in the new parameter"));
	e.facts |= TORA_FACT(LINE_END_LEFT);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(strstr(text + why, "and a carriage return is left of a line's end"));
	e.facts |= TORA_FACT(NAME_MANGLED);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(
		strstr(text + why, "and the name that is looked for is one that nobody gave"));
	e.facts |= TORA_FACT(SWALLOWED);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(strstr(text + why, "and an error in a `with` block is lost"));
	e.facts |= TORA_FACT(READ_ONCE);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(strstr(text + why, "and the input can be gone through only once"));
	e.facts |= TORA_FACT(DOCUMENTED);
	text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
	assert_non_null(strstr(text + why, "and a document still shows this input"));
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_long_values),
		                            cmocka_unit_test(test_what_was_called),
		                            cmocka_unit_test(test_documented) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
