#include "judge/namedtuple.h"

#include "judge/said.h"
#include "judge/text.h"

/* The next token of a printed value, without `Token` before a bracket, `kind=`, and the comma that ends a tuple of one. */
static bool next_plain(struct tora_scan *scan, struct tora_token *ret)
{
	while (tora_scan_solid(scan, ret)) {
		struct tora_scan ahead = *scan;
		struct tora_token next = { .text = tora_sv("") };
		bool is_word = ret->kind == TORA_TOKEN_WORD, more = tora_scan_solid(&ahead, &next);

		if (is_word && more && tora_sv_is(next.text, "="))
			*scan = ahead;
		else if (!(is_word && more && tora_sv_is(next.text, "(")) &&
		         !(tora_sv_is(ret->text, ",") && more && tora_sv_is(next.text, ")")))
			return true;
	}
	return false;
}

bool tora_named_tuple(const struct tora_case *c)
{
	struct tora_scan was = { .text = c->before->out }, is = { .text = c->after->out };
	struct tora_token a, b;
	bool makes;

	if (c->difference->kind != TORA_DIFF_VALUE || !c->said)
		return false;
	makes = tora_sv_has(c->said->added, "namedtuple(") ||
	        tora_sv_has(c->said->added, "NamedTuple");
	while (makes && next_plain(&was, &a))
		if (!next_plain(&is, &b) || !tora_sv_eq(a.text, b.text))
			return false;
	return makes && !next_plain(&is, &b);
}
