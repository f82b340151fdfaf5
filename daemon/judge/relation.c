#include "judge/relation.h"

#include "judge/bounds.h"
#include "judge/evidence.h"
#include "judge/parameters.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <string.h>

#define READ_MAX       8192 /* tokens of one text */
#define SENTENCE_MAX   48   /* tokens before and behind its subject */
#define PARAMETERS_MAX 16
#define GIVEN_MAX      32  /* of one call */
#define CALLS_MAX      64  /* calls and objects of one test that are looked at */
#define CALL_MAX       512 /* tokens of it */

/* ---- what is said ------------------------------------------------------------------------- */

static struct tora_sv word_at(const struct tora_tokens *t, size_t i)
{
	return i < t->of.n ? t->of.at[i].text : tora_sv("");
}

static bool is_word(const struct tora_tokens *t, size_t i, const char *words)
{
	return tora_words_match(word_at(t, i), words);
}

/* Marks around a name: `end`, *end*. */
static size_t past_marks(const struct tora_tokens *t, size_t i)
{
	while (i < t->of.n && t->of.at[i].kind == TORA_TOKEN_PUNCT &&
	       tora_one_of(*t->of.at[i].text.at, "`*_"))
		i++;
	return i;
}

static bool is_end(const struct tora_tokens *t, size_t i)
{
	return t->of.at[i].kind == TORA_TOKEN_PUNCT && tora_one_of(*t->of.at[i].text.at, ".;!?");
}

static bool is_pronoun(struct tora_sv word)
{
	return tora_words_match(word,
	                        "it|this|that|they|these|those|there|which|what|one|none|he|she");
}

/* "at least as long as", "never before", "not more than", from token `i` on: the token behind them,
 * 0: it says something other. */
static size_t past_comparison(const struct tora_tokens *t, size_t i, bool is_not, bool *ret_is_high)
{
	bool is_negated = is_not || is_word(t, i, "never|not|no");

	i += is_negated && !is_not;
	if (!is_negated && is_word(t, i, "at") && is_word(t, i + 1, "least|most")) {
		*ret_is_high = is_word(t, i + 1, "least");
		if (!is_word(t, i + 2, "as"))
			return i + 2;
		return is_word(t, i + 4, "as") ? i + 5 : 0;
	}
	if (!is_negated)
		return 0;
	*ret_is_high =
		is_word(t, i, "less|smaller|lower|shorter|earlier|fewer|narrower|before|below");
	if (is_word(t, i, "before|below|after|above|beyond|past"))
		return i + 1;
	if (!*ret_is_high && !is_word(t, i, "more|greater|larger|longer|later|higher|wider"))
		return 0;
	return is_word(t, i + 1, "than") ? i + 2 : 0;
}

/* "Raises ValueError if end is not after start" says when, "the length of a run is at least ..." of
 * what, and "it is what comes out" that nobody passes it. */
static bool is_of_another_kind(const struct tora_tokens *t, size_t noun)
{
	static const char words[] =
		"if|when|unless|where|whether|until|while|case|raise*|throw*|error*|fails|refuse*|"
		"reject*|return*|give|gives|result*|output*|of|comes out|what comes";
	size_t from = noun, to = noun;

	while (from > 0 && noun - from < SENTENCE_MAX && !is_end(t, from - 1))
		from--;
	while (to < t->of.n && to - noun < SENTENCE_MAX && !is_end(t, to))
		to++;
	for (size_t i = from; i < noun; i++)
		if (is_word(t, i, words))
			return true;
	for (size_t i = noun; i < to; i++)
		if (is_word(t, i, "if|when|unless|of|comes|result*|output*|out"))
			return true;
	return false;
}

/* Token `i` is the verb of such a sentence. */
static bool relation_at(const struct tora_tokens *t, size_t i, struct tora_relation *ret)
{
	size_t noun = i, at;
	struct tora_sv one, other;
	bool is_high = false;

	if (!is_word(t, i, "is|are|be"))
		return false;
	while (noun > 0 && (is_word(t, noun - 1, "must|should|may|can|will|not|never") ||
	                    past_marks(t, noun - 1) != noun - 1))
		noun--;
	at = past_comparison(t, i + 1, i > 0 && is_word(t, i - 1, "not|never"), &is_high);
	if (!noun || !at)
		return false;
	one = word_at(t, noun - 1);
	at = past_marks(t, at);
	at += is_word(t, at, "a|an|the|its|their|each");
	at = past_marks(t, at);
	other = word_at(t, at);
	if (!one.len || !other.len || !isalpha((unsigned char)*one.at) ||
	    !isalpha((unsigned char)*other.at) || tora_text_same(one, other) || is_pronoun(one) ||
	    is_pronoun(other) || is_of_another_kind(t, noun - 1))
		return false;
	*ret = (struct tora_relation){ .high = is_high ? one : other,
		                       .low = is_high ? other : one };
	return true;
}

void tora_relations_read(struct tora_sv text, struct tora_arena *arena, struct tora_relations *ret)
{
	struct tora_tokens t = { .of = { 0 } };
	struct tora_relation one;
	size_t i;

	tora_text_tokens(text, READ_MAX, arena, &t);
	for (i = 0; i < t.of.n && ret->of.n < TORA_RELATIONS_MAX; i++)
		if (relation_at(&t, i, &one))
			*tora_vec_push(arena, &ret->of) = one;
}

/* "@param {number} marcher whole, from 0 to marchers - 1" */
static bool limit_in(struct tora_sv line, struct tora_relation *ret)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t, last = { .text = tora_sv("") }, name = last;
	int depth = 0;
	bool is_tag = false;

	for (; tora_scan_solid(&scan, &t); last = t) {
		struct tora_token minus, one;

		is_tag |= tora_sv_is(t.text, "param");
		depth += tora_sv_is(t.text, "{");
		depth -= tora_sv_is(t.text, "}");
		if (is_tag && !depth && !name.text.len && t.kind == TORA_TOKEN_WORD &&
		    !tora_sv_is(t.text, "param"))
			name = t;
		if (!name.text.len || !tora_sv_is(last.text, "to") || t.kind != TORA_TOKEN_WORD)
			continue;
		*ret = (struct tora_relation){ .high = t.text,
			                       .low = name.text,
			                       .is_of_parameters = true };
		if (!tora_scan_solid(&scan, &minus))
			return !tora_text_same(t.text, name.text);
		ret->is_strict = true;
		return tora_sv_is(minus.text, "-") && tora_scan_solid(&scan, &one) &&
		       tora_sv_is(one.text, "1") && !tora_scan_solid(&scan, &one);
	}
	return false;
}

static bool is_parameter(const struct tora_function *f, struct tora_sv name)
{
	struct tora_sv names[PARAMETERS_MAX];
	size_t n = tora_parameters(f->base_body, names, PARAMETERS_MAX);

	for (size_t i = 0; i < n; i++)
		if (tora_sv_eq(names[i], name))
			return true;
	return false;
}

static void read_limits(const struct tora_function *f, struct tora_arena *arena,
                        struct tora_relations *ret)
{
	struct tora_sv rest = tora_sv(f->base_doc), line;
	struct tora_relation one;

	while (tora_sv_line(&rest, &line) && ret->of.n < TORA_RELATIONS_MAX)
		if (limit_in(line, &one) && is_parameter(f, one.high) && is_parameter(f, one.low))
			*tora_vec_push(arena, &ret->of) = one;
}

void tora_relations_read_change(const struct tora_change *change, struct tora_arena *arena,
                                struct tora_relations *ret)
{
	tora_relations_read(change->readme, arena, ret);
	for (size_t i = 0; i < change->functions.n; i++)
		if (change->functions.at[i].base_doc) {
			tora_relations_read(tora_sv(change->functions.at[i].base_doc), arena, ret);
			read_limits(&change->functions.at[i], arena, ret);
		}
}

/* ---- what is passed ----------------------------------------------------------------------- */

/* What a call, or an object, has by names. */
struct given {
	struct {
		struct tora_sv name;
		struct tora_token value;
	} of[GIVEN_MAX];
	size_t n;
};

static void give(struct given *given, struct tora_sv name, struct tora_token value)
{
	if (given->n == GIVEN_MAX || !name.len ||
	    (value.kind != TORA_TOKEN_NUMBER && value.kind != TORA_TOKEN_STRING))
		return;
	given->of[given->n].name = name;
	given->of[given->n++].value = value;
}

/* Behind a bracket that was opened, to where it is closed; false: it is further than `*left`
 * tokens. */
static bool skip_brackets(struct tora_scan *scan, size_t *left)
{
	struct tora_token t;
	int depth = 1;

	for (; depth > 0 && *left > 0 && tora_scan_solid(scan, &t); --*left)
		depth += t.kind == TORA_TOKEN_STRING ? 0 : tora_text_opened(t.text);
	return depth <= 0;
}

/* What stands behind the bracket that was opened: arguments in their order, or by their names, items of lists, keys. What another call or object
 * has is no part of this. */
static void read_given(struct tora_scan scan, const struct tora_sv *names, size_t n,
                       struct given *ret)
{
	struct tora_token t, last = { .text = TORA_SV(",") }, before = last, name = { 0 };
	size_t place = 0, depth = 0, left = CALL_MAX;

	ret->n = 0;
	for (; left > 0 && tora_scan_solid(&scan, &t); left--, before = last, last = t) {
		bool is_mark = t.kind == TORA_TOKEN_PUNCT;
		bool ends = is_mark && tora_one_of(*t.text.at, ",)]}");

		if (is_mark && tora_one_of(*t.text.at, "({")) {
			if (!skip_brackets(&scan, &left) || !left)
				return;
			continue;
		}
		if (!depth && (tora_sv_is(t.text, "=") || tora_sv_is(t.text, ":")))
			name = last;
		if (ends && tora_one_of(*before.text.at, "[,=:"))
			give(ret,
			     name.text.len ? tora_token_content(name)
			     : place < n   ? names[place]
			                   : tora_sv(""),
			     last);
		if (!depth && tora_sv_is(t.text, ",")) {
			place++;
			name = (struct tora_token){ 0 };
		}
		if (is_mark && tora_one_of(*t.text.at, ")}"))
			return;
		depth += tora_sv_is(t.text, "[");
		depth -= depth && tora_sv_is(t.text, "]");
	}
}

/* "runs" and run. */
static bool is_called(struct tora_sv name, struct tora_sv said)
{
	struct tora_sv one = name.len < said.len ? name : said,
		       more = name.len < said.len ? said : name;

	return one.len > 1 && more.len - one.len <= 1 &&
	       tora_text_same((struct tora_sv){ more.at, one.len }, one) &&
	       (more.len == one.len || more.at[one.len] == 's');
}

static bool is_of(const struct tora_relation *r, struct tora_sv said, struct tora_sv name)
{
	return r->is_of_parameters ? tora_sv_eq(said, name) : is_called(name, said);
}

/* '2022-03-01' before '2022-04-01', 3 before 90; what cannot be compared is not. */
static bool is_less(struct tora_token a, struct tora_token b, bool or_as_much)
{
	struct tora_sv one = tora_token_content(a), other = tora_token_content(b);
	double x, y;

	if (a.kind == TORA_TOKEN_NUMBER && b.kind == TORA_TOKEN_NUMBER)
		return tora_text_number(a.text, &x) && tora_text_number(b.text, &y) &&
		       (x < y || (or_as_much && x <= y));
	return a.kind == TORA_TOKEN_STRING && b.kind == TORA_TOKEN_STRING && one.len == other.len &&
	       one.len && isdigit((unsigned char)*one.at) && isdigit((unsigned char)*other.at) &&
	       memcmp(one.at, other.at, one.len) < (or_as_much ? 1 : 0);
}

static bool is_out(const struct given *given, const struct tora_relations *said)
{
	for (size_t r = 0; r < said->of.n; r++)
		for (size_t i = 0; i < given->n; i++)
			for (size_t k = 0; k < given->n; k++)
				if (is_of(&said->of.at[r], said->of.at[r].high,
				          given->of[i].name) &&
				    is_of(&said->of.at[r], said->of.at[r].low, given->of[k].name) &&
				    is_less(given->of[i].value, given->of[k].value,
				            said->of.at[r].is_strict))
					return true;
	return false;
}

/* The call whose bracket was opened, by each definition of what it calls; an argument may be named
 * where there is none. */
static bool call_is_out(const struct tora_case *c, struct tora_sv callee, struct tora_scan scan)
{
	struct given given;

	for (size_t i = 0; c->change && i < c->change->files.n; i++) {
		const struct tora_file_change *f = &c->change->files.at[i];
		struct tora_scan source = { .text = f->base_text };
		struct tora_sv parameters, names[PARAMETERS_MAX];

		while (f->lang && f->role == TORA_FILE_SOURCE &&
		       tora_parameters_next(&source, callee, &parameters)) {
			read_given(scan, names, tora_parameters(parameters, names, PARAMETERS_MAX),
			           &given);
			if (is_out(&given, &c->said->relations))
				return true;
		}
	}
	return false;
}

bool tora_relation_left(const struct tora_case *c)
{
	struct tora_scan scan = { .text = tora_sv(c->test) };
	struct tora_token t, last = { .text = tora_sv("") };
	struct given given;

	if (!c->said || !c->said->relations.of.n || !c->before || c->before->exception ||
	    tora_bounds_says_no(c))
		return false;
	for (size_t n = 0; n < CALLS_MAX && tora_scan_solid(&scan, &t); last = t) {
		n += tora_sv_is(t.text, "(") || tora_sv_is(t.text, "{");
		if (tora_sv_is(t.text, "(") && last.kind == TORA_TOKEN_WORD &&
		    call_is_out(c, last.text, scan))
			return true;
		if (!tora_sv_is(t.text, "{"))
			continue;
		read_given(scan, NULL, 0, &given);
		if (is_out(&given, &c->said->relations))
			return true;
	}
	return false;
}
