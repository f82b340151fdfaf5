/*
 * test_hint.c - what file events mean; rows are from traces of git itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "watch/hint.h"

#include <sys/inotify.h>

#define LOOK TORA_HINT_LOOK
#define DIRS TORA_HINT_DIRS

static const struct {
	const char *label;
	enum tora_dir_role role;
	const char *name;
	uint32_t mask;
	unsigned hint;
} rows[] = {
	{ "commit moves a branch", TORA_DIR_HEADS, "topic", IN_MOVED_TO, LOOK },
	{ "its lock does not", TORA_DIR_HEADS, "topic.lock", IN_CREATE, 0 },
	{ "the lock goes", TORA_DIR_HEADS, "topic.lock", IN_MOVED_FROM, 0 },
	{ "branch deleted", TORA_DIR_HEADS, "topic", IN_DELETE, LOOK },
	{ "a folder of branches", TORA_DIR_HEADS, "fresh", IN_CREATE | IN_ISDIR, LOOK | DIRS },
	{ "git status refreshes the index", TORA_DIR_COMMON, "index", IN_MOVED_TO, 0 },
	{ "index.lock", TORA_DIR_COMMON, "index.lock", IN_CREATE, 0 },
	{ "checkout", TORA_DIR_COMMON, "HEAD", IN_MOVED_TO, LOOK },
	{ "fetch with nothing new", TORA_DIR_COMMON, "FETCH_HEAD", IN_CLOSE_WRITE, 0 },
	{ "commit message", TORA_DIR_COMMON, "COMMIT_EDITMSG", IN_CLOSE_WRITE, 0 },
	{ "pack-refs", TORA_DIR_COMMON, "packed-refs", IN_MOVED_TO, LOOK },
	{ "rebase begins", TORA_DIR_COMMON, "rebase-merge", IN_CREATE | IN_ISDIR, LOOK },
	{ "rebase ends", TORA_DIR_COMMON, "rebase-merge", IN_DELETE | IN_ISDIR, LOOK },
	{ "am ends in a work tree", TORA_DIR_WORKTREE, "rebase-apply", IN_DELETE | IN_ISDIR, LOOK },
	{ "config written by git", TORA_DIR_COMMON, "config", IN_MOVED_TO,
	  LOOK | TORA_HINT_CONFIG },
	{ "config in an editor", TORA_DIR_COMMON, "config", IN_CLOSE_WRITE,
	  LOOK | TORA_HINT_CONFIG },
	{ "first work tree", TORA_DIR_COMMON, "worktrees", IN_CREATE | IN_ISDIR, LOOK | DIRS },
	{ "second work tree", TORA_DIR_WORKTREES, "w2", IN_CREATE | IN_ISDIR, LOOK | DIRS },
	{ "checkout in a work tree", TORA_DIR_WORKTREE, "HEAD", IN_MOVED_TO, LOOK },
	{ "index of a work tree", TORA_DIR_WORKTREE, "index", IN_MOVED_TO, 0 },
	{ "reftable", TORA_DIR_REFTABLE, "tables.list", IN_MOVED_TO, LOOK },
	{ "a table alone", TORA_DIR_REFTABLE, "0x01-0x02.ref", IN_MOVED_TO, 0 },
	{ "repository deleted", TORA_DIR_COMMON, "", IN_DELETE_SELF, TORA_HINT_GONE },
	{ "file system unmounted", TORA_DIR_COMMON, "", IN_UNMOUNT, TORA_HINT_GONE },
	{ "folder of branches removed", TORA_DIR_HEADS, "", IN_IGNORED, TORA_HINT_GONE },
	{ "fetch moves main's remote version", TORA_DIR_REMOTE, "main", IN_MOVED_TO, LOOK },
	{ "a folder of remote branches", TORA_DIR_REMOTE, "feature", IN_CREATE | IN_ISDIR, 0 },
	{ "a new remote", TORA_DIR_REMOTES, "fork", IN_CREATE | IN_ISDIR, LOOK | DIRS },
	{ "a branch called x.lock.d", TORA_DIR_HEADS, "x.lock.d", IN_MOVED_TO, LOOK },
};

static void hints(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		unsigned got = tora_hint(rows[i].role, rows[i].name, rows[i].mask);

		if (got != rows[i].hint)
			fail_msg("%s: %#x, not %#x", rows[i].label, got, rows[i].hint);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(hints) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
