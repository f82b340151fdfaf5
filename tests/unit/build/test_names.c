/* Names in a tree that are never written. */
#include "tests/unit/unit.h"

#include "git/unpack.h"

#include <string.h>

static void names_that_nobody_writes(void **state)
{
	static const struct {
		const char *path;
		bool refused;
	} rows[] = {
		{ "a", false },         { "a/b.c/d", false },
		{ ".github/x", false }, { ".gitignore", false },
		{ "a..b", false },      { "...", false },
		{ "", true },           { "/etc/passwd", true },
		{ "../x", true },       { "a/../x", true },
		{ "a/.", true },        { ".git/config", true },
		{ "a/.GiT/x", true },   { "a//b", true },
		{ "a/", true },         { "b\377d", false },
	};
	char lengthy[400];

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		ROW(rows[i].path, !!tora_unpack_refuses(rows[i].path) == rows[i].refused);
	memset(lengthy, 'x', 256);
	lengthy[256] = '\0';
	assert_non_null(tora_unpack_refuses(lengthy));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_that_nobody_writes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
