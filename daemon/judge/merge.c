#include "judge/merge.h"

#include "judge/cluster.h"
#include "judge/order.h"
#include "judge/plain.h"

#include <string.h>

/* Two findings that a person would call one. */
static bool is_same(const struct tora_finding *f, const struct tora_pair *f_pair,
                    const struct tora_finding *g, const struct tora_pair *g_pair)
{
	return tora_order_same(f, g) ||
	       (f->verdict == g->verdict && strcmp(f->function, g->function) == 0 &&
	        tora_cluster_alike(&f->difference, f_pair, &g->difference, g_pair));
}

static bool is_plainer(const struct tora_finding *f, const struct tora_finding *than)
{
	struct tora_plain_input a = { f->legality, f->origin, tora_sv(f->test) };
	struct tora_plain_input b = { than->legality, than->origin, tora_sv(than->test) };

	return tora_plain_order(&a, &b) < 0;
}

/* Into the place of `into`: how sure the verdict is, and how many tests show it, are of both. */
static void join(struct tora_finding *into, const struct tora_finding *f)
{
	size_t cluster = into->cluster + f->cluster;
	double confidence = into->confidence;

	if (f->verdict == into->verdict && is_plainer(f, into))
		*into = *f;
	into->cluster = cluster;
	into->confidence = confidence;
}

void tora_merge(const struct tora_finding *found, const struct tora_pair *const *seen, size_t n,
                struct tora_check *check)
{
	size_t *order = tora_order(found, n, check->arena), i, k;
	size_t *kept = tora_arena_calloc(check->arena, n + 1, sizeof *kept);
	size_t first = check->findings.n;

	for (i = 0; i < n; i++) {
		const struct tora_finding *f = &found[order[i]];

		for (k = first; k < check->findings.n; k++)
			if (is_same(&check->findings.at[k], seen[kept[k - first]], f,
			            seen[order[i]]))
				break;
		if (k < check->findings.n) {
			join(&check->findings.at[k], f);
		} else {
			kept[k - first] = order[i];
			*tora_vec_push(check->arena, &check->findings) = *f;
		}
	}
}
