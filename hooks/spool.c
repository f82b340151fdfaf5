#include "hooks/spool.h"

#include "tora/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define SPOOL_MAX (1u << 20)

int tora_spool_put(const struct tora_paths *paths, struct tora_sv line, struct tora_err *err)
{
	char tmp[72], name[64];
	int dir = -1, fd = -1, rc = TORA_OK;

	if (line.len > SPOOL_MAX)
		return tora_fail(err, TORA_E_LIMIT, "a spool file is at most %u bytes", SPOOL_MAX);
	(void)snprintf(name, sizeof name, "%" PRId64 "-%d.json", tora_clock_wall_ms(),
	               (int)getpid());
	(void)snprintf(tmp, sizeof tmp, ".%s", name);
	dir = open(paths->spool, O_DIRECTORY | O_CLOEXEC);
	if (dir < 0 && tora_paths_mkdirs(paths->spool, err) == TORA_OK)
		dir = open(paths->spool, O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return tora_fail_sys(err, "opening %s", paths->spool);
	fd = openat(dir, tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0)
		errno = ENOSPC; /* what a short write means and does not say */
	if (fd < 0 || write(fd, line.at, line.len) != (ssize_t)line.len ||
	    renameat(dir, tmp, dir, name) < 0)
		rc = tora_fail_sys(err, "writing %s", paths->spool);
	if (fd >= 0)
		(void)close(fd);
	if (fd >= 0 && rc)
		(void)unlinkat(dir, tmp, 0);
	(void)close(dir);
	return rc;
}

bool tora_spool_has_old(const struct tora_paths *paths, int64_t ms)
{
	int64_t before = tora_clock_wall_ms() - ms;
	DIR *dir = opendir(paths->spool);
	const struct dirent *entry;
	bool ret = false;

	while (dir && !ret && (entry = readdir(dir))) {
		long long written_ms = strtoll(entry->d_name, NULL, 10); /* 0: none of ours */

		ret = written_ms > 0 && written_ms < before;
	}
	if (dir)
		(void)closedir(dir);
	return ret;
}
