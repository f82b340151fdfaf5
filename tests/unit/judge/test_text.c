/* How programs are cut into tokens, and whether the new literals of a change are what a program passes. */
#include "trials.h"

#include "judge/aimed.h"
#include "judge/text.h"

static void test_strings(void **state)
{
	static const struct {
		const char *label, *text, *strings; /* one after the other, with | behind each */
	} rows[] = {
		{ "of a line", "f('a b', \"c\")", "'a b'|\"c\"|" },
		{ "with a mark of its own", "'it\\'s' + x", "'it\\'s'|" },
		{ "an apostrophe", "don't, can't", "" },
		{ "that has no end on its line", "'a\nb'", "" },
		{ "of several lines", "f(\"\"\"a\n'b' \"c\"\n\"\"\", 'd')",
		  "\"\"\"a\n'b' \"c\"\n\"\"\"|'d'|" },
		{ "of several lines, with a prefix", "x = r'''a\n'''", "'''a\n'''|" },
		{ "empty ones", "f('', \"\")", "''|\"\"|" },
		{ "that never ends", "x = \"\"\"a\nb", "\"\"|" },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_scan scan = { .text = tora_sv(rows[i].text) };
		const char *got = "";
		struct tora_token t;

		while (tora_scan_solid(&scan, &t))
			if (t.kind == TORA_TOKEN_STRING)
				got = tora_arena_printf(arena, "%s%.*s|", got, (int)t.text.len,
				                        t.text.at);
		row_text(rows[i].label, got, rows[i].strings);
	}
	tora_arena_free(arena);
}

static void test_aimed(void **state)
{
	static const struct {
		const char *label, *added, *removed, *test;
		bool aimed;
	} rows[] = {
		{ "a mark", "P = re.compile('//|#')", "P = re.compile('#')", "f('a // b')", true },
		{ "another input", "P = re.compile('//|#')", "P = re.compile('#')", "f('a # b')",
		  false },
		{ "a word, within lines", "P = re.compile(r'(ivar|cvar)(\\\\s+)')", "",
		  "parse(\"\"\"\n  @ivar name: one\n  \"\"\")", true },
		{ "a word that was there", "P = re.compile(r'(ivar|cvar)')",
		  "P = re.compile(r'(ivar)')", "parse('@ivar name')", false },
		{ "a name is no literal", "P = 'ivar'", "", "ivar = 1", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		row_int(rows[i].label,
		        tora_aimed(tora_sv(rows[i].added), tora_sv(rows[i].removed),
		                   tora_sv(rows[i].test)),
		        rows[i].aimed);
}

static void test_lines(void **state)
{
	static const struct {
		const char *label, *text;
		unsigned n;
		const char *line;
	} rows[] = {
		{ "the first", "a\nb\n", 1, "a" },
		{ "the last, without an end", "a\nb", 2, "b" },
		{ "an empty one", "a\n\nb\n", 2, "" },
		{ "behind the last", "a\nb\n", 3, "" },
		{ "none", "a\nb\n", 0, "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_sv line = tora_text_nth(tora_sv(rows[i].text), rows[i].n);
		char got[8];

		(void)snprintf(got, sizeof got, "%.*s", (int)line.len, line.at);
		row_text(rows[i].label, got, rows[i].line);
	}
}

static void test_opened(void **state)
{
	static const struct {
		const char *line;
		int opened;
	} rows[] = { { "f(a, [b", 2 }, { "})", -2 }, { "f('(', \"[\")", 0 }, { "", 0 } };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		row_int(rows[i].line, tora_text_opened(tora_sv(rows[i].line)), rows[i].opened);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_strings),
		                            cmocka_unit_test(test_aimed),
		                            cmocka_unit_test(test_lines),
		                            cmocka_unit_test(test_opened) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
