#include "judge/marks.h"

#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define MARK_MAX 8

/* What is spoken of stands behind one of these; elsewhere a mark says "and", "at", "per cent" or nothing. */
static const char governs[] =
	"allow|allows|accept|accepts|with|escape|escapes|support|supports|and|or|"
	"quote|strip|a|an|the|of|treat|treats|ignore|ignores|keep|keeps|remove|removes|reject|"
	"rejects|parse|parses|replace|replaces|behind|between";
static const char punctuation[] = ".,:;!?()";

static bool is_all_marks(struct tora_sv s)
{
	for (size_t i = 0; i < s.len; i++)
		if (isalnum((unsigned char)s.at[i]) || isspace((unsigned char)s.at[i]) ||
		    s.at[i] == '_' || (unsigned char)s.at[i] >= 0x80)
			return false;
	return s.len > 0;
}

/* `./` without what quotes it; *ret: was it quoted? */
static struct tora_sv unquoted(struct tora_sv word, bool *ret)
{
	static const char quotes[] = "`\"'";

	*ret = word.len > 2 && strchr(quotes, word.at[0]) && word.at[word.len - 1] == word.at[0];
	if (*ret)
		word = (struct tora_sv){ word.at + 1, word.len - 2 };
	return word;
}

static bool is_code(struct tora_sv mark)
{
	static const char *const signs[] = { "->",  "=>", "-->", "<-", "--", "---",
		                             "...", "==", "!=",  "<=", ">=", "<>",
		                             "++",  "&&", "||",  "??", "**" };

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (tora_sv_is(mark, signs[i]))
			return true;
	return false;
}

/* A run of marks that stands by itself, and not between two words in place of one. */
static bool next_mark(struct tora_sv *rest, struct tora_sv *last, struct tora_sv *ret)
{
	struct tora_sv word;

	while ((word = tora_sv_word(rest, tora_not_space)).len) {
		struct tora_sv peek = *rest, next = tora_sv_word(&peek, tora_not_space),
			       before = *last;
		bool quoted, ends;

		*last = word;
		ends = word.len > 1 && word.at[word.len - 1] == ',';
		word.len -= ends;
		*ret = unquoted(word, &quoted);
		if (!is_all_marks(*ret) || ret->len > MARK_MAX || !before.len)
			continue;
		if (is_code(*ret))
			continue;
		if (quoted)
			return true;
		if (strchr("-()[]{}", ret->at[0]) ||
		    (ret->len == 1 && strchr(punctuation, ret->at[0])))
			continue;
		if (tora_words_match(before, governs) &&
		    (ret->len > 1 || !next.len || ends || next.at[0] == '(' ||
		     tora_words_match(next, "and|or|in|as|at|is|are|before|after|between|within|"
		                            "inside|for|sign|signs|character|characters|too|from")))
			return true;
	}
	return false;
}

bool tora_marks_named(struct tora_sv subject)
{
	struct tora_sv last = tora_sv(""), mark;

	return next_mark(&subject, &last, &mark);
}

bool tora_marks_passed(struct tora_sv subject, struct tora_sv program)
{
	struct tora_sv last = tora_sv(""), mark;

	while (next_mark(&subject, &last, &mark)) {
		struct tora_scan scan = { .text = program };
		struct tora_token t;

		while (tora_scan_solid(&scan, &t))
			if (t.kind == TORA_TOKEN_STRING && t.text.len > 2 &&
			    tora_text_find((struct tora_sv){ t.text.at + 1, t.text.len - 2 }, mark,
			                   0, false) != SIZE_MAX)
				return true;
	}
	return false;
}

bool tora_marks_printed(struct tora_sv subject, struct tora_sv value)
{
	struct tora_sv last = tora_sv(""), mark;

	while (next_mark(&subject, &last, &mark))
		if (tora_text_find(value, mark, 0, false) != SIZE_MAX)
			return true;
	return false;
}

/* What ends one text and begins the next, `'a','b'`, quotes nothing. */
static bool is_quote(struct tora_sv text, size_t open, size_t close)
{
	char c = text.at[open];

	return close < text.len && text.at[close] == c && tora_one_of(c, "`\"'") &&
	       !(open && (isalnum((unsigned char)text.at[open - 1]) || text.at[open - 1] == c)) &&
	       !(close + 1 < text.len &&
	         (isalnum((unsigned char)text.at[close + 1]) || text.at[close + 1] == c));
}

bool tora_marks_quoted(struct tora_sv text, struct tora_sv mark)
{
	if (!is_all_marks(mark) || mark.len > MARK_MAX)
		return false;
	for (size_t at = 0; (at = tora_text_find(text, mark, at, false)) != SIZE_MAX; at++)
		if (at && is_quote(text, at - 1, at + mark.len))
			return true;
	return false;
}

/* The mark itself, which is counted, or a blank, at `at`: how long it is; 0: neither. */
static size_t skipped(struct tora_sv value, size_t at, struct tora_sv mark, size_t *marks)
{
	if (tora_sv_starts((struct tora_sv){ value.at + at, value.len - at }, mark.at)) {
		++*marks;
		return mark.len;
	}
	return isspace((unsigned char)value.at[at]) != 0;
}

/* Without the mark and blanks they are the same, and with them not. */
static bool differ_in(struct tora_sv a, struct tora_sv b, struct tora_sv mark)
{
	size_t i = 0, k = 0, n, had = 0, has = 0;

	while (i < a.len || k < b.len) {
		if (i < a.len && (n = skipped(a, i, mark, &had))) {
			i += n;
		} else if (k < b.len && (n = skipped(b, k, mark, &has))) {
			k += n;
		} else if (i < a.len && k < b.len && a.at[i] == b.at[k]) {
			i++, k++;
		} else {
			return false;
		}
	}
	return had != has;
}

bool tora_marks_told(struct tora_sv messages, struct tora_sv before, struct tora_sv after)
{
	static const struct {
		const char *words, *mark; /* as it is printed, escaped */
	} named[] = {
		{ "tab|tabs", "\\t" },
		{ "newline|newlines|line end|line ends|line ending|line endings|line break|line "
		  "breaks",
		  "\\n" },
		{ "comma|commas", "," },
		{ "semicolon|semicolons", ";" },
		{ "underscore|underscores", "_" },
		{ "backslash|backslashes", "\\\\" },
		{ "slash|slashes", "/" },
		{ "dash|dashes|hyphen|hyphens", "-" },
		{ "asterisk|asterisks", "*" },
		{ "ampersand|ampersands", "&" },
	};

	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		if (tora_words_match(messages, named[i].words) &&
		    differ_in(before, after, tora_sv(named[i].mark)))
			return true;
	return false;
}
