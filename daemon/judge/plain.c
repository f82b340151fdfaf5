#include "judge/plain.h"

#include "judge/text.h"

#include <string.h>

#define DIGITS_PLAIN 7 /* of a number; more is a boundary that somebody tried */
#define REPEAT_PLAIN 3 /* of one letter, or blanks, in a row */

static unsigned odd_text(struct tora_sv literal)
{
	struct tora_sv in = { literal.at + 1, literal.len - 2 };
	unsigned ret = !in.len;
	size_t i, run = 1;

	for (i = 0; i < in.len; i++) {
		unsigned char c = (unsigned char)in.at[i];

		ret += c == '\\' || (c & 0xc0) == 0xc0; /* a character, not each of its bytes */
		run = i && in.at[i] == in.at[i - 1] ? run + 1 : 1;
		ret += (c == ' ' && run == 2) || run == REPEAT_PLAIN + 1;
	}
	return ret + (in.len && (in.at[0] == ' ' || in.at[in.len - 1] == ' '));
}

static bool is_empty_pair(struct tora_sv open, struct tora_sv close)
{
	return (tora_sv_is(open, "[") && tora_sv_is(close, "]")) ||
	       (tora_sv_is(open, "{") && tora_sv_is(close, "}"));
}

unsigned tora_plain_oddities(struct tora_sv test)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .kind = TORA_TOKEN_SPACE };
	unsigned ret = 0;

	while (tora_scan_solid(&scan, &t)) {
		if (t.kind == TORA_TOKEN_STRING)
			ret += odd_text(t.text);
		else if (t.kind == TORA_TOKEN_NUMBER)
			ret += t.text.len > DIGITS_PLAIN;
		else if (t.kind == TORA_TOKEN_WORD)
			ret += tora_sv_is(t.text, "nan") || tora_sv_is(t.text, "inf");
		else if (t.kind == TORA_TOKEN_PUNCT)
			ret += is_empty_pair(last.text, t.text);
		last = t;
	}
	return ret;
}

static int compare(size_t a, size_t b)
{
	return (a > b) - (a < b);
}

/* Where the project wrote it; what was made from types, boundaries or mutations is all alike. */
static size_t written(enum tora_origin o)
{
	return o < TORA_ORIGIN_TYPED ? (size_t)o : (size_t)TORA_ORIGIN_TYPED;
}

int tora_plain_order(const struct tora_plain_input *a, const struct tora_plain_input *b)
{
	int c = compare((size_t)a->legality, (size_t)b->legality);

	if (!c)
		c = compare(written(a->origin), written(b->origin));
	if (!c)
		c = compare(tora_plain_oddities(a->test), tora_plain_oddities(b->test));
	if (!c)
		c = compare(a->test.len, b->test.len);
	return c ? c : compare((size_t)a->origin, (size_t)b->origin);
}
