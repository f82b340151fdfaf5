/*
 * dirs.c - walk git's own folders.
 */
#include "watch/dirs.h"
#include "watch/notify.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH_MAX 16

static bool is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

struct walk {
	struct tora_dirs *dirs;
	struct tora_arena *arena;
	int inotify;
	int sys; /* of the first watch that failed for want of one */
};

static bool add(struct walk *w, const char *path, enum tora_dir_role role)
{
	struct tora_dir *dir;
	int watch = -1;

	if (w->dirs->list.n == TORA_DIRS_MAX) {
		w->dirs->cut = true;
		return false;
	}
	if (w->inotify >= 0)
		watch = inotify_add_watch(w->inotify, path, TORA_NOTIFY_MASK);
	if (w->inotify >= 0 && watch < 0) {
		if (errno != ENOENT && errno != ENOTDIR)
			w->sys = errno;
		return false;
	}
	dir = tora_vec_push(w->arena, &w->dirs->list);
	dir->path = path;
	dir->role = role;
	dir->watch = watch;
	return true;
}

/* Every folder in `path`, `depth` levels down. */
static void add_below(struct walk *w, const char *path, enum tora_dir_role role, unsigned depth)
{
	DIR *d = opendir(path);
	const struct dirent *entry;

	while (d && !w->sys && (entry = readdir(d))) {
		const char *child;

		if (entry->d_name[0] == '.' ||
		    (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN))
			continue;
		child = tora_arena_printf(w->arena, "%s/%s", path, entry->d_name);
		if (entry->d_type == DT_UNKNOWN && !is_dir(child))
			continue;
		if (!add(w, child, role)) {
			if (w->dirs->cut)
				break;
			continue;
		}
		if (depth > 1)
			add_below(w, child, role, depth - 1);
	}
	if (d)
		(void)closedir(d);
}

static void add_folder(struct walk *w, const char *common_dir, const char *name,
                       enum tora_dir_role role, enum tora_dir_role below, unsigned depth)
{
	const char *path = tora_arena_printf(w->arena, "%s/%s", common_dir, name);

	if (!w->sys && is_dir(path) && add(w, path, role) && depth)
		add_below(w, path, below, depth);
}

static int list_trees(struct walk *w, const char *common_dir, struct tora_err *err)
{
	if (!is_dir(common_dir) ||
	    access(tora_arena_printf(w->arena, "%s/HEAD", common_dir), F_OK) < 0)
		return tora_fail(err, TORA_E_NOTFOUND, "'%s' is no git directory", common_dir);
	add(w, tora_arena_dup(w->arena, common_dir), TORA_DIR_COMMON);
	add_folder(w, common_dir, "worktrees", TORA_DIR_WORKTREES, TORA_DIR_WORKTREE, 1);
	return TORA_OK;
}

int tora_dirs_of_trees(const char *common_dir, struct tora_arena *arena, struct tora_dirs *ret,
                       struct tora_err *err)
{
	struct tora_dirs dirs = { 0 };
	struct walk w = { .dirs = &dirs, .arena = arena, .inotify = -1 };
	int rc = list_trees(&w, common_dir, err);

	if (rc == TORA_OK)
		*ret = dirs;
	return rc;
}

int tora_dirs_list(const char *common_dir, int inotify, struct tora_arena *arena,
                   struct tora_dirs *ret, struct tora_err *err)
{
	struct tora_dirs dirs = { 0 };
	struct walk w = { .dirs = &dirs, .arena = arena, .inotify = inotify };
	int rc = list_trees(&w, common_dir, err);

	if (rc)
		return rc;
	add_folder(&w, common_dir, "reftable", TORA_DIR_REFTABLE, TORA_DIR_REFTABLE, 0);
	add_folder(&w, common_dir, "refs/heads", TORA_DIR_HEADS, TORA_DIR_HEADS, DEPTH_MAX);
	add_folder(&w, common_dir, "refs/remotes", TORA_DIR_REMOTES, TORA_DIR_REMOTE, 1);
	*ret = dirs;
	if (w.sys == ENOSPC)
		return tora_fail(
			err, TORA_E_LIMIT,
			"no inotify watch left (sysctl fs.inotify.max_user_watches is too low)");
	errno = w.sys;
	return w.sys ? tora_fail_sys(err, "watching '%s'", common_dir) : TORA_OK;
}

static bool is_busy(const char *git_dir, struct tora_arena *arena)
{
	const char *name;

	for (size_t i = 0; (name = tora_hint_operation(i)); i++)
		if (is_dir(tora_arena_printf(arena, "%s/%s", git_dir, name)))
			return true;
	return false;
}

/* worktrees/W/gitdir holds "<work tree>/.git", from git 2.48 on relative to its folder where so configured. */
static const char *tree_of(const char *git_dir, struct tora_arena *arena)
{
	char text[4096], whole[PATH_MAX];
	struct tora_sv path;
	ssize_t n = -1;
	int fd = open(tora_arena_printf(arena, "%s/gitdir", git_dir),
	              O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a FIFO would hold everybody up */

	if (fd >= 0) {
		n = read(fd, text, sizeof text);
		(void)close(fd);
	}
	if (n <= 0)
		return NULL;
	path = tora_sv_trim((struct tora_sv){ text, (size_t)n });
	if (!tora_sv_ends(path, "/.git"))
		return NULL;
	path.len -= 5;
	if (path.at[0] == '/')
		return tora_arena_text(arena, path);
	return realpath(tora_arena_printf(arena, "%s/%.*s", git_dir, (int)path.len, path.at), whole)
	               ? tora_arena_dup(arena, whole)
	               : NULL;
}

void tora_dirs_held(const struct tora_dirs *dirs, const char *main_tree, struct tora_arena *arena,
                    const char ***ret_trees, size_t *ret_n, bool *ret_busy)
{
	TORA_VEC(const char *) trees = { 0 };
	bool busy = false;

	for (size_t i = 0; i < dirs->list.n; i++) {
		const struct tora_dir *dir = &dirs->list.at[i];
		const char *tree;

		if ((dir->role != TORA_DIR_COMMON && dir->role != TORA_DIR_WORKTREE) ||
		    !is_busy(dir->path, arena))
			continue;
		busy = true;
		tree = dir->role == TORA_DIR_COMMON ? main_tree : tree_of(dir->path, arena);
		if (tree)
			*tora_vec_push(arena, &trees) = tree;
	}
	*ret_trees = trees.at;
	*ret_n = trees.n;
	*ret_busy = busy;
}
