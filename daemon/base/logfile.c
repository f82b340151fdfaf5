#include "tora/logfile.h"

#include "tora/paths.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_file(const char *path)
{
	return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
}

static int rotate(const char *path)
{
	char old[TORA_PATH_MAX + 8];

	snprintf(old, sizeof old, "%s.1", path);
	return rename(path, old);
}

int tora_logfile_open(const char *path, int *ret_fd, struct tora_err *err)
{
	struct stat st;
	int fd;

	if (stat(path, &st) == 0 && st.st_size > TORA_LOGFILE_MAX)
		(void)rotate(path); /* if not, it grows on: no reason not to run */
	fd = open_file(path);
	if (fd < 0)
		return tora_fail_sys(err, "opening the log '%s'", path);
	*ret_fd = fd;
	return TORA_OK;
}

/* Is the name still that of our file? If not, somebody else has rotated it. */
static bool is_ours(const char *path, const struct stat *ours)
{
	struct stat st;

	return stat(path, &st) == 0 && st.st_dev == ours->st_dev && st.st_ino == ours->st_ino;
}

void tora_logfile_tend(const char *path, int fd)
{
	struct stat st;
	int fresh;

	if (fstat(fd, &st) < 0 || st.st_size <= TORA_LOGFILE_MAX)
		return;
	if (is_ours(path, &st) && rotate(path) < 0)
		return;
	fresh = open_file(path);
	if (fresh < 0)
		return; /* into the renamed one, then */
	(void)dup3(fresh, fd, O_CLOEXEC);
	(void)close(fresh);
}
