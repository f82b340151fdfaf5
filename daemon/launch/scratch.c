#include "launch/scratch.h"

#include "tora/clock.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEPTH_MAX   64
#define ENTRIES_MAX 20000
#define REMOVE_MS   5000

int tora_scratch_make(const char *path, long uid, struct tora_err *err)
{
	if (mkdir(path, 0700) < 0)
		return tora_fail_sys(err, "making '%s'", path);
	if (uid >= 0 && chown(path, (uid_t)uid, (gid_t)uid) < 0)
		return tora_fail_sys(err, "giving '%s' away", path);
	return TORA_OK;
}

/* ---- how much ---------------------------------------------------------------------------- */

struct sum {
	unsigned long long blocks, blocks_max; /* of 512 bytes */
	unsigned entries;
	bool over;
};

static bool is_dots(const struct dirent *e)
{
	return strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
}

/* Takes the descriptor. */
static void add_up(int fd, int depth, struct sum *s)
{
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;
	struct stat st;

	if (!d && fd >= 0)
		(void)close(fd);
	while (d && !s->over && (e = readdir(d))) {
		if (is_dots(e) || fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0)
			continue;
		s->blocks += (unsigned long long)st.st_blocks;
		s->over = ++s->entries > ENTRIES_MAX || s->blocks > s->blocks_max ||
		          depth > DEPTH_MAX;
		if (S_ISDIR(st.st_mode) && !s->over)
			add_up(openat(dirfd(d), e->d_name,
			              O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
			       depth + 1, s);
	}
	if (d)
		(void)closedir(d);
}

bool tora_scratch_is_full(const char *path, unsigned mib)
{
	struct sum s = { .blocks_max = (unsigned long long)mib << 11 };

	add_up(open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), 0, &s);
	return s.over;
}

/* ---- removing ------------------------------------------------------------------------------ */

/*
 * A nest is unpicked from its top, however deep: what is inside a folder moves up beside it, and the
 * folder, empty, goes. True: something was there.
 */
static bool remove_level(int top, unsigned *moved)
{
	DIR *d = fdopendir(dup(top));
	struct dirent *e, *inner;
	bool found = false;

	if (d)
		rewinddir(d);
	while (d && (e = readdir(d))) {
		int fd;
		DIR *below;

		if (is_dots(e))
			continue;
		found = true;
		if (unlinkat(top, e->d_name, 0) == 0)
			continue;
		(void)!fchmodat(top, e->d_name, 0700, AT_SYMLINK_NOFOLLOW);
		fd = openat(top, e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		below = fd < 0 ? NULL : fdopendir(fd);
		while (below && (inner = readdir(below))) {
			char name[32];
			if (is_dots(inner) || unlinkat(fd, inner->d_name, 0) == 0)
				continue;
			(void)!fchmodat(fd, inner->d_name, 0700, AT_SYMLINK_NOFOLLOW);
			(void)snprintf(name, sizeof(name), "%u", (*moved)++);
			(void)renameat(fd, inner->d_name, top, name);
		}
		if (below)
			(void)closedir(below);
		else if (fd >= 0)
			(void)close(fd);
		(void)unlinkat(top, e->d_name, AT_REMOVEDIR);
	}
	if (d)
		(void)closedir(d);
	return found;
}

void tora_scratch_remove(const char *path)
{
	int64_t until = tora_clock_mono_ms() + REMOVE_MS;
	int top = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	unsigned moved = 0;

	while (top >= 0 && remove_level(top, &moved) && tora_clock_mono_ms() < until)
		;
	if (top >= 0)
		(void)close(top);
	(void)rmdir(path);
}
