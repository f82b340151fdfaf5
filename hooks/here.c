#include "hooks/here.h"

#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The first line of a small file; false when there is none. */
static bool first_line(const char *path, char *buf, size_t size)
{
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	n = read(fd, buf, size - 1);
	(void)close(fd);
	if (n <= 0)
		return false;
	buf[n] = '\0';
	buf[strcspn(buf, "\r\n")] = '\0';
	return true;
}

/* `path` as seen from `dir`. */
static int from_dir(const char *dir, const char *path, char *buf, size_t size, struct tora_err *err)
{
	if (path[0] == '/')
		return tora_paths_format(buf, size, err, "%s", path);
	return tora_paths_format(buf, size, err, "%s/%s", dir, path);
}

/* A linked work tree's git dir names the common one in a file, relative to itself. */
static int common_of(const char *git_dir, struct tora_here *ret, struct tora_err *err)
{
	char path[PATH_MAX], text[PATH_MAX], common[PATH_MAX], real_path[PATH_MAX];

	if (tora_paths_format(path, sizeof path, err, "%s/commondir", git_dir))
		return err->rc;
	if (!first_line(path, text, sizeof text))
		(void)tora_paths_format(common, sizeof common, err, "%s", git_dir);
	else if (from_dir(git_dir, text, common, sizeof common, err))
		return err->rc;
	if (!realpath(common, real_path))
		return tora_fail_sys(err, "resolving %s", common);
	return tora_paths_format(ret->common, sizeof ret->common, err, "%s", real_path);
}

/* Is `dir` the top of a work tree? `.git` of a linked one is a file: "gitdir: <path>". */
static bool git_dir_in(const char *dir, char *git_dir, size_t size)
{
	char dot_git[PATH_MAX], text[PATH_MAX];
	struct tora_err err;
	struct stat st;

	if (tora_paths_format(dot_git, sizeof dot_git, &err, "%s/.git", dir) ||
	    stat(dot_git, &st) < 0)
		return false;
	if (S_ISDIR(st.st_mode))
		return tora_paths_format(git_dir, size, &err, "%s", dot_git) == TORA_OK;
	return first_line(dot_git, text, sizeof text) && strncmp(text, "gitdir: ", 8) == 0 &&
	       from_dir(dir, text + 8, git_dir, size, &err) == TORA_OK;
}

static int walk_up(char *dir, char *git_dir, size_t size, struct tora_err *err)
{
	while (!git_dir_in(dir, git_dir, size)) {
		char *slash = strrchr(dir, '/');

		if (!slash || slash == dir)
			return tora_fail(err, TORA_E_NOTFOUND, "not in a git repository");
		*slash = '\0';
	}
	return TORA_OK;
}

int tora_here_find(struct tora_here *ret, struct tora_err *err)
{
	const char *env = getenv("GIT_DIR");
	char cwd[PATH_MAX], git_dir[PATH_MAX];
	int rc;

	*ret = (struct tora_here){ 0 };
	if (!getcwd(cwd, sizeof cwd))
		return tora_fail_sys(err, "finding the working directory");
	if (env && *env)
		rc = tora_paths_format(git_dir, sizeof git_dir, err, "%s", env);
	else
		rc = walk_up(cwd, git_dir, sizeof git_dir, err);
	if (rc == TORA_OK)
		rc = common_of(git_dir, ret, err);
	/* git runs these hooks in the top folder of the work tree; in a bare repository, in the git dir. */
	if (rc == TORA_OK && strcmp(cwd, ret->common) != 0)
		rc = tora_paths_format(ret->top, sizeof ret->top, err, "%s", cwd);
	return rc;
}
