/*
 * dirs.c - walk git's own folders.
 */
#include "watch/dirs.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH_MAX 16

static bool is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool add(struct tora_dirs *dirs, struct tora_arena *arena, const char *path,
                enum tora_dir_role role)
{
	struct tora_dir *dir;

	if (dirs->list.n == TORA_DIRS_MAX) {
		dirs->cut = true;
		return false;
	}
	dir = tora_vec_push(arena, &dirs->list);
	dir->path = path;
	dir->role = role;
	return true;
}

/* Every folder in `path`, `depth` levels down. */
static void add_below(struct tora_dirs *dirs, struct tora_arena *arena, const char *path,
                      enum tora_dir_role role, unsigned depth)
{
	DIR *d = opendir(path);
	const struct dirent *entry;

	while (d && (entry = readdir(d))) {
		const char *child;

		if (entry->d_name[0] == '.' ||
		    (entry->d_type != DT_DIR && entry->d_type != DT_UNKNOWN))
			continue;
		child = tora_arena_printf(arena, "%s/%s", path, entry->d_name);
		if (entry->d_type == DT_UNKNOWN && !is_dir(child))
			continue;
		if (!add(dirs, arena, child, role))
			break;
		if (depth > 1)
			add_below(dirs, arena, child, role, depth - 1);
	}
	if (d)
		(void)closedir(d);
}

int tora_dirs_of_trees(const char *common_dir, struct tora_arena *arena, struct tora_dirs *ret,
                       struct tora_err *err)
{
	struct tora_dirs dirs = { 0 };
	const char *sub;

	if (!is_dir(common_dir) ||
	    access(tora_arena_printf(arena, "%s/HEAD", common_dir), F_OK) < 0)
		return tora_fail(err, TORA_E_NOTFOUND, "'%s' is no git directory", common_dir);
	add(&dirs, arena, tora_arena_dup(arena, common_dir), TORA_DIR_COMMON);
	sub = tora_arena_printf(arena, "%s/worktrees", common_dir);
	if (is_dir(sub)) {
		add(&dirs, arena, sub, TORA_DIR_WORKTREES);
		add_below(&dirs, arena, sub, TORA_DIR_WORKTREE, 1);
	}
	*ret = dirs;
	return TORA_OK;
}

int tora_dirs_list(const char *common_dir, struct tora_arena *arena, struct tora_dirs *ret,
                   struct tora_err *err)
{
	struct tora_dirs dirs = { 0 };
	const char *sub;
	int rc = tora_dirs_of_trees(common_dir, arena, &dirs, err);

	if (rc)
		return rc;
	sub = tora_arena_printf(arena, "%s/reftable", common_dir);
	if (is_dir(sub))
		add(&dirs, arena, sub, TORA_DIR_REFTABLE);
	sub = tora_arena_printf(arena, "%s/refs/heads", common_dir);
	if (is_dir(sub)) {
		add(&dirs, arena, sub, TORA_DIR_HEADS);
		add_below(&dirs, arena, sub, TORA_DIR_HEADS, DEPTH_MAX);
	}
	sub = tora_arena_printf(arena, "%s/refs/remotes", common_dir);
	if (is_dir(sub)) {
		add(&dirs, arena, sub, TORA_DIR_REMOTES);
		add_below(&dirs, arena, sub, TORA_DIR_REMOTE, 1);
	}
	*ret = dirs;
	return TORA_OK;
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
