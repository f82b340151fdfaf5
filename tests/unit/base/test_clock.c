#include "tora/clock.h"

#include "tests/unit/unit.h"

#include <string.h>

static const struct {
	const char *label;
	int64_t wall_ms;
	const char *text;
} times[] = {
	{ "epoch", 0, "1970-01-01T00:00:00Z" },
	{ "milliseconds are cut", 1999, "1970-01-01T00:00:01Z" },
	{ "before the epoch", -1, "1969-12-31T23:59:59Z" },
	{ "leap day", 1709164800000, "2024-02-29T00:00:00Z" },
	{ "beyond 2038", 4102444799000, "2099-12-31T23:59:59Z" },
	{ "beyond all years", INT64_MAX, "?" },
};

static void test_format(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(times); i++) {
		char buf[24];

		tora_clock_format(times[i].wall_ms, buf, sizeof(buf));
		ROW(times[i].label, strcmp(buf, times[i].text) == 0);
	}
}

static void test_clocks(void **state)
{
	int64_t mono = tora_clock_mono_ms();

	(void)state;
	assert_true(mono > 0);
	for (int i = 0; i < 1000; i++) {
		int64_t later = tora_clock_mono_ms();

		assert_true(later >= mono);
		mono = later;
	}
	assert_true(tora_clock_wall_ms() > 1600000000000); /* milliseconds, not seconds */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_format),
		cmocka_unit_test(test_clocks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
