#include "judge/order.h"

#include "judge/plain.h"
#include "judge/text.h"
#include "lang/lang.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define SURE        0.8 /* of what is shown, this much and more is one class, the rest another */
#define ODDITY_COST 3   /* lines: what somebody would not write puts a reader off as much */

struct ranked {
	const struct tora_finding *finding;
	size_t at;
	size_t cost; /* of reading its program */
};

static int verdict_rank(enum tora_verdict v)
{
	switch (v) {
	case TORA_VERDICT_UNINTENDED:
		return 0;
	case TORA_VERDICT_COINCIDENTAL_FIX:
		return 1;
	case TORA_VERDICT_UNSURE:
		return 2;
	case TORA_VERDICT_INTENDED:
		return 3;
	case TORA_VERDICT_IRRELEVANT:
		break;
	}
	return 4;
}

static size_t cost_of_reading(struct tora_sv test)
{
	struct tora_sv rest = test, line;
	size_t n = 0;

	while (tora_sv_line(&rest, &line))
		n += tora_sv_trim(line).len > 0;
	return n + (size_t)ODDITY_COST * tora_plain_oddities(test);
}

/*
 * Of two that are shown and about as sure, a few points of confidence tell less than what a reader sees: whether the
 * project makes such calls, what became of it, and how little there is to read.
 */
static int by_what_is_seen(const struct ranked *a, const struct ranked *b)
{
	const struct tora_finding *f = a->finding, *g = b->finding;

	if (verdict_rank(f->verdict) > verdict_rank(TORA_VERDICT_COINCIDENTAL_FIX))
		return 0;
	if ((f->confidence >= SURE) != (g->confidence >= SURE))
		return f->confidence >= SURE ? -1 : 1;
	if (f->legality != g->legality)
		return f->legality < g->legality ? -1 : 1;
	if (f->difference.kind != g->difference.kind)
		return f->difference.kind < g->difference.kind ? -1 : 1;
	return (a->cost > b->cost) - (a->cost < b->cost);
}

static int by_importance(const void *x, const void *y)
{
	const struct ranked *a = x, *b = y;
	const struct tora_finding *f = a->finding, *g = b->finding;
	int seen;

	if (f->verdict != g->verdict)
		return verdict_rank(f->verdict) - verdict_rank(g->verdict);
	seen = by_what_is_seen(a, b);
	if (seen)
		return seen;
	if (f->confidence != g->confidence)
		return f->confidence > g->confidence ? -1 : 1;
	if (f->difference.kind != g->difference.kind)
		return f->difference.kind < g->difference.kind ? -1 : 1;
	return (a->at > b->at) - (a->at < b->at);
}

size_t *tora_order(const struct tora_finding *findings, size_t n, struct tora_arena *arena)
{
	struct ranked *ranked = tora_arena_calloc(arena, n + 1, sizeof *ranked);
	size_t *order = tora_arena_calloc(arena, n + 1, sizeof *order);

	for (size_t i = 0; i < n; i++)
		ranked[i] = (struct ranked){ .finding = &findings[i],
			                     .at = i,
			                     .cost = cost_of_reading(tora_sv(findings[i].test)) };
	qsort(ranked, n, sizeof *ranked, by_importance);
	for (size_t i = 0; i < n; i++)
		order[i] = ranked[i].at;
	return order;
}

/* One program that printed one thing and prints another: which function it was aimed at matters not. */
static bool is_same_program(const struct tora_finding *a, const struct tora_finding *b)
{
	const struct tora_difference *d = &a->difference, *e = &b->difference;

	return strcmp(a->test, b->test) == 0 && d->kind == e->kind &&
	       strcmp(d->before, e->before) == 0 && strcmp(d->after, e->after) == 0;
}

/* The class of a method by the way classes are written, "p.LRUCache.clear": a function of a module has none. */
static bool is_method(const char *function)
{
	const char *at = tora_text_last(function).at;

	if (at - function < 2)
		return false;
	for (at--; at > function && at[-1] != '.';)
		at--;
	return isupper((unsigned char)*at);
}

/* What an error says is not there: the last word in quotes, or all behind the name of what was called. */
static struct tora_sv blamed(const char *error)
{
	struct tora_sv text = tora_sv(error), t = { 0 };
	struct tora_scan scan = { .text = text };
	struct tora_token token;
	const char *call = strchr(error, '(');

	while (tora_scan_next(&scan, &token))
		if (token.kind == TORA_TOKEN_STRING)
			t = token.text;
	return t.len ? t : tora_sv(call ? call : error);
}

/* What LRUCache.clear() does not take any more, LFUCache.clear() does not take either. */
static bool is_same_loss(const struct tora_finding *a, const struct tora_finding *b)
{
	return a->difference.api_missing_head && b->difference.api_missing_head &&
	       a->verdict == b->verdict && is_method(a->function) && is_method(b->function) &&
	       tora_sv_eq(tora_text_last(a->function), tora_text_last(b->function)) &&
	       tora_sv_eq(blamed(a->difference.after), blamed(b->difference.after));
}

/* A module that cannot be had any more is one thing, however much of a project needs it. */
static bool is_same_lack(const struct tora_finding *a, const struct tora_finding *b)
{
	const struct tora_exception *x = a->after.exception, *y = b->after.exception;

	return a->verdict == b->verdict && x && y && x->message && y->message &&
	       strcmp(x->type, y->type) == 0 && strcmp(x->message, y->message) == 0 &&
	       tora_lang_lacking_module(x).len;
}

bool tora_order_same(const struct tora_finding *a, const struct tora_finding *b)
{
	if (strcmp(a->fingerprint, b->fingerprint) == 0 || is_same_program(a, b) ||
	    is_same_loss(a, b) || is_same_lack(a, b))
		return true;
	return a->verdict == b->verdict && strcmp(a->function, b->function) == 0 &&
	       (a->spot == b->spot || !a->spot || !b->spot) &&
	       strcmp(a->difference.signature, b->difference.signature) == 0;
}
