#include "judge/noise.h"

#include "judge/text.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAME_RELATIVE  1e-9
#define CLOSE_RELATIVE 1e-6
#define ULPS           4
#define NUMBER_MAX     400 /* bytes: the largest float has 309 digits before its point */
#define LONG_DIGITS    10  /* rounding noise shows late: shorter numbers differ on purpose */

/* Significant digits of a decimal float, 0 when the token is no such thing. */
static unsigned float_digits(struct tora_sv t, double *ret)
{
	char buf[NUMBER_MAX];
	unsigned digits = 0;
	bool dotted = false, leading = true;
	size_t i;

	if (t.len >= sizeof buf || memchr(t.at, 'x', t.len) || memchr(t.at, '_', t.len))
		return 0;
	memcpy(buf, t.at, t.len);
	buf[t.len] = '\0';
	for (i = 0; buf[i] && buf[i] != 'e' && buf[i] != 'E' && buf[i] != 'j'; i++) {
		dotted |= buf[i] == '.';
		leading = leading && (buf[i] == '0' || !isdigit((unsigned char)buf[i]));
		digits += isdigit((unsigned char)buf[i]) && !leading;
	}
	if (!dotted && (!buf[i] || buf[i] == 'j'))
		return 0;
	*ret = strtod(buf, NULL);
	return isfinite(*ret) ? (digits ? digits : 1) : 0;
}

static enum tora_noise compare_numbers(struct tora_sv a, struct tora_sv b)
{
	double x, y, gap, size;
	unsigned da = float_digits(a, &x), db = float_digits(b, &y);

	if (!da || !db || signbit(x) != signbit(y))
		return TORA_NOISE_DIFFERS;
	if (da < LONG_DIGITS && db < LONG_DIGITS)
		return TORA_NOISE_DIFFERS;
	gap = fabs(x - y);
	size = fabs(x) > fabs(y) ? fabs(x) : fabs(y);
	if (gap <= SAME_RELATIVE * size || gap <= ULPS * DBL_TRUE_MIN)
		return TORA_NOISE_SAME;
	return gap <= CLOSE_RELATIVE * size ? TORA_NOISE_CLOSE : TORA_NOISE_DIFFERS;
}

/* `Promise { <pending> }` and `Promise { <rejected> ... }` */
static bool is_promise_under_way(struct tora_sv a, struct tora_sv b)
{
	static const char pending[] = "Promise { <pending> }", any[] = "Promise {";

	a = tora_sv_trim(a);
	b = tora_sv_trim(b);
	return (tora_sv_is(a, pending) && tora_sv_starts(b, any)) ||
	       (tora_sv_is(b, pending) && tora_sv_starts(a, any));
}

enum tora_noise tora_noise(struct tora_sv a, struct tora_sv b)
{
	struct tora_scan sa = { .text = a }, sb = { .text = b };
	struct tora_token ta, tb;
	enum tora_noise ret = TORA_NOISE_SAME, one;

	if (tora_sv_eq(a, b) || is_promise_under_way(a, b))
		return TORA_NOISE_SAME;
	for (;;) {
		bool more_a = tora_scan_next(&sa, &ta), more_b = tora_scan_next(&sb, &tb);

		if (more_a != more_b)
			return TORA_NOISE_DIFFERS;
		if (!more_a)
			return ret;
		if (tora_sv_eq(ta.text, tb.text))
			continue;
		if (ta.kind != TORA_TOKEN_NUMBER || tb.kind != TORA_TOKEN_NUMBER)
			return TORA_NOISE_DIFFERS;
		one = compare_numbers(ta.text, tb.text);
		if (one > ret)
			ret = one;
		if (ret == TORA_NOISE_DIFFERS)
			return ret;
	}
}
