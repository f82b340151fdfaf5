/* An example in a message, with other numbers than the value that differs. */
#include "judge/shape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_shown(void **state)
{
	static const struct {
		const char *label, *text, *before, *after;
		bool shown;
	} rows[] = {
		{ "as printed", "printed in weeks (\"1w 2d\").", "26d", "3w 5d", true },
		{ "of a repr", "gives `'10 kB'` now", "'12000 B'", "'12 kB'", true },
		{ "in single quotes", "printed as '1w 2d'", "26d", "3w 5d", true },
		{ "another look", "printed in weeks (\"1w 2d\").", "26d", "3 weeks", false },
		{ "a part is missing", "printed in weeks (\"1w 2d\").", "26d", "3w", false },
		{ "the numbers changed, not the look", "printed as \"1d\"", "26d", "27d", false },
		{ "a number alone is no look", "limits of \"100\"", "'a'", "27", false },
		{ "a decimal is none either", "limits of \"1.5\"", "'a'", "2.7", false },
		{ "words without a number", "prints \"none\"", "0", "none", false },
		{ "over the end of a line", "don't\n1w 2d' is it", "26d", "3w 5d", false },
		{ "not closed", "printed \"1w 2d", "26d", "3w 5d", false },
		{ "as a line", "    >>> singleton(2.5)\n    [2.5]\n", "[0,0]", "[0]", true },
		{ "a line with more in it", "gives [2.5]\n", "[0,0]", "[0]", false },
		{ "parts of a version are no decimals", "'v2.1.3'", "v2", "v2.1", false },
		{ "other capitals", "It knows true, false and null", "a=False", "a=false", true },
		{ "other capitals of something else", "It knows null", "a=False", "a=false",
		  false },
		{ "other capitals of a word", "Move the list of words", "Lord Of The Rings",
		  "Lord of the Rings", false },
		{ "and as it was", "True and False are true and false", "a=False", "a=false",
		  false },
		{ "another word", "It knows true, false and null", "a=0", "a=false", false },
		{ "nothing said", "", "26d", "3w 5d", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_shape_shown(tora_sv(rows[i].text), tora_sv(rows[i].before),
		                     tora_sv(rows[i].after)) != rows[i].shown)
			fail_msg("%s", rows[i].label);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shown),
	};

	return cmocka_run_group_tests_name("shape", tests, NULL, NULL);
}
