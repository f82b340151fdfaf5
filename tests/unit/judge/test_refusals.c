/* What becomes of an error that was raised on purpose, and what a careful developer wants to be told of it. */
#include "trials.h"

#include "judge/rules.h"

#define F         TORA_FACT
#define GONE      (F(GONE) | F(WAS_MEANT))
#define ACCIDENT  (F(GONE) | F(WAS_PROGRAM_ERROR))
#define ANOTHER   (F(CHANGED) | F(WAS_MEANT))
#define BY_CHANCE (ANOTHER | F(PROGRAM_ERROR))

#define SHOWN  TORA_VERDICT_UNINTENDED
#define QUIET  TORA_VERDICT_UNSURE
#define GOOD   TORA_VERDICT_COINCIDENTAL_FIX
#define SILENT TORA_VERDICT_IRRELEVANT

static const struct {
	const char *label;
	tora_facts facts;
	enum tora_verdict want;
} rows[] = {
	/* it is gone */
	{ "refactoring, known input", F(CLAIM_KEEPS) | GONE | F(SEEN), SHOWN },
	{ "refactoring, likely input", F(CLAIM_KEEPS) | GONE | F(PLAUSIBLE), SHOWN },
	{ "refactoring that names it", F(CLAIM_KEEPS) | GONE | F(PLAUSIBLE) | F(NAMES_FUNCTION),
	  SHOWN },
	{ "refactoring that promises", F(CLAIM_KEEPS) | F(PROMISE) | GONE | F(PLAUSIBLE), SHOWN },
	{ "refactoring, with a test that shows the new",
	  F(CLAIM_KEEPS) | GONE | F(SEEN) | F(TEST_ASSERTS), QUIET },
	{ "refactoring, odd input", F(CLAIM_KEEPS) | GONE | F(UNKNOWN), QUIET },
	{ "refactoring, input that is none", F(CLAIM_KEEPS) | GONE | F(ILLEGAL), SILENT },
	{ "refactoring, an accident", F(CLAIM_KEEPS) | ACCIDENT | F(PLAUSIBLE), GOOD },
	{ "refactoring, an error that came up", F(CLAIM_KEEPS) | F(GONE) | F(PLAUSIBLE), QUIET },
	{ "no claim, known input", F(CLAIM_NONE) | GONE | F(SEEN), SHOWN },
	{ "no claim, likely input", F(CLAIM_NONE) | GONE | F(PLAUSIBLE), QUIET },
	{ "no claim, its words", F(CLAIM_NONE) | GONE | F(SEEN) | F(SHARES_WORDS), QUIET },
	{ "no claim, a test of it", F(CLAIM_NONE) | GONE | F(SEEN) | F(TEST_TAKEN), QUIET },
	{ "no claim, an accident", F(CLAIM_NONE) | ACCIDENT | F(SEEN), GOOD },
	{ "fix", F(CLAIM_FIXES) | GONE | F(SEEN), QUIET },
	{ "fix of a function", F(CLAIM_FIXES) | GONE | F(SEEN) | F(NAMES_FUNCTION), QUIET },
	{ "fix of this input", F(CLAIM_FIXES) | GONE | F(SEEN) | F(REACH_INSIDE), QUIET },
	{ "fix of other input", F(CLAIM_FIXES) | GONE | F(SEEN) | F(REACH_OUTSIDE), SHOWN },
	{ "fix of other input, likely", F(CLAIM_FIXES) | GONE | F(PLAUSIBLE) | F(REACH_OUTSIDE),
	  QUIET },
	{ "fix, and nothing else that differs",
	  F(CLAIM_FIXES) | GONE | F(SEEN) | F(REACH_OUTSIDE) | F(LONE), QUIET },
	{ "fix, an accident", F(CLAIM_FIXES) | ACCIDENT | F(SEEN) | F(REACH_OUTSIDE), QUIET },
	{ "feature", F(CLAIM_ADDS) | GONE | F(SEEN), QUIET },
	{ "feature for other input", F(CLAIM_ADDS) | GONE | F(SEEN) | F(REACH_OUTSIDE), SHOWN },
	{ "feature of what the input has",
	  F(CLAIM_ADDS) | GONE | F(SEEN) | F(REACH_OUTSIDE) | F(DIFF_AIMS), QUIET },
	{ "feature with tests of it",
	  F(CLAIM_ADDS) | GONE | F(SEEN) | F(REACH_OUTSIDE) | F(TEST_NEAR), QUIET },
	{ "change", F(CLAIM_CHANGES) | GONE | F(SEEN), QUIET },
	{ "change of other input", F(CLAIM_CHANGES) | GONE | F(SEEN) | F(REACH_OUTSIDE), SHOWN },
	{ "a hang that went away", F(CLAIM_CHANGES) | F(HUNG) | F(PLAUSIBLE), GOOD },
	{ "into a mistake", F(CLAIM_CHANGES) | F(HUNG) | F(PLAUSIBLE) | F(PROGRAM_ERROR), SILENT },
	{ "commit taken back", F(CLAIM_NONE) | F(REVERTS) | GONE | F(SEEN), QUIET },
	/* it is another that is meant as well */
	{ "another in a refactoring, known input", F(CLAIM_KEEPS) | ANOTHER | F(SEEN), SHOWN },
	{ "another in a refactoring, likely input", F(CLAIM_KEEPS) | ANOTHER | F(PLAUSIBLE),
	  SHOWN },
	{ "another in a refactoring, odd input", F(CLAIM_KEEPS) | ANOTHER | F(UNKNOWN), QUIET },
	{ "another in a refactoring that writes it",
	  F(CLAIM_KEEPS) | ANOTHER | F(PLAUSIBLE) | F(DIFF_RAISES), QUIET },
	{ "another, written, though it promises",
	  F(CLAIM_KEEPS) | F(PROMISE) | ANOTHER | F(PLAUSIBLE) | F(DIFF_RAISES), SHOWN },
	{ "another below a fix", F(CLAIM_FIXES) | ANOTHER | F(SEEN), QUIET },
	{ "another below a feature", F(CLAIM_ADDS) | ANOTHER | F(SEEN), QUIET },
	{ "another, no claim", F(CLAIM_NONE) | ANOTHER | F(SEEN), QUIET },
	/* it is an accident now */
	{ "accident in a refactoring", F(CLAIM_KEEPS) | BY_CHANCE | F(PLAUSIBLE), SHOWN },
	{ "accident in a refactoring, odd input", F(CLAIM_KEEPS) | BY_CHANCE | F(UNKNOWN), QUIET },
	{ "accident, no claim", F(CLAIM_NONE) | BY_CHANCE | F(SEEN), SHOWN },
	{ "accident below a fix", F(CLAIM_FIXES) | BY_CHANCE | F(SEEN), QUIET },
	{ "accident below a fix of other input",
	  F(CLAIM_FIXES) | BY_CHANCE | F(SEEN) | F(REACH_OUTSIDE), SHOWN },
	{ "accident below a feature", F(CLAIM_ADDS) | BY_CHANCE | F(SEEN), SHOWN },
	{ "accident below a change", F(CLAIM_CHANGES) | BY_CHANCE | F(SEEN), SHOWN },
	{ "accident below a fix, likely input", F(CLAIM_FIXES) | BY_CHANCE | F(PLAUSIBLE), QUIET },
	{ "accident that a test expects", F(CLAIM_FIXES) | BY_CHANCE | F(SEEN) | F(TEST_EXPECTS),
	  QUIET },
	{ "an end that was due", F(CLAIM_CHANGES) | F(APPEARED) | F(PLAUSIBLE) | F(WAS_DUE),
	  QUIET },
	{ "one that is said",
	  F(CLAIM_CHANGES) | F(APPEARED) | F(SEEN) | F(WAS_DUE) | F(END_SAID) | F(QUOTE),
	  TORA_VERDICT_INTENDED },
	{ "by an accident",
	  F(CLAIM_CHANGES) | F(APPEARED) | F(PROGRAM_ERROR) | F(PLAUSIBLE) | F(WAS_DUE) |
	          F(END_SAID) | F(QUOTE),
	  SHOWN },
	{ "of a name, which is no accident",
	  F(CLAIM_ADDS) | F(LOST_API) | F(PROGRAM_ERROR) | F(PLAUSIBLE) | F(WAS_DUE), QUIET },
	{ "of a name in a refactoring",
	  F(CLAIM_KEEPS) | F(LOST_API) | F(PROGRAM_ERROR) | F(PLAUSIBLE) | F(WAS_DUE), SHOWN },
	{ "accident for an accident",
	  F(CLAIM_FIXES) | F(CHANGED) | F(WAS_PROGRAM_ERROR) | F(PROGRAM_ERROR) | F(SEEN), QUIET },
};

static void test_refusals(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_evidence e = { .facts = rows[i].facts };
		struct tora_ruling r;

		tora_rules(&e, arena, &r);
		if (r.verdict != rows[i].want)
			print_error("score %.1f, %s\n", r.score,
			            r.settled ? r.settled->name : "scored");
		row_int(rows[i].label, r.verdict, rows[i].want);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_refusals),
	};

	return cmocka_run_group_tests_name("refusals", tests, NULL, NULL);
}
