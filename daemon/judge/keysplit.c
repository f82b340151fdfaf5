#include "judge/keysplit.h"

#include "judge/said.h"
#include "judge/text.h"

#include <ctype.h>
#include <stdint.h>

#define NUMBERS_MAX 16 /* of a test, each looked for in all its texts */

/* `keys = {};`, and no `options = {}` of a parameter. */
static bool makes_object(struct tora_sv text)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t) {
		char next = scan.at < text.len ? text.at[scan.at] : '\n';

		if (tora_sv_is(t.text, "}") && tora_sv_is(last.text, "{") &&
		    tora_sv_is(before.text, "=") && (next == ';' || next == '\n'))
			return true;
	}
	return tora_sv_has(text, "Object.create(null)");
}

/* `new Map()` */
static bool makes_map(struct tora_sv text)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, last = { .text = tora_sv("") };

	for (; tora_scan_solid(&scan, &t); last = t)
		if (tora_sv_is(last.text, "new") &&
		    (tora_sv_is(t.text, "Map") || tora_sv_is(t.text, "Set")))
			return true;
	return false;
}

/* It is handed over, or an element of what is. */
static bool is_handed(struct tora_token last)
{
	return tora_sv_is(last.text, "(") || tora_sv_is(last.text, ",") ||
	       tora_sv_is(last.text, "[");
}

static bool is_whole(struct tora_sv number)
{
	for (size_t i = 0; i < number.len; i++)
		if (!isdigit((unsigned char)number.at[i]))
			return false;
	return true;
}

/* "7" of "lend 7 Petra", and not of "7-8". */
static bool has_part(struct tora_sv text, struct tora_sv number)
{
	for (size_t at = 0; (at = tora_text_find(text, number, at, false)) != SIZE_MAX; at++)
		if ((!at || text.at[at - 1] == ' ') &&
		    (at + number.len == text.len || text.at[at + number.len] == ' '))
			return true;
	return false;
}

/* '7' is handed over; `within`: or 'lend 7 Petra'. */
static bool hands_text(struct tora_sv test, struct tora_sv number, bool within)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };

	for (; tora_scan_solid(&scan, &t); last = t) {
		struct tora_sv content = tora_token_content(t);

		if (t.kind == TORA_TOKEN_STRING && is_handed(last) &&
		    (tora_sv_eq(content, number) || (within && has_part(content, number))))
			return true;
	}
	return false;
}

static bool hands_both(struct tora_sv test, bool within)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };
	unsigned asked = 0;

	for (; asked < NUMBERS_MAX && tora_scan_solid(&scan, &t); last = t)
		if (t.kind == TORA_TOKEN_NUMBER && is_handed(last) && is_whole(t.text) && ++asked &&
		    hands_text(test, t.text, within))
			return true;
	return false;
}

bool tora_key_split(const struct tora_case *c)
{
	static const char words[] = "number|numbers|numeric|numeral*|digit|digits|integer*|string|"
				    "strings|text|texts|type|types|typed|coerc*|convert*";

	switch (c->difference->kind) {
	case TORA_DIFF_VALUE:
	case TORA_DIFF_EXCEPTION_APPEARED:
	case TORA_DIFF_EXCEPTION_GONE:
	case TORA_DIFF_EXCEPTION_CHANGED:
		break;
	case TORA_DIFF_NONE:
	case TORA_DIFF_HANG:
	case TORA_DIFF_ORDER:
	case TORA_DIFF_OUTPUT:
	case TORA_DIFF_MESSAGE_ONLY:
	case TORA_DIFF_WARNING:
		return false;
	}
	return c->said && makes_object(c->said->removed) && makes_map(c->said->added) &&
	       hands_both(tora_sv(c->test), c->legality == TORA_LEGAL_SEEN) &&
	       !tora_said_speaks(c->said, c->intent, words);
}
