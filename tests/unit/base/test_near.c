#include "tora/near.h"

#include "tests/unit/unit.h"

#include <string.h>

static const struct {
	const char *label, *a, *b;
	unsigned steps;
} pairs[] = {
	{ "the same", "status", "status", 0 },
	{ "case aside", "Status", "stATus", 0 },
	{ "a letter lacks", "statu", "status", 1 },
	{ "a letter too many", "statuss", "status", 1 },
	{ "another letter", "statis", "status", 1 },
	{ "two swapped", "sttaus", "status", 1 },
	{ "swapped at the end", "statsu", "status", 1 },
	{ "two things", "satuss", "status", 2 },
	{ "half of it", "ab", "xb", 1 },
	{ "more than half", "log", "stats", TORA_NEAR_FAR },
	{ "nothing is near nothing", "", "log", TORA_NEAR_FAR },
	{ "both empty", "", "", 0 },
	{ "longer than any", "a123456789b123456789c123456789d1234567890",
	  "a123456789b123456789c123456789d1234567890", TORA_NEAR_FAR },
};

static void test_steps(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(pairs); i++) {
		ROW(pairs[i].label, tora_near_steps(pairs[i].a, pairs[i].b) == pairs[i].steps);
		ROW(pairs[i].label, tora_near_steps(pairs[i].b, pairs[i].a) == pairs[i].steps);
	}
}

static void test_nearest(void **state)
{
	static const char *const words[] = { "stats", "status", "log" };
	const char *best = NULL;

	(void)state;
	for (size_t i = 0; i < COUNT(words); i++)
		best = tora_near("statsu", words[i], best);
	assert_string_equal(best, "stats"); /* as far as status: the first one stays */
	assert_string_equal(tora_near("statuss", "status", "stats"), "status");
	assert_string_equal(tora_near("statuss", "log", "status"), "status");
	assert_null(tora_near("push", "log", NULL));
	assert_null(tora_near("push", NULL, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
