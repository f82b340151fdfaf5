/*
 * test_chore.c - which messages say that no behaviour changed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "change/chore.h"

static void test_table(void **state)
{
	static const struct {
		const char *subject;
		bool is_chore;
	} rows[] = {
		{ "Formatting with black", true },
		{ "black", true },
		{ "Run black and isort on all files", true },
		{ "style: reformat with prettier", true },
		{ "[pre-commit.ci] auto fixes from pre-commit.com hooks", false }, /* a word more */
		{ "Apply clang-format", true },
		{ "Run eslint on all js files", true },
		{ "Fix python pylint warnings", true },
		{ "Add python files", false },
		{ "Fix trailing whitespace", true },
		{ "Bump version to 1.2.3", true },
		{ "v2.0.0rc1", true },
		{ "Release 3.1", true },
		{ "Start of 1.3.dev0", true },
		{ "Merge pull request #12 from bo/slugs", true },
		{ "Merge branch 'main' into topic", true },
		{ "Merge overlapping ranges", false },
		{ "Fix merge branch names", false },
		{ "Format dates with two digits", false },
		{ "Release the lock", false },
		{ "Fix the style", false },
		{ "Use the new parser", false },
		{ "Add version 2 of the header", false },
		{ "Großes Format", false },
		{ "", false },
		{ "Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa format", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (tora_chore_is(rows[i].subject) != rows[i].is_chore)
			fail_msg("'%s' is %sa chore", rows[i].subject,
			         rows[i].is_chore ? "" : "not ");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_table) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
