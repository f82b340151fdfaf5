/* A message that speaks of what errors say. */
#include "trials.h"

#include "judge/errorwords.h"
#include "judge/evidence.h"
#include "judge/said.h"

static const struct {
	const char *subject;
	bool want;
} subjects[] = {
	{ "say which atom is wrong", true },
	{ "Better error messages", true },
	{ "Improve the error message of load()", true },
	{ "clearer exception text", true },
	{ "More helpful errors for dates", true },
	{ "Name the line in parse errors", true },
	{ "Tell what was expected", true },
	{ "Say what went wrong", true },
	{ "Better errors and stricter dates", false },
	{ "Better error handling", false },
	{ "Raise better errors", false },
	{ "Fix the error message", false },
	{ "Better defaults", false },
	{ "Say which atom comes next", false },
	{ "Show the rows", false },
	{ "Count errors", false },
	{ "which atom is wrong", false },
	{ "Return an error code", false },
	{ "Show which tests failed in the summary", false },
	{ "Show what is missing in the report", false },
	{ "Report missing columns as errors", false },
	{ "Print errors to stderr", false },
	{ "Include errors in the summary", false },
	{ "Show where a bad block begins", false },
	{ "Nicer colours for error rows", false },
	{ "Include the line number in parse errors", true },
	{ "Put the path in the error", true },
	{ "", false },
};

static void test_subjects(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
		row_int(subjects[i].subject, tora_error_words(tora_sv(subjects[i].subject)),
		        subjects[i].want);
}

static void test_only(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial ok = trial_ok("1"), other = trial_ok("2"),
			  old = trial_raise(arena, "", "FormatError", "not a number of atoms",
	                                    "/repo/xyz.py:read"),
			  new = trial_raise(arena, "", "FormatError",
	                                    "every row has to have a name", "/repo/xyz.py:read");
	struct tora_intent intent = { .title = "" };
	struct tora_said said = {
		.added = TORA_SV(
			"    raise FormatError(f\"every row has to have a name: {row}\")\n")
	};
	const struct {
		const char *label, *second, *before;
		const struct tora_trial *base, *head;
		bool want;
	} of[] = {
		{ "an error of old words", NULL, "1", &ok, &old, true },
		{ "another value", NULL, "1", &ok, &other, true },
		{ "an error of the new words", NULL, "1", &ok, &new, false },
		{ "there was one", NULL, "", &old, &new, false },
		{ "it is caught", NULL, "FormatError: not an atom", &ok, &other, false },
		{ "more of the same", "Better error messages", "1", &ok, &old, true },
		{ "another message", "Read more", "1", &ok, &old, false },
	};

	(void)state;
	tora_vec_push(arena, &intent.messages)->text =
		"say which atom is wrong\n\nIt was of no help.";
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_difference d = { .kind = TORA_DIFF_VALUE, .before = of[i].before };
		struct tora_case c = { .intent = &intent,
			               .said = &said,
			               .before = of[i].base,
			               .after = of[i].head,
			               .difference = &d };

		intent.messages.n = 1;
		if (of[i].second)
			tora_vec_push(arena, &intent.messages)->text = of[i].second;
		row_int(of[i].label, tora_error_words_only(&c), of[i].want);
		/* It is what the claim is of. */
		if (of[i].base == &ok && of[i].head == &other && !of[i].second) {
			struct tora_evidence e;

			d.signature = "value|number";
			d.after = "2";
			c.name = "xyz.read";
			c.test = "print(read([1]))\n";
			tora_evidence(&c, arena, &e);
			row_int(of[i].label, (e.facts & TORA_FACT(CLAIM_KEEPS)) != 0, of[i].want);
		}
		intent.messages.n = 0;
		row_int(of[i].label, tora_error_words_only(&c), false);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_subjects),
		                            cmocka_unit_test(test_only) };

	return cmocka_run_group_tests_name("errorwords", tests, NULL, NULL);
}
