/* Checks that are killed and checks beside others, in each tier: what stays behind, and who is disturbed. */
#include "tests/unit/run/world.h"

/* ---- leaving nothing behind --------------------------------------------------------------------------- */

#define OUTLIVES "sleep 76543"

/* What is killed: a check with a test under way that tries to outlive it. */
static int victim(void)
{
	struct world w;
	struct tora_trial t;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_exec_job job = {
		.source = "import os\nif os.fork() == 0:\n os.setsid()\n if os.fork() == 0:\n"
			  "  os.execvp('sleep', ['sleep', '76543'])\n os._exit(0)\n"
			  "import time; time.sleep(60)",
	};

	world_init(&w, just_m);
	w.config.test_timeout_ms = 60000;
	if (tora_run_open(&w.check, &err) || !w.check.exec)
		return 1;
	(void)printf("%s\n", w.dir);
	(void)fflush(stdout);
	return w.check.exec->run(w.check.exec->ctx, &job, 1, &t, &err);
}

static void test_killed_check(void **state)
{
	char exe[256], script[1024], out[64];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	struct world w;
	(void)state;

	world_open(&w, just_m); /* skips where there is no sandbox */
	world_done(&w);
	assert_true(n > 0);
	exe[n] = '\0';
	(void)snprintf(script, sizeof(script),
	               "dir=$(mktemp); '%s' --victim >$dir & p=$!\n"
	               "until pgrep -xf '" OUTLIVES
	               "' >/dev/null || ! kill -0 $p; do sleep 0.02; done\n"
	               "pgrep -xf '" OUTLIVES "' >/dev/null && echo started\n"
	               "kill -9 $p\n"
	               "n=0; while pgrep -xf '" OUTLIVES "' >/dev/null && [ $n -lt 100 ]; do\n"
	               "sleep 0.02; n=$((n + 1)); done\n"
	               "pgrep -xf '" OUTLIVES "' || echo gone\n"
	               "pgrep -f \"$(cat $dir)/base\" || echo all\n"
	               "rm -rf \"$(cat $dir)\" $dir\n",
	               exe);
	sh("/", script, out, sizeof(out));
	assert_string_equal(out, "started\ngone\nall\n");
}

/* ---- two checks at the same time ---------------------------------------------------------------------- */

#define HUNGRY "sleep 76544"

/* One whose test takes every process that it can get, and keeps them. */
static int hungry(void)
{
	struct world w;
	struct tora_trial t;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_exec_job job = {
		.limit_ms = 30000,
		.source = "import os, time\nwhile True:\n try:\n  if os.fork() == 0:\n"
			  "   os.execvp('sleep', ['sleep', '76544'])\n"
			  " except OSError: time.sleep(0.01)",
	};

	world_init(&w, just_m);
	if (tora_run_open(&w.check, &err) || !w.check.exec)
		return 1;
	(void)printf("%s\n", w.dir);
	(void)fflush(stdout);
	return w.check.exec->run(w.check.exec->ctx, &job, 1, &t, &err);
}

static void test_beside_a_hungry_check(void **state)
{
	static const char source[] = "import os, time\nkids = []\nfor i in range(30):\n"
				     " p = os.fork()\n if p == 0:\n  time.sleep(1)\n  os._exit(0)\n"
				     " kids.append(p)\nfor p in kids: os.waitpid(p, 0)\n"
				     "print(len(kids))";
	char exe[256], script[1024], out[64];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	struct tora_trial t;
	struct world w;
	(void)state;

	world_open(&w, just_m);
	if (geteuid() != 0 &&
	    is_landlock()) { /* the user's own processes are counted, whoever starts them */
		world_done(&w);
		return;
	}
	assert_true(n > 0);
	exe[n] = '\0';
	(void)snprintf(script, sizeof(script),
	               "setsid '%s' --hungry >'%s/hungry' 2>&1 & echo $!\nn=0\n"
	               "until [ \"$(pgrep -cxf '" HUNGRY "')\" -ge 100 ] || [ $n -ge 500 ]; do\n"
	               "sleep 0.02; n=$((n + 1)); done; sleep 1\n",
	               exe, w.dir);
	sh("/", script, out, sizeof(out));
	run_one(&w, (struct tora_exec_job){ .source = source }, &t);
	(void)snprintf(script, sizeof(script), "kill -9 %d && rm -rf \"$(head -n 1 '%s/hungry')\"",
	               atoi(out), w.dir);
	sh("/", script, out, sizeof(out));
	if (t.status != TORA_TRIAL_OK)
		print_error("%s: %.*s\n%s\n", tora_trial_status_name(t.status), (int)t.err.len,
		            t.err.at, t.exception ? t.exception->message : "");
	assert_int_equal(t.status, TORA_TRIAL_OK);
	assert_true(sv_has(t.out, "30\n"));
	world_done(&w);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_killed_check),
		cmocka_unit_test(test_beside_a_hungry_check),
	};

	if (argc > 1 && strcmp(argv[1], "--victim") == 0)
		return victim();
	if (argc > 1 && strcmp(argv[1], "--hungry") == 0)
		return hungry();
	return cmocka_run_group_tests_name("beside", tests, NULL, NULL) +
	       cmocka_run_group_tests_name("beside with Landlock", tests, choose_landlock, NULL);
}
