/* In which way a line differs. */
#include "judge/manner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_manner(void **state)
{
	/* Each group differs in one way, and in another one than the next group. */
	static const struct {
		const char *before, *after;
		int group;
	} rows[] = {
		{ "b:", "  b:", 0 },
		{ "a  b", "a b", 0 },
		{ "Ab", "ab", 1 },
		{ "No 1", "NO 1", 1 },
		{ "1", "2", 2 },
		{ "[1, 'a 20']", "[3, 'a 4']", 2 },
		{ "25.8 l", "31 l", 2 },
		{ "5", "-5", 2 },
		{ "1e-05", "5e-06", 2 },
		{ "0x1f", "0x2f", 2 },
		{ "z:", "z: []", 3 },
		{ "[1]", "[1, 2]", 3 },
		{ "[2]", "[1, 2]", 3 },
		{ "", "a", 3 },
		{ "z: []", "z:", 4 },
		{ "a b", "a", 4 },
		{ "a b", "a c", 5 },
		{ "1", "one", 5 },
		{ "ab", "a xb", 5 },
		{ "Straße", "Strasse", 5 },
		{ "a b c", "a x b y c", 5 },
	};
	const size_t n = sizeof rows / sizeof *rows;

	(void)state;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++) {
			unsigned a = tora_manner(tora_sv(rows[i].before), tora_sv(rows[i].after));
			unsigned b = tora_manner(tora_sv(rows[k].before), tora_sv(rows[k].after));

			if (!a || (a == b) != (rows[i].group == rows[k].group))
				fail_msg("'%s' and '%s'", rows[i].after, rows[k].after);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_manner),
	};

	return cmocka_run_group_tests_name("manner", tests, NULL, NULL);
}
