/*
 * dirs.h - which directories of a repository to watch: a few of git's own, never the work tree. All of it touches files,
 * which may be where nobody answers: peek.c calls it in a process of its own.
 */
#ifndef TORA_WATCH_DIRS_H
#define TORA_WATCH_DIRS_H

#include "tora/arena.h"
#include "watch/hint.h"

#define TORA_DIRS_MAX 2000 /* of one repository; more are not watched, and that is said */

struct tora_dir {
	const char *path;
	enum tora_dir_role role;
	int watch; /* inotify's number; -1: not watched */
};
struct tora_dirs {
	TORA_VEC(struct tora_dir) list;
	bool cut; /* there are more */
};

/*
 * List them, the common directory first, and watch each before it is read, so that nothing appears in between; `inotify` is
 * the descriptor, -1: not wanted. TORA_E_NOTFOUND: it is not there, or no git directory. TORA_E_LIMIT: the user has no watch
 * left; the list ends there. What cannot be read is left out.
 */
int tora_dirs_list(const char *common_dir, int inotify, struct tora_arena *arena,
                   struct tora_dirs *ret, struct tora_err *err);
/* Those of them alone that tora_dirs_held() looks at, for whoever asks at every look: branches are not walked, nothing is watched. */
int tora_dirs_of_trees(const char *common_dir, struct tora_arena *arena, struct tora_dirs *ret,
                       struct tora_err *err);

/*
 * The work trees (paths as git gives them) in whose git directory an operation is under way that makes
 * commits in a row. `main` is the main work tree, or NULL. *ret_busy: one is under way anywhere.
 */
void tora_dirs_held(const struct tora_dirs *dirs, const char *main_tree, struct tora_arena *arena,
                    const char ***ret_trees, size_t *ret_n, bool *ret_busy);

#endif
