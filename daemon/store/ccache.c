#include "store/ccache.h"

#include "store/folder.h"
#include "tora/hash.h"
#include "tora/paths.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPEN_DIR  (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define DEPTH_MAX 8 /* ccache has four levels */
#define FILES_MAX 100000

const char *tora_ccache_programs(void)
{
	static const char *const folders[] = { "/usr/lib/ccache", "/usr/lib64/ccache" };

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (access("/usr/bin/ccache", X_OK) == 0 && access(folders[i], X_OK) == 0)
			return folders[i];
	return NULL;
}

const char *tora_ccache_folder(const char *cache, const char *repo, struct tora_arena *arena)
{
	char name[TORA_HASH_HEX];
	const char *folder;
	struct tora_hash h;
	struct tora_err ignored;

	if (!tora_ccache_programs())
		return NULL;
	tora_hash_init(&h);
	tora_hash_field(&h, tora_sv(repo));
	tora_hash_final(&h, name);
	folder = tora_arena_printf(arena, "%s/ccache/%s", cache, name);
	return tora_paths_mkdirs(folder, &ignored) ? NULL : folder;
}

struct sum {
	uint64_t bytes;
	unsigned files;
};

/* False: it is larger than it may be, or deeper. Takes `fd`. */
static bool is_small(int fd, struct sum *sum, unsigned depth)
{
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	bool small = dir && depth < DEPTH_MAX;
	struct dirent *e;
	struct stat st;

	while (small && (e = readdir(dir))) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
		    fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0)
			continue;
		sum->files++;
		if (S_ISDIR(st.st_mode))
			small = is_small(openat(fd, e->d_name, OPEN_DIR), sum, depth + 1);
		else
			sum->bytes += (uint64_t)st.st_blocks * 512;
		small = small && sum->files <= FILES_MAX &&
		        sum->bytes <= TORA_CCACHE_MAX + TORA_CCACHE_MAX / 2;
	}
	if (dir)
		(void)closedir(dir);
	else if (fd >= 0)
		(void)close(fd);
	return small;
}

void tora_ccache_settle(const char *folder)
{
	const char *name = strrchr(folder, '/') + 1;
	char parent[TORA_PATH_MAX];
	struct sum sum = { 0 };
	int fd;

	if (is_small(open(folder, OPEN_DIR), &sum, 0))
		return;
	(void)snprintf(parent, sizeof parent, "%.*s", (int)(name - folder), folder);
	fd = open(parent, OPEN_DIR);
	if (fd < 0)
		return;
	tora_folder_remove(fd, name);
	(void)close(fd);
}

void tora_ccache_clear(const char *cache)
{
	int fd = open(cache, OPEN_DIR);

	if (fd < 0)
		return;
	tora_folder_remove(fd, "ccache");
	(void)close(fd);
}
