/*
 * world.h - a repository in a fixture, a cache of its own, and one check after the other over both, each as if by another
 * process: nothing of an earlier one is left but the cache.
 */
#ifndef TORA_UNIT_BUILD_WORLD_H
#define TORA_UNIT_BUILD_WORLD_H

#include "tests/unit/unit.h"
#include "tests/unit/fixture.h"

#include "git/repo.h"
#include "git/rev.h"
#include "model/check.h"
#include "tora/clock.h"

struct ground {
	struct fixture f;
	struct tora_repo *repo;
	struct tora_paths paths;
	struct tora_config config;
};

/* `script` runs in the fixture's folder and makes repo with HEAD~1 and HEAD. */
static inline void ground_new(struct ground *g, const char *script)
{
	struct tora_err err = TORA_ERR_INIT;

	memset(g, 0, sizeof(*g));
	g->config.cache_quota = INT64_C(1) << 30;
	fixture_new(&g->f);
	fixture_sh(&g->f, script);
	(void)snprintf(g->paths.cache, sizeof(g->paths.cache), "%s/cache", g->f.dir);
	OK(tora_repo_open(g->f.repo, &g->repo, &err), err);
}

static inline void ground_free(struct ground *g, struct tora_check *last)
{
	tora_repo_free(g->repo);
	tora_arena_free(last->arena);
	fixture_free(&g->f);
}

static inline void tree_of(struct ground *g, struct tora_arena *arena, const char *rev,
                           struct tora_oid *ret)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_commit c;
	struct tora_oid oid;

	OK(tora_repo_resolve(g->repo, rev, &oid, &err), err);
	OK(tora_repo_commit(g->repo, &oid, arena, &c, &err), err);
	*ret = c.tree;
}

/* `check` is zeroed, or was begun before. */
static inline void check_begin(struct ground *g, struct tora_check *check, const char *base,
                               const char *head, int64_t left_ms)
{
	if (check->arena)
		tora_arena_free(check->arena);
	memset(check, 0, sizeof(*check));
	check->arena = tora_arena_new();
	check->repo = g->repo;
	check->repo_path = g->f.repo;
	check->paths = &g->paths;
	check->config = &g->config;
	check->deadline_ms = tora_clock_mono_ms() + left_ms;
	tree_of(g, check->arena, base, &check->base_tree);
	tree_of(g, check->arena, head, &check->head_tree);
}

#endif
