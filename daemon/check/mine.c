#include "check/mine.h"

#include "git/tree.h"
#include "lang/lang.h"
#include "lang/mine.h"
#include "store/cache.h"
#include "store/folder.h"
#include "store/mined.h"
#include "tora/hash.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define FILES_MAX 4000        /* of one tree; as many as the engine looks at */
#define BYTES_MIN (64u << 10) /* of sources: starting the miner costs as much as mining these */
#define BYTES_MAX                                                                                  \
	(2u << 20) /* of those mined in one go, a second or two; the others are another time */
#define GIVEN_MAX (3u << 20) /* bytes of facts that an engine is given; a request has 8 MiB */
#define MINE_MS   15000u
#define SHARE     4 /* of the time left */

struct mining {
	struct tora_check *check;
	enum tora_side side;
	char miner[TORA_HASH_HEX];
	struct tora_tree files;
	TORA_VEC(const struct tora_tree_entry *) unknown;
	size_t given, bytes;
};

static void give(struct mining *m, const char *path, const char *facts)
{
	struct tora_mined *mined = &m->check->mined[m->side];

	if (m->given + strlen(facts) > GIVEN_MAX)
		return;
	m->given += strlen(facts);
	*tora_vec_push(m->check->arena, &mined->facts) = (struct tora_facts){ path, facts };
}

/* Its path is to be a key in a request: plain ASCII, or the engine mines it itself. */
static bool is_plain(const char *path)
{
	for (; *path; path++)
		if (*path < ' ' || *path > '~')
			return false;
	return true;
}

static bool is_source(const struct mining *m, const struct tora_tree_entry *e)
{
	return (e->kind == TORA_ENTRY_FILE || e->kind == TORA_ENTRY_EXEC) && is_plain(e->path) &&
	       tora_lang_for_path(e->path) == m->check->sandbox->lang;
}

static size_t size_of(const struct mining *m, const char *path)
{
	struct stat st;

	return lstat(tora_arena_printf(m->check->arena, "%s/%s", m->check->builds[m->side].dir,
	                               path),
	             &st) == 0 &&
	                       S_ISREG(st.st_mode)
	               ? (size_t)st.st_size
	               : 0;
}

/* The sources of the tree; few are not worth it. */
static bool list(struct mining *m, struct tora_err *err)
{
	struct tora_check *c = m->check;
	struct tora_tree all = { .entries = { 0 } };

	if (tora_tree_list(c->repo, &c->builds[m->side].tree, c->arena, &all, err))
		return false;
	for (size_t i = 0; i < all.entries.n && m->files.entries.n < FILES_MAX; i++) {
		if (!is_source(m, &all.entries.at[i]))
			continue;
		*tora_vec_push(c->arena, &m->files.entries) = all.entries.at[i];
		m->bytes += m->bytes < BYTES_MIN ? size_of(m, all.entries.at[i].path) : 0;
	}
	return m->bytes >= BYTES_MIN;
}

static void look_up(struct mining *m)
{
	struct tora_err ignored;
	const char *facts;

	for (size_t i = 0; i < m->files.entries.n; i++) {
		const struct tora_tree_entry *e = &m->files.entries.at[i];

		if (tora_mined_get(m->check->store, m->check->arena, m->miner, e->oid.hex, &facts,
		                   &ignored) == TORA_OK)
			give(m, e->path, facts);
		else
			*tora_vec_push(m->check->arena, &m->unknown) = e;
	}
}

static int keep(struct mining *m, const struct tora_tree_entry *const *what,
                const char *const *facts, size_t n, struct tora_err *err)
{
	struct tora_store *store = m->check->store;
	int rc = tora_store_begin(store, err);

	if (rc)
		return rc;
	for (size_t i = 0; i < n && !rc; i++)
		if (facts[i])
			rc = tora_mined_put(store, m->miner, what[i]->oid.hex, facts[i], err);
	if (!rc)
		rc = tora_mined_trim(store, TORA_MINED_QUOTA, err);
	return tora_store_end(store, rc, err);
}

/* Where the miner writes; NULL: there is none. */
static const char *make_scratch(const struct tora_cache *cache, struct tora_err *err)
{
	char *path = tora_arena_printf(cache->arena, "%s/" TORA_CACHE_MINE "XXXXXX", cache->dir);

	if (mkdtemp(path) && chmod(path, 0755) == 0)
		return path;
	(void)tora_fail_sys(err, "creating '%s'", path);
	return NULL;
}

/* The miner ended in the middle of a file: next time it is not to end there again. */
static void blame(const char **facts, size_t n)
{
	size_t i = 0;

	while (i < n && facts[i])
		i++;
	if (i < n)
		facts[i] = "{}";
}

/* Those that are unknown, as many as one go takes. */
static int mine_unknown(struct mining *m, struct tora_err *err)
{
	struct tora_check *c = m->check;
	int64_t left = tora_check_left_ms(c) / SHARE;
	const char **paths = tora_arena_calloc(c->arena, m->unknown.n + 1, sizeof *paths);
	const char **facts = tora_arena_calloc(c->arena, m->unknown.n + 1, sizeof *facts);
	struct tora_mine_spec spec = { .sandbox = c->sandbox,
		                       .dir = c->builds[m->side].dir,
		                       .paths = paths,
		                       .budget_ms = left < MINE_MS ? (unsigned)left : MINE_MS };
	struct tora_cache cache = { .fd = -1 };
	struct tora_err late = TORA_ERR_INIT;
	size_t bytes = 0;
	int rc;

	rc = tora_cache_open(c->paths->cache, c->arena, &cache, err);
	spec.scratch = rc ? NULL : make_scratch(&cache, err);
	if (!spec.scratch) {
		tora_cache_close(&cache);
		return err->rc;
	}
	for (size_t i = 0; i < m->unknown.n; i++) {
		bytes += size_of(m, m->unknown.at[i]->path);
		if (bytes > BYTES_MAX && spec.n)
			break;
		paths[spec.n++] = m->unknown.at[i]->path;
	}
	rc = tora_lang_mine(&spec, c->arena, facts, err);
	for (size_t i = 0; i < spec.n; i++) {
		if (!facts[i])
			continue;
		c->mined[m->side].fresh++;
		give(m, paths[i], facts[i]);
	}
	tora_folder_remove(cache.fd, strrchr(spec.scratch, '/') + 1);
	tora_cache_close(&cache);
	if (rc == TORA_E_REMOTE)
		blame(facts, spec.n);
	late.rc = keep(m, m->unknown.at, facts, spec.n, &late);
	if (!rc && late.rc)
		*err = late;
	return rc ? rc : late.rc;
}

/*
 * Is it worth a process? What the base has will be asked for by many checks; the few files that a branch touched the
 * engine mines beside its other work, in less time than a process takes to start.
 */
static bool is_worth_it(const struct mining *m)
{
	size_t bytes = 0;

	for (size_t i = 0; i < m->unknown.n && bytes < BYTES_MIN; i++)
		bytes += size_of(m, m->unknown.at[i]->path);
	return m->unknown.n && (m->side == TORA_BASE || bytes >= BYTES_MIN);
}

static void mine_side(struct tora_check *c, enum tora_side side)
{
	struct mining m = { .check = c, .side = side };
	struct tora_err err = TORA_ERR_INIT;
	int rc = TORA_OK;

	tora_lang_miner(c->sandbox->lang, c->sandbox->compiler, m.miner);
	if (!list(&m, &err))
		return;
	look_up(&m);
	if (is_worth_it(&m))
		rc = mine_unknown(&m, &err);
	c->mined[side].files = m.files.entries.n;
	c->mined[side].known = m.files.entries.n - m.unknown.n;
	tora_log(c->log, rc ? TORA_LOG_WARN : TORA_LOG_INFO, "mine",
	         "%s: %zu files, %zu known, %zu mined now, %zu left to the engine%s%s",
	         tora_side_name(side), c->mined[side].files, c->mined[side].known,
	         c->mined[side].fresh, m.unknown.n - c->mined[side].fresh,
	         rc ? "; what is new is mined each time: " : "", err.msg);
}

int tora_mine(struct tora_check *check, struct tora_err *err)
{
	(void)err;
	if (!check->store || check->no_cache || !check->sandbox || !check->sandbox->compile)
		return TORA_OK;
	for (int side = TORA_BASE; side <= TORA_HEAD; side++)
		mine_side(check, (enum tora_side)side);
	return TORA_OK;
}
