#include "build/recycle.h"

#include "build/job.h"
#include "git/repo.h"
#include "git/unpack.h"
#include "lang/lang.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

static bool is_of_repo(const struct tora_build_job *j, const struct tora_build_facts *f)
{
	return strcmp(f->repo, tora_repo_common_dir(j->check->repo)) == 0;
}

/* Its files have all that is asked of a build that is made here. */
bool tora_recycle_is_like(const struct tora_build_job *j, const struct tora_build_facts *f)
{
	return !f->command && !f->failure && !f->submodules && !f->lfs && is_of_repo(j, f) &&
	       strcmp(f->compiler, j->facts.compiler) == 0;
}

static bool lists_by_hash(const struct tora_cache *c)
{
	struct statfs fs;

	return fstatfs(c->fd, &fs) == 0 && fs.f_type == EXT4_SUPER_MAGIC;
}

static int by_use(const void *one, const void *other)
{
	const struct tora_cache_build *a = one, *b = other;

	if (a->facts.is_spare != b->facts.is_spare)
		return a->facts.is_spare ? -1 : 1;
	return (a->used_ms > b->used_ms) - (a->used_ms < b->used_ms);
}

/* Those like the new one: the spares, then the least recently used. */
static void list_like(const struct tora_build_job *j, struct tora_cache_builds *ret)
{
	struct tora_cache_builds all = { .at = { 0 } };

	tora_cache_list(j->cache, &all);
	for (size_t i = 0; i < all.at.n; i++)
		if ((!j->spare_of || strcmp(all.at.at[i].key, j->spare_of) != 0) &&
		    tora_recycle_is_like(j, &all.at.at[i].facts))
			*tora_vec_push(j->check->arena, &ret->at) = all.at.at[i];
	if (ret->at.n)
		qsort(ret->at.at, ret->at.n, sizeof(*ret->at.at), by_use);
}

static bool is_same(const struct tora_tree_entry *a, const struct tora_tree_entry *b)
{
	return a && b && a->kind == b->kind && tora_oid_eq(&a->oid, &b->oid);
}

static const char *result_of(const struct tora_build_job *j, const struct tora_tree_entry *e)
{
	const struct tora_sandbox *box = j->check->sandbox;

	if (!*j->facts.compiler || (e->kind != TORA_ENTRY_FILE && e->kind != TORA_ENTRY_EXEC))
		return NULL;
	return box->lang->compiled_path(e->path, box->version, j->check->arena);
}

static bool is_in_long_folder(int tree, const char *path)
{
	const char *slash = strrchr(path, '/');
	char folder[PATH_MAX];
	struct stat st;

	if (slash && (size_t)(slash - path) >= sizeof(folder))
		return false;
	(void)snprintf(folder, sizeof(folder), "%.*s", slash ? (int)(slash - path) : 1,
	               slash ? path : ".");
	return fstatat(tree, folder, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode) &&
	       tora_unpack_is_long(&st);
}

/*
 * Something of j->old_files would go from a folder that nothing goes from: looked at before anything is taken, as half of the way
 * the old build is of no use any more. Of what was compiled, that of sources that go; the rest is rare.
 */
static bool has_long_folder(const struct tora_build_job *j, const char *key)
{
	int tree = openat(j->cache->fd, tora_cache_name(j->cache, "", key, "/tree"),
	                  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	bool found = false;

	for (size_t i = 0; tree >= 0 && !found && i < j->old_files.entries.n; i++) {
		const struct tora_tree_entry *e = &j->old_files.entries.at[i];
		const char *result;

		if (is_same(e, tora_tree_at(&j->files, e->path)))
			continue;
		result = result_of(j, e);
		found = is_in_long_folder(tree, e->path) ||
		        (result && is_in_long_folder(tree, result));
	}
	if (tree >= 0)
		(void)close(tree);
	return found;
}

static bool take(struct tora_build_job *j, const struct tora_cache_build *old, const char *folder)
{
	struct tora_err err = TORA_ERR_INIT;
	const char *why = NULL;

	j->old = old->facts;
	if (tora_tree_list(j->check->repo, &old->facts.tree, j->check->arena, &j->old_files, &err))
		why = err.msg;
	else if (has_long_folder(j, old->key))
		why = "a folder that something goes from is longer than a block";
	else if (!tora_cache_take(j->cache, old->key, folder))
		why = "it is in use, or cannot be moved";
	if (why)
		tora_log(j->check->log, TORA_LOG_DEBUG, "build",
		         "%s: not made of the old build %.12s: %s", tora_build_job_name(j),
		         old->key, why);
	return !why;
}

bool tora_recycle_may(const struct tora_build_job *j)
{
	return !j->recipe.command && !j->check->no_cache && lists_by_hash(j->cache);
}

bool tora_recycle_take(struct tora_build_job *j, const char *folder)
{
	struct tora_cache_builds old = { .at = { 0 } };

	j->is_recycled = false;
	if (!tora_recycle_may(j))
		return false;
	list_like(j, &old);
	for (size_t i = 0; !j->is_recycled && i < old.at.n; i++) {
		bool is_old = i + TORA_RECYCLE_KEPT <= old.at.n;

		if (is_old || old.at.at[i].facts.is_spare)
			j->is_recycled = take(j, &old.at.at[i], folder);
	}
	return j->is_recycled;
}

void tora_recycle_drop_spares(const struct tora_build_job *j)
{
	struct tora_cache_builds all = { .at = { 0 } };

	tora_cache_list(j->cache, &all);
	for (size_t i = 0; i < all.at.n; i++) {
		const struct tora_cache_build *b = &all.at.at[i];

		if (b->facts.is_spare && is_of_repo(j, &b->facts) && strcmp(b->key, j->key) != 0)
			(void)tora_cache_evict(j->cache, b->key);
	}
}

/* A new tree has no results but the donor's and its own, so that both list the same. */
static bool donor_has(int donor, const char *result)
{
	return donor < 0 || faccessat(donor, result, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* A result that is a file of the tree itself was never compiled. */
const char *const *tora_recycle_stale(const struct tora_build_job *j, size_t *ret_n)
{
	int donor = j->donor_dir ? open(j->donor_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	TORA_VEC(const char *) stale = { 0 };

	for (size_t i = 0; i < j->old_files.entries.n; i++) {
		const struct tora_tree_entry *e = &j->old_files.entries.at[i];
		const char *result = result_of(j, e);

		if (result && !tora_tree_at(&j->old_files, result) &&
		    (!is_same(e, tora_tree_at(&j->files, e->path)) ||
		     tora_tree_at(&j->files, result) || !donor_has(donor, result)))
			*tora_vec_push(j->check->arena, &stale) = result;
	}
	if (donor >= 0)
		(void)close(donor);
	*ret_n = stale.n;
	return stale.at;
}
