/*
 * quota.h - what the cache lets go of, and when a disk is too full to write to. Pure.
 */
#ifndef TORA_STORE_QUOTA_H
#define TORA_STORE_QUOTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TORA_BUILD_COUNT_MAX    1000 /* builds, whatever their size */
#define TORA_BUILD_FREE_MIN     (UINT64_C(200) << 20)
#define TORA_BUILD_FREE_PERCENT 5

struct tora_cached {
	const char *key;
	const char *donor; /* key of the build whose files it shares, or NULL */
	int64_t used_ms;   /* when it was last used */
	uint64_t own;      /* bytes that it alone put on disk */
	uint64_t whole;    /* bytes with what it shares: those it costs when its donor is gone */
	bool evict;        /* the answer */
	bool is_spare;     /* a copy that nothing runs on (build/recycle.h) */
};

/*
 * Mark spare copies, then the least recently used, until the rest fits `quota` and TORA_BUILD_COUNT_MAX; sorts `all`: builds,
 * most recent first, then copies. The most recent one stays whatever its size: it is in use. Who is asked to evict a build
 * that is in use elsewhere skips it. The sum is an upper bound: builds that share the
 * files of one that is gone count these once each.
 */
void tora_quota_mark(struct tora_cached *all, size_t n, uint64_t quota);

/* That sum, of those that are not marked. */
uint64_t tora_quota_sum(const struct tora_cached *all, size_t n);

/* Less than 5 % or 200 MB left, of `total` bytes. */
bool tora_quota_disk_full(uint64_t total, uint64_t left);

#endif
