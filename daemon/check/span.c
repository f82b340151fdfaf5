/*
 * span.c - the search of attribute.h: which position is looked at, and what was learned there.
 */
#include "check/attribute.h"

#include <string.h>

void tora_span_start(struct tora_span *span, long last)
{
	*span = (struct tora_span){ .n = 2 };
	span->points[0] = (struct tora_point){ .at = -1, .outcome = TORA_OUTCOME_BEFORE };
	span->points[1] = (struct tora_point){ .at = last, .outcome = TORA_OUTCOME_AFTER };
}

/* Commits from one known point to the next; 0 where both show the same. */
static long width(const struct tora_span *span, size_t i)
{
	const struct tora_point *p = &span->points[i];

	return p[0].outcome == p[1].outcome ? 0 : p[1].at - p[0].at;
}

bool tora_span_is_open(const struct tora_span *span)
{
	for (size_t i = 0; i + 1 < span->n && !span->lost; i++)
		if (width(span, i) > 1)
			return true;
	return false;
}

/* The first point of it, and its width; NULL: nothing is open. */
static const struct tora_point *widest_of(const struct tora_span *spans, size_t n, long *ret_width)
{
	const struct tora_point *from = NULL;

	*ret_width = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k + 1 < spans[i].n && !spans[i].lost; k++)
			if (width(&spans[i], k) > *ret_width) {
				from = &spans[i].points[k];
				*ret_width = width(&spans[i], k);
			}
	return from;
}

size_t tora_span_next(const struct tora_span *spans, size_t shown, size_t n, long ret[2])
{
	long widest;
	const struct tora_point *from = widest_of(spans, shown, &widest);

	if (!from)
		from = widest_of(spans, n, &widest);
	if (!from)
		return 0;
	if (widest == 2) {
		ret[0] = from[0].at + 1;
		return 1;
	}
	ret[0] = from[0].at + (widest + 1) / 3;
	ret[1] = from[1].at - (widest + 1) / 3;
	return 2;
}

void tora_span_seen(struct tora_span *span, long at, unsigned outcome)
{
	size_t i = 0;

	while (i < span->n && span->points[i].at < at)
		i++;
	if (!i || i == span->n || span->points[i].at == at || span->lost)
		return;
	if (outcome == TORA_OUTCOME_UNKNOWN || span->n == TORA_SPAN_POINTS) {
		/* Where it is the same before and behind, it matters not. */
		span->lost = span->points[i - 1].outcome != span->points[i].outcome;
		return;
	}
	memmove(&span->points[i + 1], &span->points[i], (span->n - i) * sizeof *span->points);
	span->points[i] = (struct tora_point){ .at = at, .outcome = outcome };
	span->n++;
}

/* What comes back to what it was had no effect: the way from there to here is left out. */
size_t tora_span_steps(const struct tora_span *span, struct tora_step ret[TORA_SPAN_POINTS])
{
	unsigned now = span->points[0].outcome;
	size_t n = 0, k;

	for (size_t i = 1; i < span->n; i++) {
		unsigned outcome = span->points[i].outcome;

		if (outcome == now)
			continue;
		ret[n++] = (struct tora_step){ span->points[i].at, now, outcome };
		for (k = 0; k < n && ret[k].from != outcome; k++)
			;
		n = k;
		now = outcome;
	}
	return n;
}
