/* A number that is written with fewer digits, and is another. */
#include "trials.h"

#include "judge/digits.h"
#include "judge/said.h"

static const struct {
	const char *label, *before, *after, *message, *changelog;
	bool want;
} rows[] = {
	{ "three places", "0.00042 BTC", "0.00 BTC", "Thousands separators", NULL, true },
	{ "with a separator", "1234567.623456 DOGE", "1,234,567.623 DOGE", "Thousands separators",
	  NULL, true },
	{ "six digits", "1523.1524", "1523.15", "Leave out trailing zeros", NULL, true },
	{ "an exponent", "1250000.4", "1.25e+06", "Leave out trailing zeros", NULL, true },
	{ "read again as a number", "100500.1235", "100500.0", "Leave out trailing zeros", NULL,
	  true },
	{ "another number with a point", "4.6", "5.0", "Flat at weekends", NULL, false },
	{ "zeros", "45.5000", "45.5", "Leave out trailing zeros", NULL, false },
	{ "the same with a separator", "1234567.50 DOGE", "1,234,567.50 DOGE", "Separators", NULL,
	  false },
	{ "an exponent of the same", "1250000", "1.25e+06", "Shorter", NULL, false },
	{ "about the same", "1.2344999", "1.2345001", "Shorter", NULL, false },
	{ "noise of a sum", "0.30000000000000004", "0.3", "Shorter", NULL, false },
	{ "more digits", "0.0004", "0.00042", "Shorter", NULL, false },
	{ "a digit less of another number", "392.21671780659625", "392.2172595594006", "Shorter",
	  NULL, false },
	{ "it is more precise", "0.123456", "0.12", "slightly better precise", NULL, false },
	{ "another number", "1.25", "3.1", "Shorter", NULL, false },
	{ "another text", "0.00042 BTC", "0.00 ETH", "Shorter", NULL, false },
	{ "more text", "0.00042", "0.00 BTC", "Shorter", NULL, false },
	{ "one of several", "1.5, 0.123456, x", "1.5, 0.123, x", "Shorter", NULL, true },
	{ "and another besides", "1.5, 0.123456", "2.5, 0.123", "Shorter", NULL, false },
	{ "the message speaks of it", "0.123456", "0.12", "Two decimals", NULL, false },
	{ "the changelog", "0.123456", "0.12", "Shorter", "amounts are rounded", false },
	{ "no numbers", "abc", "ab", "Shorter", NULL, false },
	{ "nothing", "", "", "Shorter", NULL, false },
	{ "a very long one", "0.1234567890123456789012345678901234567890123456789", "0.1",
	  "Shorter", NULL, false },
};

/* A line of a test that the change brings. */
static const struct {
	const char *label, *line;
	bool want;
} lines[] = {
	{ "it rounds", "assert.equal(weight(249.5), \"250 kg\");", false },
	{ "with a separator", "assert show(1234567.25) == '1,234,567'", false },
	{ "two arguments", "assert.equal(price(9.99, 10), 99.9);", true },
	{ "what is added", "assert add(1.5, 2) == 3.5", true },
	{ "the expected one first", "assertEqual('250 kg', weight(249.5))", false },
	{ "another number", "assert.equal(weight(249.5), \"251 kg\");", true },
	{ "the same", "assert.equal(weight(249.5), \"249.5 kg\");", true },
	{ "no fraction", "assert.equal(weight(1250), \"1300 kg\");", true },
	{ "the other way round", "assert 250 <= 249.5", true },
	{ "part of a name", "assert v249.5 == a250", true },
	{ "none", "assert.ok(weight);", true },
};

static void test_lines(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_difference d = { .kind = TORA_DIFF_VALUE, .before = "1.5 kg", .after = "2 kg" };
	struct tora_said said = { .messages = TORA_SV("Review comments") };

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_case c = { .said = &said, .intent = &intent, .difference = &d };

		*tora_vec_push(arena, &intent.test_lines) = lines[i].line;
		row_int(lines[i].label, tora_digits_lost(&c), lines[i].want);
	}
	tora_arena_free(arena);
}

static void test_digits(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = rows[i].before,
			                     .after = rows[i].after };
		struct tora_said said = { .messages = tora_sv(rows[i].message) };
		struct tora_intent intent = { .title = "" };
		struct tora_case c = { .said = &said, .intent = &intent, .difference = &d };

		if (rows[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = rows[i].changelog;
		row_int(rows[i].label, tora_digits_lost(&c), rows[i].want);
		d.kind = TORA_DIFF_ORDER;
		assert_false(tora_digits_lost(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_digits),
		                            cmocka_unit_test(test_lines) };

	return cmocka_run_group_tests_name("digits", tests, NULL, NULL);
}
