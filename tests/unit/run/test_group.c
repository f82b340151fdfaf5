/* Where our control groups are, as the kernel says it. */
#include "run/group.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "tora/spawn.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
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

/* What a killed check has left is removed by a later one, but not what somebody whom we cannot see has just made. */
static void test_stale(void **state)
{
	static const struct {
		const char *name;
		time_t age_s;
		bool stays;
	} left[] = { { "tora-99999999", 7200, false },
		     { "tora-99999998-0a1b2c3d", 7200, false },
		     { "tora-99999997-0a1b2c3d", 60, true },
		     { "tora-1-0a1b2c3d", 7200, true },
		     { "other-99999999", 7200, true } };
	struct tora_group_limits limits = { 64, 32 };
	struct tora_arena *arena = tora_arena_new();
	struct tora_group first, second;
	char path[sizeof left / sizeof left[0]][4096];
	bool stayed[sizeof left / sizeof left[0]];
	const char *parent;
	(void)state;

	tora_group_make(&first, &limits, arena);
	if (!first.n) {
		tora_arena_free(arena);
		print_message("skipped: no control group can be made here\n");
		skip();
	}
	parent = tora_arena_printf(
		arena, "%.*s", (int)(strrchr(first.dirs[0], '/') - first.dirs[0]), first.dirs[0]);
	for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
		struct timespec then[2] = { { .tv_sec = time(NULL) - left[i].age_s } };
		then[1] = then[0];
		(void)snprintf(path[i], sizeof path[i], "%s/%s", parent, left[i].name);
		(void)rmdir(path[i]); /* of a test that was killed */
		assert_int_equal(mkdir(path[i], 0755), 0);
		assert_int_equal(utimensat(AT_FDCWD, path[i], then, 0), 0);
	}
	tora_group_make(&second, &limits, arena); /* of the same process, at the same time */
	assert_int_equal(second.n, first.n);
	assert_string_not_equal(first.dirs[0], second.dirs[0]);
	tora_group_remove(&second);
	tora_group_remove(&first);
	for (size_t i = 0; i < sizeof left / sizeof left[0]; i++)
		stayed[i] = rmdir(path[i]) == 0;
	for (size_t i = 0; i < sizeof left / sizeof left[0]; i++)
		if (stayed[i] != left[i].stays)
			fail_msg("%s: %d", left[i].name, stayed[i]);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_place),
		                            cmocka_unit_test(test_make),
		                            cmocka_unit_test(test_stale) };

	return cmocka_run_group_tests_name("group", tests, NULL, NULL);
}
