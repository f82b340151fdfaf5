#include "tora/paths.h"

#include "tests/unit/unit.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define X10  "xxxxxxxxxx"
#define X100 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10

static char long_path[TORA_PATH_MAX + 10];

/* UID in an expected path stands for ours. NULL: not set. */
static const struct {
	const char *label, *home, *runtime, *state, *cache;
	int rc;
	const char *want_socket, *want_store, *want_cache;
} rows[] = {
	{ "all set", "/h", "/r", "/s", "/c", TORA_OK, "/r/tora/sock", "/s/tora/tora.db",
	  "/c/tora" },
	{ "home only", "/h", "/r", NULL, NULL, TORA_OK, "/r/tora/sock",
	  "/h/.local/state/tora/tora.db", "/h/.cache/tora" },
	{ "no home needed", NULL, "/r", "/s", "/c", TORA_OK, "/r/tora/sock", "/s/tora/tora.db",
	  "/c/tora" },
	{ "relative is not set", "/h", "/r", "s", "", TORA_OK, "/r/tora/sock",
	  "/h/.local/state/tora/tora.db", "/h/.cache/tora" },
	{ "runtime too long for a socket", "/h", "/" X100, NULL, NULL, TORA_OK,
	  "/tmp/tora-UID/sock", "/h/.local/state/tora/tora.db", "/h/.cache/tora" },
	{ "runtime too long for anything", "/h", long_path, NULL, NULL, TORA_OK,
	  "/tmp/tora-UID/sock", "/h/.local/state/tora/tora.db", "/h/.cache/tora" },
	{ "no home", NULL, "/r", "/s", NULL, TORA_E_NOTFOUND, NULL, NULL, NULL },
	{ "relative home", "h", "/r", NULL, NULL, TORA_E_NOTFOUND, NULL, NULL, NULL },
	{ "state too long", "/h", "/r", long_path, NULL, TORA_E_LIMIT, NULL, NULL, NULL },
	{ "home too long", long_path, "/r", NULL, NULL, TORA_E_LIMIT, NULL, NULL, NULL },
};

static void put_env(const char *name, const char *value)
{
	assert_int_equal(value ? setenv(name, value, 1) : unsetenv(name), 0);
}

static void test_init(void **state)
{
	(void)state;
	memset(long_path, '/', 1);
	memset(long_path + 1, 'x', sizeof(long_path) - 2);
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_paths p = { .log = "untouched" };
		struct tora_err err = TORA_ERR_INIT;
		char want[TORA_PATH_MAX];

		put_env("HOME", rows[i].home);
		put_env("XDG_RUNTIME_DIR", rows[i].runtime);
		put_env("XDG_STATE_HOME", rows[i].state);
		put_env("XDG_CACHE_HOME", rows[i].cache);
		ROW(rows[i].label, tora_paths_init(&p, &err) == rows[i].rc);
		if (rows[i].rc) {
			ROW(rows[i].label, strcmp(p.log, "untouched") == 0 && err.msg[0]);
			continue;
		}
		(void)snprintf(want, sizeof(want), "/tmp/tora-%u/sock", (unsigned)geteuid());
		ROW(rows[i].label,
		    strcmp(p.socket,
		           strstr(rows[i].want_socket, "UID") ? want : rows[i].want_socket) == 0);
		ROW(rows[i].label, strcmp(p.store, rows[i].want_store) == 0);
		ROW(rows[i].label, strcmp(p.cache, rows[i].want_cache) == 0);
	}
}

/* A folder that is not ours; only root can give one away, and everybody else has that of root. */
static void make_anothers(char *ret, size_t size)
{
	(void)snprintf(ret, size, "%s", geteuid() ? "/" : "/tmp/tora-test-XXXXXX");
	if (geteuid() == 0) {
		assert_non_null(mkdtemp(ret));
		assert_int_equal(chown(ret, 1, 1), 0);
	}
}

/* Without the variable, or with another user's folder, it is the standard one where that is ours, else one in /tmp. */
static void test_runtime_fallback(void **state)
{
	struct tora_paths p;
	struct tora_err err = TORA_ERR_INIT;
	struct stat st;
	char standard[64], want[64], theirs[64];
	bool exists;

	(void)state;
	(void)snprintf(standard, sizeof(standard), "/run/user/%u", (unsigned)geteuid());
	exists = stat(standard, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
	if (exists)
		(void)snprintf(want, sizeof(want), "/run/user/%u/tora", (unsigned)geteuid());
	else
		(void)snprintf(want, sizeof(want), "/tmp/tora-%u", (unsigned)geteuid());
	put_env("XDG_RUNTIME_DIR", NULL);
	put_env("HOME", "/h");
	assert_int_equal(tora_paths_init(&p, &err), TORA_OK);
	assert_string_equal(p.runtime, want);
	make_anothers(theirs, sizeof(theirs));
	put_env("XDG_RUNTIME_DIR", theirs);
	assert_int_equal(tora_paths_init(&p, &err), TORA_OK);
	assert_string_equal(p.runtime, want);
	if (strcmp(theirs, "/") != 0)
		(void)rmdir(theirs);
}

static char top[64];

/* <top>/<name>, in one of two buffers that take turns. */
static const char *in_top(const char *name)
{
	static char paths[2][128];
	static unsigned turn;

	turn = !turn;
	(void)snprintf(paths[turn], sizeof(paths[turn]), "%s/%s", top, name);
	return paths[turn];
}

static int make_top(void **state)
{
	(void)state;
	(void)snprintf(top, sizeof(top), "/tmp/tora-test-XXXXXX");
	return mkdtemp(top) ? 0 : -1;
}

static int remove_top(void **state)
{
	static const char *const folders[] = { "a/b/c", "a/b", "a", "open", "other", "real" };

	(void)state;
	(void)unlink(in_top("file"));
	(void)unlink(in_top("link"));
	for (size_t i = 0; i < COUNT(folders); i++)
		(void)rmdir(in_top(folders[i]));
	return rmdir(top);
}

static unsigned mode_of(const char *path)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return (unsigned)st.st_mode & 0777;
}

static void touch(const char *path)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	(void)fclose(f);
}

static void test_mkdirs(void **state)
{
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	assert_int_equal(tora_paths_mkdirs(in_top("a/b/c"), &err), TORA_OK);
	assert_int_equal(mode_of(in_top("a")), 0700);
	assert_int_equal(mode_of(in_top("a/b/c")), 0700);
	assert_int_equal(tora_paths_mkdirs(in_top("a/b/c"), &err), TORA_OK); /* there already */
	assert_int_equal(tora_paths_mkdirs(in_top("a/b/"), &err), TORA_OK);
	assert_int_equal(tora_paths_mkdirs("/", &err), TORA_OK);
	touch(in_top("file"));
	assert_int_equal(tora_paths_mkdirs(in_top("file/x"), &err), TORA_E_SYS);
	assert_int_equal(err.sys, ENOTDIR);
	assert_int_equal(tora_paths_mkdirs(in_top("file"), &err), TORA_E_SYS);
	assert_int_equal(tora_paths_mkdirs("/proc/tora/x", &err), TORA_E_SYS);
	assert_int_equal(tora_paths_mkdirs("", &err), TORA_E_SYS);
	assert_int_equal(tora_paths_mkdirs(long_path, &err), TORA_E_LIMIT);
}

static void test_private(void **state)
{
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	assert_int_equal(tora_paths_private(in_top("a/b"), &err), TORA_OK);
	assert_int_equal(tora_paths_private(in_top("a/b"), &err), TORA_OK);
	assert_int_equal(mkdir(in_top("open"), 0700), 0);
	assert_int_equal(chmod(in_top("open"), 0750), 0);
	assert_int_equal(tora_paths_private(in_top("open"), &err), TORA_E_DENIED);
	assert_non_null(strstr(err.msg, "open to others (mode 750)"));
	assert_int_equal(mkdir(in_top("real"), 0700), 0);
	assert_int_equal(symlink("real", in_top("link")), 0);
	assert_int_equal(tora_paths_private(in_top("link"), &err), TORA_E_DENIED);
	touch(in_top("file"));
	assert_int_equal(tora_paths_private(in_top("file"), &err), TORA_E_DENIED);
}

static void test_not_ours(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	const char *dir = "/"; /* root's, and so not ours unless we are root */

	(void)state;
	if (geteuid() == 0) {
		dir = in_top("other");
		assert_int_equal(mkdir(dir, 0700), 0);
		assert_int_equal(chown(dir, 12345, (gid_t)-1), 0);
	}
	assert_int_equal(tora_paths_private(dir, &err), TORA_E_DENIED);
	assert_non_null(strstr(err.msg, "belongs to user"));
}

#define TOP_TEST(fn) cmocka_unit_test_setup_teardown(fn, make_top, remove_top)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_init), cmocka_unit_test(test_runtime_fallback),
		TOP_TEST(test_mkdirs),       TOP_TEST(test_private),
		TOP_TEST(test_not_ours),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
