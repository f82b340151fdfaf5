/* Tests of one cluster that came to their difference in another way. */
#include "judge/ways.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct shown { /* one test: the changed lines that it ran, and its values */
	unsigned lines[2];
	const char *before, *after;
	enum tora_legality legality;
};

#define MEMBERS 5

static const struct {
	const char *label;
	enum tora_verdict verdict;
	struct shown member[MEMBERS]; /* the first is the one that is shown */
	size_t ways, of_first;
} rows[] = {
	{ "other lines, and twice the same way",
	  TORA_VERDICT_INTENDED,
	  { { { 3, 5 }, "490", "590", TORA_LEGAL_SEEN },
	    { { 3, 5 }, "490", "590", TORA_LEGAL_SEEN },
	    { { 3, 0 }, "0", "590", TORA_LEGAL_SEEN },
	    { { 3, 0 }, "0", "590", TORA_LEGAL_PLAUSIBLE },
	    { { 3, 5 }, "490", "590", TORA_LEGAL_PLAUSIBLE } },
	  1,
	  2 },
	{ "the same lines, and one of two values",
	  TORA_VERDICT_UNSURE,
	  { { { 3, 0 }, "490", "590", TORA_LEGAL_SEEN },
	    { { 3, 0 }, "0", "590", TORA_LEGAL_SEEN },
	    { { 3, 0 }, "10", "12", TORA_LEGAL_SEEN },
	    { { 3, 0 }, "20", "24", TORA_LEGAL_SEEN },
	    { { 3, 0 }, "30", "36", TORA_LEGAL_SEEN } },
	  1,
	  1 },
	{ "what nobody may pass is no way",
	  TORA_VERDICT_INTENDED,
	  { { { 3, 5 }, "490", "590", TORA_LEGAL_SEEN },
	    { { 3, 0 }, "0", "590", TORA_LEGAL_ILLEGAL } },
	  0,
	  0 },
	{ "more ways than are looked at",
	  TORA_VERDICT_INTENDED,
	  { { { 1, 0 }, "1", "2", TORA_LEGAL_SEEN },
	    { { 2, 0 }, "3", "4", TORA_LEGAL_SEEN },
	    { { 3, 0 }, "5", "6", TORA_LEGAL_SEEN },
	    { { 4, 0 }, "7", "8", TORA_LEGAL_SEEN },
	    { { 2, 0 }, "9", "10", TORA_LEGAL_SEEN } },
	  TORA_WAYS_EACH,
	  2 },
	{ "what is shown anyway",
	  TORA_VERDICT_UNINTENDED,
	  { { { 3, 5 }, "490", "590", TORA_LEGAL_SEEN },
	    { { 3, 0 }, "0", "590", TORA_LEGAL_SEEN } },
	  0,
	  0 },
};

static struct tora_trial ran(struct tora_arena *arena, const unsigned lines[2])
{
	struct tora_trial t = { .status = TORA_TRIAL_OK };

	for (size_t i = 0; i < 2 && lines[i]; i++)
		*tora_vec_push(arena, &t.covered) = (struct tora_lines_hit){ "p.py", lines[i] };
	return t;
}

static void test_ways(void **state)
{
	static const size_t order[] = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_check check = { .arena = arena };
		struct tora_judging j = { .check = &check };
		struct tora_candidate candidates[MEMBERS] = { 0 };
		struct tora_member members[MEMBERS] = { 0 };
		struct tora_cluster cluster = { .spot = 3 };
		struct tora_clusters got = { 0 };

		for (size_t k = 0; k < MEMBERS && rows[i].member[k].before; k++) {
			const struct shown *s = &rows[i].member[k];
			struct tora_trial t = ran(arena, s->lines);

			*tora_vec_push(arena, &check.pairs) =
				(struct tora_pair){ .candidate = k, .base = t, .head = t };
			candidates[k].legality = s->legality;
			members[k] = (struct tora_member){ .pair = k,
				                           .candidate = &candidates[k],
				                           .difference = { .kind = TORA_DIFF_VALUE,
				                                           .before = s->before,
				                                           .after = s->after } };
			*tora_vec_push(arena, &cluster.members) = &members[k];
		}
		*tora_vec_push(arena, &j.found) =
			(struct tora_finding){ .verdict = rows[i].verdict };
		*tora_vec_push(arena, &j.way) = (struct tora_way){ .cluster = &cluster };
		tora_ways(&j, order, &got);
		if (got.of.n != rows[i].ways)
			fail_msg("%s: %zu ways", rows[i].label, got.of.n);
		if (got.of.n && (got.of.at[0].members.n != rows[i].of_first ||
		                 got.of.at[0].spot != cluster.spot))
			fail_msg("%s: %zu of the first", rows[i].label, got.of.at[0].members.n);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_ways) };

	return cmocka_run_group_tests_name("ways", tests, NULL, NULL);
}
