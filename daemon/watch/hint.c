/*
 * hint.c - the table of what git's files mean.
 */
#include "watch/hint.h"

#include <stddef.h>
#include <string.h>
#include <sys/inotify.h>

const char *tora_hint_operation(size_t i)
{
	static const char *const names[] = { "rebase-merge", "rebase-apply", "sequencer" };

	return i < sizeof names / sizeof *names ? names[i] : NULL;
}

static bool is_operation(const char *name)
{
	const char *one;

	for (size_t i = 0; (one = tora_hint_operation(i)); i++)
		if (strcmp(name, one) == 0)
			return true;
	return false;
}

static bool is_lock(const char *name)
{
	size_t n = strlen(name);

	return n > 5 && strcmp(name + n - 5, ".lock") == 0;
}

static unsigned in_git_dir(const char *name, uint32_t mask)
{
	if (strcmp(name, "HEAD") == 0 || strcmp(name, "packed-refs") == 0)
		return TORA_HINT_LOOK;
	if (strcmp(name, "config") == 0 || strcmp(name, "config.worktree") == 0)
		return TORA_HINT_CONFIG | TORA_HINT_LOOK;
	if (mask & IN_ISDIR && is_operation(name))
		return TORA_HINT_LOOK;
	return 0;
}

unsigned tora_hint(enum tora_dir_role role, const char *name, uint32_t mask)
{
	bool appeared = mask & (IN_MOVED_TO | IN_CREATE | IN_CLOSE_WRITE);
	bool vanished = mask & (IN_MOVED_FROM | IN_DELETE);

	if (mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED))
		return TORA_HINT_GONE;
	if (is_lock(name) || !(appeared || vanished))
		return 0;
	switch (role) {
	case TORA_DIR_COMMON:
		if (mask & IN_ISDIR &&
		    (strcmp(name, "worktrees") == 0 || strcmp(name, "reftable") == 0))
			return TORA_HINT_DIRS | TORA_HINT_LOOK;
		return in_git_dir(name, mask);
	case TORA_DIR_HEADS:
		return mask & IN_ISDIR ? TORA_HINT_DIRS | TORA_HINT_LOOK : TORA_HINT_LOOK;
	case TORA_DIR_REMOTE:
		return mask & IN_ISDIR ? 0 : TORA_HINT_LOOK;
	case TORA_DIR_REMOTES:
	case TORA_DIR_WORKTREES:
		return mask & IN_ISDIR ? TORA_HINT_DIRS | TORA_HINT_LOOK : 0;
	case TORA_DIR_WORKTREE:
		return in_git_dir(name, mask);
	case TORA_DIR_REFTABLE:
		return strcmp(name, "tables.list") == 0 ? TORA_HINT_LOOK : 0;
	}
	return 0;
}
