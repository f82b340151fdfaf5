/*
 * mined.h - what was mined of single files, by blob and miner (lang/mine.h), so that a commit mines what it touched.
 */
#ifndef TORA_STORE_MINED_H
#define TORA_STORE_MINED_H

#include "store/store.h"
#include "tora/arena.h"

#include <stdint.h>

#define TORA_MINED_QUOTA (64u << 20) /* bytes of all facts; the least recently used go first */

/* TORA_E_NOTFOUND: that miner was not asked of it. That it was used is noted once a day. */
int tora_mined_get(struct tora_store *store, struct tora_arena *arena, const char *miner,
                   const char *blob, const char **ret_facts, struct tora_err *err);
/* Replaces. */
int tora_mined_put(struct tora_store *store, const char *miner, const char *blob, const char *facts,
                   struct tora_err *err);
/* Forget until what is left fits `quota`; 0: all. */
int tora_mined_trim(struct tora_store *store, int64_t quota, struct tora_err *err);
int tora_mined_sum(struct tora_store *store, int64_t *ret_files, int64_t *ret_bytes,
                   struct tora_err *err);

#endif
