#include "judge/merge.h"

#include "judge/cluster.h"
#include "judge/order.h"
#include "judge/plain.h"
#include "lang/lang.h"

#include <string.h>

#define TELLS_LESS                                                                                 \
	0.1 /* of confidence: more is one of the stronger rules that speaks for one alone */

/* `print(type(error).__name__)` of the very error that the other test meets: "RuntimeError", and "RuntimeError: dictionary changed". */
static bool is_caught_again(const struct tora_finding *met, const struct tora_finding *caught)
{
	struct tora_sv error = tora_sv(met->difference.after), name, dotted;
	const char *colon;

	if (met->difference.kind != TORA_DIFF_EXCEPTION_APPEARED ||
	    caught->difference.kind != TORA_DIFF_VALUE || met->verdict != caught->verdict ||
	    strcmp(met->function, caught->function) != 0)
		return false;
	colon = error.len ? memchr(error.at, ':', error.len) : NULL;
	dotted = (struct tora_sv){ error.at, colon ? (size_t)(colon - error.at) : error.len };
	name = tora_sv_trim(tora_sv(caught->difference.after));
	return name.len && name.len <= dotted.len &&
	       tora_sv_eq(name, (struct tora_sv){ dotted.at + dotted.len - name.len, name.len }) &&
	       (name.len == dotted.len || dotted.at[dotted.len - name.len - 1] == '.');
}

/* Two findings that a person would call one. */
static bool is_same(const struct tora_change *change, const struct tora_finding *f,
                    const struct tora_pair *f_pair, const struct tora_finding *g,
                    const struct tora_pair *g_pair)
{
	return tora_order_same(f, g) || is_caught_again(f, g) || is_caught_again(g, f) ||
	       (f->verdict == g->verdict && strcmp(f->function, g->function) == 0 &&
	        tora_cluster_alike(&f->difference, f_pair, &g->difference, g_pair, change,
	                           tora_lang_for_path(f->file)));
}

static bool is_plainer(const struct tora_finding *f, const struct tora_finding *than)
{
	struct tora_plain_input a = { f->legality, f->origin, tora_sv(f->test) };
	struct tora_plain_input b = { than->legality, than->origin, tora_sv(than->test) };

	return tora_plain_order(&a, &b) < 0;
}

/* Into the place of `into`, the one a reader is shown first: how sure the verdict is, and how many tests show it, are of both. The more
 * legal test is shown, and the plainer of two that tell about as much. Often that is a test of the commit itself, of which the verdict
 * is sure least: then the other one stays. */
static void join(struct tora_finding *into, const struct tora_finding *f, double *own)
{
	size_t cluster = into->cluster + f->cluster;
	double confidence = into->confidence > f->confidence ? into->confidence : f->confidence;

	if (f->verdict == into->verdict && is_plainer(f, into) &&
	    (f->legality < into->legality || f->confidence >= *own - TELLS_LESS)) {
		*into = *f;
		*own = f->confidence;
	}
	into->cluster = cluster;
	into->confidence = confidence;
}

void tora_merge(const struct tora_finding *found, const struct tora_pair *const *seen, size_t n,
                struct tora_check *check)
{
	size_t *order = tora_order(found, n, check->arena), i, k;
	size_t *kept = tora_arena_calloc(check->arena, n + 1, sizeof *kept);
	double *own = tora_arena_calloc(check->arena, n + 1, sizeof *own); /* of the test shown */
	size_t first = check->findings.n;

	for (i = 0; i < n; i++) {
		const struct tora_finding *f = &found[order[i]];

		for (k = first; k < check->findings.n; k++)
			if (is_same(&check->change, &check->findings.at[k], seen[kept[k - first]],
			            f, seen[order[i]]))
				break;
		if (k < check->findings.n) {
			join(&check->findings.at[k], f, &own[k - first]);
		} else {
			kept[k - first] = order[i];
			own[k - first] = f->confidence;
			*tora_vec_push(check->arena, &check->findings) = *f;
		}
	}
}
