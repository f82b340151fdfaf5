/*
 * cache.c - `torad cache ls|gc|clear`: the builds that are kept, what was mined of files, and making room.
 *
 * Works beside running checks and without the daemon: what is in use has a lock and stays.
 */
#include "check/check.h"
#include "check/session.h"
#include "store/cache.h"
#include "store/ccache.h"
#include "store/mined.h"
#include "tora/json.h"

#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static bool is_in_use(const struct tora_cache *c, const char *key)
{
	int lock = tora_cache_lock(c, key, LOCK_EX);

	if (lock >= 0)
		(void)close(lock);
	return lock == -1;
}

static void put_build(cJSON *rows, const struct tora_cache *c, const struct tora_cache_build *b)
{
	cJSON *row = cJSON_CreateObject();

	tora_json_put_text(row, "key", b->key);
	tora_json_put_text(row, "repo", b->facts.repo);
	tora_json_put_text(row, "tree", b->facts.tree.hex);
	tora_json_put_int(row, "used_ms", b->used_ms);
	tora_json_put_int(row, "files", b->facts.files);
	tora_json_put_int(row, "shared", b->facts.shared);
	tora_json_put_int(row, "bytes", (int64_t)b->facts.bytes);
	tora_json_put_int(row, "own", (int64_t)b->facts.written);
	tora_json_put_bool(row, "command", b->facts.command);
	tora_json_put_bool(row, "incremental", b->facts.is_incremental);
	tora_json_put_bool(row, "in_use", is_in_use(c, b->key));
	cJSON_AddItemToArray(rows, row);
}

/* What is there now; `rows` only for ls, the other two print sums. */
static void put_state(cJSON *o, const struct tora_cache *c, int64_t quota, bool rows)
{
	cJSON *list = rows ? tora_json_put_list(o, "builds") : NULL;
	struct tora_cache_builds builds = { .at = { 0 } };
	int64_t spares = 0;

	tora_cache_list(c, &builds);
	for (size_t i = 0; i < builds.at.n; i++) {
		const struct tora_cache_build *b = &builds.at.at[i];

		spares += b->facts.is_spare;
		if (list && !b->facts.is_spare)
			put_build(list, c, b);
	}
	tora_json_put_text(o, "dir", c->dir);
	tora_json_put_int(o, "kept", (int64_t)builds.at.n - spares);
	tora_json_put_int(o, "spares", spares);
	tora_json_put_int(o, "bytes", (int64_t)tora_cache_bytes(c, &builds));
	if (quota >= 0)
		tora_json_put_int(o, "quota", quota);
	tora_json_put_int(o, "free_percent", tora_cache_free_percent(c));
	tora_json_put_bool(o, "full", tora_cache_is_full(c));
}

static void put_swept(cJSON *o, const struct tora_cache_swept *swept)
{
	tora_json_put_int(o, "removed", swept->evicted);
	tora_json_put_int(o, "removed_spares", swept->spares);
	tora_json_put_int(o, "leftovers", swept->leftovers);
	tora_json_put_int(o, "in_use", swept->in_use);
}

/* What is kept of files (store/mined.h) keeps its own limit; a store that cannot be read says nothing here. */
static void put_mined(cJSON *o, const char *path, const char *verb)
{
	struct tora_store_spec spec = { .path = path };
	struct tora_store *store = NULL;
	int64_t files = 0, bytes = 0;
	struct tora_err ignored;
	cJSON *mined;

	if (access(path, F_OK) < 0 || tora_store_new(&spec, &store, &ignored))
		return;
	if (strcmp(verb, "clear") == 0)
		(void)tora_mined_trim(store, 0, &ignored);
	if (tora_mined_sum(store, &files, &bytes, &ignored) == TORA_OK) {
		mined = tora_json_put_obj(o, "mined");
		tora_json_put_int(mined, "files", files);
		tora_json_put_int(mined, "bytes", bytes);
		tora_json_put_int(mined, "quota", TORA_MINED_QUOTA);
	}
	tora_store_free(store);
}

/* `quota` < 0: not known here. */
static int act(const struct tora_cache *c, const char *folder, const char *verb, int64_t quota,
               cJSON *o, struct tora_err *err)
{
	struct tora_cache_swept swept;
	bool is_list = strcmp(verb, "ls") == 0;

	if (strcmp(verb, "clear") == 0) {
		tora_cache_clear(c, &swept);
		tora_ccache_clear(folder);
		put_swept(o, &swept);
	} else if (strcmp(verb, "gc") == 0) {
		if (quota < 0)
			return tora_fail(err, TORA_E_USAGE,
			                 "run it in a repository: how much may stay is git's "
			                 "configuration (tora.cache.quota)");
		tora_cache_sweep(c, (uint64_t)quota, &swept);
		put_swept(o, &swept);
	} else if (!is_list) {
		return tora_fail(err, TORA_E_USAGE, "tora cache takes ls, gc or clear, not '%.40s'",
		                 verb);
	}
	put_state(o, c, quota, is_list);
	return TORA_OK;
}

static int cache(const struct tora_check_options *options, cJSON *o, struct tora_err *err)
{
	struct tora_session s = { .log_fd = -1 };
	struct tora_cache c = { .fd = -1 };
	int rc = tora_session_open(options, &s, err);
	bool in_repo = rc == TORA_OK;
	const char *verb;

	if (rc == TORA_OK || rc == TORA_E_NOTFOUND)
		rc = tora_cache_open(s.paths.cache, s.check.arena, &c, err);
	verb = options->finding ? options->finding : "ls";
	if (rc == TORA_OK)
		rc = act(&c, s.paths.cache, verb, in_repo ? s.config.cache_quota : -1, o, err);
	if (rc == TORA_OK)
		put_mined(o, s.paths.store, verb);
	tora_cache_close(&c);
	tora_session_close(&s);
	return rc;
}

int tora_cache_command(int argc, char **argv)
{
	return tora_session_command("cache", argc, argv, cJSON_CreateObject(), cache);
}
