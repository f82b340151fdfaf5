#include "build/donor.h"

#include "build/job.h"
#include "build/restart.h"
#include "git/repo.h"
#include "store/folder.h"

#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define OPEN_DIR (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* One whose files can be given on: linked when nothing ran on them, else copied to go on from. */
static bool is_donor(const struct tora_build_job *j, const struct tora_build_facts *f)
{
	if (strcmp(f->repo, tora_repo_common_dir(j->check->repo)) != 0)
		return false;
	return j->recipe.command ? f->command && !f->failure && f->made_s &&
	                                   !strcmp(f->recipe, j->recipe.hash)
	                         : !f->command;
}

/* For a spare copy what it is a copy of; the base, for the head; else the most recently used build of this repository. */
static bool find_donor(struct tora_build_job *j)
{
	const char *first = j->spare_of            ? j->spare_of
	                    : j->side == TORA_HEAD ? j->check->builds[TORA_BASE].key
	                                           : NULL;
	struct tora_cache_builds all = { .at = { 0 } };
	int64_t best = -1;

	if (first && tora_cache_facts(j->cache, first, &j->donor) && is_donor(j, &j->donor)) {
		j->donor_key = first;
		return true;
	}
	tora_cache_list(j->cache, &all);
	for (size_t i = 0; i < all.at.n; i++) {
		const struct tora_cache_build *b = &all.at.at[i];

		if (b->used_ms <= best || !is_donor(j, &b->facts))
			continue;
		best = b->used_ms;
		j->donor_key = b->key;
		j->donor = b->facts;
	}
	return best >= 0;
}

bool tora_donor_hold(struct tora_build_job *j)
{
	struct tora_err ignored;

	if (!find_donor(j))
		return false;
	j->donor_lock = tora_cache_lock(j->cache, j->donor_key, LOCK_SH);
	if (j->donor_lock < 0 || !tora_cache_facts(j->cache, j->donor_key, &j->donor) ||
	    tora_tree_list(j->check->repo, &j->donor.tree, j->check->arena, &j->donor_files,
	                   &ignored) != TORA_OK)
		return false;
	j->donor_dir =
		tora_arena_printf(j->check->arena, "%s/%s/tree", j->cache->dir, j->donor_key);
	return true;
}

void tora_donor_drop(struct tora_build_job *j)
{
	if (j->donor_lock >= 0)
		(void)close(j->donor_lock);
	j->donor_lock = -1;
	j->donor_dir = NULL;
	j->donor_files = (struct tora_tree){ .entries = { 0 } };
	j->is_continued = false;
}

/* The first file whose change asks for a build from nothing; NULL: there is none. Both lists are sorted. */
static const char *restarts_for(const struct tora_tree *old, const struct tora_tree *new)
{
	size_t i = 0, k = 0;

	while (i < old->entries.n || k < new->entries.n) {
		const struct tora_tree_entry *a = i < old->entries.n ? &old->entries.at[i] : NULL;
		const struct tora_tree_entry *b = k < new->entries.n ? &new->entries.at[k] : NULL;
		int order = !a ? 1 : !b ? -1 : strcmp(a->path, b->path);

		if (order < 0 && tora_build_restarts(a->path, TORA_RESTART_GONE))
			return a->path;
		if (order > 0 && tora_build_restarts(b->path, TORA_RESTART_ADDED))
			return b->path;
		if (order == 0 &&
		    (a->kind != b->kind || (!tora_oid_eq(&a->oid, &b->oid) &&
		                            tora_build_restarts(b->path, TORA_RESTART_MODIFIED))))
			return b->path;
		i += order <= 0;
		k += order >= 0;
	}
	return NULL;
}

bool tora_donor_continues(struct tora_build_job *j)
{
	const char *why;

	if (!tora_donor_hold(j))
		return false;
	why = j->changed.tv_sec <= j->donor.made_s ? "the clock, which was put back"
	                                           : restarts_for(&j->donor_files, &j->files);
	if (why)
		tora_log(j->check->log, TORA_LOG_DEBUG, "build",
		         "%s: built from nothing because of '%s'", tora_side_name(j->side), why);
	return !why;
}

static bool is_donors_own(void *ctx, const char *path)
{
	struct tora_build_job *j = ctx;

	return tora_tree_at(&j->donor_files, path) != NULL;
}

int tora_donor_products(struct tora_build_job *j, const char *tree, struct tora_err *err)
{
	int from = open(j->donor_dir, OPEN_DIR), to = openat(j->cache->fd, tree, OPEN_DIR), rc;

	rc = from < 0 || to < 0 ? tora_fail_sys(err, "opening a build")
	                        : tora_folder_copy(from, to, is_donors_own, j, err);
	if (from >= 0)
		(void)close(from);
	if (to >= 0)
		(void)close(to);
	return rc;
}
