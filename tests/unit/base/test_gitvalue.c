#include "tora/gitvalue.h"

#include "tests/unit/unit.h"

static const struct {
	const char *label, *text;
	bool is_number;
	int64_t number;
	bool is_boolean, boolean;
} rows[] = {
	{ "a key alone", NULL, false, 0, true, true },
	{ "nothing", "", false, 0, true, false },
	{ "yes", "yes", false, 0, true, true },
	{ "in any case", "TrUe", false, 0, true, true },
	{ "on", "on", false, 0, true, true },
	{ "no", "No", false, 0, true, false },
	{ "off", "off", false, 0, true, false },
	{ "false", "false", false, 0, true, false },
	{ "no word of git's", "maybe", false, 0, false, false },
	{ "what begins as one", "truely", false, 0, false, false },
	{ "0", "0", true, 0, true, false },
	{ "a number", "17", true, 17, true, true },
	{ "below 0", "-1", true, -1, true, true },
	{ "of base 16", "0x10", true, 16, true, true },
	{ "of base 8", "010", true, 8, true, true },
	{ "no digit of base 8", "08", false, 0, false, false },
	{ "k", "1k", true, 1024, true, true },
	{ "m", "2M", true, INT64_C(2) << 20, true, true },
	{ "g", "1g", true, INT64_C(1) << 30, true, true },
	{ "more than 32 bits", "3g", true, INT64_C(3) << 30, false, false },
	{ "0 of them", "0k", true, 0, true, false },
	{ "no unit", "1x", false, 0, false, false },
	{ "two units", "1kk", false, 0, false, false },
	{ "a unit alone", "k", false, 0, false, false },
	{ "a fraction", "1.5", false, 0, false, false },
	{ "what begins as a number", "1maybe", false, 0, false, false },
	{ "the greatest", "9223372036854775807", true, INT64_MAX, false, false },
	{ "too much", "9223372036854775808", false, 0, false, false },
	{ "too much with its unit", "9007199254740993k", false, 0, false, false },
	{ "too little", "-9007199254740993k", false, 0, false, false },
};

static void test_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		int64_t number = 7;
		bool is = !rows[i].boolean;

		ROW(rows[i].label, tora_gitvalue_int(rows[i].text, &number) == rows[i].is_number);
		ROW(rows[i].label, number == (rows[i].is_number ? rows[i].number : 7));
		ROW(rows[i].label, tora_gitvalue_bool(rows[i].text, &is) == rows[i].is_boolean);
		ROW(rows[i].label, is == (rows[i].is_boolean ? rows[i].boolean : !rows[i].boolean));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_values) };

	return cmocka_run_group_tests_name("gitvalue", tests, NULL, NULL);
}
