/* What one check leaves to the next of its process, and when the next one may use it. */
#include "tests/unit/run/world.h"

#include <fcntl.h>
#include <sched.h>

/* -> how many lanes went on with the runners of the check before. */
static unsigned kept_lanes(const struct world *w)
{
	char script[160], out[32];

	(void)snprintf(script, sizeof(script),
	               "grep -c 'runners of the last check' log || :; :>log");
	sh(w->dir, script, out, sizeof(out));
	return (unsigned)atoi(out);
}

static void check_once(struct world *w, struct tora_kept **kept)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_trial t;

	w->check.kept = kept;
	if (tora_run_open(&w->check, &err))
		fail_msg("%s", err.msg);
	for (int i = 0; i < 2; i++) /* both sides */
		w->check.builds[i].reused = true;
	run_one(w, (struct tora_exec_job){ .source = "print(1)" }, &t);
	tora_run_close(&w->check);
}

/* What makes runners others than those of the check before. */
static void test_kept(void **state)
{
	static const struct {
		const char *label;
		struct tora_config config; /* of the second check; 0: as it was */
		bool no_cache, is_new;
		unsigned lanes;
	} second[] = {
		{ "nothing", { 0 }, false, false, 2 },
		{ "no cache", { 0 }, true, false, 0 },
		{ "a tree that was written anew", { 0 }, false, true, 0 },
		{ "memory", { .test_memory_mib = 300 }, false, false, 0 },
		/* as much memory and as many processes for all, but not as many at once */
		{ "at once", { .jobs = 8 }, false, false, 0 },
		{ "time of a test", { .test_timeout_ms = 3000 }, false, false, 0 },
	};
	cpu_set_t one, was;
	struct world probe;
	(void)state;

	world_open(&probe, just_m); /* skips where there is no sandbox */
	world_done(&probe);
	assert_int_equal(sched_getaffinity(0, sizeof(was), &was), 0);
	CPU_ZERO(&one);
	for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
		if (CPU_ISSET(i, &was))
			CPU_SET(i, &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	for (size_t i = 0; i < sizeof second / sizeof second[0]; i++) {
		const struct tora_config *to = &second[i].config;
		struct tora_kept *kept = NULL;
		struct world w;

		world_init(&w, just_m);
		w.config.jobs = 0;
		sh(w.dir, ":>log", NULL, 0);
		w.log = (struct tora_log){ .fd = open(tora_arena_printf(w.check.arena, "%s/log",
			                                                w.dir),
			                              O_WRONLY | O_APPEND | O_CLOEXEC) };
		for (int side = 0; side < 2; side++)
			w.check.builds[side].lock = open("/dev/null", O_RDONLY | O_CLOEXEC);
		check_once(&w, &kept);
		assert_non_null(kept);
		assert_int_equal(kept_lanes(&w), 0);
		w.config.jobs = to->jobs;
		if (to->test_memory_mib)
			w.config.test_memory_mib = to->test_memory_mib;
		if (to->test_timeout_ms)
			w.config.test_timeout_ms = to->test_timeout_ms;
		w.check.no_cache = second[i].no_cache;
		w.check.builds[TORA_BASE].reused = !second[i].is_new;
		check_once(&w, &kept);
		if (kept_lanes(&w) != second[i].lanes)
			fail_msg("%s", second[i].label);
		tora_run_drop(kept);
		w.check.kept = NULL;
		for (int side = 0; side < 2; side++)
			(void)close(w.check.builds[side].lock);
		(void)close(w.log.fd);
		world_done(&w);
	}
	assert_int_equal(sched_setaffinity(0, sizeof(was), &was), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_kept) };

	return cmocka_run_group_tests_name("kept", tests, NULL, NULL);
}
