/*
 * One side after the other: look in the cache, else make it under the key's lock. The base goes
 * first because the head then shares its unchanged files.
 *
 * Who may use a build holds its lock shared; who makes or removes it, exclusively. A process
 * never waits for an exclusive lock while it holds another one that is exclusive, and only takes
 * one for a key that is not built yet, which nobody holds shared: no cycle.
 */
#include "build/build.h"

#include "build/facts.h"
#include "build/quota.h"
#include "git/folder.h"
#include "git/unpack.h"
#include "lang/compile.h"
#include "lang/lang.h"
#include "model/check.h"
#include "tora/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#define OPEN_DIR     (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define COMMAND_MS   600000u
#define COMPILE_MS   15000u
#define COMMAND_LOG  (256u << 10)
#define LOCK_LOOK_MS 10 /* between looks at a lock that another check holds */
#define LANGS_MAX    8

struct cache {
	struct tora_check *check;
	int fd;
	const char *dir; /* <cache>/builds */
	char boot[64];
	bool wrote;
};

struct job {
	struct cache *cache;
	enum tora_side side;
	const struct tora_oid *tree;
	const char *key;
	int lock;
	struct tora_build_facts facts;
	struct tora_tree files, donor_files;
	struct tora_build_facts donor; /* whose files were shared; repo NULL: nobody's */
	const char *donor_dir;
};

static const char *in_cache(struct cache *c, const char *prefix, const char *key, const char *rest)
{
	return tora_arena_printf(c->check->arena, "%s%s%s", prefix, key, rest);
}

/* ---- the cache folder ---------------------------------------------------------------- */

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

static int cache_open(struct tora_check *check, struct cache *c, struct tora_err *err)
{
	int rc;

	c->check = check;
	c->dir = tora_arena_printf(check->arena, "%s/builds", check->paths->cache);
	rc = tora_paths_mkdirs(c->dir, err);
	if (rc)
		return rc;
	tag_cache(check->paths->cache);
	read_boot_id(c->boot, sizeof(c->boot));
	c->fd = open(c->dir, OPEN_DIR);
	return c->fd < 0 ? tora_fail_sys(err, "opening '%s'", c->dir) : TORA_OK;
}

/* ---- locks --------------------------------------------------------------------------- */

/* A lock file may be removed between opening and locking it: then it locks nothing. */
static bool is_still_there(const struct cache *c, const char *name, int fd)
{
	struct stat mine, there;

	return fstat(fd, &mine) == 0 && fstatat(c->fd, name, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
	       mine.st_ino == there.st_ino;
}

/* The descriptor, -1 when somebody else holds it, -2 with errno set when nothing can be locked. */
static int try_lock(struct cache *c, const char *key, int how)
{
	const char *name = in_cache(c, "", key, ".lock");
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

static int wait_lock(struct job *j, int how, struct tora_err *err)
{
	static const struct timespec look = { .tv_nsec = LOCK_LOOK_MS * 1000000L };

	for (;;) {
		j->lock = try_lock(j->cache, j->key, how);
		if (j->lock >= 0)
			return TORA_OK;
		if (j->lock == -2)
			return tora_fail_sys(err, "locking a build");
		if (tora_check_left_ms(j->cache->check) <= LOCK_LOOK_MS)
			return tora_fail(err, TORA_E_TIMEOUT,
			                 "another check is still making the same build");
		(void)nanosleep(&look, NULL);
	}
}

static void unlock(struct job *j)
{
	if (j->lock >= 0)
		(void)close(j->lock);
	j->lock = -1;
}

/* ---- markers ------------------------------------------------------------------------- */

static bool load_facts(struct cache *c, const char *key, struct tora_build_facts *ret)
{
	int fd = openat(c->fd, in_cache(c, "", key, "/" TORA_BUILD_MARKER),
	                O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	struct tora_err ignored;
	char text[4096];
	ssize_t n;

	if (fd < 0)
		return false;
	n = read(fd, text, sizeof(text));
	(void)close(fd);
	return n > 0 &&
	       tora_build_facts_parse((struct tora_sv){ text, (size_t)n }, c->check->arena, ret,
	                              &ignored) == TORA_OK &&
	       tora_build_facts_hold(ret, c->boot);
}

static int save_facts(struct cache *c, const char *folder, const struct tora_build_facts *facts,
                      struct tora_err *err)
{
	struct tora_str text = TORA_STR_INIT(4096);
	int fd, rc;

	tora_build_facts_print(facts, &text);
	rc = tora_str_check(&text, err);
	fd = openat(c->fd, in_cache(c, "", folder, "/" TORA_BUILD_MARKER),
	            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
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

/* ---- making room --------------------------------------------------------------------- */

/* Under the key's exclusive lock. The rename comes first: a build is whole or not there. */
static void remove_build(struct cache *c, const char *key)
{
	const char *old = in_cache(c, ".old-", key, "");

	tora_folder_remove(c->fd, in_cache(c, ".new-", key, ""));
	tora_folder_remove(c->fd, old);
	if (renameat(c->fd, key, c->fd, old) == 0)
		tora_folder_remove(c->fd, old);
}

static void evict(struct cache *c, const char *key)
{
	int lock = try_lock(c, key, LOCK_EX);

	if (lock < 0)
		return; /* in use */
	remove_build(c, key);
	(void)unlinkat(c->fd, in_cache(c, "", key, ".lock"), 0);
	(void)close(lock);
}

/* What a killed process left, and builds nobody can use any more. */
static bool is_leftover(struct cache *c, const char *name, const char **ret_key)
{
	struct tora_build_facts facts;

	if (strncmp(name, ".new-", 5) == 0 || strncmp(name, ".old-", 5) == 0) {
		*ret_key = name + 5;
		return tora_build_is_key(*ret_key);
	}
	*ret_key = name;
	return tora_build_is_key(name) && !load_facts(c, name, &facts);
}

struct names {
	TORA_VEC(const char *) at;
};

static void list_cache(struct cache *c, struct names *ret)
{
	int fd = openat(c->fd, ".", OPEN_DIR);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	struct dirent *e;

	while (dir && (e = readdir(dir)))
		*tora_vec_push(c->check->arena, &ret->at) =
			tora_arena_dup(c->check->arena, e->d_name);
	if (dir)
		(void)closedir(dir);
	else if (fd >= 0)
		(void)close(fd);
}

static int64_t last_used(struct cache *c, const char *key)
{
	struct stat st;

	if (fstatat(c->fd, in_cache(c, "", key, "/" TORA_BUILD_MARKER), &st, AT_SYMLINK_NOFOLLOW) <
	    0)
		return 0;
	return (int64_t)st.st_mtim.tv_sec * 1000 + st.st_mtim.tv_nsec / 1000000;
}

/* Leftovers go, then the least recently used beyond the quota. */
static void sweep(struct cache *c, uint64_t quota)
{
	struct names names = { .at = { 0 } };
	TORA_VEC(struct tora_cached) all = { 0 };
	struct tora_build_facts facts;
	const char *key;

	list_cache(c, &names);
	for (size_t i = 0; i < names.at.n; i++) {
		if (is_leftover(c, names.at.at[i], &key))
			evict(c, key);
		else if (tora_build_is_key(names.at.at[i]) && load_facts(c, key, &facts))
			*tora_vec_push(c->check->arena, &all) = (struct tora_cached){
				.key = key, .used_ms = last_used(c, key), .bytes = facts.written
			};
	}
	tora_quota_mark(all.at, all.n, quota);
	for (size_t i = 0; i < all.n; i++)
		if (all.at[i].evict)
			evict(c, all.at[i].key);
}

static bool is_full(struct cache *c, uint64_t *ret_left_mib)
{
	struct statvfs fs;

	if (fstatvfs(c->fd, &fs) < 0)
		return false; /* the first write will tell */
	*ret_left_mib = (uint64_t)fs.f_bavail * fs.f_frsize >> 20;
	return tora_quota_disk_full((uint64_t)fs.f_blocks * fs.f_frsize,
	                            (uint64_t)fs.f_bavail * fs.f_frsize);
}

/* On a full disk our own cache goes first; what is in use stays. */
static int look_for_room(struct cache *c, struct tora_err *err)
{
	uint64_t left = 0;

	if (!is_full(c, &left))
		return TORA_OK;
	sweep(c, 0);
	if (!is_full(c, &left))
		return TORA_OK;
	errno = ENOSPC;
	return tora_fail_sys(err, "%llu MiB left under '%s'", (unsigned long long)left, c->dir);
}

/* ---- making a build ------------------------------------------------------------------ */

/* The most recently used plain build of this repository; the base, for the head. */
static bool find_donor(struct job *j, const char **ret_key, struct tora_build_facts *ret)
{
	const struct tora_build *base = &j->cache->check->builds[TORA_BASE];
	const char *repo = tora_repo_common_dir(j->cache->check->repo);
	struct names names = { .at = { 0 } };
	struct tora_build_facts facts;
	int64_t best = -1;

	if (j->side == TORA_HEAD && base->key && load_facts(j->cache, base->key, &facts) &&
	    !facts.command) {
		*ret_key = base->key;
		*ret = facts;
		return true;
	}
	list_cache(j->cache, &names);
	for (size_t i = 0; i < names.at.n; i++) {
		const char *key = names.at.at[i];
		int64_t used = tora_build_is_key(key) ? last_used(j->cache, key) : 0;

		if (used <= best || !used || !load_facts(j->cache, key, &facts) || facts.command ||
		    strcmp(facts.repo, repo) != 0)
			continue;
		best = used;
		*ret_key = key;
		*ret = facts;
	}
	return best >= 0;
}

static int unpack(struct job *j, const char *dir, struct tora_unpacked *ret, struct tora_err *err)
{
	struct tora_check *check = j->cache->check;
	struct tora_unpack_spec spec = { .tree = &j->files,
		                         .dir = dir,
		                         .writable = check->config->build_command != NULL };
	struct tora_err ignored;
	const char *donor_key;
	int rc;

	rc = tora_tree_list(check->repo, j->tree, check->arena, &j->files, err);
	if (rc)
		return rc;
	if (!spec.writable && find_donor(j, &donor_key, &j->donor) &&
	    tora_tree_list(check->repo, &j->donor.tree, check->arena, &j->donor_files, &ignored) ==
	            TORA_OK) {
		j->donor_dir =
			tora_arena_printf(check->arena, "%s/%s/tree", j->cache->dir, donor_key);
		spec.donor = &j->donor_files;
		spec.donor_dir = j->donor_dir;
	}
	return tora_tree_unpack(check->repo, &spec, check->arena, ret, err);
}

static int by_path(const void *path, const void *entry)
{
	return strcmp(path, ((const struct tora_tree_entry *)entry)->path);
}

static const struct tora_tree_entry *entry_at(const struct tora_tree *tree, const char *path)
{
	return tree->entries.n ? bsearch(path, tree->entries.at, tree->entries.n,
	                                 sizeof *tree->entries.at, by_path)
	                       : NULL;
}

/* What was made of a source is the donor's to give when the donor made it, of the same source. */
static bool may_share(const struct job *j, const struct tora_tree_entry *e, const char *result)
{
	const struct tora_tree_entry *other = entry_at(&j->donor_files, e->path);

	return j->donor_dir && other && other->kind == e->kind &&
	       tora_oid_eq(&other->oid, &e->oid) && !strcmp(j->donor.compiler, j->facts.compiler) &&
	       !entry_at(&j->donor_files, result);
}

/* What the language compiles before it loads anything (lang/compile.h). Going without is no failure. */
static void compile_ahead(struct job *j, const char *folder, const char *dir,
                          struct tora_unpacked *made)
{
	struct tora_check *check = j->cache->check;
	const struct tora_sandbox *box = check->sandbox;
	const char *scratch = in_cache(j->cache, "", folder, "/out");
	TORA_VEC(struct tora_compile_source) all = { 0 };
	struct tora_compile_spec spec = { .sandbox = box, .dir = dir, .donor_dir = j->donor_dir };
	struct tora_compiled done;
	struct tora_err err = TORA_ERR_INIT;

	for (size_t i = 0; i < j->files.entries.n; i++) {
		const struct tora_tree_entry *e = &j->files.entries.at[i];
		const char *result =
			e->kind == TORA_ENTRY_FILE || e->kind == TORA_ENTRY_EXEC
				? box->lang->compiled_path(e->path, box->version, check->arena)
				: NULL;
		if (result && !entry_at(&j->files, result))
			*tora_vec_push(check->arena, &all) =
				(struct tora_compile_source){ e->path, result,
				                              may_share(j, e, result) };
	}
	if (all.n == 0 || mkdirat(j->cache->fd, scratch, 0755) < 0)
		return;
	spec.sources = all.at;
	spec.n = all.n;
	spec.scratch = tora_arena_printf(check->arena, "%s/%s", j->cache->dir, scratch);
	spec.budget_ms = COMPILE_MS;
	(void)tora_lang_compile(&spec, check->arena, &done, &err);
	tora_folder_remove(j->cache->fd, scratch);
	made->written += done.written;
	tora_log(check->log, err.rc ? TORA_LOG_WARN : TORA_LOG_DEBUG, "build",
	         "%s: %u of %zu sources compiled ahead, %u shared %s", tora_side_name(j->side),
	         done.made, all.n, done.shared, err.msg);
}

static enum tora_reason not_buildable(const struct job *j)
{
	return j->side == TORA_BASE ? TORA_REASON_BASE_NOT_BUILDABLE
	                            : TORA_REASON_HEAD_NOT_BUILDABLE;
}

/* The last line with something in it usually says what went wrong. */
static const char *last_line(struct tora_sv log, struct tora_arena *arena)
{
	struct tora_str shown = TORA_STR_INIT(400);
	struct tora_sv line, last = { 0 };
	const char *text;

	while (tora_sv_line(&log, &line))
		if (tora_sv_trim(line).len)
			last = tora_sv_trim(line);
	if (last.len > 200)
		last.len = 200;
	tora_str_add_escaped(&shown, last, false);
	text = tora_arena_text(arena, tora_str_view(&shown));
	tora_str_free(&shown);
	return text;
}

/* The project's own command, in the sandbox, on a copy nobody shares. */
static int run_command(struct job *j, const char *dir, struct tora_err *err)
{
	struct tora_check *check = j->cache->check;
	struct tora_build *build = &check->builds[j->side];
	const char *const argv[] = { "/bin/sh", "-c", check->config->build_command, NULL };
	int64_t left = tora_check_left_ms(check);
	int rc, status = 0;

	rc = check->sandbox->run(check->sandbox->ctx, argv, dir,
	                         left < COMMAND_MS ? (unsigned)left : COMMAND_MS, COMMAND_LOG,
	                         &build->log, &status, err);
	if (rc)
		return tora_wrap(err, "tora.build.command");
	if (status == 0)
		return TORA_OK;
	build->failed = true;
	if (status < 0)
		tora_check_stop(check, not_buildable(j), "tora.build.command did not end in time");
	else
		tora_check_stop(check, not_buildable(j),
		                "tora.build.command ended with %d on the %s: %s", status,
		                tora_side_name(j->side), last_line(build->log, check->arena));
	return TORA_OK;
}

static void fill_facts(struct job *j, const struct tora_unpacked *made)
{
	bool command = j->cache->check->config->build_command != NULL;

	j->facts = (struct tora_build_facts){
		.compiler = j->facts.compiler,
		.tree = *j->tree,
		.repo = tora_repo_common_dir(j->cache->check->repo),
		.boot = command ? "" : j->cache->boot,
		.command = command,
		.files = made->files,
		.shared = made->shared,
		.submodules = made->submodules,
		.lfs = made->lfs,
		.bytes = made->bytes,
		.written = made->written,
		.submodule = made->submodule,
		.lfs_file = made->lfs_file,
	};
}

/* In .new-<key>, renamed when whole. Under the exclusive lock, so nobody else is there. */
static int make_in(struct job *j, const char *folder, struct tora_err *err)
{
	struct cache *c = j->cache;
	const char *tree = in_cache(c, "", folder, "/tree");
	const char *dir = tora_arena_printf(c->check->arena, "%s/%s", c->dir, tree);
	struct tora_unpacked made;
	int rc;

	if (mkdirat(c->fd, folder, 0755) < 0 || mkdirat(c->fd, tree, 0755) < 0)
		return tora_fail_sys(err, "making '%s'", dir);
	rc = unpack(j, dir, &made, err);
	if (!rc && c->check->config->build_command)
		rc = run_command(j, dir, err);
	if (rc || c->check->builds[j->side].failed)
		return rc;
	if (*j->facts.compiler)
		compile_ahead(j, folder, dir, &made);
	rc = tora_folder_freeze(c->fd, tree, err);
	if (rc)
		return rc;
	fill_facts(j, &made);
	rc = save_facts(c, folder, &j->facts, err);
	if (!rc && renameat(c->fd, folder, c->fd, j->key) < 0)
		rc = tora_fail_sys(err, "renaming a build");
	return rc;
}

static int make(struct job *j, struct tora_err *err)
{
	struct cache *c = j->cache;
	const char *folder = in_cache(c, ".new-", j->key, "");
	int rc;

	remove_build(c, j->key); /* what a killed process left, or what may not be used */
	rc = look_for_room(c, err);
	if (!rc)
		rc = make_in(j, folder, err);
	if (rc || c->check->builds[j->side].failed)
		tora_folder_remove(c->fd, folder);
	c->wrote = true;
	return rc;
}

/* ---- one side ------------------------------------------------------------------------ */

static void touch(struct job *j)
{
	(void)utimensat(j->cache->fd, in_cache(j->cache, "", j->key, "/" TORA_BUILD_MARKER), NULL,
	                AT_SYMLINK_NOFOLLOW);
}

/* Reused, with the lock shared; or not there, with the lock exclusive. */
static int look_or_lock(struct job *j, bool *ret_reused, struct tora_err *err)
{
	bool anew = j->cache->check->no_cache;
	int rc;

	if (anew) { /* unless somebody is using it */
		j->lock = try_lock(j->cache, j->key, LOCK_EX);
		*ret_reused = false;
		if (j->lock >= 0)
			return TORA_OK;
	}
	for (;;) {
		rc = wait_lock(j, LOCK_SH, err);
		if (rc)
			return rc;
		*ret_reused = load_facts(j->cache, j->key, &j->facts);
		if (*ret_reused)
			return TORA_OK;
		unlock(j);
		rc = wait_lock(j, LOCK_EX, err);
		if (rc)
			return rc;
		if (!load_facts(j->cache, j->key, &j->facts))
			return TORA_OK;
		unlock(j); /* somebody made it meanwhile */
	}
}

static void note_once(struct tora_check *check, const char *text)
{
	for (size_t i = 0; i < check->notes.n; i++)
		if (strcmp(check->notes.at[i], text) == 0)
			return;
	tora_check_note(check, "%s", text);
}

static void note_facts(struct job *j)
{
	struct tora_check *check = j->cache->check;
	const struct tora_build_facts *f = &j->facts;

	if (f->submodules)
		note_once(check, tora_arena_printf(
					 check->arena, "submodules are left empty: %s (%u in all)",
					 f->submodule ? f->submodule : "", f->submodules));
	if (f->lfs)
		note_once(check,
		          tora_arena_printf(check->arena,
		                            "Git LFS files are only pointers here: %s (%u in all)",
		                            f->lfs_file ? f->lfs_file : "", f->lfs));
}

/* Which failures are results: facts about the disk, the clone or the tree. */
static int give_up(struct job *j, int rc, struct tora_err *err)
{
	struct tora_check *check = j->cache->check;

	if (rc == TORA_E_SYS && (err->sys == ENOSPC || err->sys == EDQUOT || err->sys == EFBIG))
		tora_check_stop(check, TORA_REASON_DISK_FULL, "unpacking the %s: %s",
		                tora_side_name(j->side), err->msg);
	else if (rc == TORA_E_NOTFOUND)
		tora_check_stop(check, TORA_REASON_MISSING_OBJECTS, "unpacking the %s: %s",
		                tora_side_name(j->side), err->msg);
	else if (rc == TORA_E_FORMAT || rc == TORA_E_LIMIT)
		tora_check_stop(check, not_buildable(j), "unpacking the %s: %s",
		                tora_side_name(j->side), err->msg);
	else
		return tora_wrap(err, "unpacking the %s", tora_side_name(j->side));
	return TORA_OK;
}

static int build_side(struct cache *c, enum tora_side side, const struct tora_oid *tree,
                      const char *fingerprint, struct tora_err *err)
{
	struct tora_check *check = c->check;
	struct tora_build *build = &check->builds[side];
	struct job j = { .cache = c, .side = side, .tree = tree, .lock = -1 };
	char key[TORA_HASH_HEX];
	const char *compiler =
		check->config->build_command || !check->sandbox ? NULL : check->sandbox->compiler;
	int rc;

	tora_build_key(tree, check->config->build_command, fingerprint, compiler, key);
	j.facts.compiler = compiler ? compiler : "";
	j.key = tora_arena_dup(check->arena, key);
	*build = (struct tora_build){ .side = side, .tree = *tree, .key = j.key };
	build->dir = tora_arena_printf(check->arena, "%s/%s/tree", c->dir, j.key);
	rc = look_or_lock(&j, &build->reused, err);
	if (!rc && !build->reused)
		rc = make(&j, err);
	if (rc || build->failed) {
		unlock(&j);
		return rc ? give_up(&j, rc, err) : TORA_OK;
	}
	/* From here on shared, and never given back: the kernel does it when the process ends. */
	(void)flock(j.lock, LOCK_SH);
	touch(&j);
	build->files = j.facts.files;
	build->shared = j.facts.shared;
	note_facts(&j);
	tora_log(check->log, TORA_LOG_DEBUG, "build", "%s %.12s %s: %u files, %u shared",
	         tora_side_name(side), tree->hex, build->reused ? "reused" : "written",
	         build->files, build->shared);
	return TORA_OK;
}

/* ---- the stage ----------------------------------------------------------------------- */

/* Of the languages the change touches; one without a toolchain here has nothing to say. */
static const char *fingerprints(struct tora_check *check)
{
	const struct tora_lang *seen[LANGS_MAX];
	const char *all = "";
	size_t n = 0;

	for (size_t i = 0; i < check->change.files.n && n < LANGS_MAX; i++) {
		const struct tora_lang *lang = check->change.files.at[i].lang;
		struct tora_toolchain tool = { .fingerprint = NULL };
		struct tora_err ignored;
		bool known = !lang || !lang->toolchain;

		for (size_t k = 0; k < n; k++)
			known |= seen[k] == lang;
		if (known)
			continue;
		seen[n++] = lang;
		if (lang->toolchain(check->repo_path, check->config, check->arena, &tool,
		                    &ignored) == TORA_OK &&
		    tool.fingerprint)
			all = tora_arena_printf(check->arena, "%s%s=%s\n", all, lang->name,
			                        tool.fingerprint);
	}
	return all;
}

static void progress(const struct tora_check *check, size_t done)
{
	if (check->progress)
		check->progress(check->progress_ctx, "build", done, 2);
}

int tora_stage_build(struct tora_check *check, struct tora_err *err)
{
	const struct tora_oid *trees[] = {
		[TORA_BASE] = &check->base_tree, [TORA_HEAD] = &check->head_tree
	};
	struct cache c = { .fd = -1 };
	const char *fingerprint = NULL;
	int rc;

	if (check->config->build_command && !check->sandbox) {
		tora_check_stop(check, TORA_REASON_NO_SANDBOX,
		                "tora.build.command is set, and nothing runs without a sandbox");
		return TORA_OK;
	}
	if (check->config->build_command)
		fingerprint = fingerprints(check);
	rc = cache_open(check, &c, err);
	for (int side = TORA_BASE; !rc && side <= TORA_HEAD && !check->reason; side++) {
		progress(check, (size_t)side);
		rc = build_side(&c, (enum tora_side)side, trees[side], fingerprint, err);
	}
	if (!rc && c.wrote)
		sweep(&c, TORA_BUILD_QUOTA);
	if (!rc && !check->reason)
		progress(check, 2);
	if (c.fd >= 0)
		(void)close(c.fd);
	return rc ? tora_wrap(err, "build") : TORA_OK;
}
