#include "judge/oddnumber.h"

#include "judge/text.h"
#include "judge/words.h"
#include "lang/lang.h"

#include <stdint.h>
#include <string.h>

/* Behind an opening bracket: does an argument of this call, and of none inside of it, consist of a number alone? `k=1` is named. */
static bool passes_number(struct tora_sv arguments)
{
	struct tora_scan scan = { .text = arguments };
	struct tora_token t, last = { .kind = TORA_TOKEN_PUNCT, .text = tora_sv(",") };
	bool alone = false;
	unsigned depth = 1;

	while (depth && tora_scan_solid(&scan, &t)) {
		bool ends = tora_sv_is(t.text, ",") || tora_sv_is(t.text, ")");

		if (depth == 1 && ends && alone)
			return true;
		depth += t.text.len == 1 && tora_one_of(*t.text.at, "([{");
		depth -= t.text.len == 1 && tora_one_of(*t.text.at, ")]}");
		alone = depth == 1 && t.kind == TORA_TOKEN_NUMBER && tora_sv_is(last.text, ",");
		last = t;
	}
	return false;
}

struct calls {
	size_t all, with_number;
};

/* Calls of `name` in a text; its definition is none. */
static void count_calls(struct tora_sv text, struct tora_sv name, struct calls *ret)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t, last = { .kind = TORA_TOKEN_SPACE };

	while (tora_scan_solid(&scan, &t)) {
		bool is_call = tora_sv_eq(t.text, name) && scan.at < text.len &&
		               text.at[scan.at] == '(' &&
		               !tora_words_match(last.text, "def|function|class");

		last = t;
		if (!is_call)
			continue;
		ret->all++;
		ret->with_number += passes_number(
			(struct tora_sv){ text.at + scan.at + 1, text.len - scan.at - 1 });
	}
}

static bool is_odd_to(const struct tora_change *change, struct tora_sv name)
{
	struct calls known = { 0 };

	for (size_t i = 0; i < change->files.n; i++)
		count_calls(change->files.at[i].head_text, name, &known);
	return known.all && !known.with_number;
}

bool tora_odd_number(const struct tora_case *c)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;
	struct tora_scan scan;
	struct tora_token t;
	struct tora_sv line;

	if (!x || !x->message || !x->frames.n || !c->change || !tora_lang_wants_type(x) ||
	    strcmp(x->frames.at[0].file, TORA_TEST_FILE) != 0)
		return false;
	line = tora_text_nth(tora_sv(c->test), x->frames.at[0].line);
	scan = (struct tora_scan){ .text = line };
	while (tora_scan_solid(&scan, &t)) {
		struct tora_sv rest = { line.at + scan.at, line.len - scan.at };

		if (t.kind != TORA_TOKEN_WORD || !tora_sv_starts(rest, "("))
			continue;
		rest.at++, rest.len--;
		if (passes_number(rest) && is_odd_to(c->change, t.text))
			return true;
	}
	return false;
}
