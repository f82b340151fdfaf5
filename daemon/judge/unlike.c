#include "judge/unlike.h"

#include "judge/moved.h"
#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"
#include "lang/lang.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define ASKED_MAX 32 /* names of members, each looked for in all that was said and removed */

static bool is_called(const struct tora_texts *texts, struct tora_sv name)
{
	for (size_t i = 0; i < texts->of.n; i++)
		if (tora_text_calls(texts->of.at[i], name))
			return true;
	return false;
}

static bool is_named(const struct tora_texts *texts, struct tora_sv name)
{
	for (size_t i = 0; i < texts->of.n; i++)
		if (tora_text_has_word(texts->of.at[i], name, false))
			return true;
	return false;
}

/* A test or a document of the base has the name. */
static bool is_known(const struct tora_change *change, struct tora_sv name)
{
	for (size_t i = 0; i < change->files.n; i++)
		if (change->files.at[i].role != TORA_FILE_SOURCE &&
		    tora_text_has_word(change->files.at[i].base_text, name, false))
			return true;
	return is_named(&change->tests, name) || is_named(&change->documents, name) ||
	       tora_text_has_word(change->readme, name, false);
}

/* "Split parse_line() by form", and `mode_of` stands in another module since: no test or document ever had that name, nor that of its
 * module, which others would import it from. Who asks for it made it up. */
static bool asks_for_helper_that_moved(const struct tora_case *c)
{
	struct tora_sv name = tora_text_last(c->name), module = { .at = c->name };

	if (c->origin < TORA_ORIGIN_MODEL || !c->change || name.at == c->name ||
	    !tora_moved_told(c))
		return false;
	module.len = (size_t)(name.at - c->name) - 1; /* without the dot */
	return !is_known(c->change, name) && !is_known(c->change, module);
}

/* Parameters, and none that may be left out. */
static bool has_required(const char *signature)
{
	return !tora_sv_ends(tora_sv(signature), "()") && !strpbrk(signature, "=?*") &&
	       !strstr(signature, "...");
}

/* `surfaces()` of a function that has a parameter since and which no test or document calls: its callers pass it. */
static bool leaves_out_new(const struct tora_case *c)
{
	struct tora_sv name = tora_text_last(c->name);
	const struct tora_function *f = c->function;

	if (!name.len || !c->change || !f || !f->signature || !has_required(f->signature) ||
	    !tora_text_calls_bare(f->base_body, name) ||
	    !tora_text_calls_bare(tora_sv(c->test), name) || is_called(&c->change->tests, name) ||
	    is_called(&c->change->documents, name))
		return false;
	for (size_t i = 0; i < c->change->files.n; i++)
		if (c->change->files.at[i].role != TORA_FILE_SOURCE &&
		    tora_text_calls(c->change->files.at[i].head_text, name))
			return false;
	return true;
}

/* What is counted by a name that the program gives: `rows: -1`, `width=-2`. A limit below zero may stand for none. */
static bool passes_count_below_zero(struct tora_sv test)
{
	static const char counts[] = "rows|columns|cols|width|height|size|length|count|capacity|"
				     "offset|position|pos|skip";
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t)
		if (t.kind == TORA_TOKEN_NUMBER && *t.text.at == '-' &&
		    (tora_sv_is(last.text, ":") || tora_sv_is(last.text, "=")) &&
		    tora_words_match(tora_token_content(before), counts))
			return true;
	return false;
}

/* The language refuses a length below zero, and not the project, which would have a reason. */
static bool is_less_than_none(const struct tora_case *c)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;

	return x && x->message && c->origin >= TORA_ORIGIN_MODEL &&
	       tora_words_match(tora_sv(x->message),
	                        "Invalid array length|Invalid typed array length|"
	                        "Invalid count value|negative dimensions|negative shift count|"
	                        "negative seek value") &&
	       passes_count_below_zero(tora_sv(c->test));
}

/* `.0` at `at`, behind a digit and before none. */
static bool is_point(struct tora_sv text, size_t at)
{
	return at && at + 1 < text.len && text.at[at] == '.' && text.at[at + 1] == '0' &&
	       isdigit((unsigned char)text.at[at - 1]) &&
	       (at + 2 == text.len || !isalnum((unsigned char)text.at[at + 2]));
}

/* They differ in that alone: `2.0` is `2`. */
static bool differ_in_points(struct tora_sv a, struct tora_sv b)
{
	size_t i = 0, k = 0;

	while (i < a.len || k < b.len) {
		if (is_point(a, i))
			i += 2;
		else if (is_point(b, k))
			k += 2;
		else if (i < a.len && k < b.len && a.at[i] == b.at[k])
			i++, k++;
		else
			return false;
	}
	return true;
}

/* They differ in True and 1, or in False and 0, alone. */
static bool differ_in_truths(struct tora_sv a, struct tora_sv b)
{
	struct tora_scan one = { .text = a }, two = { .text = b };
	struct tora_token s, t;
	bool any = false;

	while (tora_scan_next(&one, &s)) {
		if (!tora_scan_next(&two, &t))
			return false;
		if (tora_sv_eq(s.text, t.text))
			continue;
		if (!(tora_sv_is(s.text, "True") && tora_sv_is(t.text, "1")) &&
		    !(tora_sv_is(s.text, "1") && tora_sv_is(t.text, "True")) &&
		    !(tora_sv_is(s.text, "False") && tora_sv_is(t.text, "0")) &&
		    !(tora_sv_is(s.text, "0") && tora_sv_is(t.text, "False")))
			return false;
		any = true;
	}
	return any && !tora_scan_next(&two, &t);
}

/* By its place alone: what a keyword or a key has is known by its name, and may well be a truth. */
static bool passes_truth(struct tora_sv test)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };
	bool any = false;

	for (; tora_scan_solid(&scan, &t); last = t) {
		if (!tora_sv_is(t.text, "True") && !tora_sv_is(t.text, "False"))
			continue;
		if (!tora_sv_is(last.text, "(") && !tora_sv_is(last.text, ","))
			return false;
		any = true;
	}
	return any;
}

/* `True` for a number comes back as it came, or as 1: a program of Python that has no truth values in its tests knows none. */
static bool is_truth_as_number(const struct tora_case *c)
{
	static const char truths[] = "True|False";

	if (c->difference->kind != TORA_DIFF_VALUE || c->origin < TORA_ORIGIN_MODEL || !c->change ||
	    !passes_truth(tora_sv(c->test)) ||
	    !differ_in_truths(tora_sv(c->difference->before), tora_sv(c->difference->after)))
		return false;
	for (size_t i = 0; i < c->change->files.n; i++)
		if (c->change->files.at[i].role != TORA_FILE_SOURCE &&
		    (tora_words_match(c->change->files.at[i].base_text, truths) ||
		     tora_words_match(c->change->files.at[i].head_text, truths)))
			return false;
	for (size_t i = 0; i < c->change->tests.of.n; i++)
		if (tora_words_match(c->change->tests.of.at[i], truths))
			return false;
	return true;
}

/* Fractions, and each of them is a whole number: `1.0`. */
static bool has_whole_fractions(struct tora_sv text)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t;
	bool any = false;

	while (tora_scan_solid(&scan, &t)) {
		if (t.kind != TORA_TOKEN_NUMBER || !memchr(t.text.at, '.', t.text.len))
			continue;
		if (!tora_sv_ends(t.text, ".0"))
			return false;
		any = true;
	}
	return any;
}

static bool has_fraction(struct tora_sv text)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t))
		if (t.kind == TORA_TOKEN_NUMBER && memchr(t.text.at, '.', t.text.len))
			return true;
	return false;
}

/* It came back as it came on one side alone, or is refused as an index since. */
static bool shows_fraction(const struct tora_case *c)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;

	if (c->difference->kind == TORA_DIFF_EXCEPTION_APPEARED)
		return x && x->message && tora_lang_is_about(x, TORA_WRITTEN_FRACTION);
	return c->difference->kind == TORA_DIFF_VALUE &&
	       differ_in_points(tora_sv(c->difference->before), tora_sv(c->difference->after));
}

/* Who has nothing but whole numbers is given one as a fraction. */
static bool is_whole_as_fraction(const struct tora_case *c)
{
	if (c->origin < TORA_ORIGIN_MODEL || !c->change || !shows_fraction(c) ||
	    !has_whole_fractions(tora_sv(c->test)))
		return false;
	for (size_t i = 0; i < c->change->files.n; i++)
		if (has_fraction(c->change->files.at[i].base_text) ||
		    has_fraction(c->change->files.at[i].head_text))
			return false;
	for (size_t i = 0; i < c->change->tests.of.n; i++)
		if (has_fraction(c->change->tests.of.at[i]))
			return false;
	return true;
}

/* `return (1, 2)` calls nothing. */
static bool is_called_by(const struct tora_token *last)
{
	static const char words[] =
		"return|in|yield|and|or|not|is|if|else|assert|lambda|await|print";

	return (last->kind == TORA_TOKEN_WORD && !tora_words_match(last->text, words)) ||
	       tora_sv_is(last->text, ")") || tora_sv_is(last->text, "]");
}

/* How many items the tuples in a text have, a bit each: 3 of `(250, 240, 230)`. `names`: those with names in them as well. */
static uint32_t tuple_lengths(struct tora_sv text, bool names)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, last = { .text = tora_sv("") };
	uint32_t ret = 0;
	unsigned n = 0, commas = 0;
	bool is_inside = false;

	for (; tora_scan_solid(&scan, &t); last = t) {
		if (tora_sv_is(t.text, "(")) {
			is_inside = !is_called_by(&last);
			n = commas = 0;
		} else if (t.kind == TORA_TOKEN_NUMBER || (names && t.kind == TORA_TOKEN_WORD)) {
			n++;
		} else if (tora_sv_is(t.text, ",")) {
			commas++;
		} else {
			if (is_inside && tora_sv_is(t.text, ")") && (commas || !n))
				ret |= UINT32_C(1) << (n < 31 ? n : 31);
			is_inside = false;
		}
	}
	return ret;
}

/* `(15, 15)` where each test and document that names what changed has three, `(250, 240, 230)`, and Python counts them since. */
static bool is_tuple_of_another_length(const struct tora_case *c)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;
	uint32_t known = 0;

	if (c->difference->kind != TORA_DIFF_EXCEPTION_APPEARED || !x || !x->message ||
	    c->origin < TORA_ORIGIN_MODEL || !c->change ||
	    !tora_words_match(tora_sv(x->message), "to unpack|positional argument|positional "
	                                           "arguments|index out of range"))
		return false;
	for (size_t i = 0; i < c->change->tests.of.n; i++)
		known |= tuple_lengths(c->change->tests.of.at[i], true);
	for (size_t i = 0; i < c->change->documents.of.n; i++)
		known |= tuple_lengths(c->change->documents.of.at[i], true);
	return known && (tuple_lengths(tora_sv(c->test), false) & ~known);
}

bool tora_unlike_any_use(const struct tora_case *c)
{
	return is_less_than_none(c) || leaves_out_new(c) || asks_for_helper_that_moved(c) ||
	       is_truth_as_number(c) || is_whole_as_fraction(c) || is_tuple_of_another_length(c);
}

/* `[name, undefined]`: a hole in a list is written by nobody. */
static bool hands_hole(struct tora_sv test)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };
	int depth = 0;

	for (; tora_scan_solid(&scan, &t); last = t) {
		depth += tora_sv_is(t.text, "[") - tora_sv_is(t.text, "]");
		if (depth > 0 && tora_sv_is(t.text, "undefined") &&
		    (tora_sv_is(last.text, "[") || tora_sv_is(last.text, ",")))
			return true;
	}
	return false;
}

bool tora_unlike_list(const struct tora_case *c)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;

	if (c->difference->kind != TORA_DIFF_EXCEPTION_APPEARED || !x || !x->message ||
	    c->origin < TORA_ORIGIN_MODEL || !c->change ||
	    !tora_words_match(tora_sv(x->message), "undefined") || !hands_hole(tora_sv(c->test)))
		return false;
	for (size_t i = 0; i < c->change->tests.of.n; i++)
		if (hands_hole(c->change->tests.of.at[i]))
			return false;
	return true;
}

bool tora_unlike_whole(const struct tora_case *c)
{
	static const char missing[] = "undefined";
	struct tora_sv before = tora_sv_trim(tora_sv(c->difference->before));
	struct tora_sv after = tora_sv_trim(tora_sv(c->difference->after));
	size_t at = tora_text_find(before, tora_sv(missing), 0, false), len = sizeof missing - 1;

	if (c->origin < TORA_ORIGIN_MODEL || c->difference->kind != TORA_DIFF_VALUE || !c->said ||
	    at == SIZE_MAX || !tora_text_has_object(tora_sv(c->test)) ||
	    !tora_words_match(tora_sv(c->test), "console"))
		return false;
	return before.len == after.len + len && memcmp(before.at, after.at, at) == 0 &&
	       memcmp(before.at + at + len, after.at + at, after.len - at) == 0 &&
	       !tora_said_speaks(c->said, c->intent, "undefined|missing|absent|empty");
}

/* "The resistance depends on the kind", and the change reads `part.kind` where nothing did: what came of an object without one
 * was by chance. */
bool tora_unlike_announced(const struct tora_case *c, tora_facts facts)
{
	struct tora_scan scan = { .text = c->said ? c->said->added : tora_sv("") };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;
	const struct tora_exception *x = c->after ? c->after->exception : NULL;
	unsigned asked = 0;

	if (c->origin < TORA_ORIGIN_MODEL || !tora_text_has_object(tora_sv(c->test)) ||
	    !tora_words_match(tora_sv(c->test), "console|const|let") ||
	    !(facts & (TORA_FACT(GLITCH) | TORA_FACT(PROGRAM_ERROR))))
		return false;
	for (; asked < ASKED_MAX && tora_scan_solid(&scan, &t); before = last, last = t) {
		if (!tora_sv_is(last.text, ".") || t.kind != TORA_TOKEN_WORD || t.text.len < 3 ||
		    tora_sv_is(before.text, "this") ||
		    (scan.at < scan.text.len && scan.text.at[scan.at] == '(') ||
		    tora_text_has_word(tora_sv(c->test), t.text, false) ||
		    (x && !tora_text_has_word(tora_sv(x->message), t.text, false)))
			continue;
		asked++;
		if (tora_text_has_word(c->said->messages, t.text, false) &&
		    !tora_text_has_word(c->said->removed, t.text, false))
			return true;
	}
	return false;
}
