/* Every enumerator has a name, names are unique, and what is written can be read back. */
#include "model/check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_reasons(void **state)
{
	(void)state;
	for (int i = 0; i < TORA_REASON_COUNT; i++) {
		enum tora_reason r = (enum tora_reason)i;

		assert_non_null(tora_reason_name(r));
		assert_int_equal(tora_reason_parse(tora_reason_name(r)), r);
		if (i)
			assert_true(strlen(tora_reason_text(r)) > 0);
	}
	assert_int_equal(tora_reason_parse("no-such-reason"), TORA_REASON_INTERNAL);
	assert_int_equal(tora_reason_parse(NULL), TORA_REASON_NONE);
}

#define ROUND_TRIP(type, last, name, parse)                                                        \
	for (int i = 0; i <= (int)(last); i++) {                                                   \
		enum type got;                                                                     \
                                                                                                   \
		assert_int_equal(parse(name((enum type)i), &got), 0);                              \
		assert_int_equal(got, i);                                                          \
		assert_int_equal(parse("nothing like it", &got), -1);                              \
		assert_int_equal(parse(NULL, &got), -1);                                           \
	}

static void test_round_trips(void **state)
{
	(void)state;
	ROUND_TRIP(tora_verdict, TORA_VERDICT_UNSURE, tora_verdict_name, tora_verdict_parse)
	ROUND_TRIP(tora_origin, TORA_ORIGIN_MUTATED, tora_origin_name, tora_origin_parse)
	ROUND_TRIP(tora_legality, TORA_LEGAL_ILLEGAL, tora_legality_name, tora_legality_parse)
	ROUND_TRIP(tora_trial_status, TORA_TRIAL_LIMIT, tora_trial_status_name,
	           tora_trial_status_parse)
	ROUND_TRIP(tora_difference_kind, TORA_DIFF_WARNING, tora_difference_name,
	           tora_difference_parse)
}

static void test_oids(void **state)
{
	static const struct {
		const char *text;
		bool good, none;
	} rows[] = {
		{ "0123456789abcdef0123456789abcdef01234567", true, false },
		{ "0000000000000000000000000000000000000000", true, true },
		{ "0000000000000000000000000000000000000000000000000000000000000000", true, true },
		{ "0123456789ABCDEF0123456789abcdef01234567", false, false },
		{ "0123", false, false },
		{ "", false, false },
		{ "0123456789abcdef0123456789abcdef0123456z", false, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_oid oid = { "" };

		if (tora_oid_parse(tora_sv(rows[i].text), &oid) != rows[i].good)
			fail_msg("'%s'", rows[i].text);
		if (rows[i].good)
			assert_int_equal(tora_oid_is_none(&oid), rows[i].none);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reasons),
		cmocka_unit_test(test_round_trips),
		cmocka_unit_test(test_oids),
	};

	return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
