#include "judge/digits.h"

#include "judge/said.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX  40    /* bytes */
#define NUMBERS_MAX 16    /* of a line that are compared */
#define NOISE       1e-13 /* of a number: what sums of floating point are off by */

struct number {
	double value;
	int digits;
	size_t len;   /* bytes of text */
	int decimals; /* places behind the point */
};

/* The number that a text begins with, with commas between its digits or without; false: it begins with none. */
static bool number_at(struct tora_sv text, struct number *ret)
{
	char plain[NUMBER_MAX + 1];
	size_t n = 0, i = 0;
	bool is_behind = false;

	*ret = (struct number){ 0 };
	for (; i < text.len && n < NUMBER_MAX; i++) {
		char c = text.at[i];
		bool is_digit = isdigit((unsigned char)c) != 0;
		bool is_next = i + 1 < text.len && isdigit((unsigned char)text.at[i + 1]);

		if (c == ',' && n && is_next && !is_behind)
			continue;
		if (!is_digit && !(c == '.' && is_next && !is_behind))
			break;
		is_behind |= c == '.';
		plain[n++] = c;
		if (!is_digit)
			continue;
		ret->decimals += is_behind;
		ret->digits++;
	}
	if (n && i + 2 < text.len && (text.at[i] == 'e' || text.at[i] == 'E')) { /* 1.25e+06 */
		size_t at = i + 1 + (text.at[i + 1] == '+' || text.at[i + 1] == '-');
		size_t from = at;

		while (at < text.len && isdigit((unsigned char)text.at[at]))
			at++;
		if (at > from && n + (at - i) <= NUMBER_MAX) {
			memcpy(plain + n, text.at + i, at - i);
			n += at - i;
			i = at;
		}
	}
	plain[n] = '\0';
	ret->value = strtod(plain, NULL);
	ret->len = i;
	return n && isdigit((unsigned char)plain[0]);
}

/* What the one comes to with the digits of the other. */
static bool is_rounded(const struct number *was, const struct number *is)
{
	double off = fabs(was->value - is->value);
	double first =
		is->value > 0 ? floor(log10(is->value)) : 0; /* the place of its first digit */

	return off > fabs(was->value) * NOISE && is->digits < was->digits &&
	       (off <= 0.5001 * pow(10, -is->decimals) ||
	        off <= 0.5001 * pow(10, first + 1 - is->digits) ||
	        /* 100500.0 of 100500.1235: it was read again as a number */
	        (off <= fabs(was->value) * 1e-5 && is->digits + 1 < was->digits));
}

/* Two texts, number by number: one is rounded, and the others are the same. */
static bool is_one_rounded(struct tora_sv a, struct tora_sv b)
{
	bool rounded = false;

	while (a.len && b.len) {
		struct number was, is;
		bool both = number_at(a, &was);

		both &= number_at(b, &is);
		if (!both) {
			if (*a.at != *b.at)
				return false;
			was.len = is.len = 1;
		} else if (is_rounded(&was, &is)) {
			rounded = true;
		} else if (was.value < is.value || was.value > is.value) {
			return false;
		}
		a = (struct tora_sv){ a.at + was.len, a.len - was.len };
		b = (struct tora_sv){ b.at + is.len, b.len - is.len };
	}
	return rounded && !a.len && !b.len;
}

/* `assert.equal(weight(249.5), "250 kg")`: what a call is given is, with fewer digits, what stands outside of its brackets. */
static bool shows_rounding(struct tora_sv line)
{
	struct number had[NUMBERS_MAX];
	unsigned depth = 0, at[NUMBERS_MAX];
	size_t n = 0;

	for (size_t i = 0; i < line.len && n < NUMBERS_MAX;) {
		struct tora_sv rest = { line.at + i, line.len - i };
		bool is_within = i && (isalnum((unsigned char)line.at[i - 1]) ||
		                       tora_one_of(line.at[i - 1], "._"));

		if (is_within || !number_at(rest, &had[n])) {
			depth += line.at[i] == '(';
			depth -= depth && line.at[i] == ')';
			i++;
			continue;
		}
		i += had[n].len;
		at[n] = depth;
		for (size_t k = 0; k < n; k++)
			if ((at[k] > depth && is_rounded(&had[k], &had[n])) ||
			    (at[k] < depth && is_rounded(&had[n], &had[k])))
				return true;
		n++;
	}
	return false;
}

/* A test that the change brings rounds: that is how it is meant. */
static bool tests_round(const struct tora_intent *intent)
{
	for (size_t i = 0; i < intent->test_lines.n; i++)
		if (shows_rounding(tora_sv(intent->test_lines.at[i])))
			return true;
	return false;
}

bool tora_digits_lost(const struct tora_case *c)
{
	static const char words[] =
		"round|rounds|rounded|rounding|precision|decimal|decimals|digit|"
		"digits|places|significant|accura*|precise*|truncat*|exact|"
		"exactly|float|floats|integer|integers|int";

	return c->difference->kind == TORA_DIFF_VALUE && c->said &&
	       !tora_said_speaks(c->said, c->intent, words) &&
	       is_one_rounded(tora_sv(c->difference->before), tora_sv(c->difference->after)) &&
	       !tests_round(c->intent);
}
