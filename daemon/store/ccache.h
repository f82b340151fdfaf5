/*
 * ccache.h - where ccache, if it is installed, keeps what build commands compiled: a folder of its own
 * for each repository, which no other repository's build can read or write, and which the user's own
 * cache has no part in. A build that has to begin with nothing still compiles only what it never saw.
 *
 *	<cache>/ccache/<hash of the repository>/
 */
#ifndef TORA_STORE_CCACHE_H
#define TORA_STORE_CCACHE_H

#include "tora/arena.h"

#include <stdbool.h>
#include <stdint.h>

#define TORA_CCACHE_MAX (UINT64_C(200) << 20) /* bytes of one repository */

/* Where the compilers' names lead to ccache; NULL: it is not installed. */
const char *tora_ccache_programs(void);

/* The folder of `repo` (its common dir), made if need be; NULL: there is none. `cache` is paths.h's. */
const char *tora_ccache_folder(const char *cache, const char *repo, struct tora_arena *arena);

/* After a build, which may have put there what it liked: a folder with more than ccache was told to keep goes. */
void tora_ccache_settle(const char *folder);

/* All folders. */
void tora_ccache_clear(const char *cache);

#endif
