#include "judge/falsy.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <stdint.h>
#include <string.h>

static size_t count(struct tora_sv text, const char *piece)
{
	size_t ret = 0, at = 0, len = strlen(piece);

	for (; (at = tora_text_find(text, tora_sv(piece), at, false)) != SIZE_MAX; at += len)
		ret++;
	return ret;
}

/* How often these lines ask whether something is there at all. */
static size_t asks_for_nothing(struct tora_sv lines)
{
	static const char *const asked[] = { "is None", "is not None", "== null",    "!= null",
		                             "??",      "=== null",    "!== null",   "undefined",
		                             "== None", "!= None",     "is _MISSING" };
	size_t ret = 0;

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
		ret += count(lines, asked[i]);
	return ret;
}

/* `a ? b : c`, neither `a ?? b` nor `a?.b` */
static bool is_choice(struct tora_sv line, struct tora_sv mark)
{
	const char *end = line.at + line.len;

	return tora_sv_is(mark, "?") && mark.at > line.at && mark.at[-1] == ' ' &&
	       mark.at + 1 < end && mark.at[1] == ' ';
}

/* `if value:`, `if not value`, `if (!value)`, `value or other`, `value || other`, `value ? a : b`, `if value := f():` */
static bool asks_for_truth(struct tora_sv lines)
{
	struct tora_sv line;

	while (tora_sv_line(&lines, &line)) {
		struct tora_scan scan = { .text = line };
		struct tora_token t, last = { .text = tora_sv("") };
		bool is_condition = false, compares = false;

		for (; tora_scan_solid(&scan, &t); last = t) {
			if (tora_sv_is(t.text, "or") || tora_sv_is(t.text, "||"))
				return true;
			if (tora_sv_is(t.text, "|") && tora_sv_is(last.text, "|"))
				return true;
			is_condition |= tora_sv_is(t.text, "if") || tora_sv_is(t.text, "elif") ||
			                tora_sv_is(t.text, "while") || is_choice(line, t.text);
			compares |= tora_sv_is(t.text, "is") || tora_sv_is(t.text, "in") ||
			            tora_sv_is(t.text, "<") || tora_sv_is(t.text, ">") ||
			            (tora_sv_is(t.text, "=") && tora_one_of(*last.text.at, "=!<>"));
		}
		if (is_condition && !compares)
			return true;
	}
	return false;
}

static bool opens(struct tora_sv text)
{
	return tora_sv_is(text, "(") || tora_sv_is(text, "[") || tora_sv_is(text, "{");
}

/* 0, 0.0, "", b"", [], (), {}, False where a value stands: behind a comma, a colon, a sign of equality or an opening bracket. */
static bool passes_falsy(struct tora_sv test)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t) {
		bool is_index = tora_sv_is(last.text, "[") &&
		                (before.kind == TORA_TOKEN_WORD || tora_sv_is(before.text, ")") ||
		                 tora_sv_is(before.text, "]"));
		bool is_value = (opens(last.text) && !is_index) || tora_sv_is(last.text, ",") ||
		                tora_sv_is(last.text, "=") || tora_sv_is(last.text, ":");
		bool was_value = opens(before.text) || tora_sv_is(before.text, ",") ||
		                 tora_sv_is(before.text, "=") || tora_sv_is(before.text, ":");
		bool closes = (tora_sv_is(last.text, "[") && tora_sv_is(t.text, "]")) ||
		              (tora_sv_is(last.text, "{") && tora_sv_is(t.text, "}")) ||
		              (tora_sv_is(last.text, "(") && tora_sv_is(t.text, ")"));

		if (closes && was_value)
			return true;
		if (is_value && (tora_sv_is(t.text, "0") || tora_sv_is(t.text, "0.0") ||
		                 tora_sv_is(t.text, "False") || tora_sv_is(t.text, "false") ||
		                 tora_sv_is(t.text, "\"\"") || tora_sv_is(t.text, "''") ||
		                 tora_sv_is(t.text, "b\"\"") || tora_sv_is(t.text, "b''")))
			return true;
	}
	return false;
}

bool tora_falsy(const struct tora_case *c)
{
	static const char words[] = "empty|emptiness|zero|zeros|0|blank|blanks|falsy|truthy|false|"
				    "nothing|without any|no items|unset|null|None|undefined";

	return c->said && passes_falsy(tora_sv(c->test)) &&
	       asks_for_nothing(c->said->removed) > asks_for_nothing(c->said->added) &&
	       asks_for_truth(c->said->added) && !tora_said_speaks(c->said, c->intent, words) &&
	       !tora_words_match(c->said->tests, "empty|zero|blank") &&
	       !tora_words_match(c->said->docs, "empty|zero|blank");
}
