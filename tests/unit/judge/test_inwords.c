/* What a message says of the new value in words of its own. */
#include "trials.h"

#include "judge/inwords.h"

static const struct {
	const char *label, *message, *before, *after;
	bool want;
} rows[] = {
	{ "nothing is returned", "put() does not return the row", "{'a': 1}", "None", true },
	{ "of JavaScript", "stop returning rows", "[ 1 ]", "undefined", true },
	{ "it returns something", "put() does not return the row", "{'a': 1}", "{'a': 2}", false },
	{ "nobody says so", "put() is faster", "{'a': 1}", "None", false },
	{ "absolute paths", "needs absolute paths in sys.path", "path=['fooey']",
	  "path=['/tmp/test/fooey']", true },
	{ "all of it", "give the absolute path", "fooey", "/tmp/fooey", true },
	{ "they were", "needs absolute paths", "['/tmp/a']", "['/tmp/b']", false },
	{ "they are no more", "needs absolute paths", "['/tmp/a']", "['a']", false },
	{ "two of them were", "needs absolute paths", "['/tmp/a', 'b']", "['/tmp/a', '/b']", true },
	{ "a fraction", "needs absolute paths", "1 2", "1/2 /2", false },
	{ "a comment", "needs absolute paths", "'a'", "'//a' '/* b' '/ c'", false },
	{ "other paths", "absolute values of paths", "['a']", "['/a']", false },
};

static void test_in_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = rows[i].before,
			                     .after = rows[i].after };
		struct tora_case c = { .difference = &d };

		row_int(rows[i].label, tora_in_words(&c, tora_sv(rows[i].message)), rows[i].want);
		d.kind = TORA_DIFF_ORDER;
		assert_false(tora_in_words(&c, tora_sv(rows[i].message)));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_in_words) };

	return cmocka_run_group_tests_name("inwords", tests, NULL, NULL);
}
