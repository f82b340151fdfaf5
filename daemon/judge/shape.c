#include "judge/shape.h"

#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>

#define EXAMPLE_MAX 80 /* bytes: what is longer is a sentence in quotes */

static bool is_digit(char c)
{
	return isdigit((unsigned char)c);
}

static struct tora_sv unquoted(struct tora_sv value)
{
	value = tora_sv_trim(value);
	if (value.len >= 2 && tora_one_of(value.at[0], "'\"") &&
	    value.at[value.len - 1] == value.at[0])
		return (struct tora_sv){ value.at + 1, value.len - 2 };
	return value;
}

/* Does a point with digits around it stand before or behind these bytes? */
static bool is_dotted(struct tora_sv text, size_t at, size_t n)
{
	size_t end = at + n;

	return (end + 1 < text.len && text.at[end] == '.' && is_digit(text.at[end + 1])) ||
	       (at >= 2 && text.at[at - 1] == '.' && is_digit(text.at[at - 2]));
}

/* The bytes of the number there: 25 and 2.5 look alike. */
static size_t digits(struct tora_sv text, size_t at)
{
	size_t n = 0, whole;

	while (at + n < text.len && is_digit(text.at[at + n]))
		n++;
	whole = n;
	if (n && at + n + 1 < text.len && text.at[at + n] == '.' && is_digit(text.at[at + n + 1]))
		for (n++; at + n < text.len && is_digit(text.at[at + n]);)
			n++;
	/* 1.2.3 is three numbers. */
	return is_dotted(text, at, n) ? whole : n;
}

/* Equal but for the numbers in them. */
static bool is_alike(struct tora_sv a, struct tora_sv b)
{
	size_t i = 0, j = 0;

	while (i < a.len && j < b.len) {
		size_t n = digits(a, i), m = digits(b, j);

		if (!n != !m || (!n && a.at[i] != b.at[j]))
			return false;
		i += n ? n : 1;
		j += m ? m : 1;
	}
	return i == a.len && j == b.len;
}

static bool is_example(struct tora_sv text)
{
	bool has_digit = false, has_other = false;

	for (size_t i = 0; i < text.len; i++) {
		has_digit |= is_digit(text.at[i]);
		has_other |= !is_digit(text.at[i]) && text.at[i] != ' ' && text.at[i] != '.' &&
		             text.at[i] != '-';
	}
	return has_digit && has_other;
}

/* What stands between the quote at `at` and the next of its kind; empty when there is none near. */
static struct tora_sv quoted(struct tora_sv text, size_t at)
{
	struct tora_sv ret = { text.at + at + 1, 0 };

	while (at + 1 + ret.len < text.len && ret.len <= EXAMPLE_MAX) {
		char c = ret.at[ret.len];

		if (c == '\n')
			break;
		if (c == text.at[at])
			return ret;
		ret.len++;
	}
	return (struct tora_sv){ 0 };
}

/* One of the words for nothing, yes and no that is written with other capitals now, which `text` has as it is now, and not as it
 * was. Of other words, "the" and "a" among them, a message has many by chance. */
static bool is_respelled_in(struct tora_sv text, struct tora_sv before, struct tora_sv after)
{
	struct tora_scan old = { .text = before }, new = { .text = after };
	struct tora_token a, b;

	while (tora_scan_solid(&old, &a) && tora_scan_solid(&new, &b)) {
		if (tora_sv_eq(a.text, b.text))
			continue;
		if (!tora_text_same(a.text, b.text))
			return false;
		if (tora_words_match(b.text, "true|false|none|null|nil|undefined|nan") &&
		    tora_text_has_word(text, b.text, false) &&
		    !tora_text_has_word(text, a.text, false))
			return true;
	}
	return false;
}

bool tora_shape_shown(struct tora_sv text, struct tora_sv before, struct tora_sv after)
{
	struct tora_sv rest = text, line;

	before = unquoted(before);
	after = unquoted(after);
	if (is_respelled_in(text, before, after))
		return true;
	/* The last: its look did not change. Long texts are asked for hundreds of values, of which most are no examples. */
	if (after.len > EXAMPLE_MAX || !is_example(after) || is_alike(before, after))
		return false;
	while (tora_sv_line(&rest, &line))
		if (is_example(line) && is_alike(tora_sv_trim(line), after))
			return true;
	for (size_t i = 0; i < text.len; i++) {
		struct tora_sv example;

		if (!tora_one_of(text.at[i], "'\"`"))
			continue;
		example = quoted(text, i);
		if (is_example(example) && is_alike(example, after))
			return true;
	}
	return false;
}
