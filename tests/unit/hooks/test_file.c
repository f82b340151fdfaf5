/* What stands at a hook's place: recognised, written, set aside and given back. */
#include "hooks/file.h"
#include "hooks/shim.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char dir[64], hook[80], second[96];

static int make_dir(void **state)
{
	(void)state;
	(void)snprintf(dir, sizeof dir, "/tmp/tora-test-hooks.XXXXXX");
	if (!mkdtemp(dir))
		return -1;
	(void)snprintf(hook, sizeof hook, "%s/pre-push", dir);
	(void)snprintf(second, sizeof second, "%s" TORA_SHIM_CHAINED, hook);
	return 0;
}

static int drop_dir(void **state)
{
	(void)state;
	(void)unlink(hook);
	(void)unlink(second);
	return rmdir(dir);
}

static void look(struct tora_hook_file *f)
{
	struct tora_err err = TORA_ERR_INIT;

	if (tora_hook_file_look(dir, "pre-push", f, &err))
		fail_msg("%s", err.msg);
}

static void put_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0755);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	assert_int_equal(close(fd), 0);
}

static void test_whose_link(void **state)
{
	static const struct {
		const char *label, *target;
		bool ours;
	} rows[] = {
		{ "tora-hook, not there", "/nowhere/bin/tora-hook", true },
		{ "at the root", "/tora-hook", true },
		{ "relative", "../../tora-hook", false },
		{ "of an earlier version", "/usr/bin/tora", true },
		{ "another name", "/usr/bin/tora.sh", false },
		{ "a folder of that name", "/usr/tora-hook/pre-push", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_hook_file f;

		assert_int_equal(symlink(rows[i].target, hook), 0);
		look(&f);
		if (f.ours != rows[i].ours || f.is_link != rows[i].ours || !f.present)
			fail_msg("%s: ours %d, a link %d", rows[i].label, f.ours, f.is_link);
		assert_string_equal(f.program.len ? f.program.buf : "",
		                    rows[i].ours ? rows[i].target : "");
		tora_hook_file_done(&f);
		assert_int_equal(unlink(hook), 0);
	}
}

/* What is written for which program, when there is a hook to be chained and when there is none. */
static void test_written(void **state)
{
	static const struct {
		const char *label, *program;
		bool chained, is_link;
	} rows[] = {
		{ "nothing was there", "/opt/a b/tora-hook", false, true },
		{ "a hook was there", "/opt/tora-hook", true, false },
		{ "an earlier version's program", "/opt/tora", false, false },
		{ "a program that would not be known again", "/opt/tora-hook-1.2", false, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_hook_file f;
		struct stat before, after;

		if (rows[i].chained)
			put_file(second, "#!/bin/sh\nexit 0\n");
		for (int again = 0; again < 2; again++) {
			look(&f);
			assert_int_equal(
				tora_hook_file_write(&f, "pre-push", rows[i].program, &err), 0);
			tora_hook_file_done(&f);
			assert_int_equal(lstat(hook, again ? &after : &before), 0);
		}
		if (before.st_ino != after.st_ino)
			fail_msg("%s: written again", rows[i].label);
		look(&f);
		if (!f.ours || f.is_link != rows[i].is_link)
			fail_msg("%s: ours %d, a link %d", rows[i].label, f.ours, f.is_link);
		assert_string_equal(f.program.buf, rows[i].program);
		tora_hook_file_done(&f);
		assert_int_equal(unlink(hook), 0);
		(void)unlink(second);
	}
}

static void test_set_aside_and_given_back(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_hook_file f;
	struct stat before, after;

	(void)state;
	put_file(hook, "#!/bin/sh\nexit 7\n");
	assert_int_equal(lstat(hook, &before), 0);
	look(&f);
	assert_false(f.ours);
	assert_int_equal(tora_hook_file_set_aside(&f, &err), 0);
	assert_int_equal(lstat(second, &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
	tora_hook_file_give_back(&f);
	tora_hook_file_done(&f);
	assert_int_equal(access(second, F_OK), -1);
	assert_int_equal(lstat(hook, &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
}

/* In the repository itself, whatever else is there. */
static void test_installed(void **state)
{
	static const struct {
		const char *label, *link, *text, *config;
		bool yes;
	} rows[] = {
		{ "nothing", NULL, NULL, NULL, false },
		{ "what has no end", "/dev/zero", NULL, NULL, false },
		{ "a link", "/opt/tora-hook", NULL, "[core]\n", true },
		{ "a shim", NULL, "#!/bin/sh\n" TORA_SHIM_MARK "\n", NULL, true },
		{ "somebody else's hook", NULL, "#!/bin/sh\nexit 0\n", "[core]\n", false },
		{ "configured", NULL, NULL, "[hook \"tora-pre-push\"]\n\tevent = pre-push\n",
		  true },
		{ "another event", NULL, NULL, "[hook \"tora-post-commit\"]\n", false },
	};
	char config[80], hooks[80];

	(void)state;
	(void)snprintf(config, sizeof config, "%s/config", dir);
	(void)snprintf(hooks, sizeof hooks, "%s/hooks", dir);
	(void)snprintf(hook, sizeof hook, "%s/hooks/pre-push", dir);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool yes;

		assert_int_equal(mkdir(hooks, 0755), 0);
		if (rows[i].link)
			assert_int_equal(symlink(rows[i].link, hook), 0);
		if (rows[i].text)
			put_file(hook, rows[i].text);
		if (rows[i].config)
			put_file(config, rows[i].config);
		yes = tora_hook_file_is_installed(dir, "pre-push");
		(void)unlink(hook);
		(void)unlink(config);
		assert_int_equal(rmdir(hooks), 0);
		if (yes != rows[i].yes)
			fail_msg("%s: %d", rows[i].label, yes);
	}
	/* A pipe: nobody writes to it. */
	assert_int_equal(mkdir(hooks, 0755), 0);
	assert_int_equal(mkfifo(hook, 0700), 0);
	assert_false(tora_hook_file_is_installed(dir, "pre-push"));
	(void)unlink(hook);
	assert_int_equal(rmdir(hooks), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_whose_link, make_dir, drop_dir),
		cmocka_unit_test_setup_teardown(test_written, make_dir, drop_dir),
		cmocka_unit_test_setup_teardown(test_installed, make_dir, drop_dir),
		cmocka_unit_test_setup_teardown(test_set_aside_and_given_back, make_dir, drop_dir),
	};

	return cmocka_run_group_tests_name("file", tests, NULL, NULL);
}
