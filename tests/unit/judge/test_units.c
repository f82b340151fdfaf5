/* A number that a message writes in another unit than the program. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/units.h"

static void test_say(void **state)
{
	static const struct {
		const char *label, *text, *value;
		bool is;
	} rows[] = {
		{ "cents", "shipping costs 5.90", "590", true },
		{ "cents, and the end of a sentence", "The price is 5.90.", "590", true },
		{ "another price", "shipping costs 5.90", "490", false },
		{ "one digit behind the point is no price", "5.9 times as fast", "590", false },
		{ "no word of money", "Support Python 3.12", "312", false },
		{ "nor here", "See section 2.15", "215", false },
		{ "all of something", "Coverage is 100 % now", "1.0", false },
		{ "one of a unit", "It takes 1 min here", "60", false },
		{ "what was measured", "The total is 0.35 s instead of 0.50 s", "350", false },
		{ "a version", "as of 3.1.90", "190", false },
		{ "a version with its letter", "as of v5.90", "590", false },
		{ "a coin before it", "Members pay $6 a year", "600", true },
		{ "behind it", "Members pay 6 € a year", "600", true },
		{ "its name", "Members pay 6 francs a year", "600", true },
		{ "no coin", "Members pay 6 times a year", "600", false },
		{ "milliseconds", "Wait 30 s for an answer", "30000", true },
		{ "without a blank", "Wait 30s for an answer", "30000", true },
		{ "seconds", "Wait 1.5 min", "90", true },
		{ "seconds of a day", "keep for 2 days", "172800", true },
		{ "the other way round", "wait 250 ms", "0.25", true },
		{ "a word that begins like a unit", "30 students", "30000", false },
		{ "a share", "10 % are taken off", "0.1", true },
		{ "in words", "7 percent are taken off", "0.07", true },
		{ "a number of its own", "10 are taken off", "0.1", false },
		{ "bytes", "read 64 KiB at once", "65536", true },
		{ "groups of three", "no more than 10,000 rows", "10000", true },
		{ "as in code", "LIMIT is 10_000", "10000", true },
		{ "no groups of three", "rows 10,0000", "100000", false },
		{ "as it is printed is no other unit", "Wait 30 for an answer", "30", false },
		{ "a number of a tracker", "Fix #5.90", "590", false },
		{ "below zero", "10 % are taken off", "-0.1", true },
		{ "nothing", "0 s", "0", false },
		{ "no number", "30 s", "a", false },
		{ "two in one", "30 s", "30000 ms", false },
		{ "no text", "", "590", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_units_say(tora_sv(rows[i].text), tora_sv(rows[i].value)) != rows[i].is)
			fail_msg("%s", rows[i].label);
}

/* A message that has the new number in another unit says so, whatever it claims. */
static void test_told(void **state)
{
	static const struct {
		const char *message, *before, *after, *quote;
	} all[] = {
		{ "shipping costs 5.90", "490", "590", "shipping costs 5.90" },
		{ "shipping costs 5.90", "590", "490", NULL }, /* that is the old one */
		{ "shipping costs 5.90", "490", "591", NULL },
		{ "a letter costs 5.90", "490", "590", NULL }, /* nothing else of this */
		{ "of 100 % one is left", "2", "1", NULL },    /* too short to tell */
	};

	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_ok(all[i].before), head = trial_ok(all[i].after);
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .name = "p.u.shipping",
			               .test = "print(shipping(1))\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_vec_push(arena, &intent.messages)->text = all[i].message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_text(all[i].message, e.quote ? e.quote : "-",
		         all[i].quote ? all[i].quote : "-");
		row_int(all[i].message, (e.facts & TORA_FACT(NAMES_VALUE)) != 0,
		        all[i].quote != NULL);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_say),
		cmocka_unit_test(test_told),
	};

	return cmocka_run_group_tests_name("units", tests, NULL, NULL);
}
