#include "store/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_DIR (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define DIR_TIME 1000000000

static bool is_dots(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* A build may leave folders that its owner must not read; they are ours all the same. */
static DIR *open_dir(int parent, const char *name)
{
	int fd = openat(parent, name, OPEN_DIR);
	DIR *dir;

	if (fd < 0 && errno == EACCES && fchmodat(parent, name, 0700, AT_SYMLINK_NOFOLLOW) == 0)
		fd = openat(parent, name, OPEN_DIR);
	if (fd < 0)
		return NULL;
	dir = fdopendir(fd);
	if (!dir)
		(void)close(fd);
	return dir;
}

/* ---- removing -------------------------------------------------------------------------- */

struct removal {
	int parent;
	unsigned n_lifted; /* folders that were too deep and now lie beside the one to be removed */
};

static void lifted_name(char *buf, size_t size, unsigned i)
{
	(void)snprintf(buf, size, ".deep-%ld-%u", (long)getpid(), i);
}

static void remove_at(struct removal *r, int parent, const char *name, unsigned depth)
{
	char lifted[64];
	struct dirent *e;
	DIR *dir;

	if (unlinkat(parent, name, 0) == 0)
		return;
	if (depth == TORA_FOLDER_DEPTH_MAX) {
		lifted_name(lifted, sizeof lifted, r->n_lifted);
		r->n_lifted += renameat(parent, name, r->parent, lifted) == 0;
		return;
	}
	dir = open_dir(parent, name);
	if (!dir)
		return;
	(void)fchmod(dirfd(dir), 0700);
	while ((e = readdir(dir)))
		if (!is_dots(e->d_name))
			remove_at(r, dirfd(dir), e->d_name, depth + 1);
	(void)closedir(dir);
	(void)unlinkat(parent, name, AT_REMOVEDIR);
}

void tora_folder_remove(int parent, const char *name)
{
	struct removal r = { .parent = parent };
	char lifted[64];

	remove_at(&r, parent, name, 0);
	for (unsigned i = 0; i < r.n_lifted; i++) {
		lifted_name(lifted, sizeof lifted, i);
		remove_at(&r, parent, lifted, 0);
	}
}

/* ---- freezing -------------------------------------------------------------------------- */

static int freeze_at(int parent, const char *name, unsigned depth, struct tora_folder_sum *sum,
                     struct tora_err *err);

static int freeze_entry(int dir, const char *name, unsigned depth, struct tora_folder_sum *sum,
                        struct tora_err *err)
{
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return tora_fail_sys(err, "freezing");
	if (S_ISDIR(st.st_mode))
		return freeze_at(dir, name, depth + 1, sum, err);
	if (!S_ISREG(st.st_mode) && !S_ISLNK(st.st_mode)) {
		(void)unlinkat(dir, name, 0);
		return TORA_OK;
	}
	sum->files++;
	sum->own += st.st_nlink == 1 ? (uint64_t)st.st_blocks * 512 : 0;
	if (S_ISLNK(st.st_mode))
		return TORA_OK;
	sum->bytes += (uint64_t)st.st_size;
	if (st.st_mode & 07222 && fchmodat(dir, name, st.st_mode & 0111 ? 0555 : 0444, 0) < 0)
		return tora_fail_sys(err, "freezing");
	return TORA_OK;
}

static int freeze_at(int parent, const char *name, unsigned depth, struct tora_folder_sum *sum,
                     struct tora_err *err)
{
	static const struct timespec times[2] = { { .tv_sec = DIR_TIME }, { .tv_sec = DIR_TIME } };
	struct dirent *e;
	struct stat st;
	int rc = TORA_OK;
	DIR *dir;

	if (depth > TORA_FOLDER_DEPTH_MAX)
		return tora_fail(err, TORA_E_LIMIT, "folders are nested deeper than %d",
		                 TORA_FOLDER_DEPTH_MAX);
	dir = open_dir(parent, name);
	if (!dir)
		return tora_fail_sys(err, "freezing a folder");
	while (!rc && (e = readdir(dir)))
		if (!is_dots(e->d_name))
			rc = freeze_entry(dirfd(dir), e->d_name, depth, sum, err);
	if (!rc && (futimens(dirfd(dir), times) < 0 || fchmod(dirfd(dir), 0555) < 0 ||
	            fstat(dirfd(dir), &st) < 0))
		rc = tora_fail_sys(err, "freezing a folder");
	if (!rc) {
		sum->folders++;
		sum->own += (uint64_t)st.st_blocks * 512;
	}
	(void)closedir(dir);
	return rc;
}

int tora_folder_freeze(int parent, const char *name, struct tora_folder_sum *ret,
                       struct tora_err *err)
{
	struct tora_folder_sum unwanted = { 0 };

	return freeze_at(parent, name, 0, ret ? ret : &unwanted, err);
}
