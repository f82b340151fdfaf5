#include "judge/otherwise.h"

#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* "3.7", as versions have. */
static bool has_digit(struct tora_sv line)
{
	for (size_t i = 0; i < line.len; i++)
		if (isdigit((unsigned char)line.at[i]))
			return true;
	return false;
}

/* How fast, how much memory, what is warned of and what is done around a package change nothing that comes out. */
static bool is_beside_results(struct tora_sv line)
{
	return tora_words_match(line, "fast|faster|slow|slower|speed*|quicker|performance|"
	                              "less memory|memory use|memory usage|times as|cheaper|"
	                              "deprecation warning*|maintained|install*|build system|"
	                              "builds|built with|depend on|depends on|dependenc*|ci|"
	                              "github|travis|docs|documented|documentation|docstring*|"
	                              "test suite|tests|type hint*|annotat*|wheel|wheels|"
	                              "publish*|packaged|packaging|lint*|pre-commit|release|"
	                              "releases|we now|license|licence") ||
	       (tora_words_match(line, "support|supported|supports") && has_digit(line));
}

/* "It used to be handed out": it is what was; what is used to sort is. */
static bool used_to(struct tora_sv line)
{
	static const char is[] = "is|are|was|were|be|been|being|get|gets|key|value|function|"
				 "functions|can|and";
	struct tora_scan scan = { .text = line };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t)
		if (tora_sv_is(t.text, "to") && tora_text_same(last.text, tora_sv("used")) &&
		    before.text.len && !tora_words_match(before.text, is))
			return true;
	return false;
}

/* "Up to 1.3 a token was let through": a version behind such a word, and a verb of the past. */
static bool tells_of_version(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	if (!tora_words_match(line, "was|were|had|did|could"))
		return false;
	for (; tora_scan_solid(&scan, &t); before = last, last = t) {
		const char *dot =
			t.kind == TORA_TOKEN_NUMBER ? memchr(t.text.at, '.', t.text.len) : NULL;
		bool is_version =
			dot && dot + 1 < t.text.at + t.text.len && isdigit((unsigned char)dot[1]);

		if (is_version &&
		    (tora_words_match(last.text, "until|till|before") ||
		     (tora_sv_is(last.text, "to") && tora_words_match(before.text, "up"))))
			return true;
	}
	return false;
}

/* What stands before offset `at`, without blanks: `` `limit: 20` ``, "0". An option with a value, or a value of one. */
static bool is_setting(struct tora_sv text, size_t at)
{
	size_t end = at, begin;

	while (end && text.at[end - 1] == ' ')
		end--;
	for (begin = end; begin && text.at[begin - 1] != ' ' && text.at[begin - 1] != '`';)
		begin--;
	if (end && text.at[end - 1] == '`') {
		for (begin = end - 1; begin && text.at[begin - 1] != '`';)
			begin--;
		return begin && (memchr(text.at + begin, '=', end - begin) ||
		                 memchr(text.at + begin, ':', end - begin));
	}
	return end > begin && (isdigit((unsigned char)text.at[begin]) ||
	                       tora_words_match((struct tora_sv){ text.at + begin, end - begin },
	                                        "true|false|none|null|undefined"));
}

/* "`limit: 20` is as before", "0 is as it was", "pass `strict=False` for the old behaviour": who says how the old result is to be had has made
 * another of it. */
static bool gives_back(struct tora_sv line)
{
	static const char *const same[] = { " is as before", " is as it was" };

	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		for (size_t at = 0;
		     (at = tora_text_find(line, tora_sv(same[i]), at, true)) != SIZE_MAX; at++)
			if (is_setting(line, at))
				return true;
	return tora_words_match(line, "for the old behavio*|for the former behavio*|for the "
	                              "previous behavio*") &&
	       tora_words_match(line, "pass|set|use|with");
}

/* A document says "when it is no longer there" of what happens, a changelog of what changed. */
bool tora_otherwise_in(struct tora_sv line, bool is_changelog)
{
	static const char before[] = "no longer|any more|anymore|previously|formerly|so far|"
				     "until now|up to now|now|instead of|rather than";
	static const char happens[] = "when|if|once|that|which|whose|raise|raises|throw|throws|"
				      "return|returns|gives";

	if (is_beside_results(line))
		return false;
	if (used_to(line) || tells_of_version(line) || gives_back(line))
		return true;
	return is_changelog ? tora_words_match(line, before)
	                    : tora_words_match(line, "no longer|formerly") &&
	                              !tora_words_match(line, happens);
}

bool tora_otherwise_said(const struct tora_intent *intent)
{
	for (size_t i = 0; i < intent->changelog.n; i++)
		if (tora_otherwise_in(tora_sv(intent->changelog.at[i]), true))
			return true;
	for (size_t i = 0; i < intent->docs.n; i++)
		if (tora_otherwise_in(tora_sv(intent->docs.at[i]), false))
			return true;
	return false;
}
