/* Where our control groups are, as the kernel says it. */
#include "run/group.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "tora/spawn.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *label, *text, *controller, *place;
} rows[] = {
	{ "version 1", "8:pids:/a\n4:memory:/b/c\n", "memory", "/sys/fs/cgroup/memory/b/c" },
	{ "its root", "8:pids:/\n", "pids", "/sys/fs/cgroup/pids" },
	{ "version 2", "0::/user.slice/x.scope\n", "", "/sys/fs/cgroup/user.slice/x.scope" },
	{ "not there", "8:pids:/\n", "memory", NULL },
	{ "together with another", "2:memory,pids:/\n", "memory", NULL },
	{ "outside of our namespace", "0::/../x\n", "", NULL },
	{ "no path", "0::\n", "", NULL },
	{ "nothing", "", "", NULL },
	{ "no colon", "x\n", "", NULL },
	{ "one colon", "4:memory\n", "memory", NULL },
};

static void test_place(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	(void)state;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const char *got =
			tora_group_place(tora_sv(rows[i].text), rows[i].controller, arena);
		if (!got != !rows[i].place || (got && strcmp(got, rows[i].place) != 0))
			fail_msg("%s: %s", rows[i].label, got ? got : "NULL");
	}
	tora_arena_free(arena);
}

/* How much of 200 MiB a program could keep in memory, in the group or out of it. */
static int taken(const struct tora_group *g)
{
	const char *argv[] = {
		"/bin/sh",
		"-c",
		"for f; do echo $$ >$f; done; head -c 200M /dev/zero | tail -n 1 | wc -c",
		"sh",
		NULL,
		NULL,
		NULL
	};
	struct tora_spawn_spec spec = { .argv = argv, .budget_ms = 60000, .out_max = 100 };
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;
	int n;

	for (size_t i = 0; g && i < g->n; i++)
		argv[4 + i] = g->join[i];
	if (tora_spawn_run(&spec, &r, &err))
		fail_msg("%s", err.msg);
	n = atoi(r.out.buf);
	tora_spawn_done(&r);
	return n;
}

static void test_make(void **state)
{
	struct tora_group_limits limits = { 64, 32 };
	struct tora_arena *arena = tora_arena_new();
	struct tora_group g;
	const char *dir;
	(void)state;

	tora_group_make(&g, &limits, arena);
	if (!g.n) {
		tora_arena_free(arena);
		print_message("skipped: no control group can be made here\n");
		skip();
	}
	dir = g.dirs[0];
	assert_int_equal(access(dir, F_OK), 0);
	assert_int_equal(access(g.join[0], F_OK), 0);
	assert_int_equal(taken(NULL), 200 << 20);
	assert_true(taken(&g) < 200 << 20);
	tora_group_remove(&g);
	assert_int_equal(g.n, 0);
	assert_int_not_equal(access(dir, F_OK), 0);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_place),
		                            cmocka_unit_test(test_make) };

	return cmocka_run_group_tests_name("group", tests, NULL, NULL);
}
