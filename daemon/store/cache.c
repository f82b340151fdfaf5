/*
 * Who may use a build holds its lock shared; who makes or removes it, exclusively. Nobody here
 * waits for a lock: what is held stays as it is.
 */
#include "store/cache.h"

#include "store/folder.h"
#include "store/quota.h"
#include "tora/json.h"
#include "tora/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#define OPEN_DIR (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define LOCK_END ".lock"

#define SCRATCH       "../scratch" /* beside the builds: of runners in the Landlock tier (run/start.c) */
#define SCRATCH_MAX_S 86400        /* the longest check; what was changed since may be somebody's */

const char *tora_cache_name(const struct tora_cache *c, const char *prefix, const char *key,
                            const char *rest)
{
	return tora_arena_printf(c->arena, "%s%s%s", prefix, key, rest);
}

/* ---- the folder ------------------------------------------------------------------------ */

/* So that backups leave the cache out (bford.info/cachedir). */
static void tag_cache(const char *cache)
{
	static const char tag[] = "Signature: 8a477f597d28d172789f06886806bc55\n"
				  "# This folder is a cache made by tora.\n";
	char path[TORA_PATH_MAX + 16];
	int fd;

	(void)snprintf(path, sizeof(path), "%s/CACHEDIR.TAG", cache);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd < 0)
		return;
	(void)!write(fd, tag, sizeof(tag) - 1);
	(void)close(fd);
}

static void read_boot_id(char *buf, size_t size)
{
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, buf, size - 1) : 0;

	buf[n > 0 ? n : 0] = '\0';
	buf[strcspn(buf, "\n")] = '\0';
	if (fd >= 0)
		(void)close(fd);
}

int tora_cache_open(const char *cache, struct tora_arena *arena, struct tora_cache *ret,
                    struct tora_err *err)
{
	struct tora_cache c = { .arena = arena };
	int rc;

	c.dir = tora_arena_printf(arena, "%s/builds", cache);
	rc = tora_paths_mkdirs(c.dir, err);
	if (rc)
		return rc;
	tag_cache(cache);
	read_boot_id(c.boot, sizeof(c.boot));
	c.fd = open(c.dir, OPEN_DIR);
	if (c.fd < 0)
		return tora_fail_sys(err, "opening '%s'", c.dir);
	*ret = c;
	return TORA_OK;
}

void tora_cache_close(struct tora_cache *c)
{
	if (c->fd >= 0)
		(void)close(c->fd);
	c->fd = -1;
}

/* ---- locks ----------------------------------------------------------------------------- */

/* A lock file may be removed between opening and locking it: then it locks nothing. */
static bool is_still_there(const struct tora_cache *c, const char *name, int fd)
{
	struct stat mine, there;

	return fstat(fd, &mine) == 0 && fstatat(c->fd, name, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
	       mine.st_ino == there.st_ino;
}

int tora_cache_lock(const struct tora_cache *c, const char *key, int how)
{
	const char *name = tora_cache_name(c, "", key, LOCK_END);
	int fd;

	for (;;) {
		fd = openat(c->fd, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
		if (fd < 0)
			return -2;
		if (flock(fd, how | LOCK_NB) < 0) {
			int sys = errno;

			(void)close(fd);
			errno = sys;
			return sys == EWOULDBLOCK ? -1 : -2;
		}
		if (is_still_there(c, name, fd))
			return fd;
		(void)close(fd);
	}
}

/* ---- markers --------------------------------------------------------------------------- */

static const char *marker_of(const struct tora_cache *c, const char *folder)
{
	return tora_cache_name(c, "", folder, "/" TORA_BUILD_MARKER);
}

bool tora_cache_facts(const struct tora_cache *c, const char *key, struct tora_build_facts *ret)
{
	int fd = openat(c->fd, marker_of(c, key), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	struct tora_err ignored;
	struct stat st;
	char *text = NULL;
	ssize_t n = 0;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && st.st_size > 0 && st.st_size <= (off_t)TORA_BUILD_MARKER_MAX) {
		text = tora_arena_alloc(c->arena, (size_t)st.st_size);
		n = read(fd, text, (size_t)st.st_size);
	}
	(void)close(fd);
	return n > 0 &&
	       tora_build_facts_parse((struct tora_sv){ text, (size_t)n }, c->arena, ret,
	                              &ignored) == TORA_OK &&
	       tora_build_facts_hold(ret, c->boot);
}

int tora_cache_mark(const struct tora_cache *c, const char *folder,
                    const struct tora_build_facts *facts, struct tora_err *err)
{
	struct tora_str text = TORA_STR_INIT(TORA_BUILD_MARKER_MAX);
	int fd, rc;

	tora_build_facts_print(facts, &text);
	rc = tora_str_check(&text, err);
	fd = openat(c->fd, marker_of(c, folder),
	            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd >= 0)
		errno = ENOSPC; /* what a short write means and does not say */
	if (!rc && (fd < 0 || write(fd, text.buf, text.len) != (ssize_t)text.len))
		rc = tora_fail_sys(err, "writing the marker");
	/* what a command built is dear: it must survive a power cut; plain files are written anew */
	if (!rc && !*facts->boot && syncfs(fd) < 0)
		rc = tora_fail_sys(err, "writing to the disk");
	if (fd >= 0)
		(void)close(fd);
	tora_str_free(&text);
	return rc;
}

int64_t tora_cache_used_ms(const struct tora_cache *c, const char *key)
{
	struct stat st;

	if (fstatat(c->fd, marker_of(c, key), &st, AT_SYMLINK_NOFOLLOW) < 0)
		return 0;
	return (int64_t)st.st_mtim.tv_sec * 1000 + st.st_mtim.tv_nsec / 1000000;
}

void tora_cache_touch(const struct tora_cache *c, const char *key)
{
	(void)utimensat(c->fd, marker_of(c, key), NULL, AT_SYMLINK_NOFOLLOW);
}

/* ---- making room ----------------------------------------------------------------------- */

/* The rename comes first: a build is whole or not there. */
void tora_cache_remove(const struct tora_cache *c, const char *key)
{
	const char *old = tora_cache_name(c, ".old-", key, "");

	tora_folder_remove(c->fd, tora_cache_name(c, ".new-", key, ""));
	tora_folder_remove(c->fd, old);
	if (renameat(c->fd, key, c->fd, old) == 0)
		tora_folder_remove(c->fd, old);
}

bool tora_cache_evict(const struct tora_cache *c, const char *key)
{
	int lock = tora_cache_lock(c, key, LOCK_EX);

	if (lock < 0)
		return false;
	tora_cache_remove(c, key);
	(void)unlinkat(c->fd, tora_cache_name(c, "", key, LOCK_END), 0);
	(void)close(lock);
	return true;
}

bool tora_cache_take(const struct tora_cache *c, const char *key, const char *folder)
{
	int lock = tora_cache_lock(c, key, LOCK_EX);
	bool taken;

	if (lock < 0)
		return false;
	taken = renameat(c->fd, key, c->fd, folder) == 0;
	if (taken) {
		(void)unlinkat(c->fd, marker_of(c, folder), 0);
		(void)unlinkat(c->fd, tora_cache_name(c, "", key, LOCK_END), 0);
	}
	(void)close(lock);
	return taken;
}

struct names {
	TORA_VEC(const char *) at;
};

static void list_names(const struct tora_cache *c, const char *folder, struct names *ret)
{
	int fd = openat(c->fd, folder, OPEN_DIR);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *e;

	while (dir && (e = readdir(dir)))
		*tora_vec_push(c->arena, &ret->at) = tora_arena_dup(c->arena, e->d_name);
	if (dir)
		(void)closedir(dir);
	else if (fd >= 0)
		(void)close(fd);
}

void tora_cache_list(const struct tora_cache *c, struct tora_cache_builds *ret)
{
	struct names names = { .at = { 0 } };
	struct tora_build_facts facts;

	list_names(c, ".", &names);
	for (size_t i = 0; i < names.at.n; i++) {
		const char *key = names.at.at[i];

		if (tora_build_is_key(key) && tora_cache_facts(c, key, &facts))
			*tora_vec_push(c->arena, &ret->at) =
				(struct tora_cache_build){ key, tora_cache_used_ms(c, key), facts };
	}
}

/* The lock of a build that was never finished, or is gone. */
static bool is_lonely_lock(const struct tora_cache *c, const char *name, const char **ret_key)
{
	struct tora_sv key = tora_sv(name);

	if (!tora_sv_ends(key, LOCK_END))
		return false;
	key.len -= strlen(LOCK_END);
	*ret_key = tora_arena_text(c->arena, key);
	return tora_build_is_key(*ret_key) && faccessat(c->fd, *ret_key, F_OK, 0) < 0 &&
	       faccessat(c->fd, tora_cache_name(c, ".new-", *ret_key, ""), F_OK, 0) < 0;
}

/* What a killed process left, and builds nobody can use any more. */
static bool is_leftover(const struct tora_cache *c, const char *name, const char **ret_key)
{
	struct tora_build_facts facts;

	if (strncmp(name, ".new-", 5) == 0 || strncmp(name, ".old-", 5) == 0) {
		*ret_key = name + 5;
		return tora_build_is_key(*ret_key);
	}
	if (is_lonely_lock(c, name, ret_key))
		return true;
	*ret_key = name;
	return tora_build_is_key(name) && !tora_cache_facts(c, name, &facts);
}

/* Whoever made it may have finished and gone since the name was read: then only what is beside the build goes. */
static bool remove_leftover(const struct tora_cache *c, const char *key)
{
	int lock = tora_cache_lock(c, key, LOCK_EX);
	struct tora_build_facts facts;

	if (lock < 0)
		return false;
	if (tora_cache_facts(c, key, &facts)) {
		tora_folder_remove(c->fd, tora_cache_name(c, ".new-", key, ""));
		tora_folder_remove(c->fd, tora_cache_name(c, ".old-", key, ""));
	} else {
		tora_cache_remove(c, key);
		(void)unlinkat(c->fd, tora_cache_name(c, "", key, LOCK_END), 0);
	}
	(void)close(lock);
	return true;
}

/* A runner that was killed leaves its folder, and nothing else says so: its age does. */
static void sweep_scratch(const struct tora_cache *c, struct tora_cache_swept *ret)
{
	struct names names = { .at = { 0 } };
	int fd = openat(c->fd, SCRATCH, OPEN_DIR);
	time_t now = time(NULL);
	struct stat st;

	if (fd < 0)
		return;
	list_names(c, SCRATCH, &names);
	for (size_t i = 0; i < names.at.n; i++) {
		const char *name = names.at.at[i];

		if (*name == '.' || fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0 ||
		    st.st_mtime + SCRATCH_MAX_S > now)
			continue;
		tora_folder_remove(fd, name);
		if (fstatat(fd, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
			ret->leftovers++;
	}
	(void)close(fd);
}

static void sweep_leftovers(const struct tora_cache *c, struct tora_cache_swept *ret)
{
	struct names names = { .at = { 0 } };
	const char *key;

	sweep_scratch(c, ret);
	list_names(c, ".", &names);
	for (size_t i = 0; i < names.at.n; i++)
		if (is_leftover(c, names.at.at[i], &key))
			ret->leftovers += remove_leftover(c, key);
		else if (strncmp(names.at.at[i], ".deep-", 6) == 0 || /* of a removal */
		         strncmp(names.at.at[i], TORA_CACHE_MINE, strlen(TORA_CACHE_MINE)) == 0)
			tora_folder_remove(c->fd, names.at.at[i]);
}

static struct tora_cached *measured(const struct tora_cache *c,
                                    const struct tora_cache_builds *builds)
{
	struct tora_cached *all = tora_arena_calloc(c->arena, builds->at.n + 1, sizeof(*all));

	for (size_t i = 0; i < builds->at.n; i++) {
		const struct tora_cache_build *b = &builds->at.at[i];

		all[i] = (struct tora_cached){ .key = b->key,
			                       .donor = *b->facts.donor ? b->facts.donor : NULL,
			                       .used_ms = b->used_ms,
			                       .is_spare = b->facts.is_spare,
			                       .own = b->facts.written,
			                       .whole = b->facts.bytes > b->facts.written
			                                        ? b->facts.bytes
			                                        : b->facts.written };
	}
	return all;
}

uint64_t tora_cache_bytes(const struct tora_cache *c, const struct tora_cache_builds *builds)
{
	return tora_quota_sum(measured(c, builds), builds->at.n);
}

static void evict_marked(const struct tora_cache *c, const struct tora_cached *all, size_t n,
                         struct tora_cache_swept *ret)
{
	for (size_t i = 0; i < n; i++) {
		if (!all[i].evict)
			continue;
		if (tora_cache_evict(c, all[i].key))
			(*(all[i].is_spare ? &ret->spares : &ret->evicted))++;
		else
			ret->in_use++;
	}
}

void tora_cache_sweep(const struct tora_cache *c, uint64_t quota, struct tora_cache_swept *ret)
{
	struct tora_cache_builds builds = { .at = { 0 } };
	struct tora_cached *all;

	*ret = (struct tora_cache_swept){ 0 };
	sweep_leftovers(c, ret);
	tora_cache_list(c, &builds);
	all = measured(c, &builds);
	tora_quota_mark(all, builds.at.n, quota);
	evict_marked(c, all, builds.at.n, ret);
}

void tora_cache_clear(const struct tora_cache *c, struct tora_cache_swept *ret)
{
	struct tora_cache_builds builds = { .at = { 0 } };
	struct tora_cached *all;

	*ret = (struct tora_cache_swept){ 0 };
	sweep_leftovers(c, ret);
	tora_cache_list(c, &builds);
	all = measured(c, &builds);
	for (size_t i = 0; i < builds.at.n; i++)
		all[i].evict = true;
	evict_marked(c, all, builds.at.n, ret);
}

/* ---- the disk -------------------------------------------------------------------------- */

unsigned tora_cache_free_percent(const struct tora_cache *c)
{
	struct statvfs fs;

	if (fstatvfs(c->fd, &fs) < 0 || !fs.f_blocks)
		return 100;
	return (unsigned)(100.0 * (double)fs.f_bavail / (double)fs.f_blocks);
}

static bool is_full(const struct tora_cache *c, uint64_t *ret_left_mib)
{
	struct statvfs fs;

	if (fstatvfs(c->fd, &fs) < 0)
		return false; /* the first write will tell */
	*ret_left_mib = (uint64_t)fs.f_bavail * fs.f_frsize >> 20;
	return tora_quota_disk_full((uint64_t)fs.f_blocks * fs.f_frsize,
	                            (uint64_t)fs.f_bavail * fs.f_frsize);
}

bool tora_cache_is_full(const struct tora_cache *c)
{
	uint64_t left;

	return is_full(c, &left);
}

int tora_cache_room(const struct tora_cache *c, struct tora_err *err)
{
	struct tora_cache_swept swept;
	uint64_t left = 0;

	if (!is_full(c, &left))
		return TORA_OK;
	tora_cache_clear(c, &swept);
	if (!is_full(c, &left))
		return TORA_OK;
	errno = ENOSPC;
	return tora_fail_sys(err, "%llu MiB left under '%s'", (unsigned long long)left, c->dir);
}
