#include "judge/manner.h"

#include "judge/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 32 /* bytes */

/* Records keep them: a bit means the same for good. */
enum {
	OF_SPACE = 1,
	OF_CASE = 2,
	OF_NUMBERS = 4,
	ADDED = 8,
	REMOVED = 16,
	OF_WORDS = 32,
};

static bool is_of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_digit(struct tora_sv text, size_t at)
{
	return at < text.len && isdigit((unsigned char)text.at[at]);
}

/* The next number with its sign and point, word or mark; those inside of quotes count as well. Empty: the end. */
static struct tora_sv next(struct tora_sv *rest)
{
	struct tora_sv ret;

	*rest = tora_sv_trim(*rest);
	ret = (struct tora_sv){ rest->at, 0 };
	ret.len += rest->len && tora_one_of(rest->at[0], "+-") && is_digit(*rest, 1);
	while (ret.len < rest->len &&
	       (is_of_word(rest->at[ret.len]) ||
	        (ret.len > 1 && is_digit(ret, 0) && tora_one_of(rest->at[ret.len], "+-") &&
	         tora_one_of(rest->at[ret.len - 1], "eE") && is_digit(*rest, ret.len + 1)) ||
	        (ret.len && rest->at[ret.len] == '.' && is_digit(*rest, ret.len - 1) &&
	         is_digit(*rest, ret.len + 1))))
		ret.len++;
	ret.len += !ret.len && rest->len;
	rest->at += ret.len;
	rest->len -= ret.len;
	return ret;
}

/* As a program prints it: 5, -0.5, 1e-05, 0x1f. */
static bool is_number(struct tora_sv word)
{
	char buf[NUMBER_MAX + 1] = "", *end = buf;

	if (!word.len || word.len > NUMBER_MAX || !(is_digit(word, 0) || is_digit(word, 1)))
		return false;
	memcpy(buf, word.at, word.len);
	(void)strtod(buf, &end);
	return !*end;
}

/* Word by word, to the first that `same` does not hold for; true: to the end of both. */
static bool all_same(struct tora_sv a, struct tora_sv b,
                     bool (*same)(struct tora_sv, struct tora_sv))
{
	struct tora_sv x, y;

	do {
		x = next(&a);
		y = next(&b);
		if (!x.len != !y.len || !same(x, y))
			return false;
	} while (x.len);
	return true;
}

static bool same_but_number(struct tora_sv a, struct tora_sv b)
{
	return tora_sv_eq(a, b) || (is_number(a) && is_number(b));
}

/* What is left of `long_one` behind its first words, which are all of `short_one` but the last, ends with those. */
static bool has_more(struct tora_sv long_one, struct tora_sv short_one)
{
	struct tora_sv a = long_one, b = short_one, before_a = a, before_b = b, x, y;

	do {
		before_a = a;
		before_b = b;
		x = next(&a);
		y = next(&b);
	} while (x.len && tora_sv_eq(x, y));
	a = tora_sv_trim(before_a);
	b = tora_sv_trim(before_b);
	return a.len > b.len && memcmp(a.at + a.len - b.len, b.at, b.len) == 0 &&
	       !(b.len && is_of_word(*b.at) && is_of_word(a.at[a.len - b.len - 1]));
}

unsigned tora_manner(struct tora_sv before, struct tora_sv after)
{
	if (all_same(before, after, tora_sv_eq))
		return OF_SPACE;
	if (all_same(before, after, tora_text_same))
		return OF_CASE;
	if (all_same(before, after, same_but_number))
		return OF_NUMBERS;
	if (has_more(after, before))
		return ADDED;
	return has_more(before, after) ? REMOVED : OF_WORDS;
}
