#include "judge/reach.h"

#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { /* bits, in the order of the table */
       EMPTY,
       NONE,
       NEGATIVE,
       ZERO,
       SPACE,
       UNICODE,
       LARGE,
       NAN_INF,
       BYTES,
       DATE,
       LAZY,
       FLOAT,
       NESTED,
       LETTER_CASE,
       URL,
       ESCAPE,
       PERCENT,
       DUPLICATE,
       KINDS
};

/* name: for the explanation; words: how a message says it; besides: phrases with one of these words
 * that are about something else. What a test passes is found by looking at its literals, below. */
static const struct {
	const char *name, *words, *besides;
} kinds[KINDS] = {
	[EMPTY] = { "empty input", "empty|blank string*|zero-length|no elements|without arguments",
	            NULL },
	[NONE] = { "None", "none|null|nil", NULL },
	[NEGATIVE] = { "negative numbers", "negative*|minus|below zero", "false negative*" },
	[ZERO] = { "zero", "zero|zeros", NULL },
	[SPACE] = { "white space",
	            "whitespace|white space|space|spaces|tab|tabs|newline*|"
	            "blank|blanks|indent*",
	            "index space|key space|name space|address space|disk space|search space|state "
	            "space|user space|color space|vector space" },
	[UNICODE] = { "non-ASCII text",
	              "unicode|non-ascii|utf-8|utf8|accent*|emoji*|diacritic*|"
	              "encoding*|umlaut*",
	              NULL },
	[LARGE] = { "large numbers", "large*|big|huge|overflow*|too long|too large|exceed*", NULL },
	[NAN_INF] = { "NaN or infinity", "nan|nans|inf|infinite|infinity|infinities",
	              "infinite loop*|infinite recursion|infinite iter*|infinite generator*" },
	[BYTES] = { "bytes", "bytes|bytestring*|binary",
	            "binary search|binary operator*|binary op*|binary tree*" },
	[DATE] = { "dates",
	           "date|dates|datetime*|timezone*|time zone*|tz|utc|aware|naive|"
	           "timestamp*|timedelta*",
	           "up to date|up-to-date|out of date|to date" },
	[LAZY] = { "iterators", "generator*|iterator*|lazy|lazily|iterable*",
	           "return iterator*|return an iterator|return generator*|return a generator|"
	           "returns iterator*|returns an iterator|returns generator*|returns a generator" },
	[FLOAT] = { "fractions", "float*|fraction*|decimal*|precision|round*",
	            "round-trip*|round trip*|roundtrip*|a round|the round|each round|every round|"
	            "per round|first round|last round|next round|new round|round of|rounds of" },
	[NESTED] = { "nested input", "nested|nesting|recursive*|recursion", NULL },
	[LETTER_CASE] = { "letter case",
	                  "case-insensitive*|case insensitive*|case-sensitive*|"
	                  "uppercase|lowercase|upper case|lower case|capital*",
	                  NULL },
	[URL] = { "URLs", "url|urls|uri|uris|scheme|host|hostname*", NULL },
	[ESCAPE] = { "escapes and quotes", "escap*|backslash*|quote|quotes|quoted|quoting", NULL },
	[PERCENT] = { "percent signs", "percent*", NULL },
	[DUPLICATE] = { "duplicates", "duplicate*|repeated",
	                "duplicate code|duplicated code|duplicate test*" },
};

#define SUBJECT_MAX 500

#define BIT(k) ((uint32_t)1 << (k))

uint32_t tora_reach_of_text(struct tora_sv text)
{
	uint32_t ret = 0;
	size_t i;

	for (i = 0; i < KINDS; i++)
		if (tora_words_match(text, kinds[i].words) &&
		    !(kinds[i].besides && tora_words_match(text, kinds[i].besides)))
			ret |= BIT(i);
	return ret;
}

/* set_up, DateTime10: no word of any language. */
static bool is_name(struct tora_sv word)
{
	if (memchr(word.at, '_', word.len))
		return true;
	for (size_t i = 1; i < word.len && word.len > 4; i++)
		if (islower((unsigned char)word.at[i - 1]) && isupper((unsigned char)word.at[i]))
			return true;
	return false;
}

uint32_t tora_reach_of_subject(struct tora_sv subject, const char *name)
{
	char buf[SUBJECT_MAX];
	struct tora_sv said = { buf, subject.len < sizeof buf ? subject.len : sizeof buf };
	struct tora_sv project = { name, strcspn(name, ".") };
	struct tora_scan scan = { .text = said };
	struct tora_token t;
	bool counts = false;

	memcpy(buf, subject.at, said.len);
	/* "One line per host" says how many there are, and not what they are made from. */
	for (; tora_scan_solid(&scan, &t); counts = tora_text_same(t.text, tora_sv("per")))
		if (t.kind == TORA_TOKEN_WORD &&
		    (is_name(t.text) || tora_text_same(t.text, project) || counts))
			memset(buf + (t.text.at - buf), 'x', t.text.len);
	return tora_reach_of_text(said);
}

static bool has_any(struct tora_sv text, const char *chars)
{
	size_t i;

	for (i = 0; i < text.len; i++)
		if (tora_one_of(text.at[i], chars))
			return true;
	return false;
}

static uint32_t of_string(struct tora_sv literal)
{
	struct tora_sv in = { literal.at + 1, literal.len - 2 };
	uint32_t ret = 0;
	size_t i;

	if (!in.len)
		return BIT(EMPTY);
	if (in.at[0] == ' ' || in.at[in.len - 1] == ' ' || tora_sv_has(in, "  ") ||
	    tora_sv_has(in, "\\t") || tora_sv_has(in, "\\n"))
		ret |= BIT(SPACE);
	for (i = 0; i < in.len; i++)
		if ((unsigned char)in.at[i] >= 0x80)
			ret |= BIT(UNICODE);
	if (tora_sv_has(in, "\\u") || tora_sv_has(in, "\\x"))
		ret |= BIT(UNICODE);
	if (tora_sv_has(in, "://"))
		ret |= BIT(URL);
	if (memchr(in.at, '%', in.len))
		ret |= BIT(PERCENT);
	if (has_any(in, "<>&\"'") || tora_sv_has(in, "\\\\") || tora_sv_has(in, "\\'") ||
	    tora_sv_has(in, "\\\""))
		ret |= BIT(ESCAPE);
	if (tora_sv_is(in, "nan") || tora_sv_is(in, "inf") || tora_sv_is(in, "-inf"))
		ret |= BIT(NAN_INF);
	return ret;
}

static uint32_t of_number(struct tora_sv t)
{
	char buf[64] = "";
	uint32_t ret = 0;
	double d;

	memcpy(buf, t.at, t.len < sizeof buf - 1 ? t.len : sizeof buf - 1);
	d = strtod(buf, NULL);
	if (d < 0)
		ret |= BIT(NEGATIVE);
	if (d == 0)
		ret |= BIT(ZERO);
	if (d > 1e6 || d < -1e6)
		ret |= BIT(LARGE);
	if (memchr(t.at, '.', t.len))
		ret |= BIT(FLOAT);
	return ret;
}

static uint32_t of_word(struct tora_sv t)
{
	if (tora_sv_is(t, "None") || tora_sv_is(t, "null"))
		return BIT(NONE);
	if (tora_sv_is(t, "nan") || tora_sv_is(t, "inf"))
		return BIT(NAN_INF);
	if (tora_sv_is(t, "datetime") || tora_sv_is(t, "date") || tora_sv_is(t, "timedelta") ||
	    tora_sv_is(t, "timezone"))
		return BIT(DATE);
	if (tora_sv_is(t, "iter") || tora_sv_is(t, "yield"))
		return BIT(LAZY);
	return 0;
}

static bool empty_pair(char open, char close)
{
	return (open == '[' && close == ']') || (open == '{' && close == '}');
}

uint32_t tora_reach_of_test(struct tora_sv source)
{
	struct tora_scan scan = { .text = source };
	struct tora_token t, last = { .kind = TORA_TOKEN_SPACE };
	uint32_t ret = 0;

	while (tora_scan_solid(&scan, &t)) {
		char c = t.kind == TORA_TOKEN_PUNCT ? t.text.at[0] : '\0';
		char before = last.kind == TORA_TOKEN_PUNCT ? last.text.at[0] : '\0';

		if (t.kind == TORA_TOKEN_STRING) {
			ret |= of_string(t.text);
			if (last.kind == TORA_TOKEN_WORD && tora_sv_is(last.text, "b"))
				ret |= BIT(BYTES);
		} else if (t.kind == TORA_TOKEN_NUMBER) {
			ret |= of_number(t.text);
		} else if (t.kind == TORA_TOKEN_WORD) {
			ret |= of_word(t.text);
		} else if (empty_pair(before, c)) {
			ret |= BIT(EMPTY);
		} else if (tora_one_of(before, "[{") && tora_one_of(c, "[{")) {
			ret |= BIT(NESTED);
		}
		last = t;
	}
	return ret;
}

/* Texts that are equal but for their quotes and backslashes. */
static bool differ_in_quotes(struct tora_sv a, struct tora_sv b)
{
	static const char marks[] = "\"'\\";
	size_t i = 0, k = 0;

	if (tora_sv_eq(a, b))
		return false;
	for (;; i++, k++) {
		while (i < a.len && tora_one_of(a.at[i], marks))
			i++;
		while (k < b.len && tora_one_of(b.at[k], marks))
			k++;
		if (i == a.len || k == b.len || a.at[i] != b.at[k])
			return i == a.len && k == b.len;
	}
}

uint32_t tora_reach_of_values(struct tora_sv before, struct tora_sv after)
{
	return tora_reach_of_value(before) | tora_reach_of_value(after) |
	       (differ_in_quotes(before, after) ? BIT(ESCAPE) : 0);
}

uint32_t tora_reach_of_value(struct tora_sv printed)
{
	struct tora_sv v = tora_sv_trim(printed);

	return tora_reach_of_test(v) | (v.len && tora_one_of(v.at[0], "[({") ? BIT(LAZY) : 0) |
	       (v.len && memchr(v.at, '%', v.len) ? BIT(PERCENT) : 0);
}

const char *tora_reach_name(uint32_t set)
{
	size_t i;

	for (i = 0; i < KINDS; i++)
		if (set & BIT(i))
			return kinds[i].name;
	return "";
}
