#include "judge/namedtuple.h"

#include "judge/said.h"
#include "judge/text.h"

/* `class Token(NamedTuple)`, `Token = namedtuple(` */
static bool is_made(struct tora_sv added, struct tora_sv name)
{
	struct tora_sv line;

	while (tora_sv_line(&added, &line))
		if (tora_text_has_word(line, name, false) &&
		    (tora_sv_has(line, "namedtuple(") || tora_sv_has(line, "NamedTuple")))
			return true;
	return false;
}

static bool is_ahead(struct tora_scan scan, const char *mark)
{
	struct tora_token t;

	return tora_scan_solid(&scan, &t) && tora_sv_is(t.text, mark);
}

bool tora_named_tuple(const struct tora_case *c)
{
	struct tora_scan was = { .text = c->before->out }, is = { .text = c->after->out };
	struct tora_token a, b, equals;
	struct tora_sv named = tora_sv(
		""); /* that was looked up last: a large output has one of them many times */

	if (c->difference->kind != TORA_DIFF_VALUE || !c->said)
		return false;
	while (tora_scan_solid(&was, &a)) {
		if (tora_sv_is(a.text, ",") && is_ahead(was, ")") && is_ahead(is, ")"))
			continue; /* of a tuple of one */
		if (!tora_scan_solid(&is, &b))
			return false;
		if (b.kind == TORA_TOKEN_WORD && a.kind != TORA_TOKEN_WORD && is_ahead(is, "=")) {
			if (!tora_scan_solid(&is, &equals) || !tora_scan_solid(&is, &b))
				return false;
		}
		if (tora_sv_is(a.text, "(") && b.kind == TORA_TOKEN_WORD && is_ahead(is, "(")) {
			if (!tora_sv_eq(b.text, named) && !is_made(c->said->added, b.text))
				return false;
			named = b.text;
			if (!tora_scan_solid(&is, &b))
				return false;
		}
		if (!tora_sv_eq(a.text, b.text))
			return false;
	}
	return named.len && !tora_scan_solid(&is, &b);
}
