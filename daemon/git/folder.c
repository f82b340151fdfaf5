#include "git/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_DIR (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define DIR_TIME 1000000000

static void remove_entries(DIR *dir)
{
	struct dirent *e;

	while ((e = readdir(dir)))
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			tora_folder_remove(dirfd(dir), e->d_name);
}

void tora_folder_remove(int parent, const char *name)
{
	int fd = openat(parent, name, OPEN_DIR);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;

	if (!dir) {
		if (fd >= 0)
			(void)close(fd);
		(void)unlinkat(parent, name, 0);
		return;
	}
	(void)fchmod(fd, 0700);
	remove_entries(dir);
	(void)closedir(dir);
	(void)unlinkat(parent, name, AT_REMOVEDIR);
}

static int freeze_entry(int dir, const char *name, struct tora_err *err)
{
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return tora_fail_sys(err, "freezing");
	if (S_ISDIR(st.st_mode))
		return tora_folder_freeze(dir, name, err);
	if (S_ISLNK(st.st_mode))
		return TORA_OK;
	if (!S_ISREG(st.st_mode)) {
		(void)unlinkat(dir, name, 0);
		return TORA_OK;
	}
	if (st.st_mode & 07222 && fchmodat(dir, name, st.st_mode & 0111 ? 0555 : 0444, 0) < 0)
		return tora_fail_sys(err, "freezing");
	return TORA_OK;
}

int tora_folder_freeze(int parent, const char *name, struct tora_err *err)
{
	static const struct timespec times[2] = { { .tv_sec = DIR_TIME }, { .tv_sec = DIR_TIME } };
	int fd = openat(parent, name, OPEN_DIR), rc = TORA_OK;
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *e;

	if (!dir) {
		rc = tora_fail_sys(err, "freezing a folder");
		if (fd >= 0)
			(void)close(fd);
		return rc;
	}
	while (!rc && (e = readdir(dir)))
		if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
			rc = freeze_entry(dirfd(dir), e->d_name, err);
	if (!rc && (futimens(fd, times) < 0 || fchmod(fd, 0555) < 0))
		rc = tora_fail_sys(err, "freezing a folder");
	(void)closedir(dir);
	return rc;
}
