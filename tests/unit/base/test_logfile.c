/* A log that is rotated at its limit, at the start and while it is written. */
#include "tora/logfile.h"

#include "tests/unit/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[64], path[80], old[80];

static int make_dir(void **state)
{
	(void)state;
	(void)snprintf(dir, sizeof dir, "/tmp/tora-logfile-XXXXXX");
	if (!mkdtemp(dir))
		return -1;
	(void)snprintf(path, sizeof path, "%s/log", dir);
	(void)snprintf(old, sizeof old, "%s/log.1", dir);
	return 0;
}

static int drop_dir(void **state)
{
	(void)state;
	(void)chmod(dir, 0700);
	(void)unlink(path);
	(void)unlink(old);
	return rmdir(dir);
}

static long size_of(const char *file)
{
	struct stat st;

	return stat(file, &st) == 0 ? (long)st.st_size : -1;
}

static int open_log(void)
{
	struct tora_err err = TORA_ERR_INIT;
	int fd = -1;

	assert_int_equal(tora_logfile_open(path, &fd, &err), TORA_OK);
	return fd;
}

static void test_at_the_start(void **state)
{
	int fd = open_log();

	(void)state;
	assert_int_equal(ftruncate(fd, TORA_LOGFILE_MAX), 0);
	(void)close(fd);
	(void)close(open_log());
	assert_int_equal(size_of(old), -1); /* the limit itself is not over it */
	assert_int_equal(truncate(path, TORA_LOGFILE_MAX + 1), 0);
	(void)close(open_log());
	assert_int_equal(size_of(old), TORA_LOGFILE_MAX + 1);
	assert_int_equal(size_of(path), 0);
}

static void test_while_it_is_written(void **state)
{
	int fd = open_log();

	(void)state;
	assert_int_equal(write(fd, "one\n", 4), 4);
	tora_logfile_tend(path, fd);
	assert_int_equal(size_of(path), 4);
	assert_int_equal(ftruncate(fd, TORA_LOGFILE_MAX + 1), 0);
	tora_logfile_tend(path, fd);
	assert_int_equal(write(fd, "three\n", 6), 6);
	assert_int_equal(size_of(path), 6);
	assert_int_equal(size_of(old), TORA_LOGFILE_MAX + 1);
	assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
	assert_true(fcntl(fd, F_GETFL) & O_APPEND);
	(void)close(fd);
}

/* Another process rotated it: its new file is written to, and not moved away once more. */
static void test_rotated_by_another(void **state)
{
	int fd = open_log(), other;

	(void)state;
	assert_int_equal(ftruncate(fd, TORA_LOGFILE_MAX + 1), 0);
	assert_int_equal(rename(path, old), 0);
	other = open_log();
	assert_int_equal(write(other, "theirs\n", 7), 7);
	tora_logfile_tend(path, fd);
	assert_int_equal(write(fd, "ours\n", 5), 5);
	assert_int_equal(size_of(path), 12);
	assert_int_equal(size_of(old), TORA_LOGFILE_MAX + 1);
	(void)close(other);
	(void)close(fd);
}

static void test_where_it_cannot(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	int fd = open_log(), none = -1;

	(void)state;
	assert_int_equal(ftruncate(fd, TORA_LOGFILE_MAX + 1), 0);
	assert_int_equal(mkdir(old, 0700), 0); /* a file does not take a folder's name */
	tora_logfile_tend(path, fd);
	assert_int_equal(write(fd, "x", 1), 1);
	assert_int_equal(size_of(path), TORA_LOGFILE_MAX + 2);
	assert_int_equal(rmdir(old), 0);
	(void)close(fd);
	assert_int_equal(tora_logfile_open("/proc/none/log", &none, &err), TORA_E_SYS);
	assert_non_null(strstr(err.msg, "opening the log '/proc/none/log'"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_at_the_start, make_dir, drop_dir),
		cmocka_unit_test_setup_teardown(test_while_it_is_written, make_dir, drop_dir),
		cmocka_unit_test_setup_teardown(test_rotated_by_another, make_dir, drop_dir),
		cmocka_unit_test_setup_teardown(test_where_it_cannot, make_dir, drop_dir),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
