/*
 * test_dirs.c - whose branches are held while an operation makes commits in a row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "watch/dirs.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* git writes the absolute path, or with worktree.useRelativePaths (2.48) the relative one. */
static const struct {
	const char *label,
		*gitdir; /* what begins with a slash is below the folder of the test, too */
	bool is_busy;
	const char *held; /* below the folder of the test; NULL: none */
} rows[] = {
	{ "nothing under way", "/w/.git", false, NULL },
	{ "absolute", "/w/.git", true, "/w" },
	{ "relative", "../../../../w/.git", true, "/w" },
	{ "relative, to a tree that is gone", "../../../../gone/.git", true, NULL },
	{ "no work tree's", "/w", true, NULL },
	{ "a pipe that nobody writes to", NULL, true, NULL },
};

static void make(const char *top, const char *below)
{
	char path[512];

	(void)snprintf(path, sizeof path, "%s%s", top, below);
	assert_int_equal(mkdir(path, 0700), 0);
}

static void write_gitdir(const char *top, const char *text)
{
	char path[512];
	FILE *f;

	(void)snprintf(path, sizeof path, "%s/p/.git/worktrees/w/gitdir", top);
	if (!text) {
		assert_int_equal(mkfifo(path, 0600), 0);
		return;
	}
	f = fopen(path, "w");
	assert_non_null(f);
	(void)fprintf(f, "%s%s\n", *text == '/' ? top : "", text);
	(void)fclose(f);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void work_trees_in_a_series(void **state)
{
	static const char *const dirs[] = { "/p", "/p/.git", "/p/.git/worktrees",
		                            "/p/.git/worktrees/w", "/w" };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		char top[] = "/tmp/tora-dirs-XXXXXX", path[512], held[512];
		struct tora_dirs list = { .cut = false };
		const char **trees = NULL;
		bool is_busy = false;
		size_t n = 0;

		assert_non_null(mkdtemp(top));
		for (size_t k = 0; k < sizeof dirs / sizeof *dirs; k++)
			make(top, dirs[k]);
		write_gitdir(top, rows[i].gitdir);
		(void)alarm(20); /* who waits for it waits for ever */
		if (rows[i].is_busy)
			make(top, "/p/.git/worktrees/w/rebase-merge");
		(void)snprintf(path, sizeof path, "%s/p/.git/worktrees/w", top);
		*tora_vec_push(arena, &list.list) =
			(struct tora_dir){ path, TORA_DIR_WORKTREE, -1 };
		tora_dirs_held(&list, NULL, arena, &trees, &n, &is_busy);
		if (is_busy != rows[i].is_busy || n != (rows[i].held != NULL))
			fail_msg("%s: %zu held", rows[i].label, n);
		(void)snprintf(held, sizeof held, "%s%s", top, rows[i].held ? rows[i].held : "");
		if (n)
			assert_string_equal(trees[0], held);
		assert_int_equal(nftw(top, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(work_trees_in_a_series) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
