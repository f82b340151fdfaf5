#include "judge/indexed.h"

#include "judge/parameters.h"
#include "judge/text.h"
#include "judge/words.h"

#define PLACES_MAX 8 /* parameters that are looked at */

enum shape {
	ANY,
	SEQUENCE, /* it has a length, or elements */
	ROWS,     /* its elements have */
};

/* ---- what is asked of a parameter ------------------------------------------------------------------ */

/* The end of a bracket that was opened just now. */
static void skip_bracket(struct tora_scan *scan)
{
	struct tora_token t;

	for (int depth = 1; depth && tora_scan_solid(scan, &t);)
		if (t.kind != TORA_TOKEN_STRING)
			depth += tora_text_opened(t.text);
}

static bool is_next(struct tora_scan scan, const char *mark)
{
	struct tora_token t;

	return tora_scan_solid(&scan, &t) && tora_sv_is(t.text, mark);
}

/* Behind the name of a parameter. */
static enum shape shape_at(struct tora_scan scan)
{
	struct tora_token t;

	if (!tora_scan_solid(&scan, &t))
		return ANY;
	if (tora_sv_is(t.text, "."))
		return is_next(scan, "length") ? SEQUENCE : ANY;
	if (!tora_sv_is(t.text, "["))
		return ANY;
	skip_bracket(&scan);
	return is_next(scan, "[") ? ROWS : SEQUENCE;
}

/* `rows = rows ?? []`, `const rows`: it may be another. */
static bool is_set(struct tora_scan scan, struct tora_token last)
{
	struct tora_token t;

	return tora_words_match(last.text, "const|let|var") ||
	       (tora_scan_solid(&scan, &t) && tora_sv_is(t.text, "=") &&
	        !tora_one_of(scan.at < scan.text.len ? scan.text.at[scan.at] : ' ', "=>"));
}

static enum shape shape_of(struct tora_sv body, struct tora_sv name)
{
	static const char types[] = "typeof|isArray|isInteger|isSafeInteger|isFinite|isNaN|"
				    "Number|instanceof|isinstance|hasattr";
	struct tora_scan scan = { .text = body };
	struct tora_token t, last = { .text = tora_sv("") };
	enum shape ret = ANY, one;

	if (tora_words_match(body, types))
		return ANY;
	for (; tora_scan_solid(&scan, &t); last = t) {
		if (!tora_sv_eq(t.text, name) || tora_sv_is(last.text, "."))
			continue;
		if (is_set(scan, last))
			return ANY;
		one = shape_at(scan);
		ret = one > ret ? one : ret;
	}
	return ret;
}

/* ---- what is given ---------------------------------------------------------------------------------- */

struct given {
	bool numbers[PLACES_MAX]; /* a number, by itself */
	bool lists[PLACES_MAX];   /* an array that has one */
};

/* Behind the bracket of a call. */
static void read_arguments(struct tora_scan scan, struct given *ret)
{
	struct tora_token t, last = { .text = tora_sv("(") };
	size_t n = 0;
	int depth = 1;
	bool is_list = false; /* the bracket at depth 2 is all that the argument began with */

	for (; depth && n < PLACES_MAX && tora_scan_solid(&scan, &t); last = t) {
		bool begins = tora_sv_is(last.text, "(") || tora_sv_is(last.text, ",") ||
		              tora_sv_is(last.text, "[");
		bool ends = is_next(scan, ",") || is_next(scan, ")") || is_next(scan, "]");

		if (depth == 1 && begins)
			is_list = tora_sv_is(t.text, "[");
		if (t.kind == TORA_TOKEN_NUMBER && begins && ends) {
			ret->numbers[n] |= depth == 1;
			ret->lists[n] |= depth == 2 && is_list;
		}
		if (t.kind != TORA_TOKEN_STRING)
			depth += tora_text_opened(t.text);
		n += depth == 1 && tora_sv_is(t.text, ",");
	}
}

/* What all calls of that name give. */
static void read_calls(struct tora_sv text, struct tora_sv name, struct given *ret)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, last = { .text = tora_sv("") };

	for (; tora_scan_solid(&scan, &t); last = t)
		if (tora_sv_is(t.text, "(") && tora_sv_eq(last.text, name))
			read_arguments(scan, ret);
}

static void read_all(const struct tora_texts *texts, struct tora_sv name, struct given *ret)
{
	for (size_t i = 0; i < texts->of.n; i++)
		read_calls(texts->of.at[i], name, ret);
}

static bool has_numbers(const struct given *given)
{
	for (size_t i = 0; i < PLACES_MAX; i++)
		if (given->numbers[i] || given->lists[i])
			return true;
	return false;
}

bool tora_indexed_unfit(const struct tora_case *c)
{
	const struct tora_function *f = c->function;
	struct tora_sv names[PLACES_MAX], name = tora_text_last(c->name);
	struct given given = { 0 }, known = { 0 };
	size_t n;

	if (c->origin < TORA_ORIGIN_MODEL || !c->change || !f || !f->signature || !name.len)
		return false;
	read_calls(tora_sv(c->test), name, &given);
	if (!has_numbers(&given))
		return false;
	read_all(&c->change->tests, name, &known);
	read_all(&c->change->documents, name, &known);
	for (size_t i = 0; i < c->change->files.n; i++) {
		read_calls(c->change->files.at[i].base_text, name, &known);
		read_calls(c->change->files.at[i].head_text, name, &known);
	}
	n = tora_parameters(tora_sv(f->signature), names, PLACES_MAX);
	for (size_t i = 0; i < n; i++) {
		enum shape was, is;

		if (!names[i].len || (!given.numbers[i] && !given.lists[i]))
			continue;
		was = shape_of(f->base_body, names[i]);
		is = shape_of(f->head_body, names[i]);
		if ((given.numbers[i] && !known.numbers[i] && was && is) ||
		    (given.lists[i] && !known.lists[i] && was == ROWS && is == ROWS))
			return true;
	}
	return false;
}
