#include "judge/parameters.h"

#define AHEAD_MAX 128 /* tokens of the brackets of a definition */

/* Callers do not pass it. */
static bool is_receiver(struct tora_sv name)
{
	return tora_sv_is(name, "self") || tora_sv_is(name, "cls");
}

static bool is_arrow(struct tora_sv text, size_t at)
{
	struct tora_sv rest = tora_sv_trim((struct tora_sv){ text.at + at, text.len - at });

	return tora_sv_starts(rest, "=>");
}

size_t tora_parameters(struct tora_sv text, struct tora_sv *ret, size_t max)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, last = { .text = tora_sv("") };
	size_t n = 0;
	int depth = 0;

	for (; n < max && tora_scan_solid(&scan, &t); last = t) {
		bool begins =
			depth == 1 && (tora_sv_is(last.text, "(") || tora_sv_is(last.text, ","));

		if (depth == 0 && t.kind == TORA_TOKEN_WORD && is_arrow(text, scan.at)) {
			ret[n++] = t.text;
			break;
		}
		if (begins && !tora_sv_is(t.text, ")") && (n || !is_receiver(t.text)))
			ret[n++] = t.kind == TORA_TOKEN_WORD ? t.text : tora_sv("");
		if (t.kind != TORA_TOKEN_STRING)
			depth += tora_text_opened(t.text);
		if (depth == 0 && tora_sv_is(t.text, ")"))
			break;
	}
	return n;
}

bool tora_parameters_of_language(struct tora_sv method)
{
	static const char *const of[] = {
		"add",     "append", "at",     "clear",  "concat", "copy",    "count",   "delete",
		"discard", "extend", "fill",   "filter", "find",   "forEach", "format",  "get",
		"has",     "index",  "insert", "items",  "join",   "keys",    "map",     "match",
		"pop",     "push",   "put",    "read",   "remove", "replace", "reverse", "set",
		"slice",   "sort",   "splice", "split",  "test",   "update",  "values",  "write"
	};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		if (tora_sv_is(method, of[i]))
			return true;
	return false;
}

bool tora_parameters_next(struct tora_scan *scan, struct tora_sv callee, struct tora_sv *ret)
{
	struct tora_token t, last = { .text = tora_sv("") };

	for (; tora_scan_solid(scan, &t); last = t) {
		struct tora_scan ahead = *scan;
		struct tora_token next;
		int depth = 0;

		if (t.kind != TORA_TOKEN_WORD || !tora_sv_eq(t.text, callee))
			continue;
		*ret = (struct tora_sv){ scan->text.at + scan->at, scan->text.len - scan->at };
		if (tora_sv_is(last.text, "def") || tora_sv_is(last.text, "function"))
			return true;
		for (unsigned n = 0; n < AHEAD_MAX && tora_scan_solid(&ahead, &next); n++) {
			if (!depth && !tora_sv_is(next.text, "("))
				break;
			depth += next.kind == TORA_TOKEN_STRING ? 0 : tora_text_opened(next.text);
		}
		if (tora_sv_starts(*ret, "(") && !depth && tora_sv_is(next.text, "{") &&
		    !tora_sv_is(last.text, "new"))
			return true; /* a method: `reserve(number) {` */
	}
	return false;
}
