#include "judge/domain.h"

#include "judge/evidence.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PARAGRAPH_MAX 8192 /* bytes that are read of one */
#define UNCHECKED_ORDER                                                                            \
	"order is not checked|order is never checked|nothing here does or checks that|nothing "    \
	"checks that|nothing here checks that|nobody checks that"
#define ITEM_MAX 2048

/* ---- what is said ------------------------------------------------------------------------- */

/* "Only the algorithm is checked, the rest is the caller's business": a duty that has nothing to do with input is spoken of without a
 * word about checking. */
static bool is_left_to_callers(struct tora_sv paragraph)
{
	static const char duty[] =
		"caller's responsibility|caller's business|callers' business|caller's duty|"
		"caller's job|responsibility of the caller|for the caller to see|"
		"for callers to see|up to the caller|up to callers|up to you";

	return tora_words_match(paragraph, "check|checked|checks|refuse*|validat*|verif*") &&
	       (tora_words_match(paragraph, duty) ||
	        (tora_words_match(paragraph, "sees to it|see to it|sees to that|see to that") &&
	         tora_words_match(paragraph, "who|whoever|caller|callers|you")));
}

/* "Returns `undefined`" says what comes out, and is no such paragraph without words about the rest. */
static bool leaves_undefined(struct tora_sv paragraph)
{
	static const char others[] =
		"what happens|what they do with|what it does with|behavior|behaviour|happens "
		"otherwise|"
		"anything else|everything else|"
		"nothing else|any other|other values|other lists|for others|not checked|not check|"
		"unchecked|not validated|all bets|nothing is checked|none of this is checked|"
		"comes of other*|comes out of other*";
	static const char open[] =
		"is undefined|are undefined|undefined behavio*|undefined for|not defined|"
		"unspecified|has no meaning|have no meaning|is meaningless|"
		"pass only what|may change at any time|anybody's guess|anyone's guess|"
		"nothing to count on|not to be counted on|nobody's promise|nothing is promised|"
		"no promise";

	return (tora_words_match(paragraph, others) && tora_words_match(paragraph, open)) ||
	       tora_words_match(paragraph, UNCHECKED_ORDER) || is_left_to_callers(paragraph);
}

/* `0 <= value`, behind the 0; `1 << n` and `1<br>` are none. */
static bool begins_order(const struct tora_scan *scan)
{
	struct tora_sv rest = { scan->text.at + scan->at, scan->text.len - scan->at };

	rest = tora_sv_trim(rest);
	return rest.len > 3 && tora_sv_starts(rest, "<= ") && isalpha((unsigned char)rest.at[3]);
}

/* `0-9`, and not `0-9A-Za-z` or `A-Z0-9`. */
static bool has_only_digits(struct tora_sv text)
{
	size_t at = tora_text_find(text, tora_sv("0-9"), 0, true);

	return at != SIZE_MAX && !(at && isalnum((unsigned char)text.at[at - 1])) &&
	       !(at + 3 < text.len && isalnum((unsigned char)text.at[at + 3]));
}

/* "from 0", "from 0 to 100", "between 1 and 12", "0 <= n", "0-9", "at least 1", "positive". */
static void read_range(struct tora_sv text, struct tora_limit *ret)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, before = { .text = tora_sv("") }, low = { .text = tora_sv("") };
	double number;

	while (tora_scan_solid(&scan, &t)) {
		bool is_low = tora_words_match(before.text, "from|between|least");
		bool is_high = tora_words_match(before.text, "to|and") && low.text.len;

		ret->is_below_zero |= is_low && tora_sv_starts(t.text, "-");
		if (!isdigit((unsigned char)*t.text.at) || !tora_text_number(t.text, &number)) {
			if (t.kind == TORA_TOKEN_PUNCT && !tora_sv_is(t.text, "-"))
				low.text.len = 0;
		} else if (is_low && ret->has_low) {
			ret->n_lows++;
		} else if (is_low) {
			ret->n_lows++;
			ret->has_low = true;
			ret->low = number;
			low = t;
		} else if (begins_order(&scan)) {
			ret->n_lows++;
			if (!ret->has_low) {
				ret->has_low = true;
				ret->low = number;
			}
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
	                      tora_words_match(text, "not negative|never negative"))) {
		ret->has_low = true;
		ret->low = 0;
	}
	ret->is_of_numbers = tora_words_match(text, "number|numbers|integer|integers|int|ints");
	ret->is_whole = ret->is_of_numbers && tora_words_match(text, "whole|integer|integers");
	/* What is passed, not what comes out. */
	ret->is_ascending =
		(tora_words_match(text, "ascending|ascend|ascends|sorted") ||
	         (tora_words_match(text, "in order") && !tora_words_match(text, "in order to"))) &&
		tora_words_match(text,
	                         "must|has to|have to|need*|expect*|hold*|assume*|sees|see to") &&
		!tora_words_match(text, "return*|give|gives|output|print*|yield*|result*");
	/* "Frames are given in the order of their times. The order is not checked." */
	ret->is_ascending |= tora_words_match(text, "in the order of their") &&
	                     tora_words_match(text, UNCHECKED_ORDER);
	/* "Give the layers from top to bottom. What comes of others is undefined." */
	ret->is_ascending |=
		tora_words_match(text, "give|given|pass|passed|must|has to|have to|need*") &&
		!tora_words_match(text, "return*|gives|output|print*|yield*|result*|draw*|show*") &&
		tora_words_match(text, "from top to bottom|from left to right|oldest first|"
	                               "earliest first|chronological order|from first to last") &&
		tora_words_match(text, UNCHECKED_ORDER "|undefined|not checked|isn't checked|"
	                                               "doesn't check|does not check");
	ret->is_apart =
		ret->is_ascending &&
		tora_words_match(text, "not overlap|never overlap|don't overlap|no overlap*");
	ret->is_unique =
		ret->is_ascending && tora_words_match(text, "unique|distinct|each once|only once|"
	                                                    "without duplicates|no duplicates");
	ret->is_of_digits = tora_words_match(text, "digits") || has_only_digits(text);
}

/* ---- what is passed ------------------------------------------------------------------------ */

static bool is_left_out(const struct tora_limit *r, struct tora_token t)
{
	double number;

	if (t.kind == TORA_TOKEN_NUMBER && !r->is_of_digits && tora_text_number(t.text, &number))
		return (r->has_low && number < r->low) || (r->has_high && number > r->high) ||
		       (r->is_whole && memchr(t.text.at, '.', t.text.len) &&
		        !tora_sv_starts(t.text, "0x"));
	return false;
}

/* With its quotes: something in it is no digit, or nothing is in it. */
static bool is_no_digits(struct tora_sv text)
{
	for (size_t i = 1; i + 1 < text.len; i++)
		if (!isdigit((unsigned char)text.at[i]))
			return true;
	return text.len < 3;
}

/* What a line hands over, and not what it compares that with. */
static struct tora_sv passed(struct tora_sv line)
{
	size_t at = tora_text_find(line, tora_sv("=="), 0, false);

	return at == SIZE_MAX ? line : (struct tora_sv){ line.at, at };
}

/* "nan" is no whole number, and `undefined` none at all: in the brackets of a call. */
static bool passes_no_number(struct tora_sv line)
{
	struct tora_scan scan = { .text = passed(line) };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;
	unsigned depth = 0;

	for (; tora_scan_solid(&scan, &t); before = last, last = t) {
		depth += tora_sv_is(t.text, "(");
		depth -= depth && tora_sv_is(t.text, ")");
		if (depth && t.kind == TORA_TOKEN_WORD &&
		    tora_words_match(t.text, "NaN|Infinity|nan|undefined"))
			return true;
		if (t.kind == TORA_TOKEN_STRING && tora_sv_is(last.text, "(") &&
		    tora_sv_is(before.text, "float") &&
		    tora_words_match(tora_token_content(t), "nan|inf|infinity"))
			return true;
	}
	return false;
}

/* Numbers by their value, texts by their bytes; of different kinds: not in order. */
static int order_of(struct tora_token a, struct tora_token b)
{
	struct tora_sv one = tora_token_content(a), two = tora_token_content(b);
	double x, y;

	if (a.kind != b.kind)
		return 1;
	if (a.kind == TORA_TOKEN_STRING)
		return tora_text_order(&one, &two);
	return tora_text_number(one, &x) && tora_text_number(two, &y) ? (x > y) - (x < y) : -1;
}

/* What is read of a list: where it ascends, or the first of each pair or mapping in it. */
struct listed {
	struct tora_token last, end; /* the first value of the last item, and its second */
	unsigned depth;              /* brackets of an item that are open; 1: of a pair */
	bool is_list, is_bad, is_first, is_second, is_mapping, was_mapping, was_named;
	bool is_name; /* what stood before: `Layer(0, 30)` is a pair with a name */
};

static void read_value(const struct tora_limit *r, struct tora_token t, struct listed *l)
{
	int order = l->last.text.len ? order_of(l->last, t) : -1;

	l->is_bad |= order > 0 || (order == 0 && r->is_unique);
	l->is_bad |= r->is_apart && l->end.text.len && order_of(l->end, t) > 0;
	l->last = t;
	l->end = (struct tora_token){ .text = tora_sv("") };
}

/* In a pair, "(4, 'a')", or a mapping, "{ at: 4 }". */
static void read_item(const struct tora_limit *r, struct tora_token t, bool is_value,
                      struct listed *l)
{
	bool is_key = l->is_first && l->is_mapping && l->depth == 1;

	if (t.text.len == 1 && tora_one_of(*t.text.at, "([{"))
		l->depth++;
	if (t.text.len == 1 && tora_one_of(*t.text.at, ")]}"))
		l->depth--;
	if (is_key) {
		l->is_mapping = !tora_sv_is(t.text, ":");
		l->is_first = l->depth > 0;
		return;
	}
	if (l->is_second && l->depth == 1 && !tora_sv_is(t.text, ",")) {
		l->end = is_value ? t : l->end;
		l->is_second = false;
	}
	/* The first key of a mapping may be its name, as may what a call has first. */
	if (l->is_first && is_value &&
	    !((l->was_mapping || l->was_named) && t.kind == TORA_TOKEN_STRING))
		read_value(r, t, l);
	else if (l->is_first)
		l->is_list = l->is_bad = false;
	l->is_second |= l->is_first && !l->was_mapping;
	l->is_first = false;
}

/* A list of numbers or texts that does not ascend, or has two equal ones where each is to be there once; where points or pairs are
 * spoken of, by the first of each, and of mappings always. */
static bool passes_unordered(const struct tora_limit *r, struct tora_sv line)
{
	struct tora_scan scan = { .text = passed(line) };
	bool has_pairs = tora_words_match(r->said, "point|points|pair|pairs|tuple*|column*");
	struct listed l = { .last = { .text = tora_sv("") } };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t)) {
		bool is_value = t.kind == TORA_TOKEN_NUMBER || t.kind == TORA_TOKEN_STRING;
		bool is_pair =
			(has_pairs && (tora_sv_is(t.text, "[") || tora_sv_is(t.text, "("))) ||
			(l.is_name && tora_sv_is(t.text, "("));

		if (l.depth) {
			read_item(r, t, is_value, &l);
		} else if (l.is_list && (is_pair || tora_sv_is(t.text, "{"))) {
			l.is_mapping = l.was_mapping = !is_pair;
			l.was_named = l.is_name;
			l.is_first = true;
			l.is_second = l.is_name = false;
			l.depth = 1;
		} else if (tora_sv_is(t.text, "[")) {
			l = (struct listed){ .is_list = true, .last = { .text = tora_sv("") } };
		} else if (tora_sv_is(t.text, "]")) {
			if (l.is_list && l.is_bad)
				return true;
			l.is_list = false;
		} else if (is_value) {
			read_value(r, t, &l);
		} else if (t.kind == TORA_TOKEN_WORD && l.is_list) {
			l.is_name = true;
		} else if (!tora_sv_is(t.text, ",") || l.is_name) {
			l.is_list = false;
		}
	}
	return false;
}

/* A line, and those that its brackets go on over. */
static struct tora_sv take_statement(struct tora_sv *rest)
{
	struct tora_sv line, ret = { rest->at, 0 };

	for (int depth = 0; tora_sv_line(rest, &line);) {
		depth += tora_text_opened(line);
		ret.len = (size_t)(line.at + line.len - ret.at);
		if (depth <= 0)
			break;
	}
	return ret;
}

static bool has_unordered(const struct tora_limit *r, struct tora_sv test)
{
	while (test.len)
		if (passes_unordered(r, take_statement(&test)))
			return true;
	return false;
}

/* Imports are no input. */
static bool is_import(struct tora_sv line)
{
	return tora_sv_starts(line, "import ") || tora_sv_starts(line, "from ") ||
	       tora_sv_has(line, "require(");
}

/* `rows[-1]` asks for an item, and hands nothing over. */
static bool is_index(struct tora_token before, struct tora_token last)
{
	return tora_sv_is(last.text, "[") && before.text.len &&
	       (before.kind == TORA_TOKEN_WORD || tora_one_of(*before.text.at, ")]"));
}

static bool passes_left_out(const struct tora_limit *r, struct tora_sv test)
{
	struct tora_sv line;
	struct tora_token t;

	if (r->is_ascending && has_unordered(r, test))
		return true;
	while (tora_sv_line(&test, &line)) {
		struct tora_scan scan = { .text = line };
		struct tora_token last = { .text = tora_sv("") }, before = last;

		if (is_import(line) || tora_sv_starts(line, "(async "))
			continue;
		if (r->is_of_numbers && !r->is_of_digits &&
		    (tora_sv_has(line, "=>") || tora_text_has_word(line, tora_sv("lambda"), false)))
			return true;
		if (r->is_whole && passes_no_number(line))
			return true;
		for (; tora_scan_solid(&scan, &t); before = last, last = t)
			if ((is_left_out(r, t) && !is_index(before, last)) ||
			    (r->is_of_digits && t.kind == TORA_TOKEN_STRING &&
			     is_no_digits(t.text)))
				return true;
	}
	return false;
}

/* The last argument of the calls of `name`: in most signatures the number comes after what it is about. */
static bool call_passes_left_out(const struct tora_limit *r, struct tora_sv test,
                                 struct tora_sv name)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };
	unsigned depth = 0;
	bool was_last = false;

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
		if (!depth && was_last)
			return true;
		was_last = depth == 1 && is_left_out(r, t);
	}
	return false;
}

/* ---- the two together ---------------------------------------------------------------------- */

/* Up to an empty line, and what is left behind it; as much of it as is read. */
static struct tora_sv next_paragraph(struct tora_sv *rest)
{
	const char *at = rest->at;
	struct tora_sv line;
	size_t n = 0;

	while (n < PARAGRAPH_MAX && tora_sv_line(rest, &line) && tora_sv_trim(line).len)
		n = (size_t)(line.at + line.len - at);
	return (struct tora_sv){ at, n < PARAGRAPH_MAX ? n : PARAGRAPH_MAX };
}

/* Phrases go over the ends of lines. */
static struct tora_sv flat(struct tora_sv paragraph, struct tora_arena *arena)
{
	char *to = tora_arena_alloc(arena, paragraph.len + 1);
	size_t n = 0;

	for (size_t i = 0; i < paragraph.len; i++) {
		bool blank = isspace((unsigned char)paragraph.at[i]) != 0;

		if (!blank || (n && to[n - 1] != ' '))
			to[n++] = blank ? ' ' : paragraph.at[i];
	}
	return (struct tora_sv){ to, n };
}

/* "With whole numbers from 0 to 255. Numbers are not checked": in a sentence about what it is. */
static bool leaves_unchecked(const struct tora_limit *limit)
{
	static const char unchecked[] =
		"not checked|never checked|unchecked|not validated|never validated";
	struct tora_sv rest = limit->said;

	if (!limit->is_of_numbers || !limit->has_low || !limit->has_high)
		return false;
	while (rest.len) {
		size_t end = tora_text_find(rest, TORA_SV(". "), 0, false);
		size_t n = end == SIZE_MAX ? rest.len : end + 2;
		struct tora_sv sentence = { rest.at, n };

		if (tora_words_match(sentence, unchecked) &&
		    tora_words_match(sentence, "number|numbers|value|values|they|it|this|these"))
			return true;
		rest = (struct tora_sv){ rest.at + n, rest.len - n };
	}
	return false;
}

static void add_open(struct tora_sv said, struct tora_arena *arena, struct tora_domain *ret)
{
	static const char no_input[] = "version|versions|arguments|platform|platforms|more than";
	struct tora_limit limit = { .said = flat(said, arena) };
	bool is_undefined = leaves_undefined(limit.said);

	read_range(limit.said, &limit);
	if ((!is_undefined && !leaves_unchecked(&limit)) ||
	    (tora_words_match(limit.said, no_input) &&
	     !tora_words_match(limit.said, "next version")))
		return;
	if (is_undefined && ret->unread.n < TORA_LIMITS_MAX)
		*tora_vec_push(arena, &ret->unread) = limit.said;
	if (ret->open.n < TORA_LIMITS_MAX && limit.n_lows <= 1 && !limit.is_below_zero &&
	    (limit.has_low || limit.is_of_digits || limit.is_ascending))
		*tora_vec_push(arena, &ret->open) = limit;
}

static bool begins_item(struct tora_sv line)
{
	line = tora_sv_trim(line);
	return line.len > 1 && tora_one_of(*line.at, "-*+") && line.at[1] == ' ';
}

/* Each item of a list speaks of what it speaks of, but where a line before them speaks of all. */
static void read_open(struct tora_sv text, struct tora_arena *arena, struct tora_domain *ret)
{
	while (text.len) {
		struct tora_sv all = next_paragraph(&text), rest = all, line, item = { all.at, 0 };

		while (tora_sv_line(&rest, &line)) {
			bool leads = tora_sv_ends(tora_sv_trim(item), ":") && !begins_item(item);

			if (begins_item(line) && item.len && !leads) {
				add_open(item, arena, ret);
				item.at = line.at;
			}
			item.len = (size_t)(line.at + line.len - item.at);
		}
		if (item.len)
			add_open(item, arena, ret);
	}
}

/* A parameter that a document names between the brackets of a call, given by its name: `context=-1`, `{ context: -1 }`. */
static bool option_is_left_out(const struct tora_limit *r, struct tora_sv test, struct tora_sv said)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, mark = { .text = tora_sv("") }, name = { .text = tora_sv("") };
	unsigned depth = 0;

	while (tora_scan_solid(&scan, &t)) {
		depth += t.text.len == 1 && tora_one_of(*t.text.at, "([{");
		depth -= depth && t.text.len == 1 && tora_one_of(*t.text.at, ")]}");
		if (depth && (tora_sv_is(mark.text, "=") || tora_sv_is(mark.text, ":")) &&
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
	struct tora_sv all = { rest.at, rest.len < ITEM_MAX ? rest.len : ITEM_MAX };

	all = next_paragraph(&all);
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

/* What an item says of the numbers of a call: which argument they are is not said, so only that they begin at 0 or 1 is read. */
static void read_calls(struct tora_sv text, struct tora_arena *arena, struct tora_domain *ret)
{
	static const char exceptions[] =
		"negative|non-positive|raise*|throw*|error*|else|otherwise|counted|at least|"
		"end|unless|except|ValueError|TypeError|RangeError";

	while (text.len && ret->calls.n < TORA_LIMITS_MAX) {
		struct tora_sv line, item = item_of(text);
		struct tora_limit limit = { .has_low = false };

		if (!tora_sv_line(&text, &line))
			return;
		if (!parameters_in(line).len)
			continue;
		read_range(item, &limit);
		if (tora_words_match(item, exceptions) || limit.n_lows != 1 || !limit.has_low ||
		    !limit.is_of_numbers || limit.low < 0 || limit.low > 1)
			continue;
		limit.is_whole = limit.has_high = limit.is_of_digits = false;
		limit.said = line;
		*tora_vec_push(arena, &ret->calls) = limit;
	}
}

void tora_domain_read(struct tora_sv readme, struct tora_arena *arena, struct tora_domain *ret)
{
	*ret = (struct tora_domain){ .open = { 0 } };
	read_open(readme, arena, ret);
	read_calls(readme, arena, ret);
}

/* One of the names that lead to the function, but for the package's own, is a word of the paragraph. */
static bool is_named(struct tora_sv said, const char *full)
{
	const char *part = strpbrk(full, "./");

	while (part) {
		size_t n = strcspn(++part, "./");

		if (n > 2 && tora_text_has_word(said, (struct tora_sv){ part, n }, false))
			return true;
		part = strpbrk(part, "./");
	}
	return false;
}

static bool is_beyond(const struct tora_limit *limit, const struct tora_case *c)
{
	struct tora_sv test = tora_sv(c->test), name = tora_text_last(c->name);

	return (name.len > 2 && tora_text_calls(limit->said, name) &&
	        call_passes_left_out(limit, test, name)) ||
	       option_is_left_out(limit, test, parameters_in(limit->said));
}

static bool any_left(const struct tora_domain *domain, const struct tora_case *c)
{
	for (size_t i = 0; i < domain->open.n; i++) {
		const struct tora_limit *limit = &domain->open.at[i];

		if ((!limit->is_of_digits || is_named(limit->said, c->name)) &&
		    passes_left_out(limit, tora_sv(c->test)))
			return true;
	}
	for (size_t i = 0; i < domain->calls.n; i++)
		if (is_beyond(&domain->calls.at[i], c))
			return true;
	return false;
}

bool tora_domain_left(const struct tora_case *c)
{
	const char *doc = c->function ? c->function->base_doc : NULL;
	struct tora_domain own = { .open = { 0 } };
	struct tora_arena *arena;
	bool ret = c->said && any_left(&c->said->domain, c);

	if (ret || !doc)
		return ret;
	arena = tora_arena_new(); /* that of a check lives as long as it */
	read_open(tora_sv(doc), arena, &own);
	ret = any_left(&own, c);
	tora_arena_free(arena);
	return ret;
}

static bool is_changed(const struct tora_change *change, struct tora_sv name)
{
	for (size_t i = 0; change && i < change->functions.n; i++)
		if (tora_sv_eq(tora_text_last(change->functions.at[i].name), name))
			return true;
	return false;
}

/* "Set.add": the test makes a Set. What `add` does not check is what makes one does not check either. */
static bool makes_owner(const struct tora_change *change, struct tora_sv name, struct tora_sv test)
{
	for (size_t i = 0; change && i < change->functions.n; i++)
		if (tora_sv_eq(name, tora_text_last(change->functions.at[i].name)) &&
		    tora_text_calls(test, tora_text_owner(change->functions.at[i].name)))
			return true;
	return false;
}

/* A changed function that the text has in marks of code, `write` or `write(value, width)`, is one that the test calls, or of what it makes. */
static bool calls_named(struct tora_sv said, const struct tora_case *c)
{
	const char *at = said.at, *end = said.at + said.len, *open;

	while ((open = memchr(at, '`', (size_t)(end - at)))) {
		const char *close = memchr(open + 1, '`', (size_t)(end - open - 1));
		struct tora_sv name = { open + 1, 0 };

		if (!close)
			return false;
		while (name.at + name.len < close &&
		       (isalnum((unsigned char)name.at[name.len]) || name.at[name.len] == '_'))
			name.len++;
		if (name.len > 2 && is_changed(c->change, name) &&
		    (tora_text_calls(tora_sv(c->test), name) ||
		     makes_owner(c->change, name, tora_sv(c->test))))
			return true;
		at = close + 1;
	}
	return false;
}

/* The next part of a name, "apply" and "Edits" of applyEdits, as far as it says something. */
static struct tora_sv next_part(struct tora_sv *rest)
{
	static const char anything[] =
		"value|values|data|list|items|item|text|name|from|with|make|load|read|write|parse|"
		"call|caller|callers|other|result|number|numbers|test|line|lines|file|files|format|"
		"string|size|time|date|path|node|check|find|type|code|count|open|close|into";

	while (rest->len) {
		size_t n = 1;
		struct tora_sv part;

		while (isalpha((unsigned char)*rest->at) && n < rest->len &&
		       islower((unsigned char)rest->at[n]))
			n++;
		part = (struct tora_sv){ rest->at, n };
		*rest = (struct tora_sv){ rest->at + n, rest->len - n };
		if (n > 3 && !tora_words_match(part, anything))
			return part;
	}
	return tora_sv("");
}

/* A changed function that the test calls is about what the text is about, by its name: applyEdits(), and "edits never overlap". */
static bool calls_akin(struct tora_sv said, const struct tora_case *c)
{
	for (size_t i = 0; c->change && i < c->change->functions.n; i++) {
		struct tora_sv name = tora_text_last(c->change->functions.at[i].name), rest = name,
			       part;

		if (!tora_text_calls(tora_sv(c->test), name))
			continue;
		while ((part = next_part(&rest)).len)
			if (tora_text_has_word(said, part, true))
				return true;
	}
	return false;
}

/* "None of this is checked": it names nothing in marks of code. "All other functions rely on that" speaks of those that it does not name. */
static bool speaks_of_all(struct tora_sv said)
{
	if (tora_words_match(said, "all other functions|all others rely|everything else relies"))
		return true;
	return !memchr(said.at, '`', said.len) &&
	       tora_words_match(said, "none of this is|nothing of this is|nothing is checked");
}

bool tora_domain_warns(const struct tora_case *c)
{
	for (size_t i = 0; c->said && i < c->said->domain.unread.n; i++)
		if (speaks_of_all(c->said->domain.unread.at[i]) ||
		    calls_named(c->said->domain.unread.at[i], c) ||
		    calls_akin(c->said->domain.unread.at[i], c))
			return true;
	return false;
}
