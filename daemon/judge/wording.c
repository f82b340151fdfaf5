#include "judge/wording.h"

#include "judge/subject.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* ---- marks ----------------------------------------------------------------------------------- */

/* Of gitmoji.dev, those that leave room for another behaviour. */
static const struct {
	const char *code, *sign;
	enum tora_claim claim;
} marks[] = {
	{ ":sparkles:", "✨", TORA_CLAIM_ADDS },
	{ ":bug:", "🐛", TORA_CLAIM_FIXES },
	{ ":ambulance:", "🚑", TORA_CLAIM_FIXES },
	{ ":adhesive_bandage:", "🩹", TORA_CLAIM_FIXES },
	{ ":goal_net:", "🥅", TORA_CLAIM_FIXES },
	{ ":lock:", "🔒", TORA_CLAIM_FIXES },
	{ ":boom:", "💥", TORA_CLAIM_CHANGES },
	{ ":wastebasket:", "🗑", TORA_CLAIM_CHANGES },
	{ ":rewind:", "⏪", TORA_CLAIM_CHANGES },
	{ ":speech_balloon:", "💬", TORA_CLAIM_CHANGES },
};

/* ":art:" */
static size_t code_in_front(struct tora_sv text)
{
	size_t n = 1;

	if (!tora_sv_starts(text, ":"))
		return 0;
	while (n < text.len && (islower((unsigned char)text.at[n]) ||
	                        isdigit((unsigned char)text.at[n]) || text.at[n] == '_'))
		n++;
	return n > 2 && n < text.len && text.at[n] == ':' ? n + 1 : 0;
}

/* Symbols: of three bytes from U+2000 on, of four, and what chooses between their forms; no letters of any script in use. */
static size_t sign_in_front(struct tora_sv text)
{
	size_t n = 0;

	while (n < text.len) {
		unsigned char c = (unsigned char)text.at[n];
		size_t len = c == 0xe2 || c == 0xef ? 3 : c == 0xf0 ? 4 : 0;

		if (!len || text.len - n < len)
			break;
		n += len;
	}
	return n;
}

enum tora_claim tora_wording_mark(struct tora_sv *subject)
{
	size_t n = code_in_front(*subject);
	enum tora_claim ret = TORA_CLAIM_NONE;

	n = n ? n : sign_in_front(*subject);
	for (size_t i = 0; n && i < sizeof marks / sizeof *marks; i++)
		if (tora_sv_starts(*subject, marks[i].code) ||
		    tora_sv_starts(*subject, marks[i].sign))
			ret = marks[i].claim;
	if (n)
		*subject = tora_sv_trim((struct tora_sv){ subject->at + n, subject->len - n });
	return ret;
}

/* ---- what is meant for people and callers ------------------------------------------------------ */

/* "TurkishLocale" */
static bool has_locale_class(struct tora_sv subject)
{
	static const char end[] = "Locale";

	for (size_t at = 0; (at = tora_text_find(subject, tora_sv(end), at, false)) != SIZE_MAX;
	     at++)
		if (at && isalpha((unsigned char)subject.at[at - 1]))
			return true;
	return false;
}

bool tora_wording_of_language(struct tora_sv subject)
{
	return (has_locale_class(subject) ||
	        tora_words_match(subject, "locale|locales|translation|translations|localization|"
	                                  "localisation|l10n|weekday names|month names")) &&
	       tora_words_match(subject, "updat*|improv*|correction*|complet*|expand*|extend*|"
	                                 "align*|accurate|adjust*|missing|better|revis*|"
	                                 "proofread*") &&
	       !tora_words_match(
		       subject,
		       "fix*|add|adds|added|refactor*|reorgani*|move*|rename*|test|tests|doc|docs|"
		       "documentation|docstring*|comment*|type|types|typing|"
		       "code|performance|loading|api|readme") &&
	       !tora_words_count_talk(subject, TORA_TALK_PACKAGING);
}

bool tora_wording_of_interface(struct tora_sv subject)
{
	return tora_words_match(subject, "clean*|tidy*|tidied|unif*|homogeni*|harmoni*|consolidat*|"
	                                 "consistent|simplif*|saner|nicer") &&
	       tora_words_match(subject, "return value*|returned value*|return type|return types|"
	                                 "parameter order|argument order|order of parameters|"
	                                 "order of arguments|order of the parameters|"
	                                 "order of the arguments") &&
	       !tora_words_match(subject, "annotation*|hint|hints|typing|docs|documentation|"
	                                  "docstring*|comment*|test|tests");
}

bool tora_wording_acts(struct tora_sv subject)
{
	static const char verbs[] =
		"coerce|coerces|catch|catches|force|forces|include|includes|exclude|excludes|only|"
		"encode|encodes|decode|decodes|log|logs|disable|disables|disallow|expose|exposes|"
		"prefer|prefers|match|matches";
	static const char code[] =
		"code|class|classes|module|modules|function|functions|method|methods|helper*|"
		"import|imports|"
		"variable*|name|names|loop*|lookup*|once|twice|again|copy|copies|literal*|"
		"callable*|isinstance|builtin*|script*|build*|wheel*|ci|workflow*|file|files|"
		"dependenc*|requirement*|package*|self";
	struct tora_sv first = { subject.at, 0 };

	while (first.len < subject.len && isalpha((unsigned char)subject.at[first.len]))
		first.len++;
	return tora_words_match(first, verbs) && !tora_words_match(subject, code) &&
	       !tora_subject_adds_no_behaviour(subject) && !tora_subject_spares_work(subject);
}

/* ---- typos ------------------------------------------------------------------------------------- */

bool tora_wording_typo_that_runs(struct tora_sv subject)
{
	/* Text that nobody runs, and names that are misspelled everywhere. */
	static const char idle[] =
		"doc*|comment*|readme|changelog|history|news|test|"
		"tests|testing|example*|message|messages|warning|warnings|error|errors|help|"
		"tutorial*|guide|variable*|name|names|parameter*|argument*|annotation*|hint|hints|"
		"reference*|link|links|url|license|setup|various|spelling|file|files|code|"
		"contributing|workflow*|ci|html|page";

	return tora_words_match(subject,
	                        "typo in|typos in|typo that|typos that|typo which|mistype in") &&
	       !tora_words_match(subject, idle);
}

/* ---- for whom nothing changes -------------------------------------------------------------------- */

/* "Else nothing changes to the outside", "Apart from that, nothing changes": what is named before is all. */
static bool is_of_the_rest(struct tora_sv clause)
{
	static const char *const rest[] = { "else", "otherwise", "apart from that", "beyond that",
		                            "besides" };

	if (tora_sv_ends(clause, ","))
		clause.len--;
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
		if (tora_text_same(clause, tora_sv(rest[i])))
			return true;
	return false;
}

/* "For ints and floats nothing changes.": by its first word a clause that ends so. */
static bool spares_some(struct tora_sv text)
{
	static const char said[] = "nothing changes";
	size_t at = 0;

	while ((at = tora_text_find(text, tora_sv(said), at, true)) != SIZE_MAX) {
		size_t from = at, end = at + strlen(said);
		struct tora_sv clause;

		while (from > 0 && !tora_one_of(text.at[from - 1], ".;:") &&
		       !(from > 1 && text.at[from - 1] == '\n' && text.at[from - 2] == '\n'))
			from--;
		clause = tora_sv_trim((struct tora_sv){ text.at + from, at - from });
		if (is_of_the_rest(clause))
			return true;
		if ((end == text.len || tora_one_of(text.at[end], ".;,")) &&
		    (tora_sv_starts(clause, "For ") || tora_sv_starts(clause, "for ")))
			return true;
		at = end;
	}
	return false;
}

bool tora_wording_spares_callers(struct tora_sv text)
{
	static const char said[] = "nothing changes for";
	size_t at = tora_text_find(text, tora_sv(said), 0, true);
	struct tora_scan scan = { .text = text, .at = at + strlen(said) };
	struct tora_token t;

	for (unsigned n = 0; at != SIZE_MAX && n < 4 && tora_scan_solid(&scan, &t); n++)
		if (tora_words_match(t.text, "caller*|user*|client*|consumer*|anyone|anybody|"
		                             "everyone|everybody|you|existing"))
			return true;
	return spares_some(text);
}

bool tora_wording_gives(struct tora_sv subject)
{
	static const char *const links[] = { "instead of", "rather than", "in place of" };
	size_t at = SIZE_MAX, n = 0;
	struct tora_sv next;

	for (size_t i = 0; i < sizeof links / sizeof *links && at == SIZE_MAX; i++) {
		at = tora_text_find(subject, tora_sv(links[i]), 0, true);
		n = strlen(links[i]);
	}
	if (at == SIZE_MAX)
		return false;
	next = tora_sv_trim((struct tora_sv){ subject.at + at + n, subject.len - at - n });
	next = tora_words_first(next);
	return tora_words_match((struct tora_sv){ subject.at, at },
	                        "return|returns|yield|yields|raise|raises|throw|throws") &&
	       !tora_sv_ends(next, "ing") && /* how it is done */
	       !tora_words_match(subject,
	                         "early|directly|statement*|expression*|ternary|else|nest*|"
	                         "comprehension*|loop|loops|variable*|flag|timeout*|"
	                         "annotation*|type hint*|docs|documentation|docstring*|comment*|"
	                         "test|tests|mock|mocks");
}

/* "add/remove/subtract via #change" are what methods are called. */
static size_t joined_names(struct tora_sv text, size_t i)
{
	unsigned slashes = 0;
	struct tora_sv rest;
	size_t n = i, end;

	if ((i && text.at[i - 1] != ' ') || !isalpha((unsigned char)text.at[i]))
		return 0;
	for (; n < text.len && (isalnum((unsigned char)text.at[n]) || strchr("_/", text.at[n]));
	     n++)
		slashes += text.at[n] == '/';
	rest = tora_sv_trim((struct tora_sv){ text.at + n, text.len - n });
	for (end = 0; end < rest.len && isalpha((unsigned char)rest.at[end]);)
		end++;
	/* "Fix/clean/rename helpers" are verbs. */
	return slashes > 1 && text.at[n - 1] != '/' &&
	                       tora_words_match(
				       (struct tora_sv){ rest.at, end },
				       "via|through|by|share|shares|use|uses|with|in|of|on|"
				       "are|go|goes|now")
	               ? n - i
	               : 0;
}

/* merge(), `split`, str.title and _is_table are names, whatever their words mean. */
static size_t code_span(struct tora_sv text, size_t i)
{
	size_t n;

	if (text.at[i] == '`') {
		const char *end = memchr(text.at + i + 1, '`', text.len - i - 1);

		return end ? (size_t)(end - text.at) + 1 - i : 0;
	}
	n = joined_names(text, i);
	if (n)
		return n;
	/* "#count" is private to an object; "#4" is none. */
	n = i + (text.at[i] == '#' && i + 1 < text.len && isalpha((unsigned char)text.at[i + 1]) &&
	         !(i && isalnum((unsigned char)text.at[i - 1])));
	if (n > i) {
		while (n < text.len && (isalnum((unsigned char)text.at[n]) || text.at[n] == '_'))
			n++;
		return n - i;
	}
	if (i && (isalnum((unsigned char)text.at[i - 1]) || strchr("_.", text.at[i - 1])))
		return 0;
	/* "O(n)" is how long it takes. */
	while (n < text.len &&
	       !tora_sv_starts((struct tora_sv){ text.at + i, text.len - i }, "O(") &&
	       (isalnum((unsigned char)text.at[n]) || text.at[n] == '_' ||
	        (text.at[n] == '.' && n + 1 < text.len && isalnum((unsigned char)text.at[n + 1]))))
		n++;
	if (n == i || !((n < text.len && text.at[n] == '(') || memchr(text.at + i, '_', n - i) ||
	                memchr(text.at + i, '.', n - i)))
		return 0;
	return n - i;
}

struct tora_sv tora_wording_without_code(struct tora_sv text, char *buf)
{
	size_t i = 0, n;

	while (i < text.len) {
		n = code_span(text, i);
		memset(buf + i, 'X', n);
		if (!n) {
			buf[i] = text.at[i];
			n = 1;
		}
		i += n;
	}
	return (struct tora_sv){ buf, text.len };
}

bool tora_wording_takes_too(struct tora_sv body)
{
	size_t end;

	for (; body.len; body.at += end, body.len -= end) {
		struct tora_sv one = { body.at, 0 };

		for (end = 0; end < body.len && !tora_one_of(body.at[end], ".!?;");)
			end++;
		one.len = end;
		end += end < body.len;
		if (tora_words_match(one, "let|lets|can|may") &&
		    tora_words_match(one, "take|accept|read|parse|understand|handle") &&
		    tora_words_match(one, "these too|those too|them too|both too|these as well|"
		                          "those as well|them as well") &&
		    !tora_words_match(one, "not|cannot|can't"))
			return true;
	}
	return false;
}

bool tora_wording_drops_code(struct tora_sv subject)
{
	return tora_words_match(tora_words_first(subject),
	                        "drop|drops|remove|removes|delete|deletes") &&
	       tora_words_match(subject, "inner function|inner class|closure|closures|wrapper|"
	                                 "wrappers|local variable*|temporary variable*|inner loop|"
	                                 "intermediate list|indirection");
}

bool tora_wording_has_another(struct tora_sv subject)
{
	return tora_words_match(subject, "don't need our own|do not need our own|no need for our "
	                                 "own|instead of our own|in place of our own|rather than "
	                                 "our own|replace our own|replaces our own|drop our own|"
	                                 "drops our own|remove our own|removes our own");
}

bool tora_wording_of_storage(struct tora_sv subject)
{
	return tora_words_match(tora_words_first(subject),
	                        "keep|keeps|store|stores|hold|holds|represent|represents") &&
	       tora_text_has_word(subject, TORA_SV("as"), false) &&
	       tora_words_match(subject, "instead of|rather than") &&
	       !tora_words_match(subject,
	                         "as given|as written|as they are|as it is|as is|none|null|"
	                         "empty|nothing|order|blanks|case");
}

bool tora_wording_spares_memory(struct tora_sv subject, struct tora_sv message)
{
	bool holds_none =
		tora_words_match(subject, "don't|do not|avoid*|without|no longer|never") &&
		tora_words_match(subject, "hold|holding|keep|keeping|load|loading|read|reading") &&
		tora_words_match(subject, "in memory|into memory");
	bool holds_less =
		tora_words_match(subject, "less|reduc*|lower|halve*|smaller") &&
		tora_words_match(subject, "memory use|memory usage|less memory|peak memory|"
	                                  "memory footprint|memory consumption");

	return (holds_none || holds_less) &&
	       !tora_words_match(subject,
	                         "leak*|error*|fix*|crash*|limit*|cap|caps|max*|add|adds|option*|"
	                         "support*|allow*|sampl*|skip*|drop*|instead of|rather than") &&
	       !tora_words_match(message,
	                         "yield*|iterator*|iterable*|generator*|lazy|lazily|stream|"
	                         "streams|streaming|one by one|one at a time");
}

bool tora_wording_shares_code(struct tora_sv subject)
{
	return tora_words_match(tora_words_first(subject), "share|shares") &&
	       tora_words_match(subject,
	                        "share one|shares one|share the same|share a helper|share a "
	                        "function|share code|share the code|share #*");
}

bool tora_wording_of_errors(struct tora_sv text)
{
	return tora_words_match(text, "rais*|error*|exception*|reject*|validat*|disallow*|forbid*|"
	                              "invalid|strict*|restrict*|require*|fail*|must|refus*") ||
	       (tora_words_match(text, "throw*") && !tora_words_match(text, "thrown away"));
}
