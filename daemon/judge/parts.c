#include "judge/parts.h"

#include "judge/text.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define NAME_MIN 3

/* Up to the next comma, semicolon or "and" outside of brackets and quotes; *text is what follows. */
static struct tora_sv next_part(struct tora_sv *text)
{
	struct tora_sv part = *text;
	size_t i, cut = 0;
	char quote = '\0';
	int depth = 0;

	for (i = 0; i < part.len; i++) {
		char c = part.at[i];

		if (quote) {
			quote = c == quote ? '\0' : quote;
		} else if (c == '`' || c == '"') {
			quote = memchr(part.at + i + 1, c, part.len - i - 1) ? c : '\0';
		} else {
			depth += (c == '(') - (c == ')');
			cut = c == ',' || c == ';' ? 1 : 0;
			if (!cut && part.len - i > 5 && memcmp(part.at + i, " and ", 5) == 0)
				cut = 5;
			if (cut && depth <= 0)
				break;
		}
	}
	part.len = i;
	if (i >= text->len)
		cut = 0;
	text->at += i + cut;
	text->len -= i + cut;
	return tora_sv_trim(part);
}

/* `x`, "x", 'x', x(), a.x(), --x: the x. */
static bool next_name(struct tora_scan *scan, struct tora_sv *ret)
{
	struct tora_token t;
	struct tora_sv text = scan->text;

	while (tora_scan_solid(scan, &t)) {
		size_t from = (size_t)(t.text.at - text.at), end = scan->at;
		bool code;

		*ret = t.text;
		if (t.kind == TORA_TOKEN_STRING && t.text.len > 2) {
			*ret = (struct tora_sv){ t.text.at + 1, t.text.len - 2 };
			if (ret->len >= NAME_MIN && !memchr(ret->at, ' ', ret->len))
				return true;
		}
		if (t.kind != TORA_TOKEN_WORD || t.text.len < NAME_MIN)
			continue;
		code = (from && strchr("`-", text.at[from - 1]) &&
		        (from < 2 || !isalnum((unsigned char)text.at[from - 2]))) ||
		       (end < text.len && strchr("(`", text.at[end])) ||
		       memchr(t.text.at, '_', t.text.len);
		if (code)
			return true;
	}
	return false;
}

/* How many things it names; *ret_has: the program has one of them. */
static size_t names_of(struct tora_sv part, struct tora_sv program, bool *ret_has)
{
	struct tora_scan scan = { .text = part };
	struct tora_sv name;
	size_t n = 0;

	while (next_name(&scan, &name)) {
		n++;
		*ret_has |= tora_text_find(program, name, 0, true) != SIZE_MAX;
	}
	return n;
}

bool tora_parts_beside(struct tora_sv subject, struct tora_sv program, enum tora_claim *ret_rest)
{
	enum tora_claim rest = TORA_CLAIM_NONE, claim;
	size_t added = 0, others = 0;
	bool has = false;

	while (subject.len) {
		struct tora_sv part = next_part(&subject);

		claim = tora_message_claims(part).claim;
		if (claim == TORA_CLAIM_ADDS) {
			size_t n = names_of(part, program, &has);

			if (!n)
				return false;
			added += n;
			continue;
		}
		others += part.len > 0;
		if (claim == TORA_CLAIM_KEEPS || rest != TORA_CLAIM_KEEPS) {
			rest = claim == TORA_CLAIM_NONE ? rest : claim;
		}
	}
	if (!added || !others || has)
		return false;
	*ret_rest = rest;
	return true;
}
