/*
 * One side after the other: look in the cache, else make it under the key's lock. The base goes
 * first because the head then shares its unchanged files.
 *
 * Who may use a build holds its lock shared; who makes or removes it, exclusively. A process
 * never waits for an exclusive lock while it holds another one that is exclusive, and only takes
 * one for a key that is not built yet, which nobody holds shared: no cycle. (That of an old build, recycle.h, is
 * not waited for.) A check without the cache
 * wants it for one that is built, and may hold another shared: it waits no longer than ANEW_MS.
 */
#include "build/build.h"

#include "build/donor.h"
#include "build/job.h"
#include "build/recycle.h"
#include "build/said.h"
#include "git/repo.h"
#include "git/unpack.h"
#include "lang/lang.h"
#include "store/ccache.h"
#include "store/folder.h"
#include "tora/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define COMMAND_MS   600000u
#define DETECTED_MS  120000u /* what nobody asked for must not take the whole check */
#define RETRY_S      86400   /* after that it is tried again: the machine may have been busy */
#define COMPILE_MS   15000u
#define COMMAND_LOG  (256u << 10)
#define OPEN_DIR     (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#define LOCK_LOOK_MS 10   /* between looks at a lock that another check holds */
#define ANEW_MS      3000 /* for a build that is to be made anew, until nobody uses it */
#define ANEW_SHARE   8    /* of the time left: at most that part of it */
#define SPARE_MS     1000 /* several times what a spare copy takes; with less left none is begun */

/* ---- locks --------------------------------------------------------------------------- */

static int wait_lock(struct tora_build_job *j, int how, int64_t most_ms, struct tora_err *err)
{
	static const struct timespec look = { .tv_nsec = LOCK_LOOK_MS * 1000000L };
	int64_t end = tora_check_left_ms(j->check) - most_ms;

	for (;;) {
		j->lock = tora_cache_lock(j->cache, j->key, how);
		if (j->lock >= 0)
			return TORA_OK;
		if (j->lock == -2)
			return tora_fail_sys(err, "locking a build");
		if (tora_check_left_ms(j->check) <= (end > LOCK_LOOK_MS ? end : LOCK_LOOK_MS))
			return tora_fail(
				err, TORA_E_TIMEOUT,
				"another check makes the same build: check again after it");
		(void)nanosleep(&look, NULL);
	}
}

static void unlock(struct tora_build_job *j)
{
	if (j->lock >= 0)
		(void)close(j->lock);
	j->lock = -1;
}

/* ---- making a build ------------------------------------------------------------------ */

/* Between steps. What is half made when it fails is removed: the next check has time for it. */
static int look_at_time(const struct tora_build_job *j, const char *step, struct tora_err *err)
{
	if (tora_check_left_ms(j->check))
		return TORA_OK;
	return tora_fail(err, TORA_E_TIMEOUT, "no time was left for %s", step);
}

/* The kernel's own times of files come from the coarse clock: what is made later must not look older. */
static void set_changed_time(struct tora_build_job *j)
{
	(void)clock_gettime(CLOCK_REALTIME_COARSE, &j->changed);
}

static int unpack(struct tora_build_job *j, const char *tree, const char *dir, bool may_share_donor,
                  struct tora_unpacked *ret, struct tora_err *err)
{
	struct tora_check *check = j->check;
	struct tora_unpack_spec spec = { .tree = &j->files,
		                         .dir = dir,
		                         .writable = j->recipe.command != NULL,
		                         .until_ms = check->deadline_ms };
	int rc;

	set_changed_time(j);
	if (may_share_donor && (spec.writable ? tora_donor_continues(j) : tora_donor_hold(j))) {
		spec.donor = &j->donor_files;
		spec.donor_dir = j->donor_dir;
		spec.is_continued = j->is_continued = spec.writable;
		spec.changed = j->changed;
	}
	if (j->is_recycled) {
		spec.was = &j->old_files;
		spec.was_bytes = j->old.bytes;
		spec.gone = tora_recycle_stale(j, &spec.n_gone);
	}
	rc = tora_tree_unpack(check->repo, &spec, check->arena, ret, err);
	return !rc && j->is_continued ? tora_donor_products(j, tree, err) : rc;
}

/* What was made of a source is the donor's to give when the donor made it, of the same source. */
static bool may_share(const struct tora_build_job *j, const struct tora_tree_entry *e,
                      const char *result)
{
	const struct tora_tree_entry *other = tora_tree_at(&j->donor_files, e->path);

	return j->donor_dir && other && other->kind == e->kind &&
	       tora_oid_eq(&other->oid, &e->oid) && !strcmp(j->donor.compiler, j->facts.compiler) &&
	       !tora_tree_at(&j->donor_files, result);
}

/* What the language compiles before it loads anything (lang/compile.h). Going without is no failure. */
static void compile_ahead(struct tora_build_job *j, const char *folder, const char *dir)
{
	struct tora_check *check = j->check;
	const struct tora_sandbox *box = check->sandbox;
	const char *scratch = tora_cache_name(j->cache, "", folder, "/out");
	TORA_VEC(struct tora_compile_source) all = { 0 };
	struct tora_compile_spec spec = {
		.sandbox = box, .dir = dir, .donor_dir = j->donor_dir, .has_results = j->is_recycled
	};
	struct tora_err err = TORA_ERR_INIT;
	int64_t left;

	for (size_t i = 0; i < j->files.entries.n; i++) {
		const struct tora_tree_entry *e = &j->files.entries.at[i];
		const char *result =
			e->kind == TORA_ENTRY_FILE || e->kind == TORA_ENTRY_EXEC
				? box->lang->compiled_path(e->path, box->version, check->arena)
				: NULL;
		if (result && !tora_tree_at(&j->files, result))
			*tora_vec_push(check->arena, &all) =
				(struct tora_compile_source){ e->path, result,
				                              may_share(j, e, result) };
	}
	left = tora_check_left_ms(check);
	if (all.n == 0 || !left || mkdirat(j->cache->fd, scratch, 0755) < 0)
		return;
	spec.sources = all.at;
	spec.n = all.n;
	spec.scratch = tora_arena_printf(check->arena, "%s/%s", j->cache->dir, scratch);
	spec.budget_ms = left < COMPILE_MS ? (unsigned)left : COMPILE_MS;
	(void)tora_lang_compile(&spec, check->arena, &j->compiled, &err);
	tora_folder_remove(j->cache->fd, scratch);
	tora_log(check->log, err.rc ? TORA_LOG_WARN : TORA_LOG_DEBUG, "build",
	         "%s: %u of %zu sources compiled ahead, %u shared %s", tora_build_job_name(j),
	         j->compiled.made, all.n, j->compiled.shared, err.msg);
}

static enum tora_reason not_buildable(const struct tora_build_job *j)
{
	return j->side == TORA_BASE ? TORA_REASON_BASE_NOT_BUILDABLE
	                            : TORA_REASON_HEAD_NOT_BUILDABLE;
}

static bool has_room(void *ctx)
{
	return !tora_cache_is_full(ctx);
}

/* A time that the command had to itself says something about the tree; what the check had left does not. */
static int stopped_by_time(struct tora_build_job *j, unsigned had_ms, unsigned most_ms,
                           struct tora_err *err)
{
	if (had_ms < most_ms)
		return tora_fail(err, TORA_E_TIMEOUT,
		                 "%s did not end in the %u s that the check had left "
		                 "(tora.check.timeout)",
		                 j->recipe.what, had_ms / 1000);
	j->failure = tora_arena_printf(j->check->arena, "it did not end in %u s", most_ms / 1000);
	j->retry_s = tora_clock_wall_ms() / 1000 + RETRY_S;
	return TORA_OK;
}

/*
 * In the sandbox, on files that nobody shares. j->failure says what became of it. It may have all the time that
 * is left: what it makes is there for the next check, even where this one gets no further.
 */
static int run_command(struct tora_build_job *j, const char *dir, struct tora_err *err)
{
	struct tora_check *check = j->check;
	struct tora_build *build = &check->builds[j->side];
	struct tora_cache cache = *j->cache;
	const struct tora_sandbox_watch watch = { .may_go_on = has_room, .ctx = &cache };
	const char *const argv[] = { "/bin/sh", "-c", j->recipe.command, j->recipe.program, NULL };
	const struct tora_sandbox_ccache ccache = {
		.folder = tora_ccache_folder(check->paths->cache, tora_repo_common_dir(check->repo),
		                             check->arena),
		.programs = tora_ccache_programs(),
		.max_mib = (unsigned)(TORA_CCACHE_MAX >> 20)
	};
	unsigned most = j->recipe.is_detected ? DETECTED_MS : COMMAND_MS;
	int64_t left = tora_check_left_ms(check);
	unsigned budget = left < most ? (unsigned)left : most;
	int rc, status = 0;

	j->failure = NULL;
	j->retry_s = 0;
	if (!budget)
		return look_at_time(j, j->recipe.what, err);
	rc = check->sandbox->run(check->sandbox->ctx, argv, dir, ccache.folder ? &ccache : NULL,
	                         budget, COMMAND_LOG, &watch, &build->log, &status, err);
	if (ccache.folder)
		tora_ccache_settle(ccache.folder);
	if (rc)
		return tora_wrap(err, "%s", j->recipe.what);
	if (status == TORA_SANDBOX_STOPPED) {
		errno = ENOSPC;
		return tora_fail_sys(err, "%s filled the disk", j->recipe.what);
	}
	if (status == TORA_SANDBOX_TIMEOUT)
		return stopped_by_time(j, budget, most, err);
	if (status != 0)
		j->failure = tora_build_failure(status, tora_side_name(j->side), build->log,
		                                check->sandbox->lacks, check->arena);
	return TORA_OK;
}

/*
 * Of what a command made: all of one time, that of when it began to make anything. So it is younger than
 * every file of a tree and than the headers of the system, which ninja compares with too, and no younger
 * than what ninja wrote down of it. Who goes on from there or shares its files keeps it, so that what was
 * made later looks no younger than what was not made again. A second less: some disks keep whole seconds.
 */
static int64_t made_time(const struct tora_build_job *j)
{
	int64_t began = (int64_t)j->changed.tv_sec - 1;

	if (j->donor_dir && j->donor.made_s && j->donor.made_s < (int64_t)j->changed.tv_sec)
		return j->donor.made_s;
	return began > TORA_UNPACK_TIME_END ? began : TORA_UNPACK_TIME_END;
}

static void fill_facts(struct tora_build_job *j, const struct tora_unpacked *made,
                       const struct tora_folder_sum *sum)
{
	bool command = j->recipe.command != NULL;

	j->facts = (struct tora_build_facts){
		.compiler = j->facts.compiler,
		.tree = *j->tree,
		.donor = j->donor_dir ? j->donor_key : "",
		.recipe = command ? j->recipe.hash : "",
		.failure = j->failure,
		.retry_s = j->failure ? j->retry_s : 0,
		.repo = tora_repo_common_dir(j->check->repo),
		.boot = command ? "" : j->cache->boot,
		.command = command,
		.is_incremental = j->is_continued,
		.is_spare = j->spare_of != NULL,
		.made_s = command ? made_time(j) : 0,
		.files = made->files,
		.shared = command ? sum->shared : made->shared,
		.submodules = made->submodules,
		.lfs = made->lfs,
		.bytes = command ? sum->bytes : made->bytes + j->compiled.bytes,
		.written = sum->own + (command ? 0 : made->written + j->compiled.written),
		.submodule = made->submodule,
		.lfs_file = made->lfs_file,
	};
}

static bool same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/*
 * A file that the command left alone has its content's time again; what was made is younger than
 * all of these: whoever goes on from here has to make only what is younger.
 */
static struct timespec settled_time(void *ctx, const char *path, const struct stat *st)
{
	struct tora_build_job *j = ctx;
	const struct timespec made = { .tv_sec = (time_t)made_time(j) };
	const struct tora_tree_entry *e = tora_tree_at(&j->files, path);
	struct timespec own;

	if (!e || (S_ISLNK(st->st_mode) != (e->kind == TORA_ENTRY_LINK)))
		return made;
	own = tora_unpack_time(&e->oid);
	return same_time(st->st_mtim, own) ||
	                       (j->is_continued && same_time(st->st_mtim, j->changed))
	               ? own
	               : made;
}

static int freeze(struct tora_build_job *j, const char *tree, struct tora_folder_sum *ret,
                  struct tora_err *err)
{
	struct tora_folder_freezing how = { .donor = -1,
		                            .has_files_frozen = !j->recipe.command,
		                            .are_blocks_asked = j->is_recycled,
		                            .until_ms = j->check->deadline_ms };
	int rc;

	if (j->recipe.command) {
		how.time_of = settled_time;
		how.ctx = j;
		how.donor = j->donor_dir ? open(j->donor_dir, OPEN_DIR) : -1;
	}
	rc = tora_folder_freeze(j->cache->fd, tree, &how, ret, err);
	if (how.donor >= 0)
		(void)close(how.donor);
	return rc;
}

/* In .new-<key>, renamed when whole. Under the exclusive lock, so nobody else is there. */
static int make_in(struct tora_build_job *j, const char *folder, bool may_share_donor,
                   struct tora_err *err)
{
	const struct tora_cache *c = j->cache;
	const char *tree = tora_cache_name(c, "", folder, "/tree");
	const char *dir = tora_arena_printf(j->check->arena, "%s/%s", c->dir, tree);
	struct tora_folder_sum sum = { 0 };
	struct tora_unpacked made;
	int rc;

	if (!j->is_recycled && (mkdirat(c->fd, folder, 0755) < 0 || mkdirat(c->fd, tree, 0755) < 0))
		return tora_fail_sys(err, "making '%s'", dir);
	j->compiled = (struct tora_compiled){ 0 };
	rc = unpack(j, tree, dir, may_share_donor, &made, err);
	if (!rc && j->recipe.command) {
		rc = run_command(j, dir, err);
		if (rc || j->failure)
			return rc;
	}
	if (!rc && *j->facts.compiler)
		compile_ahead(j, folder, dir);
	if (!rc)
		rc = look_at_time(j, "finishing it", err);
	if (!rc)
		rc = freeze(j, tree, &sum, err);
	if (rc)
		return rc;
	fill_facts(j, &made, &sum);
	rc = tora_cache_mark(c, folder, &j->facts, err);
	if (!rc && renameat(c->fd, folder, c->fd, j->key) < 0)
		rc = tora_fail_sys(err, "renaming a build");
	return rc;
}

/* What is to be removed later, by tora_cache_sweep(): somebody waits for the build. */
static void put_away(const struct tora_build_job *j, const char *folder)
{
	const struct tora_cache *c = j->cache;

	if (renameat(c->fd, folder, c->fd, tora_cache_name(c, ".old-", j->key, "")) < 0)
		tora_folder_remove(c->fd, folder);
}

/* Out of an old build. False: it did not work out, and what there is of it is put away. */
static bool make_of_old(struct tora_build_job *j, const char *folder)
{
	struct tora_err err = TORA_ERR_INIT;
	int rc;

	if (!tora_recycle_take(j, folder))
		return false;
	rc = make_in(j, folder, true, &err);
	tora_donor_drop(j);
	j->is_recycled = false;
	if (!rc)
		return true;
	tora_log(j->check->log, TORA_LOG_INFO, "build", "%s: not made of an old build: %s",
	         tora_build_job_name(j), err.msg);
	put_away(j, folder);
	return false;
}

/* From what the donor's build made; if that does not work out, from nothing. */
static int make_or_remake(struct tora_build_job *j, const char *folder, struct tora_err *err)
{
	int rc = make_of_old(j, folder) ? TORA_OK : make_in(j, folder, true, err);

	if (j->is_continued && (j->failure || rc == TORA_E_CONFLICT || rc == TORA_E_LIMIT) &&
	    tora_check_left_ms(j->check)) {
		tora_log(j->check->log, TORA_LOG_INFO, "build",
		         "%s: built from nothing after all: %s", tora_build_job_name(j),
		         rc ? err->msg : j->failure);
		tora_folder_remove(j->cache->fd, folder);
		tora_donor_drop(j);
		j->failure = NULL;
		rc = make_in(j, folder, false, err);
	}
	return rc;
}

/*
 * When what nobody asked for fails, tests run on the files as they are, on both sides. But where it worked for
 * the base, the head does not build.
 */
static int make_without(struct tora_build_job *j, const char *folder, struct tora_err *err)
{
	tora_folder_remove(j->cache->fd, folder);
	tora_donor_drop(j);
	j->recipe.command = NULL;
	return make_in(j, folder, true, err);
}

static int make(struct tora_build_job *j, struct tora_err *err)
{
	const struct tora_cache *c = j->cache;
	const char *folder = tora_cache_name(c, ".new-", j->key, "");
	struct tora_build *build = &j->check->builds[j->side];
	int rc;

	tora_cache_remove(c, j->key); /* what a killed process left, or what may not be used */
	rc = tora_cache_room(c, err);
	if (!rc)
		rc = tora_tree_list(j->check->repo, j->tree, j->check->arena, &j->files, err);
	if (!rc)
		rc = make_or_remake(j, folder, err);
	if (!rc && j->failure && j->recipe.is_detected && !j->is_built_before)
		rc = make_without(j, folder, err);
	else if (!rc && j->failure)
		build->failed = true;
	if (build->failed)
		tora_check_stop(j->check, not_buildable(j), "%s: %s", j->recipe.what, j->failure);
	if (rc || build->failed)
		tora_folder_remove(c->fd, folder);
	tora_donor_drop(j);
	*j->wrote = true;
	return rc;
}

/* ---- one side ------------------------------------------------------------------------ */

/* A detected build that did not end in time stands for a day; then one check with enough time tries again. */
static bool is_due(struct tora_build_job *j)
{
	return tora_check_left_ms(j->check) > DETECTED_MS &&
	       tora_cache_facts(j->cache, j->key, &j->facts) && j->facts.retry_s &&
	       tora_clock_wall_ms() / 1000 >= j->facts.retry_s;
}

/*
 * Reused, with the lock shared; or to be made, with the lock exclusive. Without the cache, or when it is due, the
 * first only where it is in use.
 */
static int look_or_lock(struct tora_build_job *j, bool *ret_reused, struct tora_err *err)
{
	int64_t left = tora_check_left_ms(j->check);
	int rc;

	*ret_reused = false;
	if (j->check->no_cache || is_due(j)) {
		rc = wait_lock(j, LOCK_EX,
		               left / ANEW_SHARE < ANEW_MS ? left / ANEW_SHARE : ANEW_MS, err);
		if (rc != TORA_E_TIMEOUT)
			return rc;
		*err = (struct tora_err)TORA_ERR_INIT; /* others use it */
	}
	for (;;) {
		rc = wait_lock(j, LOCK_SH, left, err);
		if (rc)
			return rc;
		*ret_reused = tora_cache_facts(j->cache, j->key, &j->facts);
		if (*ret_reused)
			return TORA_OK;
		unlock(j);
		rc = wait_lock(j, LOCK_EX, left, err);
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

static void note_facts(struct tora_build_job *j)
{
	struct tora_check *check = j->check;
	const struct tora_build_facts *f = &j->facts;

	if (f->submodules)
		note_once(check, tora_arena_printf(
					 check->arena, "submodules are left empty: %s (%u in all)",
					 f->submodule ? f->submodule : "", f->submodules));
	if (f->failure)
		note_once(check,
		          tora_arena_printf(
				  check->arena,
				  "building extension modules in place: %s; tests run on "
				  "the files as they are (tora.build.command says how to build)",
				  f->failure));
	if (f->lfs)
		note_once(check,
		          tora_arena_printf(check->arena,
		                            "Git LFS files are only pointers here: %s (%u in all)",
		                            f->lfs_file ? f->lfs_file : "", f->lfs));
}

/* Which failures are results: facts about the disk, the clone or the tree. */
static int give_up(struct tora_build_job *j, int rc, struct tora_err *err)
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
		return tora_wrap(err, "the %s", tora_side_name(j->side));
	return TORA_OK;
}

/*
 * With the lock shared, until tora_build_release(), or until the process ends. Between
 * the exclusive lock and the shared one somebody may make room, and then it is made once more.
 */
static int get(struct tora_build_job *j, struct tora_build *build, struct tora_err *err)
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
	return tora_fail(err, TORA_E_TIMEOUT, "no build stays: tora.cache.quota is too small");
}

/* ---- how a side is built --------------------------------------------------------------- */

/* What failed for the base is not tried for the head: both are to be alike. */
static struct tora_recipe recipe_of_side(struct tora_check *check, const struct tora_cache *c,
                                         enum tora_side side, const struct tora_oid *tree,
                                         bool *ret_built_before)
{
	struct tora_recipe r = tora_recipe_for(check, tree);
	const char *base = side == TORA_HEAD ? check->builds[TORA_BASE].key : NULL;
	struct tora_build_facts facts;

	*ret_built_before = false;
	if (!base || !r.is_detected || !tora_cache_facts(c, base, &facts))
		return r;
	if (facts.failure)
		return (struct tora_recipe){ .command = NULL };
	*ret_built_before = facts.command;
	return r;
}

static void begin(struct tora_build_job *ret, struct tora_check *check, const struct tora_cache *c,
                  enum tora_side side, const struct tora_oid *tree, bool *wrote)
{
	struct tora_build_job j = { .check = check,
		                    .cache = c,
		                    .side = side,
		                    .tree = tree,
		                    .lock = -1,
		                    .donor_lock = -1,
		                    .wrote = wrote };
	char key[TORA_HASH_HEX];
	const char *compiler;

	j.recipe = recipe_of_side(check, c, side, tree, &j.is_built_before);
	compiler = j.recipe.command || !check->sandbox ? NULL : check->sandbox->compiler;
	tora_build_key(tree, j.recipe.command, j.recipe.fingerprint, compiler, key);
	j.facts.compiler = compiler ? compiler : "";
	j.key = tora_arena_dup(check->arena, key);
	*ret = j;
}

static int build_side(struct tora_check *check, const struct tora_cache *c, enum tora_side side,
                      const struct tora_oid *tree, bool *wrote, struct tora_err *err)
{
	struct tora_build *build = &check->builds[side];
	struct tora_build_job j;
	int rc;

	begin(&j, check, c, side, tree, wrote);
	*build = (struct tora_build){ .side = side, .tree = *tree, .key = j.key };
	build->dir = tora_arena_printf(check->arena, "%s/%s/tree", c->dir, j.key);
	rc = get(&j, build, err);
	if (rc || build->failed) {
		unlock(&j);
		return rc ? give_up(&j, rc, err) : TORA_OK;
	}
	build->lock = j.lock;
	if (build->reused && check->no_cache)
		tora_check_note(check, "the build of the %s is in use, and was not made anew",
		                tora_side_name(side));
	tora_cache_touch(c, j.key);
	build->files = j.facts.files;
	build->by_command = j.facts.command;
	build->shared = j.facts.shared;
	note_facts(&j);
	tora_log(check->log, TORA_LOG_DEBUG, "build", "%s %.12s %s: %u files, %u shared",
	         tora_side_name(side), tree->hex,
	         build->reused            ? "reused"
	         : j.facts.is_incremental ? "built on from another"
	                                  : "written",
	         build->files, build->shared);
	return TORA_OK;
}

/* ---- the stage ----------------------------------------------------------------------- */

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
	int rc;

	if (check->config->build_command && !check->sandbox) {
		tora_check_stop(check, TORA_REASON_NO_SANDBOX,
		                "tora.build.command is set, and nothing runs without a sandbox");
		return TORA_OK;
	}
	rc = tora_cache_open(check->paths->cache, check->arena, &c, err);
	for (int side = TORA_BASE; !rc && side <= TORA_HEAD && !check->reason; side++) {
		progress(check, (size_t)side);
		rc = build_side(check, &c, (enum tora_side)side, trees[side], &wrote, err);
	}
	if (!rc && wrote)
		tora_cache_sweep(&c, (uint64_t)check->config->cache_quota, &swept);
	if (!rc && !check->reason)
		progress(check, 2);
	tora_cache_close(&c);
	return rc ? tora_wrap(err, "build") : TORA_OK;
}

void tora_build_release(struct tora_check *check)
{
	for (int side = TORA_BASE; side <= TORA_HEAD; side++) {
		if (check->builds[side].lock > 0)
			(void)close(check->builds[side].lock);
		check->builds[side].lock = 0;
	}
}

int tora_build_ahead(struct tora_check *check, const struct tora_oid *trees, size_t n,
                     struct tora_err *err)
{
	struct tora_cache_swept swept;
	struct tora_cache c = { .fd = -1 };
	bool wrote = false;
	int rc = tora_cache_open(check->paths->cache, check->arena, &c, err);

	for (size_t i = 0; !rc && i < n && !check->reason; i++)
		rc = build_side(check, &c, TORA_BASE, &trees[i], &wrote, err);
	if (!rc && wrote)
		tora_cache_sweep(&c, (uint64_t)check->config->cache_quota, &swept);
	tora_cache_close(&c);
	return rc ? tora_wrap(err, "building ahead") : TORA_OK;
}

/* Whoever else holds the copy's lock makes it, or uses it up. */
static int make_spare(struct tora_build_job *j, struct tora_err *err)
{
	struct tora_build_facts facts;
	char key[TORA_HASH_HEX];
	int rc = TORA_OK;

	tora_build_spare_key(j->key, key);
	j->spare_of = j->key;
	j->key = tora_arena_dup(j->check->arena, key);
	if (tora_cache_facts(j->cache, key, &facts))
		return TORA_OK;
	if (tora_check_left_ms(j->check) < SPARE_MS)
		return tora_fail(err, TORA_E_TIMEOUT, "no time was left for a spare copy");
	j->lock = tora_cache_lock(j->cache, key, LOCK_EX);
	if (j->lock == -2)
		return tora_fail_sys(err, "locking a spare copy");
	if (j->lock >= 0 && !tora_cache_facts(j->cache, key, &facts))
		rc = make(j, err);
	unlock(j);
	return rc;
}

int tora_build_spare(struct tora_check *check, const struct tora_oid *trees, size_t n,
                     bool *ret_is_there, struct tora_err *err)
{
	struct tora_cache c = { .fd = -1 };
	struct tora_build_facts facts;
	struct tora_build_job j;
	bool wrote = false, is_built = false;
	struct tora_cache_swept swept;
	int rc = tora_cache_open(check->paths->cache, check->arena, &c, err);

	for (size_t i = 0; !rc && i < n && !is_built; i++) {
		begin(&j, check, &c, TORA_BASE, &trees[i], &wrote);
		is_built = tora_cache_facts(&c, j.key, &facts);
	}
	if (is_built && tora_recycle_may(&j) && tora_recycle_is_like(&j, &facts) &&
	    !tora_cache_is_full(&c))
		rc = make_spare(&j, err);
	if (is_built && !rc) {
		tora_recycle_drop_spares(&j);
		if (wrote)
			tora_cache_sweep(&c, (uint64_t)check->config->cache_quota, &swept);
		*ret_is_there = j.spare_of && tora_cache_facts(&c, j.key, &facts);
	} else if (!rc) {
		*ret_is_there = false;
	}
	tora_cache_close(&c);
	return rc ? tora_wrap(err, "copying a build") : TORA_OK;
}
