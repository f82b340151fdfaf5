/* The search for the commit: it ends at the right one, in few looks, and admits what it cannot tell. */
#include "check/attribute.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Looks until nothing is open; finding i appears at truth[i]. Returns the rounds. */
static unsigned search(struct tora_span *spans, const long *truth, size_t n)
{
	unsigned rounds = 0;
	long at[2];
	size_t looks;

	while ((looks = tora_span_next(spans, n, at)) > 0) {
		if (++rounds > 50)
			fail_msg("no end");
		for (size_t k = 0; k < looks; k++)
			for (size_t i = 0; i < n; i++)
				tora_span_seen(&spans[i], at[k],
				               at[k] < truth[i] ? TORA_LIKE_BEFORE
				                                : TORA_LIKE_AFTER);
	}
	return rounds;
}

static void every_position_of_every_length(void **state)
{
	(void)state;
	for (long length = 1; length <= 81; length++)
		for (long truth = 0; truth < length; truth++) {
			struct tora_span span = { .before = -1, .after = length - 1 };
			unsigned rounds = search(&span, &truth, 1);
			unsigned allowed = 0;

			for (long left = length; left > 1; left = (left + 2) / 3)
				allowed++;
			if (span.after != truth || span.lost || tora_span_is_open(&span))
				fail_msg("%ld of %ld: ended at %ld", truth, length, span.after);
			if (rounds > allowed)
				fail_msg("%ld of %ld: %u rounds", truth, length, rounds);
		}
}

/* What one look shows serves all findings. */
static void several_at_once(void **state)
{
	static const long truth[] = { 0, 13, 26, 13 };
	struct tora_span spans[4];

	(void)state;
	for (size_t i = 0; i < 4; i++)
		spans[i] = (struct tora_span){ .before = -1, .after = 26 };
	assert_in_range(search(spans, truth, 4), 1, TORA_ATTRIBUTE_ROUNDS);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(spans[i].after, truth[i]);
}

static void what_is_neither_is_lost(void **state)
{
	struct tora_span span = { .before = -1, .after = 8 };

	(void)state;
	tora_span_seen(&span, 9, TORA_LIKE_NEITHER); /* outside: says nothing */
	tora_span_seen(&span, 8, TORA_LIKE_BEFORE);
	assert_false(span.lost);
	assert_int_equal(span.after, 8);
	tora_span_seen(&span, 4, TORA_LIKE_NEITHER);
	assert_true(span.lost);
	assert_false(tora_span_is_open(&span));
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_position_of_every_length),
		cmocka_unit_test(several_at_once),
		cmocka_unit_test(what_is_neither_is_lost),
		cmocka_unit_test(which_message_counts),
	};

	return cmocka_run_group_tests_name("span", tests, NULL, NULL);
}
