#include "judge/bounds.h"

#include "judge/evidence.h"
#include "judge/parameters.h"
#include "judge/signature.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define PARAMETERS_MAX   16
#define CALL_MAX         512  /* of those of a call */
#define GONE_THROUGH_MAX 4096 /* bytes of a test of which it is asked what names stand for */

/* ---- what is said ------------------------------------------------------------------------- */

/* Of one sentence, as far as it was read. */
struct sentence {
	enum {
		BEGINS,   /* its subject comes next */
		HAS_NOUN, /* its verb does */
		HAS_VERB, /* "whole centimetres, from" do */
		HAS_LONE, /* "1", before "or more" */
		HAS_LONE_OR,
		HAS_LOW,
		IS_OTHER, /* it is not about what numbers there are of something */
	} state;
	struct tora_bound bound;
	bool has_unit;
	struct tora_token last; /* but white space */
	struct tora_sv callee;  /* of the last call of the item, which outlives its sentences */
};

static void end_sentence(struct sentence *s, struct tora_arena *arena, struct tora_bounds *ret)
{
	if (s->state == HAS_LOW && ret->of.n < TORA_BOUNDS_MAX)
		*tora_vec_push(arena, &ret->of) = s->bound;
	*s = (struct sentence){ .state = BEGINS,
		                .last = { .text = tora_sv("") },
		                .callee = s->callee };
}

/* "from 1 to 150"; what stands behind these is of something else, or is no number that is written
 * out: 1,000 and 2**31. */
static void read_number(struct sentence *s, struct tora_sv text)
{
	double number;
	bool is_read = tora_text_number(text, &number);

	if (s->state == HAS_VERB && is_read) {
		s->state = tora_words_match(s->last.text, "from|between|least|than|above")
		                   ? HAS_LOW
		                   : HAS_LONE;
		s->bound.is_above = tora_words_match(s->last.text, "than|above");
		s->bound.low = number;
		s->bound.low_text = text;
	} else if (s->state == HAS_LOW && is_read && !s->bound.has_high &&
	           tora_words_match(s->last.text, "to|and")) {
		s->bound.has_high = true;
		s->bound.high = number;
		s->bound.high_text = text;
	} else if (s->state != BEGINS) {
		s->state = IS_OTHER;
	}
}

static void read_word(struct sentence *s, struct tora_token t)
{
	switch (s->state) {
	case BEGINS:
		s->bound.is_of_all |= tora_words_match(t.text, "all");
		if (tora_words_match(t.text, "a|an|the|all|each|every|both"))
			return;
		if (s->callee.len && tora_sv_is(t.text, "is") &&
		    tora_words_match(s->last.text, "each")) {
			s->bound = (struct tora_bound){ .of = s->last.text,
				                        .callee = s->callee,
				                        .place = TORA_BOUND_ANYWHERE,
				                        .is_each = true };
			s->state = HAS_VERB;
			return;
		}
		s->bound.of = t.text;
		s->state = HAS_NOUN;
		return;
	case HAS_NOUN:
		s->state = tora_words_match(t.text, "is|are") ? HAS_VERB : IS_OTHER;
		s->bound.is_of_all &=
			tora_words_match(s->bound.of, "measures|measurements|arguments|parameters");
		return;
	case HAS_VERB:
		if (tora_words_match(t.text,
		                     "less|smaller|fewer|lower|shorter|other|not|no|never|below")) {
			s->state = IS_OTHER;
		} else if (tora_words_match(t.text, "whole|integer|integers")) {
			s->bound.is_whole = true;
		} else if (tora_words_match(t.text, "zero") &&
		           tora_words_match(s->last.text, "than|above")) {
			read_number(s, TORA_SV("0"));
		} else if (!tora_words_match(t.text,
		                             "a|an|number|numbers|int|from|between|at|least|"
		                             "greater|larger|than|above")) {
			/* One word: "whole centimetres". */
			if (s->has_unit || !s->bound.is_whole)
				s->state = IS_OTHER;
			s->has_unit = true;
		}
		return;
	case HAS_LONE:
		s->state = tora_words_match(t.text, "or|and") ? HAS_LONE_OR : IS_OTHER;
		return;
	case HAS_LONE_OR:
		s->state = tora_words_match(t.text, "more|greater|larger|higher|above|up|upwards")
		                   ? HAS_LOW
		                   : IS_OTHER;
		return;
	case HAS_LOW:
		if (!tora_words_match(t.text, "to|and") || s->bound.has_high)
			s->state = IS_OTHER;
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

/* Marks around the subject, and what stands behind "whole metres": a comma, "(`int`)". */
static bool is_passed_over(const struct sentence *s, struct tora_token t)
{
	return s->state < HAS_VERB ? tora_one_of(*t.text.at, "`*_#-+|>")
	                           : s->state == HAS_VERB && tora_one_of(*t.text.at, ",()`");
}

/* ", and a run is ...": another sentence, where "from 1 to 5, and 9" is none. */
static bool begins_clause(struct tora_token t, struct tora_sv rest)
{
	static const char *const starts[] = { " and a ", " and an ", " and the ", " and each ",
		                              " and every " };
	size_t i;

	for (i = 0; i < sizeof starts / sizeof *starts && tora_sv_is(t.text, ","); i++)
		if (tora_sv_starts(rest, starts[i]))
			return true;
	return false;
}

void tora_bounds_read(struct tora_sv readme, struct tora_arena *arena, struct tora_bounds *ret)
{
	struct tora_scan scan = { .text = readme };
	struct sentence s = { .state = BEGINS, .last = { .text = tora_sv("") } };
	struct tora_token t;

	*ret = (struct tora_bounds){ .of = { 0 } };
	while (tora_scan_next(&scan, &t)) {
		struct tora_sv rest = { readme.at + scan.at, readme.len - scan.at };
		bool ends = t.kind == TORA_TOKEN_SPACE
		                    ? begins_anew(t.text, rest)
		                    : t.kind == TORA_TOKEN_PUNCT &&
		                              (tora_one_of(*t.text.at, ".;:") ||
		                               (s.state == HAS_LOW && begins_clause(t, rest)));

		if (t.kind == TORA_TOKEN_NUMBER) {
			ends = tora_sv_ends(t.text, "."); /* "from 1." */
			t.text.len -= ends;
			read_number(&s, t.text);
		} else if (t.kind == TORA_TOKEN_WORD) {
			read_word(&s, t);
		} else if (t.kind != TORA_TOKEN_SPACE && !ends && !is_passed_over(&s, t)) {
			s.state = IS_OTHER;
		}
		if (tora_sv_is(t.text, "(") && s.last.kind == TORA_TOKEN_WORD)
			s.callee = s.last.text;
		if (t.kind != TORA_TOKEN_SPACE)
			s.last = t;
		else if (ends)
			s.callee = tora_sv("");
		if (ends)
			end_sentence(&s, arena, ret);
	}
	end_sentence(&s, arena, ret);
}

/* ---- what functions say of themselves ------------------------------------------------------ */

/* "a whole number, 0 or more; not checked": the one number, and no word of what is beyond. */
static bool read_or_more(struct tora_sv text, struct tora_bound *ret)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, number = { .text = tora_sv("") }, last = number;
	bool is_read = false;

	for (; tora_scan_solid(&scan, &t); last = t) {
		if (t.kind == TORA_TOKEN_NUMBER && number.text.len)
			return false;
		if (t.kind == TORA_TOKEN_NUMBER)
			number = t;
		is_read |= number.text.len && tora_sv_is(last.text, "or") &&
		           tora_words_match(t.text, "more|greater|higher|above");
	}
	return is_read &&
	       !tora_words_match(text, "never|except|but|outside|beyond|default*|usually|often|"
	                               "example|than|if|unless|none|null|undefined") &&
	       (!tora_words_match(text, "not") || tora_words_match(text, "not checked")) &&
	       tora_text_number(number.text, &ret->low) && (ret->low_text = number.text, true);
}

/* Numbers that are the end of what is said: "each 0 to 32", "between 1 and 9", "from 1", "at least
 * 1." */
static bool read_limits(struct tora_sv text, struct tora_bound *ret)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, last = { .text = tora_sv("") }, before_low = last;
	unsigned n = 0;

	if (read_or_more(text, ret))
		return true;
	if (tora_words_match(text, "or|not|never|except|but|outside|beyond|default*|usually|often|"
	                           "example|than|if|unless"))
		return false;
	for (; tora_scan_solid(&scan, &t); last = t) {
		bool is_between = tora_sv_is(before_low.text, "between");
		const char *joint = is_between ? "and" : "to";

		if (t.kind != TORA_TOKEN_NUMBER) {
			if (n && !tora_sv_is(t.text, ".") && !(n == 1 && tora_sv_is(t.text, joint)))
				return false;
			continue;
		}
		t.text.len -= tora_sv_ends(t.text, ".");
		if (n > 1 || (n && !tora_sv_is(last.text, joint)) ||
		    !tora_text_number(t.text, n ? &ret->high : &ret->low))
			return false;
		*(n ? &ret->high_text : &ret->low_text) = t.text;
		before_low = n ? before_low : last;
		ret->has_high = n++ > 0;
	}
	return ret->has_high || (n && tora_words_match(before_low.text, "from|least") &&
	                         !tora_sv_is(last.text, "to"));
}

/* One line of a function's own words, about a parameter: its type, its name, and what else. */
struct parameter_line {
	struct tora_sv type, name, rest;
	bool is_property; /* of an object, and no parameter */
};

static struct tora_sv without_marks(struct tora_sv line)
{
	while (line.len && tora_one_of(*line.at, " \t*/#`-\"'"))
		line = (struct tora_sv){ line.at + 1, line.len - 1 };
	return line;
}

static int is_of_tag(int byte)
{
	return isalnum(byte) || byte == '@' || byte == ':';
}

static int is_of_name(int byte)
{
	return isalnum(byte) || byte == '_' || byte == '$';
}

/* What is between two such bytes at the beginning of the text; empty: it does not begin so. */
static struct tora_sv take_between(struct tora_sv *text, char open, char close)
{
	struct tora_sv ret = tora_sv_trim(*text);
	const char *end = ret.len && *ret.at == open ? memchr(ret.at, close, ret.len) : NULL;

	if (!end)
		return tora_sv("");
	*text = (struct tora_sv){ end + 1, (size_t)(ret.at + ret.len - end - 1) };
	return (struct tora_sv){ ret.at + 1, (size_t)(end - ret.at - 1) };
}

/* "@param {number} cell 0 to 32", ":param int day: from 1 to 31", "day (int): at least 1". */
static bool read_parameter_line(struct tora_sv line, struct parameter_line *ret)
{
	struct tora_sv rest = without_marks(line), word;
	bool is_tag = tora_sv_starts(rest, "@param "), is_field = tora_sv_starts(rest, ":param ");
	bool is_property = tora_sv_starts(rest, "@property ");

	*ret = (struct parameter_line){ .type = tora_sv(""), .is_property = is_property };
	if (is_tag || is_field || is_property)
		(void)tora_sv_word(&rest, is_of_tag);
	if (is_tag || is_property)
		ret->type = take_between(&rest, '{', '}');
	rest = without_marks(rest);
	for (word = rest; word.len && is_of_name((unsigned char)*word.at);)
		word = (struct tora_sv){ word.at + 1, word.len - 1 };
	ret->name = (struct tora_sv){ rest.at, (size_t)(word.at - rest.at) };
	if (is_field && tora_sv_starts(word, " ")) {
		ret->type = ret->name;
		rest = tora_sv_trim(word);
		ret->name = tora_sv_word(&rest, is_of_name);
		word = rest;
	}
	if (!is_tag && !is_field && !is_property)
		ret->type = take_between(&word, '(', ')');
	ret->rest = word;
	/* `options.cell` is something else. */
	return ret->name.len && !(word.len && tora_one_of(*word.at, ".[")) &&
	       (is_tag || is_property || tora_sv_starts(tora_sv_trim(word), ":"));
}

/* Lines that go on with what the one before them says; `rest`: what is behind that, in the same
 * text. */
static size_t continuation(struct tora_sv rest)
{
	const char *from = rest.at;
	struct parameter_line other;
	struct tora_sv line;
	size_t n = 0;

	while (tora_sv_line(&rest, &line)) {
		struct tora_sv bare = without_marks(line);

		if (!bare.len || tora_one_of(*bare.at, "@:") || read_parameter_line(line, &other))
			break;
		n = (size_t)(line.at + line.len - from);
	}
	return n;
}

static bool makes_objects(struct tora_sv method)
{
	return tora_sv_is(method, "constructor") || tora_sv_is(method, "__init__");
}

/* Where the function has its parameters on the base: `name(`, or how it begins. A class has those
 * of what makes its objects. */
static struct tora_sv definition_of(const struct tora_function *f)
{
	struct tora_sv body = f->base_body, name = tora_text_last(f->name);
	struct tora_scan scan = { .text = body };
	struct tora_token t, last = { .text = tora_sv("") };

	for (; tora_scan_solid(&scan, &t); last = t)
		if (tora_sv_is(t.text, "(") &&
		    (f->is_class ? makes_objects(last.text) : tora_sv_eq(last.text, name)))
			return (struct tora_sv){ t.text.at,
				                 (size_t)(body.at + body.len - t.text.at) };
	return body;
}

/* -1: it has no such parameter. */
static int place_of(const struct tora_function *f, struct tora_sv name)
{
	struct tora_sv names[PARAMETERS_MAX];
	size_t n = tora_parameters(definition_of(f), names, PARAMETERS_MAX);

	for (size_t i = 0; i < n; i++)
		if (tora_sv_eq(names[i], name))
			return (int)i;
	return -1;
}

/* A class is called for what makes its objects. */
static struct tora_sv callee_of(const struct tora_function *f)
{
	struct tora_sv last = tora_text_last(f->name);

	return makes_objects(last) ? tora_text_owner(f->name) : last;
}

/* What a line says, with those that go on, of the numbers there are; false where that is nothing.
 */
static bool read_line_limits(struct tora_sv line, struct tora_sv rest,
                             const struct parameter_line *p, struct tora_bound *ret)
{
	size_t more = continuation(rest);
	struct tora_sv said = { p->rest.at, (size_t)((more ? rest.at + more : line.at + line.len) -
		                                     p->rest.at) };

	ret->of = p->name;
	ret->is_each = tora_words_match(said, "each") || tora_sv_has(p->type, "[]") ||
	               tora_words_match(p->type, "iterable|array|list|sequence|set|tuple");
	ret->is_whole = tora_words_match(said, "whole number*|an integer|integers") ||
	                (p->is_property &&
	                 tora_words_match(tora_words_first(tora_sv_trim(said)), "whole")) ||
	                tora_sv_is(tora_sv_trim(p->type), "int") ||
	                tora_sv_is(tora_sv_trim(p->type), "integer");
	return read_limits(said, ret);
}

static void read_doc(const struct tora_function *f, struct tora_arena *arena,
                     struct tora_bounds *ret)
{
	struct tora_sv rest = tora_sv(f->base_doc), line;

	while (tora_sv_line(&rest, &line) && ret->of.n < TORA_BOUNDS_MAX) {
		struct tora_bound bound = { .callee = callee_of(f) };
		struct parameter_line p;

		if (read_parameter_line(line, &p) && !p.is_property &&
		    (bound.place = place_of(f, p.name)) >= 0 &&
		    read_line_limits(line, rest, &p, &bound))
			*tora_vec_push(arena, &ret->of) = bound;
	}
}

/* "@property {number} weeks whole weeks from visit to visit, at least 1" */
static void read_properties(struct tora_sv source, struct tora_arena *arena,
                            struct tora_bounds *ret)
{
	struct tora_sv line;

	while (tora_sv_line(&source, &line) && ret->of.n < TORA_BOUNDS_MAX) {
		struct tora_bound bound = { .place = TORA_BOUND_ANYWHERE };
		struct parameter_line p;

		if (tora_sv_has(line, "@property ") && read_parameter_line(line, &p) &&
		    p.is_property && read_line_limits(line, source, &p, &bound) && !bound.is_each)
			*tora_vec_push(arena, &ret->of) = bound;
	}
}

/* "1st, 2nd, 3rd of a whole number that is not negative": of the one parameter that there is. */
static void read_prose(const struct tora_function *f, struct tora_arena *arena,
                       struct tora_bounds *ret)
{
	struct tora_sv names[PARAMETERS_MAX];

	if (ret->of.n >= TORA_BOUNDS_MAX ||
	    tora_parameters(definition_of(f), names, PARAMETERS_MAX) != 1 ||
	    !tora_words_match(tora_sv(f->base_doc),
	                      "of a number that is not negative|of a whole number that is not "
	                      "negative|of an integer that is not negative|of a non-negative "
	                      "number|of a non-negative integer") ||
	    tora_words_match(tora_sv(f->base_doc), "return*|result*|raise*|throw*|if|else|or|abs"))
		return;
	*tora_vec_push(arena, &ret->of) = (struct tora_bound){ .of = names[0],
		                                               .callee = callee_of(f),
		                                               .low_text = TORA_SV("0") };
}

static bool looks_at(const struct tora_bound *bound, struct tora_sv line)
{
	return tora_words_match(line, "max|min|clamp*|clip") ||
	       (bound->has_high && tora_text_has_word(line, bound->high_text, false)) ||
	       (bound->low_text.len > 1 && tora_text_has_word(line, bound->low_text, false));
}

/* Somebody looks at it, as far as the changed functions of the base say: "0" and "1" stand everywhere. What they say of themselves is no
 * look, nor are the words of a class about all of its methods. */
static bool may_be_checked(const struct tora_bound *bound, const struct tora_change *change)
{
	for (size_t i = 0; change && i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];
		struct tora_sv rest = f->is_class ? tora_sv("") : f->base_body, line;

		while (tora_sv_line(&rest, &line))
			if (looks_at(bound, line) &&
			    tora_text_find(tora_sv(f->base_doc), tora_sv_trim(line), 0, false) ==
			            SIZE_MAX)
				return true;
	}
	return false;
}

void tora_bounds_read_docs(const struct tora_change *change, struct tora_arena *arena,
                           struct tora_bounds *ret)
{
	for (size_t i = 0; i < change->functions.n; i++)
		if (change->functions.at[i].base_doc &&
		    !tora_parameters_of_language(callee_of(&change->functions.at[i]))) {
			read_doc(&change->functions.at[i], arena, ret);
			read_prose(&change->functions.at[i], arena, ret);
		}
	for (size_t i = 0; i < change->files.n; i++)
		if (change->files.at[i].role == TORA_FILE_SOURCE)
			read_properties(change->files.at[i].base_text, arena, ret);
	for (size_t i = 0; i < ret->of.n; i++)
		ret->of.at[i].may_be_checked = may_be_checked(&ret->of.at[i], change);
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

bool tora_bounds_says_no(const struct tora_case *c)
{
	struct tora_sv printed = tora_sv_trim(tora_sv(c->difference->before));
	struct tora_caught caught;

	return c->difference->kind != TORA_DIFF_HANG &&
	       (tora_words_match(printed, "false|none|null|undefined|invalid|error*|not") ||
	        tora_signature_caught(printed, &caught));
}

static bool is_literal_beyond(const struct tora_bound *bound, const struct tora_case *c,
                              struct tora_token t)
{
	double number;

	if (t.kind == TORA_TOKEN_STRING)
		return bound->is_whole;
	if (t.kind != TORA_TOKEN_NUMBER || !tora_text_number(t.text, &number))
		return false;
	if (bound->is_whole && number != trunc(number))
		return true;
	return (number < bound->low || (bound->is_above && number <= bound->low) ||
	        (bound->has_high && number > bound->high)) &&
	       !tora_bounds_says_no(c) && !bound->may_be_checked;
}

/* `=>`, or `) =>`, where the scan is. */
static bool begins_arrow(struct tora_scan scan)
{
	struct tora_token t;

	if (!tora_scan_solid(&scan, &t) || (tora_sv_is(t.text, ")") && !tora_scan_solid(&scan, &t)))
		return false;
	return tora_sv_is(t.text, "=") && tora_scan_solid(&scan, &t) && tora_sv_is(t.text, ">");
}

/* `[1, 2.5].map((n) => f(n))`, `[f(n) for n in (1, 2.5)]`: what a name stands for, as far as it is
 * written out in the test. */
static bool goes_beyond(const struct tora_bound *bound, const struct tora_case *c,
                        struct tora_sv name)
{
	struct tora_scan scan = { .text = tora_sv(c->test) }, list = scan;
	struct tora_token t, last = { .text = tora_sv("") };
	bool has_list = false;

	for (size_t i = 0; i < CALL_MAX && tora_scan_solid(&scan, &t); i++, last = t) {
		struct tora_scan ahead = scan;
		struct tora_token next = { .text = tora_sv("") };
		bool is_loop = tora_sv_eq(t.text, name) && tora_sv_is(last.text, "for") &&
		               tora_scan_solid(&ahead, &next) && tora_sv_is(next.text, "in") &&
		               tora_scan_solid(&ahead, &next);
		bool is_arrow = tora_sv_eq(t.text, name) && has_list && begins_arrow(scan);

		if (tora_sv_is(t.text, "[")) {
			list = scan;
			has_list = true;
		}
		if (!is_loop && !is_arrow)
			continue;
		ahead = is_loop ? ahead : list;
		while (tora_scan_solid(&ahead, &next) && !tora_one_of(*next.text.at, ")]"))
			if (next.kind == TORA_TOKEN_NUMBER && is_literal_beyond(bound, c, next))
				return true;
	}
	return false;
}

static bool is_beyond(const struct tora_bound *bound, const struct tora_case *c,
                      struct tora_token t)
{
	return t.kind == TORA_TOKEN_WORD
	               ? strlen(c->test) <= GONE_THROUGH_MAX && goes_beyond(bound, c, t.text)
	               : is_literal_beyond(bound, c, t);
}

static bool is_left(const struct tora_case *c, struct tora_sv name, struct tora_token t,
                    bool is_parameter)
{
	for (size_t i = 0; i < c->said->bounds.of.n; i++)
		if (!c->said->bounds.of.at[i].callee.len &&
		    ((is_parameter && c->said->bounds.of.at[i].is_of_all) ||
		     is_about(&c->said->bounds.of.at[i], name)) &&
		    is_beyond(&c->said->bounds.of.at[i], c, t))
			return true;
	return false;
}

/* Of the call whose brackets begin the scan: an argument that is a literal and no more, for one of
 * these parameters. */
static bool passes_left(const struct tora_case *c, struct tora_scan scan, struct tora_sv parameters)
{
	struct tora_sv names[PARAMETERS_MAX];
	size_t n = tora_parameters(parameters, names, PARAMETERS_MAX), place = 0;
	struct tora_token t, last = { .text = tora_sv("") }, before = last;
	int depth = 0;

	for (; place < n && tora_scan_solid(&scan, &t); before = last, last = t) {
		bool ends = depth == 1 && (tora_sv_is(t.text, ",") || tora_sv_is(t.text, ")"));

		if (ends && (tora_sv_is(before.text, "(") || tora_sv_is(before.text, ",")) &&
		    is_left(c, names[place], last, true))
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
		       tora_parameters_next(&source, callee, &parameters))
			if (passes_left(c, scan, parameters))
				return true;
	}
	return false;
}

/* The call whose brackets begin the scan passes it for the parameter, by place or name, or in a
 * list for it. */
static bool passes_beyond(const struct tora_case *c, struct tora_scan scan,
                          const struct tora_bound *bound)
{
	struct tora_token t, last = { .text = tora_sv("") }, before = last, first = last;
	int depth = 0, place = 0;
	bool is_list = false; /* what is open within the call */

	for (unsigned n = 0; n < CALL_MAX && tora_scan_solid(&scan, &t);
	     n++, first = before, before = last, last = t) {
		bool ends = t.text.len == 1 && tora_one_of(*t.text.at, ",)]");
		bool begins = before.text.len && tora_one_of(*before.text.at, "([,");
		bool is_item = bound->is_each && depth == 2 && is_list && begins;
		bool is_argument = !bound->is_each && depth == 1 && begins;
		bool is_named = !bound->is_each && depth == 1 && tora_sv_is(before.text, "=") &&
		                tora_sv_eq(first.text, bound->of);
		bool is_its = bound->place == TORA_BOUND_ANYWHERE || bound->place == place;

		if (ends && (is_named || ((is_item || is_argument) && is_its)) &&
		    is_beyond(bound, c, last))
			return true;
		place += depth == 1 && tora_sv_is(t.text, ",");
		if (t.kind == TORA_TOKEN_STRING)
			continue;
		/* `[1, 2]` and `(1, 2)`, and not what another call takes. */
		if (depth == 1 && tora_one_of(*t.text.at, "([{"))
			is_list = tora_sv_is(t.text, "[") ||
			          (tora_sv_is(t.text, "(") && last.kind != TORA_TOKEN_WORD);
		depth += tora_text_opened(t.text);
		if (depth <= 0)
			return false;
	}
	return false;
}

static bool is_beyond_own(const struct tora_case *c, struct tora_sv callee, struct tora_scan scan)
{
	for (size_t i = 0; i < c->said->bounds.of.n; i++)
		if (tora_sv_eq(c->said->bounds.of.at[i].callee, callee) &&
		    passes_beyond(c, scan, &c->said->bounds.of.at[i]))
			return true;
	return false;
}

/* The name is an argument, of a call that does not just print it. */
static bool is_passed(struct tora_sv test, struct tora_sv name)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") }, before = last, callee = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t) {
		if (tora_sv_is(t.text, "(") && last.kind == TORA_TOKEN_WORD)
			callee = last;
		if (tora_sv_eq(last.text, name) && tora_one_of(*before.text.at, "(,") &&
		    tora_one_of(*t.text.at, ",)") && !tora_words_match(callee.text, "print|log"))
			return true;
	}
	return false;
}

bool tora_bounds_left(const struct tora_case *c)
{
	struct tora_scan scan = { .text = tora_sv(c->test) };
	struct tora_token t, last = { .text = tora_sv("") }, before = last, first = last;

	if (!c->said || !c->said->bounds.of.n || !c->before || c->before->exception)
		return false;
	for (; tora_scan_solid(&scan, &t); first = before, before = last, last = t) {
		/* `f(height=-1)`, `{ height: -1 }`, and `height = -1` on a line of its own. */
		bool is_given = tora_one_of(*first.text.at, first.text.len ? "({," : "");
		bool is_set =
			tora_sv_is(last.text, "=") || (tora_sv_is(last.text, ":") && is_given);

		if (is_set && is_left(c, before.text, t, false) &&
		    (is_given || is_passed(tora_sv(c->test), before.text)))
			return true;
		if (last.kind == TORA_TOKEN_WORD && tora_sv_is(t.text, "(")) {
			struct tora_scan call = { .text = scan.text, .at = scan.at - 1 };

			if (call_is_left(c, last.text, call) || is_beyond_own(c, last.text, call))
				return true;
		}
	}
	return false;
}
