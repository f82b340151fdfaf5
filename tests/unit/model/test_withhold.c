/* .toraignore: which paths it names. */
#include "model/withhold.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct {
	const char *label, *text, *path;
	bool named;
} rows[] = {
	{ "nothing", "", "a.py", false },
	{ "a name at the top", "a.py", "a.py", true },
	{ "a name at every depth", "a.py", "x/y/a.py", true },
	{ "a name is whole", "a.py", "aa.py", false },
	{ "a comment", "# a.py", "a.py", false },
	{ "blanks round it, CRLF", "  a.py \r\n", "a.py", true },
	{ "from the top", "/a.py", "a.py", true },
	{ "from the top only", "/a.py", "x/a.py", false },
	{ "a slash inside anchors", "x/a.py", "x/a.py", true },
	{ "a slash inside anchors, deeper", "x/a.py", "y/x/a.py", false },
	{ "what is in a folder", "private", "x/private/y/a.py", true },
	{ "a folder", "private/", "private/a.py", true },
	{ "a folder, not a file", "private/", "x/private", false },
	{ "a folder from the top", "src/private/", "src/private/a/b.py", true },
	{ "star", "*.key.py", "x/a.key.py", true },
	{ "star stops at slashes", "src/*.py", "src/x/a.py", false },
	{ "star alone", "*", "x/a.py", true },
	{ "two stars in one name", "a*b*c", "aXbbYc", true },
	{ "two stars, no", "a*b*c", "aXcYb", false },
	{ "question mark", "a?.py", "ab.py", true },
	{ "question mark is no slash", "a?b", "a/b", false },
	{ "set", "[a-c]1", "b1", true },
	{ "set, no", "[a-c]1", "d1", false },
	{ "inverted set", "[!a-c]1", "d1", true },
	{ "a set without end", "[abc", "a", true },
	{ "any depth in front", "**/a.py", "x/y/a.py", true },
	{ "any depth in front, none", "**/a.py", "a.py", true },
	{ "any depth between", "x/**/a.py", "x/y/z/a.py", true },
	{ "any depth between, none", "x/**/a.py", "x/a.py", true },
	{ "everything in", "x/**", "x/y/a.py", true },
	{ "everything in, not it", "x/**", "y/a.py", false },
	{ "taken back", "*.py\n!a.py", "a.py", false },
	{ "taken back, others stay", "*.py\n!a.py", "b.py", true },
	{ "the last one decides", "!a.py\n*.py", "a.py", true },
	{ "an escaped mark", "\\!a", "!a", true },
	{ "an escaped hash", "\\#a", "#a", true },
	{ "an escaped star", "a\\*", "ab", false },
	{ "a slash alone names nothing", "/", "a", false },
};

static bool named(const char *text, const char *path)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_withhold w = { { 0 } };
	bool ret;

	tora_withhold_add(&w, tora_sv(text), arena);
	ret = tora_withhold_match(&w, path);
	tora_arena_free(arena);
	return ret;
}

static void patterns(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (named(rows[i].text, rows[i].path) != rows[i].named)
			fail_msg("%s: '%s' and %s", rows[i].label, rows[i].text, rows[i].path);
}

/* Limits name more, never less. */
static void limits(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_withhold w = { { 0 } };
	char text[2000];

	(void)state;
	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	assert_true(named(text, text));
	memcpy(text, "*\n!", 3);
	assert_true(named(text, text + 3));
	assert_true(named("a/**/**/**/**/**/b", "x"));
	for (int i = 0; i <= TORA_WITHHOLD_MAX; i++)
		tora_withhold_add(&w, TORA_SV("nothing\n"), arena);
	assert_true(tora_withhold_match(&w, "any/file"));
	tora_arena_free(arena);
}

static void places(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_withhold w = { { 0 } };

	(void)state;
	tora_withhold_add(&w, TORA_SV("tests/private/\n"), arena);
	assert_true(tora_withhold_place(&w, "tests/private/test_a.py:12"));
	assert_false(tora_withhold_place(&w, "tests/test_a.py:12"));
	assert_false(tora_withhold_place(&w, ""));
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns),
		cmocka_unit_test(limits),
		cmocka_unit_test(places),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
