/*
 * quota.h - what the cache lets go of, and when a disk is too full to write to. Pure.
 */
#ifndef TORA_BUILD_QUOTA_H
#define TORA_BUILD_QUOTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TORA_BUILD_QUOTA        (UINT64_C(5) << 30) /* bytes of all cached builds */
#define TORA_BUILD_FREE_MIN     (UINT64_C(200) << 20)
#define TORA_BUILD_FREE_PERCENT 5

struct tora_cached {
	const char *key;
	int64_t used_ms; /* when it was last used */
	uint64_t bytes;  /* that it alone put on disk */
	bool evict;      /* the answer */
};

/*
 * Mark the least recently used until the rest fits `quota`; sorts `all`, most recent first. The
 * most recent one stays whatever its size: it is in use. Who is asked to evict a build that is
 * in use elsewhere skips it.
 */
void tora_quota_mark(struct tora_cached *all, size_t n, uint64_t quota);

/* Less than 5 % or 200 MB left, of `total` bytes. */
bool tora_quota_disk_full(uint64_t total, uint64_t left);

#endif
