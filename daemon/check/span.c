/*
 * span.c - the search of attribute.h: which position is looked at, and what was learned there.
 */
#include "check/attribute.h"

bool tora_span_is_open(const struct tora_span *span)
{
	return !span->lost && span->after - span->before > 1;
}

size_t tora_span_next(const struct tora_span *spans, size_t n, long ret[2])
{
	const struct tora_span *widest = NULL;
	long width;

	for (size_t i = 0; i < n; i++)
		if (tora_span_is_open(&spans[i]) &&
		    (!widest || spans[i].after - spans[i].before > widest->after - widest->before))
			widest = &spans[i];
	if (!widest)
		return 0;
	width = widest->after - widest->before;
	if (width == 2) {
		ret[0] = widest->before + 1;
		return 1;
	}
	ret[0] = widest->before + (width + 1) / 3;
	ret[1] = widest->after - (width + 1) / 3;
	return 2;
}

void tora_span_seen(struct tora_span *span, long at, enum tora_likeness how)
{
	if (at <= span->before || at >= span->after)
		return;
	switch (how) {
	case TORA_LIKE_BEFORE:
		span->before = at;
		break;
	case TORA_LIKE_AFTER:
		span->after = at;
		break;
	case TORA_LIKE_NEITHER:
		span->lost = true;
		break;
	}
}
