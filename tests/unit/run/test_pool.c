/*
 * The pool with runners played by shell scripts: who is started, how often, in which order jobs are
 * answered, and what happens when runners die, hang or are said to be spoiled.
 */
#include "lang/pool.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define LANES 3
#define JOBS  12

#define HELLO "echo '{\"hello\":\"sh\",\"protocol\":1}';"
#define ID    "id=${x##*\\\"id\\\":}; id=${id%%[!0-9]*};"
#define LOOP(between)                                                                              \
	HELLO "n=0; while read -r x; do " ID "n=$((n + 1)); " between                              \
	      " echo \"{\\\"id\\\":$id,\\\"ok\\\":true}\"; done"

static const char works[] = LOOP("");
static const char dies_second[] = LOOP("[ $n -lt 2 ] || exit 1;");
static const char dies_always[] = HELLO "read x; exit 1";
static const char hangs[] = LOOP("[ $n -lt 2 ] || sleep 60;");
static const char never_says[] = "exit 3";
static const char takes_one_job[] = LOOP("[ $n -lt 3 ] || exit 1;");
static const char takes_its_time[] = LOOP("[ $n -gt 1 ] || sleep 2;");

struct owner {
	struct tora_loop *loop;
	const char *scripts[LANES];
	size_t of[JOBS]; /* lane of each job; jobs are given in order */
	size_t n, n_done;
	enum { WAITS, GIVEN, DONE } state[JOBS];
	unsigned deaths[JOBS], starts[LANES];
	unsigned opened, opened_second, opened_in[LANES];
	size_t done_at_start[LANES]; /* jobs */
	size_t spoils;               /* the job whose runner is said to be spoiled; JOBS: none */
	bool second_is_slow;
	char order[4 * JOBS];
};

static int start(void *ctx, size_t lane, struct tora_runner_spec *spec,
                 struct tora_runner **ret_runner, struct tora_err *err)
{
	struct owner *o = ctx;
	const char *const argv[] = { "/bin/sh", "-c", o->scripts[lane], NULL };

	spec->argv = argv;
	o->starts[lane]++;
	o->done_at_start[lane] = o->n_done;
	return tora_runner_start(o->loop, spec, ret_runner, err);
}

static void opened(void *ctx, size_t lane, size_t i, enum tora_runner_how how, const cJSON *json)
{
	struct owner *o = ctx;

	assert_int_equal(how == TORA_RUNNER_ANSWERED, json != NULL);
	o->opened += how == TORA_RUNNER_ANSWERED;
	o->opened_in[lane] += how == TORA_RUNNER_ANSWERED;
	o->opened_second += i == 1;
}

static bool next(void *ctx, size_t lane, size_t *ret_job, struct tora_pool_request *ret_request)
{
	struct owner *o = ctx;

	for (size_t i = 0; i < o->n; i++) {
		if (o->of[i] != lane || o->state[i] != WAITS)
			continue;
		o->state[i] = GIVEN;
		*ret_job = i;
		*ret_request = (struct tora_pool_request){ cJSON_CreateObject(), 300 };
		return true;
	}
	return false;
}

static void back(void *ctx, size_t job)
{
	struct owner *o = ctx;

	assert_int_equal(o->state[job], GIVEN);
	o->state[job] = WAITS;
}

static bool done(void *ctx, size_t job, enum tora_runner_how how, const cJSON *json)
{
	static const char letters[] = {
		[TORA_RUNNER_ANSWERED] = 'A', [TORA_RUNNER_SLOW] = 'S', [TORA_RUNNER_DIED] = 'D'
	};
	struct owner *o = ctx;
	size_t len = strlen(o->order);

	assert_int_equal(o->state[job], GIVEN);
	assert_int_not_equal(how, TORA_RUNNER_LOST);
	assert_int_equal(how == TORA_RUNNER_ANSWERED, json != NULL);
	(void)snprintf(o->order + len, sizeof(o->order) - len, "%c%zu ", letters[how], job);
	if (how == TORA_RUNNER_DIED && o->deaths[job]++ == 0) {
		o->state[job] = WAITS;
		return false;
	}
	o->state[job] = DONE;
	o->n_done++;
	return job == o->spoils;
}

static struct tora_pool *make(struct owner *o, unsigned at_once, unsigned runners_max,
                              const struct tora_pool_request *opening)
{
	static const struct tora_log log = { .fd = -1 };
	struct tora_pool_lane lanes[LANES];
	struct tora_pool_spec spec = { .log = &log,
		                       .lanes = lanes,
		                       .n_lanes = LANES,
		                       .at_once = at_once,
		                       .ctx = o,
		                       .start = start,
		                       .opened = opened,
		                       .next = next,
		                       .back = back,
		                       .done = done };
	struct tora_err err = TORA_ERR_INIT;

	o->loop = spec.loop = tora_loop_new(&err);
	assert_non_null(o->loop);
	for (size_t i = 0; i < LANES; i++)
		lanes[i] = (struct tora_pool_lane){ .name = "lane",
			                            .runners_max = runners_max,
			                            .is_slow = i == 1 && o->second_is_slow,
			                            .openings = opening,
			                            .n_openings = 1 };
	return tora_pool_new(&spec);
}

static const struct {
	const char *label;
	const char *scripts[LANES];
	unsigned at_once, runners_max;
	const char *lanes; /* of the jobs, one digit each */
	size_t spoils;
	int rc;
	unsigned starts[LANES];
	const char *order; /* NULL: whatever it is */
} rows[] = {
	{ "nothing to do", { works, works }, 2, 1, "", JOBS, 0, { 0, 0 }, "" },
	{ "one lane", { works, works }, 2, 1, "0000", JOBS, 0, { 1, 0 }, "A0 A1 A2 A3 " },
	{ "both", { works, works }, 2, 1, "010101", JOBS, 0, { 1, 1 }, NULL },
	{ "room for one: in turns",
	  { works, works },
	  1,
	  1,
	  "000111",
	  JOBS,
	  0,
	  { 1, 1 },
	  "A0 A3 A1 A4 A2 A5 " },
	{ "more of one kind", { works, works }, 3, 3, "000000", JOBS, 0, { 3, 0 }, NULL },
	{ "never more than there are jobs", { works, works }, 8, 8, "00", JOBS, 0, { 2, 0 }, NULL },
	{ "never more than at once", { works, works }, 2, 8, "00000000", JOBS, 0, { 2, 0 }, NULL },
	{ "spoiled", { works, works }, 2, 1, "0000", 0, 0, { 2, 0 }, "A0 A1 A2 A3 " },
	{ "dies", { dies_second, works }, 2, 1, "00", JOBS, 0, { 4, 0 }, "D0 D0 D1 D1 " },
	{ "dies at once",
	  { dies_always, works },
	  2,
	  1,
	  "01",
	  JOBS,
	  TORA_E_REMOTE,
	  { 1 + TORA_POOL_RESTARTS_MAX, 1 },
	  NULL },
	{ "never says hello",
	  { never_says, works },
	  2,
	  1,
	  "0",
	  JOBS,
	  TORA_E_REMOTE,
	  { 1 + TORA_POOL_RESTARTS_MAX, 0 },
	  "" },
	{ "hangs", { hangs, works }, 1, 1, "00", JOBS, 0, { 2, 0 }, "S0 S1 " },
};

static void fill(struct owner *o, size_t row)
{
	memset(o, 0, sizeof(*o));
	memcpy(o->scripts, rows[row].scripts, sizeof(o->scripts));
	o->n = strlen(rows[row].lanes);
	o->spoils = rows[row].spoils;
	for (size_t i = 0; i < o->n; i++)
		o->of[i] = (size_t)(rows[row].lanes[i] - '0');
}

static void test_run(void **state)
{
	(void)state;
	for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
		struct tora_pool_request opening = { cJSON_CreateObject(), 5000 };
		struct tora_err err = TORA_ERR_INIT;
		struct owner o;
		struct tora_pool *pool;
		int rc;
		fill(&o, r);
		pool = make(&o, rows[r].at_once, rows[r].runners_max, &opening);
		rc = tora_pool_run(pool, 20000, &err);
		if (rc != rows[r].rc || (!rc && o.n_done != o.n) ||
		    memcmp(o.starts, rows[r].starts, sizeof(o.starts)) ||
		    (rows[r].order && strcmp(o.order, rows[r].order)))
			fail_msg("%s: %d '%s', %u and %u started, %s", rows[r].label, rc, err.msg,
			         o.starts[0], o.starts[1], o.order);
		tora_pool_free(pool);
		tora_loop_free(o.loop);
		cJSON_Delete(opening.json);
	}
}

static void test_what_is_slow_comes_first(void **state)
{
	struct tora_pool_request opening = { cJSON_CreateObject(), 5000 };
	struct tora_err err = TORA_ERR_INIT;
	struct owner o = { .scripts = { works, works },
		           .of = { 0, 0, 1, 1 },
		           .n = 4,
		           .spoils = JOBS,
		           .second_is_slow = true };
	struct tora_pool *pool = make(&o, 1, 1, &opening);
	(void)state;

	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_string_equal(o.order, "A2 A0 A3 A1 ");
	for (size_t i = 0; i < 3; i++) /* and again, wherever the turn was */
		o.state[i] = WAITS;
	o.order[0] = '\0';
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_string_equal(o.order, "A2 A0 A1 ");
	tora_pool_free(pool);
	tora_loop_free(o.loop);
	cJSON_Delete(opening.json);
}

/* A runner that will be wanted is started where there is room, and only there; once. */
static void test_what_is_expected(void **state)
{
	struct tora_pool_request opening = { cJSON_CreateObject(), 5000 };
	struct tora_err err = TORA_ERR_INIT;
	struct owner o = { .scripts = { works, works }, .n = 4, .spoils = JOBS };
	struct tora_pool *pool = make(&o, 1, 1, &opening);
	(void)state;

	tora_pool_expect(pool, 1, 1);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_string_equal(o.order, "A0 A1 A2 A3 ");
	assert_int_equal(o.starts[1], 1);
	assert_int_equal(o.done_at_start[1], 4);
	assert_int_equal(o.opened, 1);
	tora_pool_expect(pool, 0, 1); /* they are there */
	tora_pool_expect(pool, 1, 1);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_int_equal(o.starts[0] + o.starts[1], 2);
	tora_pool_free(pool);
	tora_loop_free(o.loop);

	o = (struct owner){ .scripts = { works, never_says }, .n = 2, .spoils = JOBS };
	pool = make(&o, 2, 1, &opening);
	tora_pool_expect(pool, 1, 1);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0); /* nobody's work fails for it */
	assert_string_equal(o.order, "A0 A1 ");
	assert_int_equal(o.starts[1], 1);
	tora_pool_free(pool);
	tora_loop_free(o.loop);

	o = (struct owner){ .scripts = { works, works }, .n = 1, .spoils = JOBS };
	pool = make(&o, 3, 1, &opening);
	tora_pool_expect(pool, 0, 1);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_int_equal(o.starts[0], 1); /* the one that its job has started */
	tora_pool_free(pool);
	tora_loop_free(o.loop);
	cJSON_Delete(opening.json);
}

/* Several of one lane; who has had a job leaves the next one to others. */
static void test_several_are_expected(void **state)
{
	struct tora_pool_request opening = { cJSON_CreateObject(), 5000 };
	struct tora_err err = TORA_ERR_INIT;
	struct owner o = {
		.scripts = { works, takes_one_job }, .of = { 0, 1, 1 }, .n = 1, .spoils = JOBS
	};
	struct tora_pool *pool = make(&o, 3, 1, &opening);
	(void)state;

	tora_pool_expect(pool, 1, 2);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_int_equal(o.starts[1], 2);
	for (o.n = 2; o.n <= 3; o.n++)
		assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_string_equal(o.order, "A0 A1 A2 ");
	assert_int_equal(o.starts[1], 2);
	tora_pool_free(pool);
	tora_loop_free(o.loop);
	cJSON_Delete(opening.json);
}

/* With several runners of the slow lane too, each place that gets free is for that lane as long as it has work. */
static void test_what_is_slow_keeps_its_place(void **state)
{
	struct tora_pool_request opening = { cJSON_CreateObject(), 5000 };
	struct tora_err err = TORA_ERR_INIT;
	struct owner o = { .scripts = { works, works, works },
		           .of = { 0, 2, 0, 2, 0, 2, 1, 1, 1 },
		           .n = 0,
		           .spoils = JOBS,
		           .second_is_slow = true };
	struct tora_pool *pool = make(&o, 2, 1, &opening);
	unsigned first, second;
	(void)state;

	tora_pool_expect(pool, 1, 2);
	o.n = 1;
	/* There is room for one beside a job; both have to be up before the slow ones are counted. */
	for (int i = 0; i < 5000 && o.opened_in[1] < 2; i++) {
		o.state[0] = WAITS;
		o.order[0] = '\0';
		assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	}
	assert_int_equal(o.starts[1], 2);
	o.order[0] = '\0';
	o.n = 9;
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	/* the last of them may have a fast one beside it */
	assert_int_equal(sscanf(o.order, "A%u A%u", &first, &second), 2);
	assert_true(first >= 6 && second >= 6);
	tora_pool_free(pool);
	tora_loop_free(o.loop);
	cJSON_Delete(opening.json);
}

/* It is started beside a question as well, nobody waits until it is ready, and it stays what it is to become. */
static void test_what_gets_ready_holds_nobody_up(void **state)
{
	struct tora_pool_request openings[] = { { cJSON_CreateObject(), 5000 },
		                                { cJSON_CreateObject(), 5000 } };
	struct tora_pool_question asked = { .lane = 0, .request = { cJSON_CreateObject(), 300 } };
	struct tora_err err = TORA_ERR_INIT;
	struct owner o = { .scripts = { works, takes_its_time }, .n = 2, .spoils = JOBS };
	struct tora_pool *pool = make(&o, 2, 1, openings);
	(void)state;

	tora_pool_expect(pool, 1, 1);
	tora_pool_ask(pool, &asked, 1, 5000);
	assert_int_equal(asked.err.rc, 0);
	assert_int_equal(o.starts[1], 1);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_string_equal(o.order, "A0 A1 ");
	assert_int_equal(o.opened, 1); /* that of the other one */

	o.of[1] = 1;
	o.state[1] = WAITS;
	tora_pool_keep(pool, 1, openings, 2, 1);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_string_equal(o.order, "A0 A1 A1 ");
	assert_int_equal(o.starts[1], 1);
	assert_int_equal(o.opened, 3);
	assert_int_equal(o.opened_second, 1);
	tora_pool_free(pool);
	tora_loop_free(o.loop);
	cJSON_Delete(asked.answer);
	cJSON_Delete(asked.request.json);
	for (int i = 0; i < 2; i++)
		cJSON_Delete(openings[i].json);
}

/* Out of time: what works is stopped, nothing is answered later, and the pool goes on afterwards. */
static void test_out_of_time(void **state)
{
	struct tora_pool_request opening = { cJSON_CreateObject(), 5000 };
	struct tora_err err = TORA_ERR_INIT;
	struct owner o = { .scripts = { hangs, works }, .n = 1, .spoils = JOBS };
	struct tora_pool *pool = make(&o, 2, 1, &opening);
	(void)state;

	assert_int_equal(tora_pool_run(pool, 100, &err), TORA_E_TIMEOUT);
	assert_string_equal(o.order, "");
	o.of[0] = 1;
	o.state[0] = WAITS;
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_string_equal(o.order, "A0 ");
	tora_pool_free(pool);
	tora_loop_free(o.loop);
	cJSON_Delete(opening.json);
}

static void test_open_and_ask(void **state)
{
	struct tora_pool_request opening = { cJSON_CreateObject(), 5000 };
	struct tora_pool_request request = { cJSON_CreateObject(), 300 },
				 other = { cJSON_CreateObject(), 300 };
	struct tora_err err = TORA_ERR_INIT;
	struct owner o = { .scripts = { works, hangs }, .n = 2, .spoils = JOBS };
	struct tora_pool *pool = make(&o, 2, 1, &opening);
	struct tora_pool_question both[] = { { .lane = 1, .request = request },
		                             { .lane = 0, .request = other } };
	(void)state;

	assert_int_equal(tora_pool_open(pool, 2, 5000, &err), 0);
	assert_int_equal(o.opened, 2);
	tora_pool_ask(pool, both, 2, 5000); /* the first one hangs, and the second is answered */
	assert_int_equal(both[0].err.rc, TORA_E_REMOTE);
	assert_null(both[0].answer);
	assert_int_equal(both[1].err.rc, 0);
	assert_true(tora_json_bool(both[1].answer, "ok", false));
	cJSON_Delete(both[1].answer);
	assert_string_equal(o.order, ""); /* jobs are not given out meanwhile */
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_int_equal(o.starts[0], 1); /* the one that was asked works on */
	assert_string_equal(o.order, "A0 A1 ");
	tora_pool_free(pool);
	tora_loop_free(o.loop);
	cJSON_Delete(opening.json);
	cJSON_Delete(request.json);
	cJSON_Delete(other.json);
}

static void again(struct owner *o, const char *script)
{
	o->state[0] = WAITS;
	o->n_done = 0;
	o->order[0] = '\0';
	o->scripts[0] = script;
}

/* One owner's runners for the next one's work: asked only what changes; or new ones. */
static void test_keep_and_drop(void **state)
{
	struct tora_pool_request openings[] = { { cJSON_CreateObject(), 5000 },
		                                { cJSON_CreateObject(), 5000 } };
	struct tora_err err = TORA_ERR_INIT;
	struct owner o = { .scripts = { works, works }, .n = 1, .spoils = JOBS };
	struct tora_pool *pool = make(&o, 2, 1, openings);
	(void)state;

	assert_int_equal(tora_pool_open(pool, 2, 5000, &err), 0);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_int_equal(o.opened, 2);
	again(&o, works);
	for (size_t lane = 0; lane < LANES; lane++) /* none is hurt by what another one is asked */
		tora_pool_keep(pool, lane, openings, 2, 1);
	assert_int_equal(tora_pool_open(pool, 2, 5000, &err), 0);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_string_equal(o.order, "A0 ");
	assert_int_equal(o.opened, 4);
	assert_int_equal(o.opened_second, 2);
	assert_int_equal(o.starts[0] + o.starts[1], 2);
	assert_int_equal(tora_pool_runners(pool, 0), 1);

	again(&o, works);
	tora_pool_drop(pool, 0, openings, 2);
	assert_int_equal(tora_pool_runners(pool, 0), 0);
	assert_int_equal(tora_pool_open(pool, 2, 5000, &err), 0);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_string_equal(o.order, "A0 ");
	assert_int_equal(o.opened, 6); /* both of a new runner */
	assert_int_equal(o.starts[0], 2);
	assert_int_equal(o.starts[1], 1);
	tora_pool_free(pool);
	tora_loop_free(o.loop);
	for (int i = 0; i < 2; i++)
		cJSON_Delete(openings[i].json);
}

/* A kept runner that died meanwhile is replaced, and that one is asked everything. */
static void test_keep_the_dead(void **state)
{
	static const char leaves[] = HELLO "read -r x; " ID " echo \"{\\\"id\\\":$id}\"";
	struct tora_pool_request openings[] = { { cJSON_CreateObject(), 5000 },
		                                { cJSON_CreateObject(), 5000 } };
	struct tora_err err = TORA_ERR_INIT;
	struct owner o = { .scripts = { leaves, works }, .n = 1, .spoils = JOBS };
	struct tora_pool *pool = make(&o, 2, 1, openings);
	(void)state;

	assert_int_equal(tora_pool_open(pool, 1, 5000, &err), 0);
	again(&o, works);
	tora_pool_keep(pool, 0, openings, 2, 1);
	assert_int_equal(tora_pool_open(pool, 1, 5000, &err), 0);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_string_equal(o.order, "A0 ");
	assert_int_equal(o.starts[0], 2);
	assert_int_equal(o.opened, 3);
	tora_pool_free(pool);
	tora_loop_free(o.loop);
	for (int i = 0; i < 2; i++)
		cJSON_Delete(openings[i].json);
}

/* Of several that worked side by side one of each lane stays, for the next owner's work. */
static void test_rest(void **state)
{
	struct tora_pool_request openings[] = { { cJSON_CreateObject(), 5000 },
		                                { cJSON_CreateObject(), 5000 } };
	struct tora_err err = TORA_ERR_INIT;
	struct owner o = { .scripts = { works, works }, .n = 9, .spoils = JOBS };
	struct tora_pool *pool = make(&o, 4, 3, openings);
	(void)state;

	o.of[8] = 1;
	assert_int_equal(tora_pool_open(pool, 2, 5000, &err), 0);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_int_equal(tora_pool_runners(pool, 0), 3);
	tora_pool_rest(pool);
	assert_int_equal(tora_pool_runners(pool, 0), 1);
	assert_int_equal(tora_pool_runners(pool, 1), 1);

	again(&o, works);
	for (size_t lane = 0; lane < LANES; lane++)
		tora_pool_keep(pool, lane, openings, 2, 1);
	assert_int_equal(tora_pool_run(pool, 5000, &err), 0);
	assert_string_equal(o.order, "A0 ");
	assert_int_equal(o.starts[0], 3);
	tora_pool_free(pool);
	tora_loop_free(o.loop);
	for (int i = 0; i < 2; i++)
		cJSON_Delete(openings[i].json);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_run),
		                            cmocka_unit_test(test_what_is_slow_comes_first),
		                            cmocka_unit_test(test_what_is_expected),
		                            cmocka_unit_test(test_several_are_expected),
		                            cmocka_unit_test(test_what_is_slow_keeps_its_place),
		                            cmocka_unit_test(test_what_gets_ready_holds_nobody_up),
		                            cmocka_unit_test(test_out_of_time),
		                            cmocka_unit_test(test_open_and_ask),
		                            cmocka_unit_test(test_keep_and_drop),
		                            cmocka_unit_test(test_keep_the_dead),
		                            cmocka_unit_test(test_rest) };

	return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
