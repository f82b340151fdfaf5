#include "judge/units.h"

#include "judge/speed.h"
#include "judge/subject.h"
#include "judge/words.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 32 /* bytes: what is longer is an identifier */
#define UNIT_MAX   16
#define NEAR       1e-9 /* of the number: 0.1 is not 10 * 0.01 to the last digit */

/* What a number in front of a unit may be where a program counts in a smaller one, or in a share of one. 0: no more. */
static const struct {
	const char *unit;
	double times[4];
} units[] = {
	{ "ms|millisecond|milliseconds", { 1e-3 } },
	{ "s|sec|secs|second|seconds", { 1e3 } },
	{ "min|mins|minute|minutes", { 60, 60e3 } },
	{ "h|hour|hours", { 60, 3600, 3600e3 } },
	{ "day|days", { 24, 1440, 86400, 86400e3 } },
	{ "week|weeks", { 7, 604800 } },
	{ "percent", { 1e-2 } },
	{ "kb|k", { 1e3, 1024 } },
	{ "kib", { 1024 } },
	{ "mb", { 1e6, 1048576 } },
	{ "mib", { 1048576 } },
	{ "km|kg|kw|kwh", { 1e3 } },
	{ "metre|metres|meter|meters", { 100, 1e3 } },
	{ "cm", { 10, 1e-2 } },
	{ "mm|g", { 1e-3 } },
	{ "euro|euros|eur|dollar|dollars|usd|pound|pounds|gbp|franc|francs|chf", { 100 } },
	{ "cent|cents|ct|pence", { 1e-2 } },
};
/* Where one of these stands, a number with two digits behind its point is a price; else it may be a version. */
static const char money[] = "price*|cost*|fee|fees|charge*|pay|pays|paid|payment*|total*|amount*|"
			    "postage|fare|fares|invoice*";
static const char *const coins[] = { "€", "$", "£" }; /* before the number, or behind it */

struct number { /* as a text has it */
	double is;
	size_t len;    /* bytes of the text */
	bool grouped;  /* 10,000 */
	bool two_left; /* 5.90: two digits behind the point */
};

static bool digit_at(struct tora_sv text, size_t i)
{
	return i < text.len && isdigit((unsigned char)text.at[i]);
}

static bool three_at(struct tora_sv text, size_t i)
{
	return digit_at(text, i) && digit_at(text, i + 1) && digit_at(text, i + 2) &&
	       !digit_at(text, i + 3);
}

/* The number that begins at `from`; false: none does, or one with parts, "3.1.2". */
static bool number_at(struct tora_sv text, size_t from, struct number *ret)
{
	char buf[NUMBER_MAX + 1];
	size_t i = from, n = 0, point = 0;

	*ret = (struct number){ 0 };
	for (; i < text.len && n < NUMBER_MAX; i++) {
		if (digit_at(text, i)) {
			buf[n++] = text.at[i];
		} else if (n && !point && tora_one_of(text.at[i], ",_") && three_at(text, i + 1)) {
			ret->grouped = true;
		} else if (n && !point && text.at[i] == '.' && digit_at(text, i + 1)) {
			point = i;
			buf[n++] = '.';
		} else {
			break;
		}
	}
	buf[n] = '\0';
	ret->is = strtod(buf, NULL);
	ret->len = i - from;
	ret->two_left = point && i - point == 3;
	return n && n < NUMBER_MAX && !(i < text.len && text.at[i] == '.' && digit_at(text, i + 1));
}

static bool is_near(double a, double b)
{
	return fabs(a - b) <= NEAR * fabs(b);
}

/* The word behind a number, whether a blank stands between them or not. */
static struct tora_sv word_behind(struct tora_sv text, size_t at)
{
	struct tora_sv ret;

	at += at < text.len && text.at[at] == ' ';
	ret = (struct tora_sv){ text.at + at, 0 };
	while (at + ret.len < text.len && isalpha((unsigned char)ret.at[ret.len]))
		ret.len++;
	return ret;
}

static bool is_of_coins(struct tora_sv text, size_t from, size_t end)
{
	struct tora_sv before = tora_sv_trim((struct tora_sv){ text.at, from });
	struct tora_sv behind = tora_sv_trim((struct tora_sv){ text.at + end, text.len - end });

	for (size_t i = 0; i < sizeof coins / sizeof *coins; i++)
		if (tora_sv_ends(before, coins[i]) || tora_sv_starts(behind, coins[i]))
			return true;
	return false;
}

static bool is_percent(struct tora_sv text, size_t end)
{
	end += end < text.len && text.at[end] == ' ';
	return end < text.len && text.at[end] == '%';
}

static bool means(struct tora_sv line, size_t from, const struct number *n, double value)
{
	struct tora_sv unit = word_behind(line, from + n->len);
	bool is_price = (n->two_left && tora_words_match(line, money)) ||
	                is_of_coins(line, from, from + n->len);

	if ((n->grouped && is_near(n->is, value)) || (is_price && is_near(n->is * 100, value)))
		return true;
	/* A minute, a day and all of something are everywhere, and so are 60, 24 and 1. */
	if (is_near(n->is, 1) || is_near(value, 1))
		return false;
	if (is_percent(line, from + n->len) && is_near(n->is / 100, value))
		return true;
	for (size_t i = 0; i < sizeof units / sizeof *units && unit.len; i++)
		for (size_t k = 0; k < 4 && units[i].times[k] > 0; k++)
			if (is_near(n->is * units[i].times[k], value) && unit.len <= UNIT_MAX &&
			    tora_words_match(unit, units[i].unit))
				return true;
	return false;
}

static bool line_says(struct tora_sv line, double value)
{
	for (size_t i = 0; i < line.len; i++) {
		struct number n;
		bool is;

		if (!digit_at(line, i))
			continue;
		is = number_at(line, i, &n);
		/* "v5.90" and "1.5.90" are versions. */
		if (is &&
		    !(i && (isalnum((unsigned char)line.at[i - 1]) ||
		            tora_one_of(line.at[i - 1], "._#"))) &&
		    means(line, i, &n, value))
			return true;
		i += n.len ? n.len - 1 : 0;
	}
	return false;
}

bool tora_units_say(struct tora_sv text, struct tora_sv value)
{
	struct number number;
	struct tora_sv line;

	if (value.len && *value.at == '-')
		value = (struct tora_sv){ value.at + 1, value.len - 1 };
	if (!number_at(value, 0, &number) || number.len != value.len || number.is <= 0 ||
	    tora_speed_is_measured(text))
		return false;
	while (tora_sv_line(&text, &line))
		if (line_says(line, number.is))
			return true;
	return false;
}
