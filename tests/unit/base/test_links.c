/* Many hard links at once: which are made, what keeps the place of the others, and in which order. */
#include "tora/links.h"

#include "tora/clock.h"
#include "tora/str.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/fixture.h"

#define FOLDERS 40
#define FILES   50 /* in each: enough for every thread */

struct world {
	struct fixture disk;
	int top, from, to;
};

/* In memory, where a folder lists its files in the order in which they were made. */
static int begin(void **state)
{
	struct world *w = tora_xcalloc(1, sizeof(*w));

	(void)snprintf(w->disk.dir, sizeof(w->disk.dir), "/dev/shm/tora-links.XXXXXX");
	assert_non_null(mkdtemp(w->disk.dir));
	w->top = open(w->disk.dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(mkdirat(w->top, "from", 0755), 0);
	assert_int_equal(mkdirat(w->top, "to", 0755), 0);
	w->from = openat(w->top, "from", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	w->to = openat(w->top, "to", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(w->from >= 0 && w->to >= 0);
	*state = w;
	return 0;
}

static int end(void **state)
{
	struct world *w = *state;

	(void)close(w->from);
	(void)close(w->to);
	(void)close(w->top);
	fixture_free(&w->disk);
	free(w);
	return 0;
}

static void write_file(int top, const char *path, const char *text)
{
	int fd = openat(top, path, O_WRONLY | O_CREAT | O_CLOEXEC, 0444);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	assert_int_equal(close(fd), 0);
}

static struct stat stat_of(int top, const char *path)
{
	struct stat st;

	assert_int_equal(fstatat(top, path, &st, AT_SYMLINK_NOFOLLOW), 0);
	return st;
}

static bool is_there(int top, const char *path)
{
	return faccessat(top, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static void linked_reserved_or_left_alone(void **state)
{
	struct world *w = *state;
	struct tora_link links[] = {
		{ .path = "a.py", .wanted = true, .reserved = true },
		{ .path = "b.py", .reserved = true, .size = 7 },
		{ .path = "gone.py", .wanted = true, .reserved = true },
		{ .path = "gone.pyc", .wanted = true },
		{ .path = "p/c.py", .wanted = true, .error = 7, .size = 7 },
		{ .path = "d.py", .wanted = true, .reserved = true },
	};

	assert_int_equal(mkdirat(w->from, "p", 0755) | mkdirat(w->to, "p", 0755), 0);
	write_file(w->from, "a.py", "x = 1\n");
	write_file(w->from, "b.py", "x = 2\n");
	write_file(w->from, "p/c.py", "");
	write_file(w->from, "d.py", "x");
	write_file(w->to, "d.py", "y"); /* is there before */
	tora_links_make(w->from, w->to, links, 6, 0);

	assert_true(links[0].linked && links[0].size == 6 && !links[0].error);
	assert_int_equal(stat_of(w->to, "a.py").st_ino, stat_of(w->from, "a.py").st_ino);
	assert_true(!links[1].linked && !links[1].error && !links[1].size); /* its place alone */
	assert_int_equal(stat_of(w->to, "b.py").st_size, 0);
	assert_int_equal(stat_of(w->to, "b.py").st_mode & 07777, 0600);
	assert_true(!links[2].linked && !links[2].error && is_there(w->to, "gone.py"));
	assert_true(!links[3].linked && !links[3].error && !is_there(w->to, "gone.pyc"));
	assert_true(links[4].linked && links[4].size == 0 && links[4].error == 0);
	assert_true(!links[5].linked && links[5].error == EEXIST);
	assert_int_equal(stat_of(w->to, "d.py").st_nlink, 1);
}

static void folders_that_cannot_be_opened(void **state)
{
	struct world *w = *state;
	struct tora_link links[] = {
		{ .path = "missing/a.py", .wanted = true, .reserved = true },
		{ .path = "missing/b.py", .wanted = true },
		{ .path = "link/a.py", .wanted = true, .reserved = true },
		{ .path = "new/a.py", .wanted = true, .reserved = true },
	};

	assert_int_equal(mkdirat(w->from, "link", 0755) | mkdirat(w->to, "new", 0755), 0);
	write_file(w->from, "link/a.py", "x = 1\n");
	assert_int_equal(symlinkat("new", w->to, "link"), 0);
	tora_links_make(w->from, w->to, links, 4, 0);

	assert_true(!links[0].linked && links[0].error == ENOENT);
	assert_true(!links[1].linked && links[1].error == 0);
	assert_true(!links[2].linked && links[2].error == ENOTDIR); /* no link is followed */
	assert_true(!links[3].linked && links[3].error == 0); /* the donor has no such folder */
	assert_int_equal(stat_of(w->to, "new/a.py").st_size, 0);
}

/* A folder that is there as well, whatever is linked into it; what is no file is never linked. */
static void folders_made_for_their_files(void **state)
{
	struct world *w = *state;
	struct tora_link links[] = {
		{ .path = "p/c/gone.pyc", .wanted = true, .makes_folder = true },
		{ .path = "p/c/a.pyc", .wanted = true, .makes_folder = true },
		{ .path = "p/c/link.pyc", .wanted = true, .makes_folder = true },
		{ .path = "q/c/link.pyc", .wanted = true, .makes_folder = true },
		{ .path = "q/c/a.pyc", .makes_folder = true },
		{ .path = "r/c/a.pyc", .wanted = true },
		{ .path = "s/c/a.pyc", .wanted = true, .makes_folder = true },
		{ .path = "link", .wanted = true, .reserved = true },
		{ .path = "t/c/a.pyc", .wanted = true, .makes_folder = true },
	};

	assert_int_equal(mkdirat(w->to, "t", 0755), 0);
	for (const char *const *f =
	             (const char *const[]){ "p", "q", "r", "s", "p/c", "q/c", "r/c", "s/c", NULL };
	     *f; f++)
		assert_int_equal(
			mkdirat(w->from, *f, 0755) | (f[0][1] ? 0 : mkdirat(w->to, *f, 0755)), 0);
	write_file(w->from, "p/c/a.pyc", "12345");
	write_file(w->from, "q/c/a.pyc", "12345");
	write_file(w->from, "r/c/a.pyc", "12345");
	write_file(w->from, "s/c/a.pyc", "12345");
	assert_int_equal(symlinkat("a.pyc", w->from, "p/c/link.pyc"), 0);
	assert_int_equal(symlinkat("a.pyc", w->from, "q/c/link.pyc"), 0);
	assert_int_equal(symlinkat("p", w->from, "link"), 0);
	assert_int_equal(symlinkat("../p", w->to, "s/c"), 0);
	tora_links_make(w->from, w->to, links, 9, 0);

	assert_true(links[1].linked && links[1].size == 5 && is_there(w->to, "p/c/a.pyc"));
	assert_true(!links[0].linked && !links[2].linked && !is_there(w->to, "p/c/link.pyc"));
	assert_true(!links[3].linked && !links[4].linked && is_there(w->to, "q/c"));
	assert_true(!is_there(w->to, "q/c/link.pyc") && !is_there(w->to, "q/c/a.pyc"));
	assert_true(!links[5].linked && !is_there(w->to, "r/c"));
	assert_true(!links[8].linked && !is_there(w->to, "t/c"));
	assert_true(!links[6].linked && !is_there(w->to, "p/a.pyc")); /* through a link */
	assert_true(!links[7].linked && !links[7].error && links[7].size == 0);
	assert_true(S_ISREG(stat_of(w->to, "link").st_mode)); /* its place */
}

static void no_file_is_begun_after_the_deadline(void **state)
{
	struct world *w = *state;
	struct tora_link links[] = { { .path = "a.py", .wanted = true, .reserved = true },
		                     { .path = "b.py", .wanted = true } };

	write_file(w->from, "a.py", "x = 1\n");
	tora_links_make(w->from, w->to, links, 2, tora_clock_mono_ms());
	assert_true(!links[0].linked && links[0].error == ETIMEDOUT && !is_there(w->to, "a.py"));
	assert_int_equal(links[1].error, ETIMEDOUT);
	tora_links_make(w->from, w->to, links, 2, tora_clock_mono_ms() + 60000);
	assert_true(links[0].linked && links[0].error == 0 && links[1].error == 0);
}

static void names_in(int top, const char *folder, char *names, size_t size)
{
	DIR *dir = fdopendir(openat(top, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	struct dirent *e;
	size_t n = 0;

	assert_non_null(dir);
	names[0] = '\0';
	while ((e = readdir(dir)))
		if (e->d_name[0] != '.')
			n += (size_t)snprintf(names + n, size - n, "%s ", e->d_name);
	assert_int_equal(closedir(dir), 0);
}

/* Every third one is only reserved; the parent's files stand on both sides of its folders'. */
static void each_folder_in_the_order_given(void **state)
{
	static char paths[FOLDERS * FILES][32];
	static struct tora_link links[FOLDERS * FILES];
	char folder[16], wanted[1024], got[1024];
	struct world *w = *state;
	size_t n = 0;

	for (unsigned d = 0; d < FOLDERS; d++) {
		(void)snprintf(folder, sizeof(folder), "d%u", d);
		assert_int_equal(mkdirat(w->from, folder, 0755) | mkdirat(w->to, folder, 0755), 0);
	}
	for (unsigned half = 0; half < 2; half++)
		for (unsigned d = 0; d < FOLDERS; d++)
			for (unsigned f = half * FILES / 2; f < (half + 1) * FILES / 2; f++, n++) {
				(void)snprintf(paths[n], sizeof(paths[n]), "d%u/%x", d,
				               f * 7919 % 256);
				links[n] = (struct tora_link){ .path = paths[n],
					                       .wanted = f % 3 != 0,
					                       .reserved = true };
				write_file(w->from, paths[n], "12345");
			}
	tora_links_make(w->from, w->to, links, n, 0);

	for (size_t i = 0; i < n; i++) {
		assert_int_equal(links[i].error, 0);
		assert_int_equal(links[i].linked, links[i].wanted);
		assert_int_equal(links[i].size, links[i].wanted ? 5 : 0);
	}
	for (unsigned d = 0; d < FOLDERS; d++) {
		(void)snprintf(folder, sizeof(folder), "d%u", d);
		names_in(w->from, folder, wanted, sizeof(wanted));
		names_in(w->to, folder, got, sizeof(got));
		assert_string_equal(got, wanted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(linked_reserved_or_left_alone, begin, end),
		cmocka_unit_test_setup_teardown(folders_that_cannot_be_opened, begin, end),
		cmocka_unit_test_setup_teardown(folders_made_for_their_files, begin, end),
		cmocka_unit_test_setup_teardown(no_file_is_begun_after_the_deadline, begin, end),
		cmocka_unit_test_setup_teardown(each_folder_in_the_order_given, begin, end),
	};

	return cmocka_run_group_tests_name("links", tests, NULL, NULL);
}
