/* The search for the commit: it ends at the right one, in few looks, and admits what it cannot tell. */
#include "check/attribute.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Looks until nothing is open; finding i appears at truth[i]. Returns the rounds. */
static unsigned search(struct tora_span *spans, const long *truth, size_t n)
{
	unsigned rounds = 0;
	long at[2];
	size_t looks;

	while ((looks = tora_span_next(spans, n, n, at)) > 0) {
		if (++rounds > 50)
			fail_msg("no end");
		for (size_t k = 0; k < looks; k++)
			for (size_t i = 0; i < n; i++)
				tora_span_seen(&spans[i], at[k],
				               at[k] < truth[i] ? TORA_OUTCOME_BEFORE
				                                : TORA_OUTCOME_AFTER);
	}
	return rounds;
}

static void every_position_of_every_length(void **state)
{
	(void)state;
	for (long length = 1; length <= 81; length++)
		for (long truth = 0; truth < length; truth++) {
			struct tora_step steps[TORA_SPAN_POINTS];
			struct tora_span span;
			unsigned rounds, allowed = 0;

			tora_span_start(&span, length - 1);
			rounds = search(&span, &truth, 1);

			for (long left = length; left > 1; left = (left + 2) / 3)
				allowed++;
			if (span.lost || tora_span_is_open(&span) ||
			    tora_span_steps(&span, steps) != 1 || steps[0].at != truth)
				fail_msg("%ld of %ld: ended at %ld", truth, length, steps[0].at);
			if (rounds > allowed)
				fail_msg("%ld of %ld: %u rounds", truth, length, rounds);
		}
}

/* What one look shows serves all findings. */
static void several_at_once(void **state)
{
	static const long truth[] = { 0, 13, 26, 13 };
	struct tora_step steps[TORA_SPAN_POINTS];
	struct tora_span spans[4];

	(void)state;
	for (size_t i = 0; i < 4; i++)
		tora_span_start(&spans[i], 26);
	assert_in_range(search(spans, truth, 4), 1, TORA_ATTRIBUTE_ROUNDS);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(tora_span_steps(&spans[i], steps), 1);
		assert_int_equal(steps[0].at, truth[i]);
	}
}

/* What nobody is shown yet takes no round from what is. */
static void shown_ones_first(void **state)
{
	struct tora_span spans[2];
	long at[2];

	(void)state;
	for (size_t i = 0; i < 2; i++)
		tora_span_start(&spans[i], 26);
	tora_span_seen(&spans[0], 20, TORA_OUTCOME_BEFORE);
	assert_int_equal(tora_span_next(spans, 1, 2, at), 2);
	assert_in_range(at[0], 21, 25);
	tora_span_seen(&spans[0], 25, TORA_OUTCOME_BEFORE);
	assert_int_equal(tora_span_next(spans, 1, 2, at), 2);
	assert_in_range(at[0], 0, 20);
}

#define LAST 26

/* What each of the commits 0 to LAST shows, after one that shows BEFORE; from LAST on AFTER. */
static const struct {
	const char *label;
	struct {
		long from;
		unsigned outcome;
	} at[4]; /* from there on, until the next */
	size_t n;
	struct tora_step steps[3];
	size_t n_steps;
	bool lost;
} several[] = {
	{ "one", { { 4, TORA_OUTCOME_AFTER } }, 1, { { 4, 0, 1 } }, 1, false },
	{ "two",
	  { { 4, TORA_OUTCOME_OTHER }, { 17, TORA_OUTCOME_AFTER } },
	  2,
	  { { 4, 0, 2 }, { 17, 2, 1 } },
	  2,
	  false },
	{ "three, the last of the head",
	  { { 2, TORA_OUTCOME_OTHER }, { 20, TORA_OUTCOME_OTHER + 1 }, { 26, TORA_OUTCOME_AFTER } },
	  3,
	  { { 2, 0, 2 }, { 20, 2, 3 }, { 26, 3, 1 } },
	  3,
	  false },
	{ "a mistake that was repaired before something else came",
	  { { 5, TORA_OUTCOME_OTHER }, { 13, TORA_OUTCOME_BEFORE }, { 20, TORA_OUTCOME_AFTER } },
	  3,
	  { { 20, 0, 1 } },
	  1,
	  false },
	{ "what cannot be said", { { 4, TORA_OUTCOME_UNKNOWN } }, 1, { { 0 } }, 0, true },
};

static unsigned outcome_at(size_t row, long at)
{
	unsigned ret = at < LAST ? TORA_OUTCOME_BEFORE : TORA_OUTCOME_AFTER;

	for (size_t i = 0; i < several[row].n && at < LAST; i++)
		if (several[row].at[i].from <= at)
			ret = several[row].at[i].outcome;
	return ret;
}

static void more_than_one_commit(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof several / sizeof *several; i++) {
		struct tora_step steps[TORA_SPAN_POINTS];
		struct tora_span span;
		unsigned rounds = 0;
		size_t looks, n;
		long at[2];

		tora_span_start(&span, LAST);
		while ((looks = tora_span_next(&span, 1, 1, at)) > 0 && ++rounds < 50)
			for (size_t k = 0; k < looks; k++)
				tora_span_seen(&span, at[k], outcome_at(i, at[k]));
		if (rounds > TORA_ATTRIBUTE_ROUNDS)
			fail_msg("%s: %u rounds", several[i].label, rounds);
		if (span.lost != several[i].lost)
			fail_msg("%s: lost %d", several[i].label, span.lost);
		n = span.lost ? 0 : tora_span_steps(&span, steps);
		if (n != several[i].n_steps)
			fail_msg("%s: %zu steps", several[i].label, n);
		for (size_t k = 0; k < n; k++)
			if (memcmp(&steps[k], &several[i].steps[k], sizeof *steps) != 0)
				fail_msg("%s: step %zu at %ld, %u to %u", several[i].label, k,
				         steps[k].at, steps[k].from, steps[k].to);
	}
}

static void what_says_nothing(void **state)
{
	struct tora_span span;

	(void)state;
	tora_span_start(&span, 8);
	tora_span_seen(&span, 9, TORA_OUTCOME_UNKNOWN); /* outside */
	tora_span_seen(&span, 8, TORA_OUTCOME_BEFORE);  /* known */
	tora_span_seen(&span, 4, TORA_OUTCOME_AFTER);
	tora_span_seen(&span, 6, TORA_OUTCOME_UNKNOWN); /* the same before and behind it */
	assert_false(span.lost);
	assert_int_equal(span.n, 3);
	tora_span_seen(&span, 2, TORA_OUTCOME_UNKNOWN);
	assert_true(span.lost);
	assert_false(tora_span_is_open(&span));
}

#define YES  TORA_VERDICT_INTENDED
#define NO   TORA_VERDICT_UNINTENDED
#define OPEN TORA_VERDICT_UNSURE

/* Which of several commits decides. */
static void which_step_counts(void **state)
{
	static const struct {
		const char *label;
		enum tora_verdict branch;
		struct {
			enum tora_verdict verdict;
			bool stands;
		} own[2];
		size_t counts;
	} rows[] = {
		{ "a mistake below an announced change", YES, { { NO, true }, { YES, true } }, 0 },
		{ "and the other way round", YES, { { YES, true }, { NO, true } }, 1 },
		{ "nothing is left of it", YES, { { NO, false }, { YES, true } }, 2 },
		{ "nobody is sure", YES, { { OPEN, true }, { YES, true } }, 0 },
		{ "one is surer", YES, { { OPEN, true }, { NO, true } }, 1 },
		{ "two mistakes: the first", NO, { { NO, true }, { NO, true } }, 0 },
		{ "each is announced", YES, { { YES, true }, { YES, true } }, 2 },
		{ "each is announced, not all together", NO, { { YES, true }, { YES, true } }, 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_attributed own[2] = { 0 };

		for (size_t k = 0; k < 2; k++) {
			own[k].finding.verdict = rows[i].own[k].verdict;
			own[k].stands = rows[i].own[k].stands;
		}
		if (tora_attribute_step(rows[i].branch, own, 2) != rows[i].counts)
			fail_msg("row '%s'", rows[i].label);
	}
}

static void which_message_counts(void **state)
{
	static const struct {
		const char *label;
		enum tora_verdict branch, own;
		const char *reason, *claim;
		bool counts;
	} rows[] = {
		{ "the commit announces it", TORA_VERDICT_UNINTENDED, TORA_VERDICT_INTENDED,
		  "score", "adds", true },
		{ "the branch leaves it open", TORA_VERDICT_UNSURE, TORA_VERDICT_UNINTENDED,
		  "score", "none", true },
		{ "another commit's test asserts it", TORA_VERDICT_UNSURE, TORA_VERDICT_UNINTENDED,
		  "changed-test-asserts-it", "fixes", false },
		{ "another commit's test is near", TORA_VERDICT_UNSURE, TORA_VERDICT_UNINTENDED,
		  "changed-test-nearby", "fixes", false },
		{ "near a tidying", TORA_VERDICT_UNSURE, TORA_VERDICT_UNINTENDED,
		  "changed-test-nearby", "keeps", true },
		{ "both are silent, the commit is the one to quote", TORA_VERDICT_UNINTENDED,
		  TORA_VERDICT_UNINTENDED, "score", "none", true },
		{ "the commit is silent, another one is not", TORA_VERDICT_INTENDED,
		  TORA_VERDICT_UNINTENDED, "input-it-speaks-of", "none", false },
		{ "a tidying, and another commit is about such input", TORA_VERDICT_INTENDED,
		  TORA_VERDICT_UNINTENDED, "input-it-speaks-of", "keeps", true },
		{ "another commit has the very value", TORA_VERDICT_INTENDED,
		  TORA_VERDICT_UNINTENDED, "names-the-value", "keeps", false },
		{ "another commit's test settles it", TORA_VERDICT_INTENDED,
		  TORA_VERDICT_UNINTENDED, "settled", "keeps", false },
		{ "nobody minds", TORA_VERDICT_INTENDED, TORA_VERDICT_UNSURE, "score", "keeps",
		  false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_answer said = { rows[i].reason, "-1.0" };
		struct tora_answer claim = { "claim", rows[i].claim };
		struct tora_finding branch = { .verdict = rows[i].branch };
		struct tora_finding own = { .verdict = rows[i].own };
		const char *fact = rows[i].reason;

		branch.facts.at = &fact;
		branch.facts.n = 1;
		branch.answers.at = &said;
		own.answers.at = &claim;
		branch.answers.n = own.answers.n = 1;
		if (tora_attribute_own_counts(&branch, &own) != rows[i].counts)
			fail_msg("row '%s'", rows[i].label);
	}
}

/* What one commit promises of its own work binds no other one, unless that claims to keep what there is. */
static void whose_promise_counts(void **state)
{
	static const struct {
		enum tora_verdict branch, own;
		const char *branch_claim, *claim;
		bool counts;
	} rows[] = {
		{ NO, OPEN, "keeps", "changes", true }, { NO, OPEN, "keeps", "keeps", false },
		{ NO, OPEN, "keeps", "none", true },    { NO, OPEN, "fixes", "changes", false },
		{ YES, NO, "keeps", "changes", false }, { NO, OPEN, "keeps", "adds", true },
		{ NO, OPEN, "adds", "changes", true },  { NO, OPEN, "adds", "fixes", true },
		{ NO, OPEN, "adds", "adds", false },    { NO, OPEN, "adds", "none", false },
		{ NO, OPEN, "adds", "keeps", false },   { NO, OPEN, "keeps", "", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_answer said = { "claim", rows[i].branch_claim };
		struct tora_answer claim = { "claim", rows[i].claim };
		struct tora_finding branch = { .verdict = rows[i].branch };
		struct tora_finding own = { .verdict = rows[i].own };

		branch.answers.at = &said;
		own.answers.at = &claim;
		branch.answers.n = own.answers.n = 1;
		if (tora_attribute_own_counts(&branch, &own) != rows[i].counts)
			fail_msg("row %zu", i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_position_of_every_length),
		cmocka_unit_test(several_at_once),
		cmocka_unit_test(shown_ones_first),
		cmocka_unit_test(more_than_one_commit),
		cmocka_unit_test(what_says_nothing),
		cmocka_unit_test(which_step_counts),
		cmocka_unit_test(which_message_counts),
		cmocka_unit_test(whose_promise_counts),
	};

	return cmocka_run_group_tests_name("span", tests, NULL, NULL);
}
