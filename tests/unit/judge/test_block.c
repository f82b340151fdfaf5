/* Definitions and blocks by their indentation. */
#include "trials.h"

#include "judge/block.h"

#define PY                                                                                         \
	"class A:\n"                                                                               \
	"    def go(self):\n"                                                                      \
	"        return 1\n"                                                                       \
	"\n"                                                                                       \
	"    async def stop(self):\n"                                                              \
	"        with self.lock:\n"                                                                \
	"\n"                                                                                       \
	"            if 1:\n"                                                                      \
	"                return 2\n"                                                               \
	"            done()\n"                                                                     \
	"        return 3\n"                                                                       \
	"def go():\n"                                                                              \
	"\treturn 4"

static void test_defined(void **state)
{
	static const struct {
		const char *label, *text, *keyword, *name, *want;
	} rows[] = {
		{ "a method", PY, "def", "go", "    def go(self):\n        return 1\n" },
		{ "to the end", "x = 1\ndef go():\n\treturn 4", "def", "go",
		  "def go():\n\treturn 4" },
		{ "asynchronous", "async def go():\n  1\n2\n", "def", "go",
		  "async def go():\n  1" },
		{ "below blanks", "  \n\ndef go():\n\t4", "def", "go", "def go():\n\t4" },
		{ "alone", "async", "def", "go", "" },
		{ "a class", "class A: pass\nB", "class", "A", "class A: pass" },
		{ "another keyword", PY, "class", "go", "" },
		{ "another name", PY, "def", "g", "" },
		{ "nothing behind it", "def", "def", "go", "" },
		{ "a call of it", "go()\n", "def", "go", "" },
		{ "nothing", "", "def", "go", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_sv got = tora_block_defined(tora_sv(rows[i].text), rows[i].keyword,
		                                        tora_sv(rows[i].name));
		struct tora_sv want = tora_sv_trim(tora_sv(rows[i].want));

		row_int(rows[i].label, tora_sv_eq(tora_sv_trim(got), want), true);
	}
}

static void test_around(void **state)
{
	static const struct {
		const char *label;
		unsigned line, want;
	} rows[] = {
		{ "deeper", 9, 6 },       { "in it", 10, 6 },     { "behind it", 11, 0 },
		{ "its own line", 6, 0 }, { "not in one", 3, 0 }, { "at the top", 1, 0 },
		{ "none", 0, 0 },         { "beyond", 40, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		row_int(rows[i].label, tora_block_around(tora_sv(PY), rows[i].line, "with "),
		        rows[i].want);
	row_int("the inner one",
	        tora_block_around(tora_sv("with a:\n  with b:\n    c\n"), 3, "with "), 2);
	row_int("not of the same depth", tora_block_around(tora_sv("  with a:\n  b\n"), 2, "with "),
	        0);
	row_int("blanks", (long)tora_block_indent(tora_sv(" \t x ")), 3);
	row_int("nothing but them", (long)tora_block_indent(tora_sv("  ")), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_defined),
		                            cmocka_unit_test(test_around) };

	return cmocka_run_group_tests_name("block", tests, NULL, NULL);
}
