/* Which job is next, and what happens to those whose runner dies. */
#include "run/batch.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#define N 6
static const struct tora_exec_job jobs[N] = {
	{ .side = TORA_BASE }, { .side = TORA_HEAD }, { .side = TORA_BASE, .cold = true },
	{ .side = TORA_HEAD }, { .side = TORA_BASE }, { .side = TORA_HEAD, .cold = true },
};

struct fix {
	struct tora_arena *arena;
	struct tora_batch b;
	struct tora_trial ret[N];
};

static void open_batch(struct fix *f, bool all_cold)
{
	f->arena = tora_arena_new();
	tora_batch_init(&f->b, jobs, N, f->ret, all_cold, f->arena);
}

static void expect(struct fix *f, enum tora_batch_kind kind, const size_t *want, size_t n)
{
	for (size_t i = 0; i < n; i++)
		assert_int_equal(tora_batch_next(&f->b, kind), want[i]);
	assert_int_equal(tora_batch_next(&f->b, kind), TORA_BATCH_NONE);
}

static void test_kinds(void **state)
{
	struct fix f;
	(void)state;

	open_batch(&f, false);
	expect(&f, TORA_BATCH_WARM_BASE, (const size_t[]){ 0, 4 }, 2);
	expect(&f, TORA_BATCH_WARM_HEAD, (const size_t[]){ 1, 3 }, 2);
	expect(&f, TORA_BATCH_COLD_BASE, (const size_t[]){ 2 }, 1);
	expect(&f, TORA_BATCH_COLD_HEAD, (const size_t[]){ 5 }, 1);
	tora_arena_free(f.arena);
	open_batch(&f, true);
	expect(&f, TORA_BATCH_WARM_BASE, NULL, 0);
	expect(&f, TORA_BATCH_COLD_BASE, (const size_t[]){ 0, 2, 4 }, 3);
	expect(&f, TORA_BATCH_COLD_HEAD, (const size_t[]){ 1, 3, 5 }, 3);
	tora_arena_free(f.arena);
}

/* Whether there will be something to repeat is known as soon as both sides of one test are. */
static void test_differs(void **state)
{
	static const struct tora_exec_job pairs[] = {
		{ .source = "a", .side = TORA_BASE }, { .source = "a", .side = TORA_HEAD },
		{ .source = "b", .side = TORA_BASE }, { .source = "b", .side = TORA_HEAD },
		{ .source = "c", .side = TORA_HEAD }, { .source = "d", .side = TORA_BASE },
		{ .source = "e", .side = TORA_HEAD },
	};
	static const struct {
		size_t job;
		struct tora_trial trial;
		bool differs;
	} puts[] = {
		{ 1, { .out = { "1", 1 } }, false },
		{ 0, { .out = { "1", 1 } }, false },
		{ 4, { .out = { "2", 1 } }, false }, /* another test */
		{ 5, { .out = { "3", 1 } }, false },
		{ 6, { .status = TORA_TRIAL_EXIT }, false }, /* has no other side */
		{ 3, { .out = { "1", 1 } }, false },
		{ 2, { .out = { "2", 1 } }, true },
	};
	struct fix f = { .arena = tora_arena_new() };
	struct tora_trial ret[7];
	(void)state;

	for (int status = 0; status < 2; status++) {
		tora_batch_init(&f.b, pairs, 7, ret, false, f.arena);
		for (int lane = 0; lane < 2; lane++)
			while (tora_batch_next(&f.b, (enum tora_batch_kind)lane) != TORA_BATCH_NONE)
				;
		for (size_t i = 0; i < sizeof puts / sizeof puts[0]; i++) {
			struct tora_trial t = puts[i].trial;

			if (status && puts[i].job == 2) /* or by how it ended */
				t = (struct tora_trial){ .status = TORA_TRIAL_EXCEPTION,
					                 .out = { "1", 1 } };
			tora_batch_put(&f.b, puts[i].job, &t);
			assert_int_equal(f.b.differs, puts[i].differs);
		}
	}
	tora_arena_free(f.arena);
}

/* A seed is the second pair's, unless the job is cold. */
static void test_seeds(void **state)
{
	static const struct tora_exec_job seeded[] = {
		{ .side = TORA_BASE, .seed = 1 },
		{ .side = TORA_HEAD, .seed = 1 },
		{ .side = TORA_BASE },
		{ .side = TORA_HEAD, .seed = 2, .cold = true },
	};
	struct fix f = { .arena = tora_arena_new() };
	(void)state;

	tora_batch_init(&f.b, seeded, 4, f.ret, false, f.arena);
	expect(&f, TORA_BATCH_AGAIN_BASE, (const size_t[]){ 0 }, 1);
	expect(&f, TORA_BATCH_AGAIN_HEAD, (const size_t[]){ 1 }, 1);
	expect(&f, TORA_BATCH_WARM_BASE, (const size_t[]){ 2 }, 1);
	expect(&f, TORA_BATCH_COLD_HEAD, (const size_t[]){ 3 }, 1);
	tora_batch_init(&f.b, seeded, 4, f.ret, false, f.arena);
	expect(&f, TORA_BATCH_AGAIN_BASE, (const size_t[]){ 0 }, 1);
	expect(&f, TORA_BATCH_COLD_BASE, NULL, 0);
	tora_batch_without_second(&f.b, true); /* its runner did not load */
	tora_batch_again(&f.b, 0);
	expect(&f, TORA_BATCH_AGAIN_HEAD, NULL, 0);
	expect(&f, TORA_BATCH_COLD_BASE, (const size_t[]){ 0 }, 1);
	expect(&f, TORA_BATCH_COLD_HEAD, (const size_t[]){ 1, 3 }, 2);
	tora_batch_init(&f.b, seeded, 4, f.ret, true, f.arena);
	expect(&f, TORA_BATCH_AGAIN_BASE, NULL, 0);
	expect(&f, TORA_BATCH_COLD_BASE, (const size_t[]){ 0, 2 }, 2);
	for (size_t lane = 0; lane < TORA_BATCH_KINDS; lane++) {
		bool is_cold = lane == TORA_BATCH_COLD_BASE || lane == TORA_BATCH_COLD_HEAD;
		bool is_again = lane == TORA_BATCH_AGAIN_BASE || lane == TORA_BATCH_AGAIN_HEAD;

		assert_int_equal(tora_batch_is_warm(lane), !is_cold);
		assert_int_equal(tora_batch_is_first(lane), !is_cold && !is_again);
		assert_int_equal(tora_batch_seed(lane), is_again);
	}
	tora_arena_free(f.arena);
}

static void test_again(void **state)
{
	struct fix f;
	(void)state;

	open_batch(&f, false);
	expect(&f, TORA_BATCH_WARM_BASE, (const size_t[]){ 0, 4 }, 2);
	tora_batch_again(&f.b, 4);
	tora_batch_again(&f.b, 0);
	expect(&f, TORA_BATCH_WARM_BASE, (const size_t[]){ 0, 4 }, 2);
	assert_true(tora_batch_died(&f.b, 0));
	assert_int_equal(tora_batch_next(&f.b, TORA_BATCH_WARM_BASE), 0);
	assert_false(tora_batch_died(&f.b, 0));
	tora_arena_free(f.arena);
}

static void test_results(void **state)
{
	struct tora_trial good = { .status = TORA_TRIAL_OK, .ms = 3 };
	struct fix f;
	(void)state;

	open_batch(&f, false);
	assert_int_equal(tora_batch_next(&f.b, TORA_BATCH_WARM_HEAD), 1);
	tora_batch_put(&f.b, 1, &good);
	assert_int_equal(f.b.n_done, 1);
	assert_true(tora_batch_is_done(&f.b, 1));
	assert_false(tora_batch_is_done(&f.b, 0));
	tora_batch_abandon(&f.b);
	assert_int_equal(f.ret[1].status, TORA_TRIAL_OK);
	assert_int_equal(f.ret[1].ms, 3);
	assert_int_equal(f.ret[0].status, TORA_TRIAL_LIMIT);
	assert_int_equal(f.ret[0].out.len, 0);
	tora_arena_free(f.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_kinds),
		                            cmocka_unit_test(test_differs),
		                            cmocka_unit_test(test_seeds),
		                            cmocka_unit_test(test_again),
		                            cmocka_unit_test(test_results) };

	return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
