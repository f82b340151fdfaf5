#include "store/quota.h"

#include "tora/str.h"

#include <stdlib.h>
#include <string.h>

static int by_use(const void *a, const void *b)
{
	const struct tora_cached *x = a, *y = b;

	if (x->is_spare != y->is_spare)
		return x->is_spare ? 1 : -1;
	if (x->used_ms != y->used_ms)
		return x->used_ms < y->used_ms ? 1 : -1;
	return strcmp(x->key, y->key);
}

/* Of each its donor's place, or n. */
static size_t *find_donors(const struct tora_cached *all, size_t n)
{
	size_t *donors = tora_xcalloc(n + 1, sizeof(*donors));

	for (size_t i = 0; i < n; i++) {
		donors[i] = n;
		for (size_t k = 0; all[i].donor && donors[i] == n && k < n; k++)
			if (strcmp(all[k].key, all[i].donor) == 0)
				donors[i] = k;
	}
	return donors;
}

static uint64_t sum_up(const struct tora_cached *all, const size_t *donors, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		bool shares = donors[i] < n && !all[donors[i]].evict;
		uint64_t cost = all[i].evict ? 0 : shares ? all[i].own : all[i].whole;

		sum = sum > UINT64_MAX - cost ? UINT64_MAX : sum + cost;
	}
	return sum;
}

uint64_t tora_quota_sum(const struct tora_cached *all, size_t n)
{
	size_t *donors = find_donors(all, n);
	uint64_t sum = sum_up(all, donors, n);

	free(donors);
	return sum;
}

void tora_quota_mark(struct tora_cached *all, size_t n, uint64_t quota)
{
	size_t *donors;

	if (n)
		qsort(all, n, sizeof(*all), by_use);
	for (size_t i = 0; i < n; i++)
		all[i].evict = i >= TORA_BUILD_COUNT_MAX;
	donors = find_donors(all, n);
	/* what a build costs depends on who else stays, so the sum is made anew each time */
	for (size_t i = n; i-- > 1 && sum_up(all, donors, n) > quota;)
		all[i].evict = true;
	free(donors);
}

bool tora_quota_disk_full(uint64_t total, uint64_t left)
{
	return left < TORA_BUILD_FREE_MIN || left < total / 100 * TORA_BUILD_FREE_PERCENT;
}
