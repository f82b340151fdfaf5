#include "judge/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNSURE_FAR 4.0 /* points */

static bool holds(const struct tora_rule *r, tora_facts facts)
{
	return (facts & r->all) == r->all && !(facts & r->none);
}

static int by_strength(const void *x, const void *y)
{
	const struct tora_rule *const *a = x, *const *b = y;
	double s = fabs((*a)->weight), t = fabs((*b)->weight);

	return (s < t) - (s > t);
}

/* 0.67 at the threshold, 0.8 three points away. */
static double confidence(double score)
{
	return (1 + fabs(score)) / (2 + fabs(score));
}

/* Undecided: half at the threshold of being shown, nothing UNSURE_FAR below it. */
static double nearness(double score)
{
	double far = TORA_RULES_SHOW - score;

	return far >= UNSURE_FAR ? 0 : 0.5 * (1 - far / UNSURE_FAR);
}

static bool settle(const struct tora_evidence *e, struct tora_ruling *ret)
{
	const struct tora_rule *r;

	for (r = tora_rules_facts; r->name; r++) {
		if (!holds(r, e->facts))
			continue;
		ret->settled = r;
		ret->verdict = r->verdict;
		ret->confidence = r->weight;
		return true;
	}
	return false;
}

/* The score of what is shown as far as it is worth being told of unasked. */
static double telling_score(const struct tora_evidence *e, struct tora_arena *arena,
                            struct tora_ruling *ret)
{
	double score = ret->score;

	for (const struct tora_rule *r = tora_rules_quiet; r->name; r++) {
		if (!holds(r, e->facts))
			continue;
		score += r->weight;
		*tora_vec_push(arena, &ret->quiet) = r;
	}
	return fmax(score, TORA_RULES_SHOW);
}

void tora_rules(const struct tora_evidence *e, struct tora_arena *arena, struct tora_ruling *ret)
{
	const struct tora_rule *r;

	memset(ret, 0, sizeof *ret);
	for (r = tora_rules_scored; r->name; r++) {
		if (!holds(r, e->facts))
			continue;
		ret->score += r->weight;
		*tora_vec_push(arena, &ret->fired) = r;
	}
	if (ret->fired.n)
		qsort(ret->fired.at, ret->fired.n, sizeof *ret->fired.at, by_strength);
	if (settle(e, ret))
		return;
	/* Weights are tenths: 1.1 - 1.1 + 0.6 + 0.4 is 1. */
	ret->score = round(ret->score * 1e6) / 1e6;
	ret->confidence = confidence(ret->score);
	if (ret->score >= TORA_RULES_SHOW) {
		ret->verdict = TORA_VERDICT_UNINTENDED;
		ret->confidence = confidence(telling_score(e, arena, ret));
	} else if (ret->score <= -TORA_RULES_SHOW && e->quote)
		ret->verdict = TORA_VERDICT_INTENDED;
	else {
		ret->verdict = TORA_VERDICT_UNSURE;
		ret->confidence = nearness(ret->score);
	}
}
