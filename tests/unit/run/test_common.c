/* Which modules are imported once for all tests: those that enough of them import. */
#include "run/common.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "tora/str.h"

#include <string.h>

#define TESTS 161

static const struct {
	const char *label, *lang, *often,
		*rest; /* of `times` tests the text, of the others the other */
	size_t times, n;
	const char *want;
} rows[] = {
	{ "enough", "python", "import a\nprint(1)\n", "print(1)\n", 8, 8, "a " },
	{ "too few", "python", "import a\n", "x\n", 7, 7, "" },
	{ "too small a part", "python", "import a\n", "x\n", 8, 161, "" },
	{ "a twentieth", "python", "import a\n", "x\n", 8, 160, "a " },
	{ "every form", "python",
	  "import a.b as x, c,d\nfrom e.f import g, h\nfrom i import (\n    j)\nfrom k import *\n",
	  "", 8, 8, "a.b c d e.f i k " },
	{ "none of these", "python",
	  "from __future__ import annotations\nfrom . import a\nfrom .b import c\nimport \n"
	  "import (a)\n    import e\nx = 'import f'\nimporting\nfrom\n",
	  "", 8, 8, "" },
	{ "twice in one test", "python", "import a\nimport a\n", "", 7, 7, "" },
	{ "another one in others", "python", "import a\n", "import b\n", 8, 16, "a b " },
	{ "no programs", "python", "", "", 0, 0, "" },
	{ "a language that loads no more", "javascript", "import a from 'a'\n", "", 8, 8, "" },
	{ "and another", "c", "#include <a.h>\n", "", 8, 8, "" },
};

static void test_rows(void **state)
{
	(void)state;
	for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_exec_job jobs[2 * TESTS];
		struct tora_str got = TORA_STR_INIT(1000);
		struct tora_common common;

		for (size_t i = 0; i < 2 * rows[r].n; i++)
			jobs[i].source = i / 2 < rows[r].times ? rows[r].often : rows[r].rest;
		tora_common_imports(tora_lang_named(rows[r].lang), jobs, rows[r].n, arena, &common);
		for (size_t i = 0; i < common.modules.n; i++)
			tora_str_addf(&got, "%s ", common.modules.at[i]);
		if (strcmp(got.buf, rows[r].want) != 0)
			fail_msg("%s: '%s'", rows[r].label, got.buf);
		tora_str_free(&got);
		tora_arena_free(arena);
	}
}

static void test_no_more_than_may_be(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_str text = TORA_STR_INIT(1 << 16);
	struct tora_exec_job jobs[16];
	struct tora_common common;
	(void)state;

	for (int i = 0; i < 400; i++)
		tora_str_addf(&text, "import m%d\n", i);
	for (size_t i = 0; i < 16; i++)
		jobs[i].source = text.buf;
	tora_common_imports(tora_lang_named("python"), jobs, 8, arena, &common);
	assert_int_equal(common.modules.n, TORA_COMMON_MAX);
	assert_string_equal(common.modules.at[0], "m0");
	tora_str_free(&text);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows),
		                            cmocka_unit_test(test_no_more_than_may_be) };

	return cmocka_run_group_tests_name("common", tests, NULL, NULL);
}
