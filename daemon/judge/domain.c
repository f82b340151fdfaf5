#include "judge/domain.h"

#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX    40   /* bytes of a number */
#define PARAGRAPH_MAX 8192 /* what is longer is cut */

struct range {
	bool has_low, has_high, is_whole, is_of_digits, is_of_numbers;
	double low, high;
};

/* ---- what is said ------------------------------------------------------------------------- */

/* "Returns `undefined`" says what comes out, and is no such paragraph without words about the rest. */
static bool leaves_undefined(struct tora_sv paragraph)
{
	static const char others[] =
		"what happens|behavior|behaviour|happens otherwise|anything else|everything else|"
		"nothing else|any other|other values|not checked|unchecked|not validated|all bets";
	static const char open[] =
		"is undefined|are undefined|undefined behavio*|undefined for|not defined|"
		"unspecified|may change at any time";

	return tora_words_match(paragraph, others) && tora_words_match(paragraph, open);
}

/* "0o7777", "1_000", "-2.5"; false: it is none that can be read. */
static bool read_number(struct tora_sv text, double *ret)
{
	char clean[NUMBER_MAX], *end;
	size_t n = 0;

	for (size_t i = 0; i < text.len && n + 1 < sizeof clean; i++)
		if (text.at[i] != '_')
			clean[n++] = text.at[i];
	clean[n] = '\0';
	if (n > 2 && clean[0] == '0' && strchr("oObB", clean[1]))
		*ret = (double)strtoull(clean + 2, &end,
		                        tolower((unsigned char)clean[1]) == 'o' ? 8 : 2);
	else
		*ret = strtod(clean, &end);
	return n && !*end;
}

/* "from 0", "from 0 to 100", "between 1 and 12", "0-9", "at least 1", "positive". */
static void read_range(struct tora_sv text, struct range *ret)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, before = { .text = tora_sv("") }, low = { .text = tora_sv("") };
	double number;

	while (tora_scan_solid(&scan, &t)) {
		bool is_low = tora_words_match(before.text, "from|between|least");
		bool is_high = tora_words_match(before.text, "to|and") && low.text.len;

		if (!isdigit((unsigned char)*t.text.at) || !read_number(t.text, &number)) {
			if (t.kind == TORA_TOKEN_PUNCT && !tora_sv_is(t.text, "-"))
				low.text.len = 0;
		} else if (is_low && !ret->has_low) {
			ret->has_low = true;
			ret->low = number;
			low = t;
		} else if (is_high && ret->has_low && !ret->has_high) {
			/* "0 to capacity - 1" ends at no number. */
			ret->has_high = true;
			ret->high = number;
		}
		before = t;
	}
	if (!ret->has_low && tora_words_match(text, "positive|natural")) {
		ret->has_low = true;
		ret->low = 1;
	}
	if (!ret->has_low && (tora_text_find(text, tora_sv("non-negative"), 0, true) != SIZE_MAX ||
	                      tora_text_find(text, tora_sv("not negative"), 0, true) != SIZE_MAX)) {
		ret->has_low = true;
		ret->low = 0;
	}
	ret->is_of_numbers = tora_words_match(text, "number|numbers|integer|integers|int|ints");
	ret->is_whole = ret->is_of_numbers && tora_words_match(text, "whole|integer|integers");
	ret->is_of_digits = tora_words_match(text, "digits") ||
	                    tora_text_find(text, tora_sv("0-9"), 0, true) != SIZE_MAX;
}

/* ---- what is passed ------------------------------------------------------------------------ */

static bool is_left_out(const struct range *r, struct tora_token t)
{
	double number;

	if (t.kind == TORA_TOKEN_NUMBER && !r->is_of_digits && read_number(t.text, &number))
		return (r->has_low && number < r->low) || (r->has_high && number > r->high) ||
		       (r->is_whole && memchr(t.text.at, '.', t.text.len) &&
		        !tora_sv_starts(t.text, "0x"));
	return false;
}

/* A text of which most are digits, or that is short, was meant for one of digits. */
static bool is_no_digits(struct tora_sv text)
{
	for (size_t i = 1; i + 1 < text.len; i++)
		if (!isdigit((unsigned char)text.at[i]))
			return true;
	return text.len < 3;
}

/* Imports are no input. */
static bool is_import(struct tora_sv line)
{
	return tora_sv_starts(line, "import ") || tora_sv_starts(line, "from ") ||
	       tora_sv_has(line, "require(");
}

static bool passes_left_out(const struct range *r, struct tora_sv test)
{
	struct tora_sv line;
	struct tora_token t;

	while (tora_sv_line(&test, &line)) {
		struct tora_scan scan = { .text = line };

		if (is_import(line))
			continue;
		if (r->is_of_numbers && !r->is_of_digits &&
		    (tora_sv_has(line, "=>") || tora_text_has_word(line, tora_sv("lambda"), false)))
			return true;
		while (tora_scan_solid(&scan, &t))
			if (is_left_out(r, t) || (r->is_of_digits && t.kind == TORA_TOKEN_STRING &&
			                          is_no_digits(t.text)))
				return true;
	}
	return false;
}

/* The arguments of the calls of `name`, those that are numbers alone: of others it is not said. */
static bool call_passes_left_out(const struct range *r, struct tora_sv test, struct tora_sv name)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };
	unsigned depth = 0;

	while (tora_scan_solid(&scan, &t)) {
		bool begins = !depth && tora_sv_is(t.text, "(") && tora_sv_eq(last.text, name);

		last = t;
		if (begins) {
			depth = 1;
			continue;
		}
		if (!depth)
			continue;
		depth += t.text.len == 1 && tora_one_of(*t.text.at, "([{");
		depth -= t.text.len == 1 && tora_one_of(*t.text.at, ")]}");
		if (depth == 1 && is_left_out(r, t))
			return true;
	}
	return false;
}

/* ---- the two together ---------------------------------------------------------------------- */

/* Up to an empty line, and what is left behind it. */
static struct tora_sv next_paragraph(struct tora_sv *rest)
{
	const char *at = rest->at;
	struct tora_sv line;
	size_t n = 0;

	while (tora_sv_line(rest, &line) && tora_sv_trim(line).len)
		n = (size_t)(line.at + line.len - at);
	return (struct tora_sv){ at, n };
}

static bool says_and_passes(struct tora_sv paragraph, struct tora_sv test)
{
	struct range range = { .has_low = false };

	if (!leaves_undefined(paragraph))
		return false;
	read_range(paragraph, &range);
	return passes_left_out(&range, test);
}

static bool is_undefined(struct tora_sv text, struct tora_sv test)
{
	struct tora_str flat = TORA_STR_INIT(PARAGRAPH_MAX); /* phrases go over the ends of lines */
	bool ret = false;

	while (text.len && !ret) {
		struct tora_sv paragraph = next_paragraph(&text);

		flat.len = 0;
		for (size_t i = 0; i < paragraph.len; i++) {
			bool blank = isspace((unsigned char)paragraph.at[i]) != 0;

			if (!blank)
				tora_str_addc(&flat, paragraph.at[i]);
			else if (flat.len && flat.buf[flat.len - 1] != ' ')
				tora_str_addc(&flat, ' ');
		}
		ret = says_and_passes(tora_str_view(&flat), test);
	}
	tora_str_free(&flat);
	return ret;
}

/* A parameter that a document names between the brackets of a call, given by its name: `context=-1`, `{ context: -1 }`. */
static bool option_is_left_out(const struct range *r, struct tora_sv test, struct tora_sv said)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, mark = { .text = tora_sv("") }, name = { .text = tora_sv("") };

	while (tora_scan_solid(&scan, &t)) {
		if ((tora_sv_is(mark.text, "=") || tora_sv_is(mark.text, ":")) &&
		    name.kind == TORA_TOKEN_WORD && name.text.len > 2 && is_left_out(r, t) &&
		    tora_text_has_word(said, name.text, false))
			return true;
		name = mark;
		mark = t;
	}
	return false;
}

/* From a line on to the next item of its list. */
static struct tora_sv item_of(struct tora_sv rest)
{
	struct tora_sv all = next_paragraph(&rest);

	for (size_t i = 0; i + 1 < all.len; i++)
		if (all.at[i] == '\n' && tora_one_of(all.at[i + 1], "-*|"))
			return (struct tora_sv){ all.at, i };
	return all;
}

/* Of the first brackets behind a name. */
static struct tora_sv parameters_in(struct tora_sv line)
{
	const char *open = memchr(line.at, '(', line.len);
	size_t at = open ? (size_t)(open - line.at) : 0;
	const char *close = open ? memchr(open, ')', line.len - at) : NULL;
	bool is_call = at && (isalnum((unsigned char)open[-1]) || open[-1] == '_');

	return is_call && close ? (struct tora_sv){ open, (size_t)(close - open) } : tora_sv("");
}

/* What an item says of the numbers of a call: of this one, or of an option that has a name. */
static bool is_beyond(struct tora_sv text, struct tora_sv name, struct tora_sv test)
{
	while (text.len) {
		struct tora_sv line, item = item_of(text);
		struct range range = { .has_low = false };

		if (!tora_sv_line(&text, &line))
			return false;
		if (!parameters_in(line).len)
			continue;
		read_range(item, &range);
		range.is_whole = range.has_high = false; /* of which argument? */
		if (!range.has_low || !range.is_of_numbers || range.low < 0 || range.low > 1)
			continue;
		if ((tora_text_calls(line, name) && call_passes_left_out(&range, test, name)) ||
		    option_is_left_out(&range, test, parameters_in(line)))
			return true;
	}
	return false;
}

bool tora_domain_left(const struct tora_case *c)
{
	struct tora_sv readme = c->change ? c->change->readme : tora_sv("");
	struct tora_sv doc =
		tora_sv(c->function && c->function->base_doc ? c->function->base_doc : "");
	struct tora_sv test = tora_sv(c->test), name = tora_text_last(c->name);

	return is_undefined(readme, test) || is_undefined(doc, test) ||
	       (name.len > 2 && is_beyond(readme, name, test));
}
