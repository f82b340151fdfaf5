#include "build/quota.h"

#include <stdlib.h>
#include <string.h>

static int by_use(const void *a, const void *b)
{
	const struct tora_cached *x = a, *y = b;

	if (x->used_ms != y->used_ms)
		return x->used_ms < y->used_ms ? 1 : -1;
	return strcmp(x->key, y->key);
}

void tora_quota_mark(struct tora_cached *all, size_t n, uint64_t quota)
{
	uint64_t kept = 0;

	if (n)
		qsort(all, n, sizeof(*all), by_use);
	for (size_t i = 0; i < n; i++) {
		/* once one does not fit, older ones go too: recency is what is kept */
		all[i].evict = i > 0 && (all[i - 1].evict || all[i].bytes > quota ||
		                         kept > quota - all[i].bytes);
		kept += all[i].evict ? 0 : all[i].bytes;
	}
}

bool tora_quota_disk_full(uint64_t total, uint64_t left)
{
	return left < TORA_BUILD_FREE_MIN || left < total / 100 * TORA_BUILD_FREE_PERCENT;
}
