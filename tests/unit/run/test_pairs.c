/* Of the tests that were run on both sides, those that differ. */
#include "run/pairs.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#define TESTS 5

static void test_differing(void **state)
{
	static const char *const sources[TESTS] = { "a", "b", "c", "d", "e" };
	struct tora_check c = { .arena = tora_arena_new() };
	const struct tora_exec_job *jobs;
	struct tora_pairs p;
	size_t n;
	(void)state;

	for (size_t i = 0; i < TESTS; i++)
		*tora_vec_push(c.arena, &c.candidates) =
			(struct tora_candidate){ .source = sources[i] };
	tora_pairs_make(&c, false, true, &p);
	tora_batch_init(&p.batch, p.jobs, 2 * TESTS, p.trials, false, c.arena);
	for (size_t i = 0; i < 2 * TESTS; i++) {
		struct tora_trial trial = { .status = TORA_TRIAL_OK, .out = tora_sv("same") };

		if (i == 3)
			trial.out = tora_sv("other"); /* of "b" */
		if (i == 6)
			trial.status = TORA_TRIAL_TIMEOUT; /* of "d" */
		if (i == 8)
			continue; /* "e" was not run on the base */
		assert_int_equal(tora_batch_next(&p.batch, i % 2 ? TORA_BATCH_WARM_HEAD
		                                                 : TORA_BATCH_WARM_BASE),
		                 i);
		tora_batch_put(&p.batch, i, &trial);
	}
	jobs = tora_pairs_differing(&p, c.arena, &n);
	assert_int_equal(n, 2);
	assert_string_equal(jobs[0].source, "b");
	assert_int_equal(jobs[1].side, TORA_HEAD);
	assert_string_equal(jobs[2].source, "d");
	tora_arena_free(c.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_differing) };

	return cmocka_run_group_tests_name("pairs", tests, NULL, NULL);
}
