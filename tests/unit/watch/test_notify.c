/*
 * test_notify.c - the library driven by hand: events come when asked for, nothing blocks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "watch/dirs.h"
#include "watch/notify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[64], sub[96], file[96];
static struct tora_loop *loop;
static struct tora_notify *notify;
static char heard[4096], tag_d[] = "d", tag_s[] = "s";

static void on_event(void *ctx, void *tag, const char *name, uint32_t mask)
{
	size_t n = strlen(heard);

	(void)ctx;
	snprintf(heard + n, sizeof heard - n, "%s:%s%s%s;", (const char *)tag, name,
	         mask & IN_IGNORED ? "!" : "", mask & IN_MOVED_TO ? ">" : "");
}

static void on_lost(void *ctx)
{
	(void)ctx;
}

static unsigned strays;

static void on_stray(void *ctx)
{
	(void)ctx;
	strays++;
}

static int up(void **state)
{
	struct tora_notify_spec spec = { .on_event = on_event,
		                         .on_lost = on_lost,
		                         .on_stray = on_stray };
	struct tora_err err;

	(void)state;
	snprintf(dir, sizeof dir, "/tmp/tora-test-notify.XXXXXX");
	assert_non_null(mkdtemp(dir));
	snprintf(sub, sizeof sub, "%s/sub", dir);
	snprintf(file, sizeof file, "%s/x", dir);
	heard[0] = '\0';
	loop = tora_loop_new(&err);
	assert_non_null(loop);
	assert_int_equal(tora_notify_new(loop, &spec, &notify, &err), 0);
	return 0;
}

static int down(void **state)
{
	(void)state;
	tora_notify_free(notify);
	tora_loop_free(loop);
	unlink(file);
	rmdir(sub);
	assert_int_equal(rmdir(dir), 0);
	return 0;
}

static void touch(const char *path)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fclose(f);
}

static void hears_and_forgets(void **state)
{
	struct tora_err err;
	int wd = -1, other = -1;

	(void)state;
	assert_int_equal(tora_notify_add(notify, dir, tag_d, &wd, &err), 0);
	assert_int_equal(tora_notify_add(notify, sub, tag_s, &other, &err), TORA_E_NOTFOUND);
	tora_notify_drain(notify); /* nothing there: returns at once */
	assert_string_equal(heard, "");
	touch(file);
	tora_notify_drain(notify);
	assert_string_equal(heard, "d:x;d:x;"); /* created, written */
	tora_notify_remove(notify, wd);
	heard[0] = '\0';
	unlink(file);
	tora_notify_drain(notify);
	assert_string_equal(heard, "");
}

/* The library would take the second directory for the first. */
static void same_name_again(void **state)
{
	struct tora_err err;
	int one = -1, two = -1;
	char path[128];

	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_int_equal(mkdir(sub, 0700), 0);
		assert_int_equal(tora_notify_add(notify, sub, tag_s, &two, &err), 0);
		assert_int_not_equal(one, two);
		one = two;
		snprintf(path, sizeof path, "%s/f", sub);
		heard[0] = '\0';
		touch(path);
		tora_notify_drain(notify);
		assert_string_equal(heard, "s:f;s:f;");
		unlink(path);
		rmdir(sub);
		heard[0] = '\0';
		tora_notify_drain(notify);
		assert_non_null(strstr(heard, "s:!;")); /* the kernel let go of it */
		tora_notify_remove(notify, two);        /* harmless */
	}
}

static void lists_git_folders(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_dirs dirs;
	struct tora_err err;
	char cmd[512];

	(void)state;
	assert_int_equal(tora_dirs_list(dir, -1, arena, &dirs, &err), TORA_E_NOTFOUND);
	snprintf(cmd, sizeof cmd, "%s/refs", dir);
	mkdir(cmd, 0700);
	snprintf(cmd, sizeof cmd, "%s/refs/heads", dir);
	mkdir(cmd, 0700);
	snprintf(cmd, sizeof cmd, "%s/refs/heads/feature", dir);
	mkdir(cmd, 0700);
	snprintf(cmd, sizeof cmd, "%s/HEAD", dir);
	touch(cmd);
	assert_int_equal(tora_dirs_list(dir, tora_notify_fd(notify), arena, &dirs, &err), 0);
	assert_int_equal(dirs.list.n, 3);
	assert_int_equal(dirs.list.at[0].role, TORA_DIR_COMMON);
	assert_non_null(strstr(dirs.list.at[2].path, "refs/heads/feature"));
	unlink(cmd);
	/* What happened before a watch is known tells that something did; then it is heard, and let go. */
	tora_notify_drain(notify);
	assert_int_equal(strays, 1);
	assert_string_equal(heard, "");
	assert_true(tora_notify_adopt(notify, dirs.list.at[2].watch, tag_s));
	assert_false(tora_notify_adopt(notify, dirs.list.at[2].watch, tag_s));
	snprintf(cmd, sizeof cmd, "%s/refs/heads/feature/x", dir);
	touch(cmd);
	tora_notify_drain(notify);
	assert_string_equal(heard, "s:x;s:x;");
	tora_notify_remove(notify, dirs.list.at[2].watch);
	unlink(cmd);
	tora_notify_drain(notify);
	assert_string_equal(heard, "s:x;s:x;");
	assert_int_equal(strays, 1); /* the kernel let go of it, too */
	snprintf(cmd, sizeof cmd, "%s/refs/heads/feature", dir);
	rmdir(cmd);
	snprintf(cmd, sizeof cmd, "%s/refs/heads", dir);
	rmdir(cmd);
	snprintf(cmd, sizeof cmd, "%s/refs", dir);
	rmdir(cmd);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(hears_and_forgets, up, down),
		cmocka_unit_test_setup_teardown(same_name_again, up, down),
		cmocka_unit_test_setup_teardown(lists_git_folders, up, down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
