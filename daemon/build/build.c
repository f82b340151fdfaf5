/*
 * One side after the other: look in the cache, else make it under the key's lock. The base goes
 * first because the head then shares its unchanged files.
 *
 * Who may use a build holds its lock shared; who makes or removes it, exclusively. A process
 * never waits for an exclusive lock while it holds another one that is exclusive, and only takes
 * one for a key that is not built yet, which nobody holds shared: no cycle.
 */
#include "build/build.h"

#include "git/unpack.h"
#include "lang/compile.h"
#include "lang/lang.h"
#include "model/check.h"
#include "store/cache.h"
#include "store/folder.h"
#include "tora/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define COMMAND_MS   600000u
#define COMPILE_MS   15000u
#define COMMAND_LOG  (256u << 10)
#define LOCK_LOOK_MS 10 /* between looks at a lock that another check holds */
#define LANGS_MAX    8

struct job {
	struct tora_check *check;
	const struct tora_cache *cache;
	enum tora_side side;
	const struct tora_oid *tree;
	const char *key;
	int lock;
	struct tora_build_facts facts;
	struct tora_tree files, donor_files;
	struct tora_build_facts donor; /* whose files were shared; repo NULL: nobody's */
	const char *donor_key, *donor_dir;
	bool *wrote; /* something that counts against the quota */
};

/* ---- locks --------------------------------------------------------------------------- */

static int wait_lock(struct job *j, int how, struct tora_err *err)
{
	static const struct timespec look = { .tv_nsec = LOCK_LOOK_MS * 1000000L };

	for (;;) {
		j->lock = tora_cache_lock(j->cache, j->key, how);
		if (j->lock >= 0)
			return TORA_OK;
		if (j->lock == -2)
			return tora_fail_sys(err, "locking a build");
		if (tora_check_left_ms(j->check) <= LOCK_LOOK_MS)
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

/* ---- making a build ------------------------------------------------------------------ */

/* The most recently used plain build of this repository; the base, for the head. */
static bool find_donor(struct job *j, struct tora_build_facts *ret)
{
	const struct tora_build *base = &j->check->builds[TORA_BASE];
	const char *repo = tora_repo_common_dir(j->check->repo);
	struct tora_cache_builds all = { .at = { 0 } };
	int64_t best = -1;

	if (j->side == TORA_HEAD && base->key && tora_cache_facts(j->cache, base->key, ret) &&
	    !ret->command) {
		j->donor_key = base->key;
		return true;
	}
	tora_cache_list(j->cache, &all);
	for (size_t i = 0; i < all.at.n; i++) {
		const struct tora_cache_build *b = &all.at.at[i];

		if (b->used_ms <= best || b->facts.command || strcmp(b->facts.repo, repo) != 0)
			continue;
		best = b->used_ms;
		j->donor_key = b->key;
		*ret = b->facts;
	}
	return best >= 0;
}

static int unpack(struct job *j, const char *dir, struct tora_unpacked *ret, struct tora_err *err)
{
	struct tora_check *check = j->check;
	struct tora_unpack_spec spec = { .tree = &j->files,
		                         .dir = dir,
		                         .writable = check->config->build_command != NULL };
	struct tora_err ignored;
	int rc;

	rc = tora_tree_list(check->repo, j->tree, check->arena, &j->files, err);
	if (rc)
		return rc;
	if (!spec.writable && find_donor(j, &j->donor) &&
	    tora_tree_list(check->repo, &j->donor.tree, check->arena, &j->donor_files, &ignored) ==
	            TORA_OK) {
		j->donor_dir =
			tora_arena_printf(check->arena, "%s/%s/tree", j->cache->dir, j->donor_key);
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
static void compile_ahead(struct job *j, const char *folder, const char *dir)
{
	struct tora_check *check = j->check;
	const struct tora_sandbox *box = check->sandbox;
	const char *scratch = tora_cache_name(j->cache, "", folder, "/out");
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
	struct tora_check *check = j->check;
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

static void fill_facts(struct job *j, const struct tora_unpacked *made,
                       const struct tora_folder_sum *sum)
{
	bool command = j->check->config->build_command != NULL;

	j->facts = (struct tora_build_facts){
		.compiler = j->facts.compiler,
		.tree = *j->tree,
		.donor = made->shared ? j->donor_key : "",
		.repo = tora_repo_common_dir(j->check->repo),
		.boot = command ? "" : j->cache->boot,
		.command = command,
		.files = made->files,
		.shared = made->shared,
		.submodules = made->submodules,
		.lfs = made->lfs,
		.bytes = sum->bytes,
		.written = sum->own,
		.submodule = made->submodule,
		.lfs_file = made->lfs_file,
	};
}

/* In .new-<key>, renamed when whole. Under the exclusive lock, so nobody else is there. */
static int make_in(struct job *j, const char *folder, struct tora_err *err)
{
	const struct tora_cache *c = j->cache;
	const char *tree = tora_cache_name(c, "", folder, "/tree");
	const char *dir = tora_arena_printf(j->check->arena, "%s/%s", c->dir, tree);
	struct tora_folder_sum sum = { 0 };
	struct tora_unpacked made;
	int rc;

	if (mkdirat(c->fd, folder, 0755) < 0 || mkdirat(c->fd, tree, 0755) < 0)
		return tora_fail_sys(err, "making '%s'", dir);
	rc = unpack(j, dir, &made, err);
	if (!rc && j->check->config->build_command)
		rc = run_command(j, dir, err);
	if (rc || j->check->builds[j->side].failed)
		return rc;
	if (*j->facts.compiler)
		compile_ahead(j, folder, dir);
	rc = tora_folder_freeze(c->fd, tree, &sum, err);
	if (rc)
		return rc;
	fill_facts(j, &made, &sum);
	rc = tora_cache_mark(c, folder, &j->facts, err);
	if (!rc && renameat(c->fd, folder, c->fd, j->key) < 0)
		rc = tora_fail_sys(err, "renaming a build");
	return rc;
}

static int make(struct job *j, struct tora_err *err)
{
	const struct tora_cache *c = j->cache;
	const char *folder = tora_cache_name(c, ".new-", j->key, "");
	int rc;

	tora_cache_remove(c, j->key); /* what a killed process left, or what may not be used */
	rc = tora_cache_room(c, err);
	if (!rc)
		rc = make_in(j, folder, err);
	if (rc || j->check->builds[j->side].failed)
		tora_folder_remove(c->fd, folder);
	*j->wrote = true;
	return rc;
}

/* ---- one side ------------------------------------------------------------------------ */

/* Reused, with the lock shared; or not there, with the lock exclusive. */
static int look_or_lock(struct job *j, bool *ret_reused, struct tora_err *err)
{
	bool anew = j->check->no_cache;
	int rc;

	if (anew) { /* unless somebody is using it */
		j->lock = tora_cache_lock(j->cache, j->key, LOCK_EX);
		*ret_reused = false;
		if (j->lock >= 0)
			return TORA_OK;
	}
	for (;;) {
		rc = wait_lock(j, LOCK_SH, err);
		if (rc)
			return rc;
		*ret_reused = tora_cache_facts(j->cache, j->key, &j->facts);
		if (*ret_reused)
			return TORA_OK;
		unlock(j);
		rc = wait_lock(j, LOCK_EX, err);
		if (rc)
			return rc;
		if (!tora_cache_facts(j->cache, j->key, &j->facts))
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
	struct tora_check *check = j->check;
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
	struct tora_check *check = j->check;

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

/*
 * With the lock shared, which is never given back: the kernel does it when the process ends. Between
 * the exclusive lock and the shared one somebody may make room, and then it is made once more.
 */
static int get(struct job *j, struct tora_build *build, struct tora_err *err)
{
	int rc;

	do {
		rc = look_or_lock(j, &build->reused, err);
		if (!rc && !build->reused)
			rc = make(j, err);
		if (rc || build->failed)
			return rc;
		(void)flock(j->lock, LOCK_SH);
		if (tora_cache_used_ms(j->cache, j->key))
			return TORA_OK;
		unlock(j);
	} while (tora_check_left_ms(j->check));
	return tora_fail(err, TORA_E_TIMEOUT, "the build is taken away again and again");
}

static int build_side(struct tora_check *check, const struct tora_cache *c, enum tora_side side,
                      const struct tora_oid *tree, const char *fingerprint, bool *wrote,
                      struct tora_err *err)
{
	struct tora_build *build = &check->builds[side];
	struct job j = {
		.check = check, .cache = c, .side = side, .tree = tree, .lock = -1, .wrote = wrote
	};
	char key[TORA_HASH_HEX];
	const char *compiler =
		check->config->build_command || !check->sandbox ? NULL : check->sandbox->compiler;
	int rc;

	tora_build_key(tree, check->config->build_command, fingerprint, compiler, key);
	j.facts.compiler = compiler ? compiler : "";
	j.key = tora_arena_dup(check->arena, key);
	*build = (struct tora_build){ .side = side, .tree = *tree, .key = j.key };
	build->dir = tora_arena_printf(check->arena, "%s/%s/tree", c->dir, j.key);
	rc = get(&j, build, err);
	if (rc || build->failed) {
		unlock(&j);
		return rc ? give_up(&j, rc, err) : TORA_OK;
	}
	tora_cache_touch(c, j.key);
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
	struct tora_cache_swept swept;
	struct tora_cache c = { .fd = -1 };
	bool wrote = false;
	const char *fingerprint = NULL;
	int rc;

	if (check->config->build_command && !check->sandbox) {
		tora_check_stop(check, TORA_REASON_NO_SANDBOX,
		                "tora.build.command is set, and nothing runs without a sandbox");
		return TORA_OK;
	}
	if (check->config->build_command)
		fingerprint = fingerprints(check);
	rc = tora_cache_open(check->paths->cache, check->arena, &c, err);
	for (int side = TORA_BASE; !rc && side <= TORA_HEAD && !check->reason; side++) {
		progress(check, (size_t)side);
		rc = build_side(check, &c, (enum tora_side)side, trees[side], fingerprint, &wrote,
		                err);
	}
	if (!rc && wrote)
		tora_cache_sweep(&c, (uint64_t)check->config->cache_quota, &swept);
	if (!rc && !check->reason)
		progress(check, 2);
	tora_cache_close(&c);
	return rc ? tora_wrap(err, "build") : TORA_OK;
}
