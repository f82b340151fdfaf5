/*
 * cache.h - the folder of builds: which there are, who holds one, what goes, when nothing is written.
 *
 *	<cache>/CACHEDIR.TAG
 *	<cache>/builds/<key>/tree/       read-only; what is mounted at TORA_MOUNT
 *	<cache>/builds/<key>/.complete   facts.h; its time says when the build was last used
 *	<cache>/builds/<key>.lock        shared by who uses the build, exclusive for who makes it
 *	<cache>/builds/.new-<key>/       being made, under that lock
 *	<cache>/builds/.old-<key>/       being removed, likewise
 *	<cache>/builds/.deep-…, .mine-…  of a moment, without a lock: anybody who makes room may take them away
 *
 * A build appears by one rename, so it is whole or not there. Locks die with their process: a
 * folder .new-<key> whose lock nobody holds was left by one that was killed, and goes. What is in use
 * is never taken away. Several processes use the folder at the same time, of different versions too.
 */
#ifndef TORA_STORE_CACHE_H
#define TORA_STORE_CACHE_H

#include "store/facts.h"

#define TORA_CACHE_MINE ".mine-" /* where a miner writes */

struct tora_cache {               /* tora_cache_close() when it was opened */
	struct tora_arena *arena; /* borrowed */
	int fd;                   /* of builds/ */
	const char *dir;          /* its absolute path */
	char boot[64];            /* which start of the machine this is */
};

/* `cache` is paths.h's. Made if need be. TORA_E_SYS, TORA_E_LIMIT: it cannot be made or opened. */
int tora_cache_open(const char *cache, struct tora_arena *arena, struct tora_cache *ret,
                    struct tora_err *err);
void tora_cache_close(struct tora_cache *c);

/* "<prefix><key><rest>", relative to `fd`; in the arena. */
const char *tora_cache_name(const struct tora_cache *c, const char *prefix, const char *key,
                            const char *rest);

/*
 * `how` is LOCK_SH or LOCK_EX; does not wait. The descriptor, which is the caller's (closing it
 * unlocks); -1 when somebody else holds it; -2 with errno set when nothing can be locked here.
 */
int tora_cache_lock(const struct tora_cache *c, const char *key, int how);

/* The marker of a whole build that may be used; false: there is none. Strings are in the arena. */
bool tora_cache_facts(const struct tora_cache *c, const char *key, struct tora_build_facts *ret);
/* Write it into `folder` (".new-<key>"); with it the build is whole. */
int tora_cache_mark(const struct tora_cache *c, const char *folder,
                    const struct tora_build_facts *facts, struct tora_err *err);

int64_t tora_cache_used_ms(const struct tora_cache *c, const char *key); /* 0: no such build */
void tora_cache_touch(const struct tora_cache *c, const char *key);      /* used now */

/* A build and what is left of making it; under its exclusive lock. */
void tora_cache_remove(const struct tora_cache *c, const char *key);

bool tora_cache_evict(const struct tora_cache *c, const char *key); /* false: somebody holds it */

/*
 * A build that nobody holds becomes `folder` (".new-<key of another>", under that one's lock), without a marker.
 * False: it stays.
 */
bool tora_cache_take(const struct tora_cache *c, const char *key, const char *folder);

struct tora_cache_build {
	const char *key;
	int64_t used_ms;
	struct tora_build_facts facts;
};
struct tora_cache_builds {
	TORA_VEC(struct tora_cache_build) at; /* in no order */
};
/* All whole builds. */
void tora_cache_list(const struct tora_cache *c, struct tora_cache_builds *ret);

struct tora_cache_swept {
	unsigned evicted, leftovers; /* builds; what others left */
	unsigned spares;             /* copies that nothing ran on */
	unsigned in_use;             /* would have gone */
};
/* What killed processes left goes, and builds that nobody can use; then the least recently used over `quota` bytes. */
void tora_cache_sweep(const struct tora_cache *c, uint64_t quota, struct tora_cache_swept *ret);
/* Everything that nobody uses. */
void tora_cache_clear(const struct tora_cache *c, struct tora_cache_swept *ret);

/* Upper bound of what builds take, from their markers. Walks nothing. */
uint64_t tora_cache_bytes(const struct tora_cache *c, const struct tora_cache_builds *builds);

/* Free bytes of the disk in percent, rounded down; 100 when the disk does not say. */
unsigned tora_cache_free_percent(const struct tora_cache *c);
bool tora_cache_is_full(const struct tora_cache *c); /* nothing more is written: quota.h */
/* On a full disk everything that nobody uses goes. TORA_E_SYS with ENOSPC: it is full all the same. */
int tora_cache_room(const struct tora_cache *c, struct tora_err *err);

#endif
