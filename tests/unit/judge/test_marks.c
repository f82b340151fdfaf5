/* A character that has a word in the message. */
#include "trials.h"

#include "judge/marks.h"

static const struct {
	const char *label, *message, *before, *after;
	bool told;
} rows[] = {
	{ "blanks for it", "Expand tabs", "a\\tb", "a    b", true },
	{ "one more at the end", "Trailing commas", "[1, 2]", "[1, 2,]", true },
	{ "in another place", "Expand tabs", "a\\tb", "b\\ta", false },
	{ "no word", "Expand", "a\\tb", "a    b", false },
	{ "something else is gone, too", "Accept a comma", "[1, 2, 3]", "[1, 2]", false },
	{ "a part of a path", "A trailing slash", "/a/b/c", "/a/c", false },
	{ "blanks alone", "A comma", "a b", "ab", false },
	{ "the sign of a number", "Fix a crash on a lone dash", "[-5, 1]", "[5, 2]", false },
	{ "two words", "Normalise line ends", "a\\nb", "ab", true },
};

static void test_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		row_int(rows[i].label,
		        tora_marks_told(tora_sv(rows[i].message), tora_sv(rows[i].before),
		                        tora_sv(rows[i].after)),
		        rows[i].told);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_told) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
