/*
 * test_programs.c - answers of models, as they come, and the programs in them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "generate/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define F "```"

static const struct row {
	const char *label, *answer;
	const char *programs[4]; /* NULL-ended when fewer */
	size_t n;
} rows[] = {
	{ "as asked",
	  F "python\nprint(1)\n" F "\n\n" F "python\nprint(2)\n" F "\n",
	  { "print(1)\n", "print(2)\n" },
	  2 },
	{ "fence named py", F "py\nprint(1)\n" F "\n", { "print(1)\n" }, 1 },
	{ "fence named Python", F "Python\nprint(1)\n" F "\n", { "print(1)\n" }, 1 },
	{ "fence named python3", F "python3\nprint(1)\n" F "\n", { "print(1)\n" }, 1 },
	{ "fence in braces", F "{.python}\nprint(1)\n" F "\n", { "print(1)\n" }, 1 },
	{ "fence with a title", F "python title=\"a\"\nprint(1)\n" F "\n", { "print(1)\n" }, 1 },
	{ "fence without a name", F "\nprint(1)\n" F "\n", { "print(1)\n" }, 1 },
	{ "blank after the fences", F "python  \nprint(1)\n" F "  \n", { "print(1)\n" }, 1 },
	{ "tildes", "~~~python\nprint(1)\n~~~\n", { "print(1)\n" }, 1 },
	{ "four backticks", "`" F "python\nprint(1)\n`" F "\n", { "print(1)\n" }, 1 },
	{ "carriage returns", F "python\r\nprint(1)\r\n" F "\r\n", { "print(1)\n" }, 1 },
	{ "fence inside a list",
	  "1. One:\n   " F "python\n   print(1)\n   " F "\n2. Two\n",
	  { "print(1)\n" },
	  1 },
	{ "no fence at all", "import os\nprint(os.sep)\n", { "import os\nprint(os.sep)\n" }, 1 },
	{ "no fence, from import",
	  "Here it is:\nfrom os import sep\nprint(sep)\n\nDone, as asked!\n",
	  { "from os import sep\nprint(sep)\n" },
	  1 },
	{ "bare imports, two programs",
	  "First test:\n\nimport os\nprint(1)\n\nThe second one is:\n\nimport os\nprint(2)\n",
	  { "import os\nprint(1)\n", "import os\nprint(2)\n" },
	  2 },
	{ "last fence missing",
	  F "python\nprint(1)\n" F "\n" F "python\nprint(2)\n",
	  { "print(1)\n", "print(2)\n" },
	  2 },
	{ "middle fence missing",
	  F "python\nprint(1)\n\n" F "python\nprint(2)\n" F "\n",
	  { "print(1)\n", "print(2)\n" },
	  2 },
	{ "fence inside a string",
	  F "python\ns = '''\n" F "\nx\n'''\nprint(s)\n" F "\n",
	  { "s = '''\n" F "\nx\n'''\nprint(s)\n" },
	  1 },
	{ "whole block inside a string",
	  F "python\ns = '''\n" F "python\nx\n" F "\n'''\nprint(s)\n" F "\nbye\n",
	  { "s = '''\n" F "python\nx\n" F "\n'''\nprint(s)\n" },
	  1 },
	{ "first line indented",
	  F "python\n  # Example\nprint(1)\n" F "\n",
	  { "# Example\nprint(1)\n" },
	  1 },
	{ "all lines indented",
	  F "python\n    if True:\n        print(1)\n" F "\n",
	  { "if True:\n    print(1)\n" },
	  1 },
	{ "several in one block",
	  F "python\n# Example 1: a\nimport os\nprint(1)\n\n# Example 2: b\nprint(2)\n" F "\n",
	  { "# Example 1: a\nimport os\nprint(1)\n", "# Example 2: b\nprint(2)\n" },
	  2 },
	{ "several in one block, imports above",
	  F "python\nimport os\n\n# Example 1\nprint(os)\n# Example 2\nprint(2)\n" F "\n",
	  { "import os\n# Example 1\nprint(os)\n", "import os\n# Example 2\nprint(2)\n" },
	  2 },
	{ "one header is no list",
	  F "python\n# Example 1: a\nprint(1)\n" F "\n",
	  { "# Example 1: a\nprint(1)\n" },
	  1 },
	{ "another language beside it",
	  F "bash\npip install x\n" F "\n" F "python\nprint(1)\n" F "\n",
	  { "print(1)\n" },
	  1 },
	{ "output block without a name",
	  F "python\nprint(1)\n" F "\n" F "\n-> 1 is it?\n" F "\n",
	  { "print(1)\n" },
	  1 },
	{ "does not parse, and is handed on", F "python\nprint(1\n" F "\n", { "print(1\n" }, 1 },
	{ "numbered prose",
	  "1. Call `f('')`.\n2. Import the module and call f(None).\n",
	  { 0 },
	  0 },
	{ "prose only", "I could not find a difference.\n", { 0 }, 0 },
	{ "code on one line of prose", "Try " F "print(1)" F " please\n", { 0 }, 0 },
	{ "empty", "", { 0 }, 0 },
	{ "blank", " \n\n\t\n", { 0 }, 0 },
	{ "empty block", F "python\n" F "\n", { 0 }, 0 },
	{ "only a fence", F "python", { 0 }, 0 },
};

static void test_table(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct row *row = &rows[i];
		struct tora_arena *arena = tora_arena_new();
		struct tora_programs got;

		tora_programs_find(tora_lang_named("python"), tora_sv(row->answer), arena, &got);
		if (got.sources.n != row->n)
			fail_msg("%s: %zu programs, not %zu: %s", row->label, got.sources.n, row->n,
			         got.sources.n ? got.sources.at[0] : "");
		for (size_t k = 0; k < row->n; k++)
			if (strcmp(got.sources.at[k], row->programs[k]) != 0)
				fail_msg("%s: program %zu is '%s'", row->label, k + 1,
				         got.sources.at[k]);
		tora_arena_free(arena);
	}
}

/* While it arrives, byte by byte: nothing is ready that the whole answer does not begin with. */
static void test_half_answers(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_sv whole = tora_sv(rows[i].answer);

		for (size_t n = 0; n <= whole.len; n++) {
			struct tora_arena *arena = tora_arena_new();
			struct tora_programs got;

			tora_programs_ready(tora_lang_named("python"),
			                    (struct tora_sv){ whole.at, n }, arena, &got);
			for (size_t k = 0; k < got.sources.n; k++)
				if (!rows[i].programs[k] ||
				    strcmp(got.sources.at[k], rows[i].programs[k]) != 0)
					fail_msg("%s, %zu bytes: program %zu is '%s'",
					         rows[i].label, n, k + 1, got.sources.at[k]);
			tora_arena_free(arena);
		}
	}
}

static void test_ready_while_it_comes(void **state)
{
	static const char two[] =
		"Here:\n" F "python\nprint(1)\n" F "\n\n" F "python\nprint(2)\n" F;
	static const char bad[] = F "python\nprint(\n" F "\n" F "python\nprint(2)\n" F "\n";
	struct tora_arena *arena = tora_arena_new();
	const struct tora_lang *lang = tora_lang_named("python");
	struct tora_programs got;

	(void)state;
	tora_programs_ready(lang, tora_sv(two), arena, &got);
	assert_int_equal(got.sources.n, 1);
	tora_programs_ready(lang, (struct tora_sv){ bad, 20 }, arena, &got);
	assert_int_equal(got.sources.n, 0); /* a string may hold a fence */
	tora_programs_ready(lang, tora_sv(bad), arena, &got);
	assert_int_equal(got.sources.n, 2); /* the next one began */
	tora_arena_free(arena);
}

static void test_twenty_in_one_block(void **state)
{
	struct tora_str text = TORA_STR_INIT(4096);
	struct tora_arena *arena = tora_arena_new();
	struct tora_programs got;

	(void)state;
	tora_str_adds(&text, F "python\nimport os\n");
	for (int i = 1; i <= 20; i++)
		tora_str_addf(&text, "\n# Example %d: x\nprint(os, %d)\n", i, i);
	tora_str_adds(&text, F "\n");
	tora_programs_find(tora_lang_named("python"), tora_str_view(&text), arena, &got);
	assert_int_equal(got.sources.n, 20);
	assert_string_equal(got.sources.at[19], "import os\n# Example 20: x\nprint(os, 20)\n");
	tora_arena_free(arena);
	tora_str_free(&text);
}

static void test_nuls(void **state)
{
	static const char text[] = "\0\0```python\nprint(\0001)\n```\n\0";
	struct tora_arena *arena = tora_arena_new();
	struct tora_programs got;

	(void)state;
	tora_programs_find(tora_lang_named("python"), (struct tora_sv){ text, sizeof text - 1 },
	                   arena, &got);
	assert_int_equal(got.sources.n, 1);
	assert_string_equal(got.sources.at[0], "print(1)\n");
	tora_arena_free(arena);
}

/* Eight megabytes of anything end soon and within the limits. */
static void test_junk(void **state)
{
	static const char *const pieces[] = { "x",    "\n",           F "python\n",
		                              F "\n", "import a\n\n", "'''\n",
		                              "(",    "\xff\xfe",     "# Example 1\n" };
	size_t size = 8u << 20;
	char *text = malloc(size);

	(void)state;
	assert_non_null(text);
	for (size_t p = 0; p < sizeof pieces / sizeof pieces[0]; p++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_programs got;
		size_t len = strlen(pieces[p]);

		for (size_t i = 0; i < size; i++)
			text[i] = pieces[p][i % len];
		tora_programs_find(tora_lang_named("python"), (struct tora_sv){ text, size }, arena,
		                   &got);
		assert_true(got.cut);
		assert_true(got.sources.n <= TORA_PROGRAMS_MAX);
		tora_arena_free(arena);
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_half_answers),
		cmocka_unit_test(test_ready_while_it_comes),
		cmocka_unit_test(test_twenty_in_one_block),
		cmocka_unit_test(test_nuls),
		cmocka_unit_test(test_junk),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
