#include "run/group.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define ROOT "/sys/fs/cgroup"
#define UP_MAX                                                                                     \
	4 /* levels above ours that are looked at: a scope's slice is ours, the scope is not */
#define TRIES    50 /* to remove a group that is being emptied */
#define PAUSE_NS 10000000
#define STALE_S  3600 /* before that an empty one may be somebody's who is about to join it */

static struct tora_sv read_file(const char *path, struct tora_arena *arena)
{
	char *text = tora_arena_alloc(arena, 8192);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, 8192);

	if (fd >= 0)
		(void)close(fd);
	return (struct tora_sv){ text, n < 0 ? 0 : (size_t)n };
}

static bool write_number(const char *dir, const char *name, unsigned long long value,
                         struct tora_arena *arena)
{
	const char *text = tora_arena_printf(arena, "%llu", value);
	int fd = open(tora_arena_printf(arena, "%s/%s", dir, name), O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	if (fd >= 0)
		(void)close(fd);
	return done;
}

/* "8:pids:/a" or "0::/a": is it of `controller`? *ret_path: what stands last. */
static bool is_line_of(struct tora_sv line, const char *controller, struct tora_sv *ret_path)
{
	size_t first = 0, second, n = strlen(controller);

	while (first < line.len && line.at[first] != ':')
		first++;
	for (second = first + 1; second < line.len && line.at[second] != ':'; second++)
		;
	if (second >= line.len || second - first - 1 != n ||
	    memcmp(line.at + first + 1, controller, n) != 0)
		return false;
	*ret_path = (struct tora_sv){ line.at + second + 1, line.len - second - 1 };
	return true;
}

const char *tora_group_place(struct tora_sv text, const char *controller, struct tora_arena *arena)
{
	struct tora_sv line, path;

	while (tora_sv_line(&text, &line)) {
		if (!is_line_of(line, controller, &path) || !path.len || path.at[0] != '/' ||
		    tora_sv_has(path, ".."))
			continue;
		if (path.len == 1)
			path.len = 0;
		return tora_arena_printf(arena, "%s%s%s%.*s", ROOT, *controller ? "/" : "",
		                         controller, (int)path.len, path.at);
	}
	return NULL;
}

/* Made long ago, and nobody here has its number; who has it elsewhere, in another namespace of processes, has been in it since. */
static bool is_stale(const char *dir, const char *number, struct tora_arena *arena)
{
	struct stat st;

	return access(tora_arena_printf(arena, "/proc/%ld", atol(number)), F_OK) < 0 &&
	       stat(dir, &st) == 0 && st.st_mtime + STALE_S < time(NULL);
}

/* Of checks that were killed; those that are not empty stay. */
static void remove_stale(const char *parent, struct tora_arena *arena)
{
	DIR *d = opendir(parent);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		const char *dir = tora_arena_printf(arena, "%s/%s", parent, e->d_name);

		if (strncmp(e->d_name, "tora-", 5) == 0 && is_stale(dir, e->d_name + 5, arena))
			(void)rmdir(dir);
	}
	if (d)
		(void)closedir(d);
}

/* Processes of two namespaces may have the same number. */
static const char *make_below(const char *parent, struct tora_arena *arena)
{
	unsigned drawn = 0;
	const char *dir;

	remove_stale(parent, arena);
	(void)!getrandom(&drawn, sizeof drawn, GRND_NONBLOCK);
	dir = tora_arena_printf(arena, "%s/tora-%ld-%08x", parent, (long)getpid(), drawn);
	return mkdir(dir, 0755) < 0 ? NULL : dir;
}

static void add(struct tora_group *g, const char *dir, struct tora_arena *arena)
{
	g->dirs[g->n] = dir;
	g->join[g->n++] = tora_arena_printf(arena, "%s/cgroup.procs", dir);
}

static void make_first(struct tora_group *g, struct tora_sv text, const char *controller,
                       const char *file, unsigned long long limit, struct tora_arena *arena)
{
	const char *parent = tora_group_place(text, controller, arena);
	const char *dir = parent ? make_below(parent, arena) : NULL;

	if (dir && write_number(dir, file, limit, arena))
		add(g, dir, arena);
	else if (dir)
		(void)rmdir(dir);
}

static const char *above(const char *dir, struct tora_arena *arena)
{
	const char *slash = strrchr(dir, '/');

	if (!slash || slash < dir + strlen(ROOT))
		return NULL;
	return tora_arena_text(arena, (struct tora_sv){ dir, (size_t)(slash - dir) });
}

/* Beside ours, not below it: a group with processes of its own may not have limited ones in it. */
static void make_second(struct tora_group *g, struct tora_sv text,
                        const struct tora_group_limits *limits, struct tora_arena *arena)
{
	const char *dir = tora_group_place(text, "", arena), *own;
	struct tora_sv shared;

	for (int i = 0; dir && i < UP_MAX; i++) {
		dir = above(dir, arena);
		if (!dir)
			return;
		shared = read_file(tora_arena_printf(arena, "%s/cgroup.subtree_control", dir),
		                   arena);
		if (!tora_sv_has(shared, "memory") || !tora_sv_has(shared, "pids"))
			continue;
		own = make_below(dir, arena);
		if (own &&
		    write_number(own, "memory.max", (unsigned long long)limits->memory_mib << 20,
		                 arena) &&
		    write_number(own, "pids.max", limits->processes, arena)) {
			(void)write_number(own, "memory.swap.max", 0, arena);
			add(g, own, arena);
			return;
		}
		if (own)
			(void)rmdir(own);
	}
}

void tora_group_make(struct tora_group *g, const struct tora_group_limits *limits,
                     struct tora_arena *arena)
{
	struct tora_sv text = read_file("/proc/self/cgroup", arena);

	*g = (struct tora_group){ .n = 0 };
	make_first(g, text, "memory", "memory.limit_in_bytes",
	           (unsigned long long)limits->memory_mib << 20, arena);
	make_first(g, text, "pids", "pids.max", limits->processes, arena);
	if (g->n == 0)
		make_second(g, text, limits, arena);
}

void tora_group_remove(struct tora_group *g)
{
	struct timespec pause = { .tv_nsec = PAUSE_NS };

	for (size_t i = 0; i < g->n; i++)
		for (int tries = 0; tries < TRIES && rmdir(g->dirs[i]) < 0 && errno == EBUSY;
		     tries++)
			(void)nanosleep(&pause, NULL);
	g->n = 0;
}
