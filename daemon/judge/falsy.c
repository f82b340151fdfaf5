#include "judge/falsy.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <stdint.h>
#include <string.h>

static bool is_comment(struct tora_sv line)
{
	struct tora_sv said = tora_sv_trim(line);

	return !said.len || tora_sv_starts(said, "#") || tora_sv_starts(said, "//") ||
	       tora_sv_starts(said, "*") || tora_sv_starts(said, "/*") ||
	       tora_sv_starts(said, "\"\"\"");
}

/* How often lines of code ask whether something is there at all: `is None`, `== null`, `!== undefined`, `a ?? b`. */
static size_t asks_for_nothing(struct tora_sv lines)
{
	struct tora_sv line;
	size_t ret = 0;

	while (tora_sv_line(&lines, &line)) {
		struct tora_scan scan = { .text = line };
		struct tora_token t, last = { .text = tora_sv("") }, before = last;

		for (; !is_comment(line) && tora_scan_solid(&scan, &t); before = last, last = t) {
			bool asked = tora_sv_is(last.text, "is") || tora_sv_is(last.text, "not") ||
			             (tora_sv_is(last.text, "=") && before.text.len &&
			              tora_one_of(*before.text.at, "=!"));

			ret += asked && (tora_sv_is(t.text, "None") || tora_sv_is(t.text, "null") ||
			                 tora_sv_is(t.text, "undefined"));
			ret += tora_sv_is(t.text, "?") && tora_sv_is(last.text, "?");
		}
	}
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

		for (; !is_comment(line) && tora_scan_solid(&scan, &t); last = t) {
			if (tora_sv_is(t.text, "or") || tora_sv_is(t.text, "||"))
				return true;
			if (tora_sv_is(t.text, "|") && tora_sv_is(last.text, "|"))
				return true;
			is_condition |= tora_sv_is(t.text, "if") || tora_sv_is(t.text, "elif") ||
			                tora_sv_is(t.text, "while") || is_choice(line, t.text);
			compares |= tora_sv_is(t.text, "is") || tora_sv_is(t.text, "in") ||
			            tora_sv_is(t.text, "<") || tora_sv_is(t.text, ">") ||
			            (tora_sv_is(t.text, "=") && last.text.len &&
			             tora_one_of(*last.text.at, "=!<>"));
		}
		if (is_condition && !compares)
			return true;
	}
	return false;
}

/* What an argument, an item or a value by its name stands behind. */
static bool leads(struct tora_sv text, struct tora_sv before)
{
	if (tora_sv_is(text, "="))
		return !before.len || !tora_one_of(*before.at, "=!<>");
	return tora_sv_is(text, "(") || tora_sv_is(text, "{") || tora_sv_is(text, ",") ||
	       tora_sv_is(text, ":") || tora_sv_is(text, "[");
}

static bool is_pair(struct tora_sv open, struct tora_sv close)
{
	return (tora_sv_is(open, "[") && tora_sv_is(close, "]")) ||
	       (tora_sv_is(open, "{") && tora_sv_is(close, "}")) ||
	       (tora_sv_is(open, "(") && tora_sv_is(close, ")"));
}

static bool is_false(struct tora_sv text)
{
	return tora_sv_is(text, "0") || tora_sv_is(text, "0.0") || tora_sv_is(text, "False") ||
	       tora_sv_is(text, "false") || tora_sv_is(text, "\"\"") || tora_sv_is(text, "''");
}

/* 0, 0.0, "", b"", [], (), {}, False where a value stands; neither an index, nor what something is compared with, nor `() => 1`. */
static bool passes_falsy(struct tora_sv test)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, was[3] = { { .text = tora_sv("") },
		                        { .text = tora_sv("") },
		                        { .text = tora_sv("") } };

	for (; tora_scan_solid(&scan, &t); was[2] = was[1], was[1] = was[0], was[0] = t) {
		bool is_index = tora_sv_is(was[0].text, "[") &&
		                (was[1].kind == TORA_TOKEN_WORD || tora_sv_is(was[1].text, ")") ||
		                 tora_sv_is(was[1].text, "]"));
		struct tora_sv rest = { scan.text.at + scan.at, scan.text.len - scan.at };
		bool is_arrow = tora_sv_starts(tora_sv_trim(rest), "=>");

		if (is_pair(was[0].text, t.text) && leads(was[1].text, was[2].text) && !is_arrow)
			return true;
		if (is_false(t.text) && !is_index && leads(was[0].text, was[1].text))
			return true;
		if (is_false(t.text) && tora_sv_is(was[0].text, "b") &&
		    leads(was[1].text, was[2].text))
			return true;
	}
	return false;
}

bool tora_falsy(const struct tora_case *c)
{
	static const char words[] =
		"empty|emptiness|zero|zeros|a 0|of 0|blank|blanks|falsy|truthy|false|"
		"nothing|without any|no items|unset|null|None|undefined";

	return c->said && passes_falsy(tora_sv(c->test)) &&
	       asks_for_nothing(c->said->removed) > asks_for_nothing(c->said->added) &&
	       asks_for_truth(c->said->added) && !tora_said_speaks(c->said, c->intent, words) &&
	       !tora_words_match(c->said->tests, "empty|zero|blank") &&
	       !tora_words_match(c->said->docs, "empty|zero|blank");
}
