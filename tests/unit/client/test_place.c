/* Where a generated file goes: never over another one, never out of the project. */
#include "client/place.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

static char top[64];

static int enter(void **state)
{
	(void)state;
	(void)snprintf(top, sizeof top, "/tmp/tora-place.XXXXXX");
	return mkdtemp(top) && chdir(top) == 0 ? 0 : -1;
}

static int leave(void **state)
{
	static const char *const names[] = { "tests/t.py", "tests/t_2.py", "x/y/t.py", "o.py",
		                             "link",       "x/y",          "x",        "tests" };

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		(void)remove(names[i]);
	return chdir("/") == 0 && rmdir(top) == 0 ? 0 : -1;
}

static bool holds(const char *path, const char *text)
{
	char got[64] = "";
	FILE *f = fopen(path, "r");

	if (!f)
		return false;
	(void)!fread(got, 1, sizeof got - 1, f);
	(void)fclose(f);
	return strcmp(got, text) == 0;
}

static void put(const char *out, bool force, const char *name, const char *text, int want)
{
	struct tora_place place;
	struct tora_err err = TORA_ERR_INIT;
	int rc = tora_place_check(out, force, &err);

	if (rc == TORA_OK)
		rc = tora_place_find(out, force, top, name, &place, &err);
	if (rc == TORA_OK)
		rc = tora_place_write(&place, tora_sv(text), &err);
	if (rc != want)
		fail_msg("%s %s: %d '%s'", out ? out : "-", name, rc, err.msg);
}

/* want NULL: it is not there */
static bool has(const char *name, const char *text, const char *want)
{
	char path[PATH_MAX], full[PATH_MAX];

	(void)snprintf(full, sizeof full, "%s/%s", top, want ? want : "");
	return tora_place_has(top, name, tora_sv(text), path) ? want && strcmp(path, full) == 0
	                                                      : !want;
}

static void names(void **state)
{
	(void)state;
	put(NULL, false, "tests/t.py", "one", TORA_OK);
	put(NULL, false, "tests/t.py", "two", TORA_OK);
	assert_true(holds("tests/t.py", "one") && holds("tests/t_2.py", "two"));
	assert_true(has("tests/t.py", "one", "tests/t.py"));
	assert_true(has("tests/t.py", "two", "tests/t_2.py"));
	assert_true(has("tests/t.py", "tw", NULL) && has("tests/t.py", "twos", NULL));
	assert_true(has("tests/t.py", "", NULL) && has("tests/u.py", "one", NULL));
	assert_true(has("../tests/t.py", "one", NULL));
	put(NULL, true, "tests/t.py", "three", TORA_OK);
	assert_true(holds("tests/t.py", "three"));
	put(NULL, false, "x/y/t.py", "deep", TORA_OK);
	assert_true(holds("x/y/t.py", "deep"));
	put("o.py", false, "tests/t.py", "asked", TORA_OK);
	put("o.py", false, "tests/t.py", "again", TORA_E_CONFLICT);
	assert_true(holds("o.py", "asked"));
	put("o.py", true, "tests/t.py", "again", TORA_OK);
	assert_true(holds("o.py", "again"));
	put("x/y", false, "tests/t.py", "other", TORA_E_CONFLICT); /* x/y/t.py is there */
	put("nosuch/o.py", false, "tests/t.py", "", TORA_E_NOTFOUND);
	put("", false, "tests/t.py", "", TORA_E_USAGE);
}

/* Asked before the tests are written, which takes a minute. */
static void looked_at_first(void **state)
{
	static const struct {
		const char *out;
		int want;
	} rows[] = {
		{ "/proc", TORA_E_SYS },
		{ "/proc/o.py", TORA_E_SYS },
		{ "no/o.py", TORA_E_NOTFOUND },
		{ "taken", TORA_E_CONFLICT },
		{ ".", TORA_OK },
		{ "o.py", TORA_OK },
	};
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	assert_int_equal(close(open("taken", O_WRONLY | O_CREAT, 0600)), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_place_check(rows[i].out, false, &err) != rows[i].want)
			fail_msg("%s: '%s'", rows[i].out, err.msg);
	assert_int_equal(unlink("taken"), 0); /* and leave() finds nothing else */
}

static unsigned mode_of(const char *path)
{
	struct stat st;

	assert_int_equal(lstat(path, &st), 0);
	return st.st_mode & (S_IFMT | 0777);
}

static void modes(void **state)
{
	(void)state;
	put("o.py", false, "tests/t.py", "one", TORA_OK);
	assert_int_equal(chmod("o.py", 0750), 0);
	put("o.py", true, "tests/t.py", "two", TORA_OK);
	assert_int_equal(mode_of("o.py"), S_IFREG | 0750);
	assert_int_equal(symlink("o.py", "link"), 0);
	put("link", true, "tests/t.py", "three", TORA_OK);
	assert_int_equal(mode_of("link"), S_IFREG | 0750);
	assert_true(holds("o.py", "two") && holds("link", "three"));
}

/* As on a FUSE or network file system that has neither links nor a rename that replaces nothing. */
static bool is_poor;

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
	if (is_poor) {
		errno = EINVAL;
		return -1;
	}
	return (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, flags);
}

int link(const char *from, const char *to)
{
	if (is_poor) {
		errno = EPERM;
		return -1;
	}
	return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

static void poor_file_system(void **state)
{
	struct tora_place place = { .path = "o.py" };
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	for (int i = 0; i < 2; i++) {
		is_poor = i;
		put("o.py", false, "tests/t.py", "one", TORA_OK);
		assert_true(holds("o.py", "one"));
		/* made by somebody else since it was looked for */
		assert_int_equal(tora_place_write(&place, tora_sv("two"), &err), TORA_E_CONFLICT);
		assert_true(holds("o.py", "one"));
		assert_int_equal(unlink("o.py"), 0);
	}
	is_poor = false;
}

static void half_written_before(void **state)
{
	char path[64];

	(void)state;
	(void)snprintf(path, sizeof path, "o.py.tora-%d", (int)getpid() % 100000);
	put(path, false, "tests/t.py", "ha", TORA_OK);
	put("o.py", false, "tests/t.py", "one", TORA_OK);
	assert_true(holds("o.py", "one"));
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(unlink("o.py"), 0);
}

static void folders(void **state)
{
	static const struct {
		const char *out, *folder;
	} rows[] = { { NULL, "" },        { "-", "" },
		     { ".", "." },        { "o.py", "." },
		     { "x/y", "x/y" },    { "x/y/o.py", "x/y" },
		     { "/tmp/o.py", "" }, { "no/such/o.py", "" },
		     { "x/../x", "x" } };

	(void)state;
	assert_int_equal(mkdir("x", 0777) | mkdir("x/y", 0777), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char folder[PATH_MAX];

		tora_place_folder(rows[i].out, top, folder);
		assert_string_equal(folder, rows[i].folder);
	}
}

static void hostile_names(void **state)
{
	static const char *const rows[] = {
		"",        "/etc/t.py", "../t.py", "a/../../t.py", ".git/hooks/t",
		"a//t.py", "a/",        "t\n.py",  "a\\b.py",      "t.py\033[2J"
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		put(NULL, false, rows[i], "", TORA_E_FORMAT);
	assert_int_equal(symlink("/", "link"), 0);
	put(NULL, false, "link/t.py", "", TORA_E_FORMAT);
	put(NULL, false, "link/a/b/t.py", "", TORA_E_FORMAT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(names, enter, leave),
		cmocka_unit_test_setup_teardown(looked_at_first, enter, leave),
		cmocka_unit_test_setup_teardown(modes, enter, leave),
		cmocka_unit_test_setup_teardown(poor_file_system, enter, leave),
		cmocka_unit_test_setup_teardown(half_written_before, enter, leave),
		cmocka_unit_test_setup_teardown(folders, enter, leave),
		cmocka_unit_test_setup_teardown(hostile_names, enter, leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
