#include "judge/bounds.h"

#include "judge/evidence.h"
#include "judge/parameters.h"
#include "judge/text.h"
#include "judge/words.h"

#include <string.h>

#define PARAMETERS_MAX 16

/* ---- what is said ------------------------------------------------------------------------- */

/* Of one sentence, as far as it was read. */
struct sentence {
	enum {
		BEGINS,   /* its subject comes next */
		HAS_NOUN, /* its verb does */
		GOES_ON,
		IS_OTHER, /* it is not about what there are of something */
	} state;
	struct tora_bound bound;
	bool has_low, has_exception;
	unsigned n_lows;
	struct tora_sv last; /* token but white space */
};

static void end_sentence(struct sentence *s, struct tora_arena *arena, struct tora_bounds *ret)
{
	if (s->state == GOES_ON && s->n_lows == 1 && !s->has_exception &&
	    ret->of.n < TORA_BOUNDS_MAX)
		*tora_vec_push(arena, &ret->of) = s->bound;
	*s = (struct sentence){ .state = BEGINS };
}

static void read_number(struct sentence *s, struct tora_sv text)
{
	double number;

	if (!tora_text_number(text, &number)) {
		s->has_exception = true;
	} else if (tora_words_match(s->last, "from|between")) {
		s->n_lows++;
		s->bound.low = number;
		s->has_low = true;
	} else if (s->has_low && !s->bound.has_high && tora_words_match(s->last, "to|and")) {
		s->bound.has_high = true;
		s->bound.high = number;
	}
}

static void read_word(struct sentence *s, struct tora_token t)
{
	switch (s->state) {
	case BEGINS:
		if (tora_words_match(t.text, "a|an|the|all|each|every|both"))
			return;
		s->bound.of = t.text;
		s->state = HAS_NOUN;
		return;
	case HAS_NOUN:
		s->state =
			tora_words_match(t.text, "is|are|must|have|has|can|go|goes|run|runs|count")
				? GOES_ON
				: IS_OTHER;
		return;
	case GOES_ON:
		s->has_exception |= tora_words_match(t.text, "or|not|no|except|unless|otherwise|"
		                                             "else|default|defaults|usually");
		s->bound.is_whole |= tora_words_match(t.text, "whole|integer|integers");
		return;
	case IS_OTHER:
		return;
	}
}

/* A list, a heading, a table: what begins with such a mark begins anew. */
static bool begins_anew(struct tora_sv blank, struct tora_sv rest)
{
	const char *end = blank.len ? memchr(blank.at, '\n', blank.len) : NULL;

	return end && (memchr(end + 1, '\n', (size_t)(blank.at + blank.len - end - 1)) ||
	               (rest.len && tora_one_of(*rest.at, "-*#|+=")));
}

static bool is_mark(struct tora_token t)
{
	return t.kind == TORA_TOKEN_PUNCT && tora_one_of(*t.text.at, "`*_#-+|>");
}

void tora_bounds_read(struct tora_sv readme, struct tora_arena *arena, struct tora_bounds *ret)
{
	struct tora_scan scan = { .text = readme };
	struct sentence s = { .state = BEGINS };
	struct tora_token t;

	*ret = (struct tora_bounds){ .of = { 0 } };
	while (tora_scan_next(&scan, &t)) {
		struct tora_sv rest = { readme.at + scan.at, readme.len - scan.at };
		bool ends = t.kind == TORA_TOKEN_SPACE   ? begins_anew(t.text, rest)
		            : t.kind == TORA_TOKEN_PUNCT ? tora_one_of(*t.text.at, ".;:") != 0
		                                         : false;

		if (t.kind == TORA_TOKEN_NUMBER && s.state == GOES_ON) {
			ends = tora_sv_ends(t.text, "."); /* "from 1." */
			t.text.len -= ends;
			read_number(&s, t.text);
		} else if (t.kind == TORA_TOKEN_WORD) {
			read_word(&s, t);
		} else if (t.kind != TORA_TOKEN_SPACE && s.state != GOES_ON && !is_mark(t)) {
			s.state = IS_OTHER;
		}
		if (t.kind != TORA_TOKEN_SPACE)
			s.last = t.text;
		if (ends)
			end_sentence(&s, arena, ret);
	}
	end_sentence(&s, arena, ret);
}

/* ---- what is passed ----------------------------------------------------------------------- */

/* "Heights" and height, "boxes" and box. */
static bool is_about(const struct tora_bound *bound, struct tora_sv name)
{
	struct tora_sv of = bound->of;

	if (name.len < 2 || of.len < name.len || of.len > name.len + 2)
		return false;
	return tora_text_same((struct tora_sv){ of.at, name.len }, name) &&
	       (of.len == name.len || of.at[of.len - 1] == 's') &&
	       (of.len < name.len + 2 || of.at[of.len - 2] == 'e');
}

static bool is_beyond(const struct tora_bound *bound, struct tora_token t)
{
	double number;

	if (t.kind == TORA_TOKEN_STRING)
		return bound->is_whole;
	if (t.kind != TORA_TOKEN_NUMBER || !tora_text_number(t.text, &number))
		return false;
	return number < bound->low || (bound->has_high && number > bound->high) ||
	       (bound->is_whole && memchr(t.text.at, '.', t.text.len));
}

static bool is_left(const struct tora_bounds *bounds, struct tora_sv name, struct tora_token t)
{
	for (size_t i = 0; i < bounds->of.n; i++)
		if (is_about(&bounds->of.at[i], name) && is_beyond(&bounds->of.at[i], t))
			return true;
	return false;
}

/* The next place where `callee` is defined in a source: what begins with its parameters. A call is `callee(` too. */
static bool next_definition(struct tora_scan *scan, struct tora_sv callee, struct tora_sv *ret)
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
		while (tora_scan_solid(&ahead, &next) && (depth || tora_sv_is(next.text, "(")))
			depth += next.kind == TORA_TOKEN_STRING ? 0 : tora_text_opened(next.text);
		if (tora_sv_starts(*ret, "(") && tora_sv_is(next.text, "{") &&
		    !tora_sv_is(last.text, "new"))
			return true; /* a method: `reserve(number) {` */
	}
	return false;
}

/* Of the call whose brackets begin the scan: an argument that is a literal and no more, for one of these parameters. */
static bool passes_left(const struct tora_bounds *bounds, struct tora_scan scan,
                        struct tora_sv parameters)
{
	struct tora_sv names[PARAMETERS_MAX];
	size_t n = tora_parameters(parameters, names, PARAMETERS_MAX), place = 0;
	struct tora_token t, last = { .text = tora_sv("") }, before = last;
	int depth = 0;

	for (; place < n && tora_scan_solid(&scan, &t); before = last, last = t) {
		bool ends = depth == 1 && (tora_sv_is(t.text, ",") || tora_sv_is(t.text, ")"));

		if (ends && (tora_sv_is(before.text, "(") || tora_sv_is(before.text, ",")) &&
		    is_left(bounds, names[place], last))
			return true;
		if (t.kind != TORA_TOKEN_STRING)
			depth += tora_text_opened(t.text);
		place += ends;
		if (depth <= 0)
			return false;
	}
	return false;
}

static bool call_is_left(const struct tora_case *c, struct tora_sv callee, struct tora_scan scan)
{
	for (size_t i = 0; c->change && i < c->change->files.n; i++) {
		const struct tora_file_change *f = &c->change->files.at[i];
		struct tora_scan source = { .text = f->base_text };
		struct tora_sv parameters;

		while (f->lang && f->role == TORA_FILE_SOURCE &&
		       next_definition(&source, callee, &parameters))
			if (passes_left(&c->said->bounds, scan, parameters))
				return true;
	}
	return false;
}

bool tora_bounds_left(const struct tora_case *c)
{
	struct tora_scan scan = { .text = tora_sv(c->test) };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	if (!c->said || !c->said->bounds.of.n || !c->before || c->before->exception)
		return false;
	for (; tora_scan_solid(&scan, &t); before = last, last = t) {
		bool is_set = tora_sv_is(last.text, "=") || tora_sv_is(last.text, ":");

		if (is_set && is_left(&c->said->bounds, before.text, t))
			return true;
		if (last.kind == TORA_TOKEN_WORD && tora_sv_is(t.text, "(") &&
		    call_is_left(c, last.text,
		                 (struct tora_scan){ .text = scan.text, .at = scan.at - 1 }))
			return true;
	}
	return false;
}
