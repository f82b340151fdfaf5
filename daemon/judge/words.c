#include "judge/words.h"

#include "judge/text.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define WORDS_MAX 600 /* distinct words kept of one text: messages are bounded, this is too */
#define WORD_MAX  40

static const char *const common[] = {
	"the",    "and",     "for",    "with",    "are",       "was",     "were",     "not",
	"but",    "from",    "this",   "that",    "its",       "then",    "else",     "when",
	"which",  "will",    "can",    "should",  "would",     "also",    "into",     "than",
	"only",   "all",     "any",    "more",    "most",      "some",    "such",     "other",
	"same",   "each",    "per",    "via",     "use",       "using",   "used",     "self",
	"none",   "true",    "false",  "return",  "value",     "test",    "error",    "object",
	"str",    "int",     "float",  "list",    "dict",      "type",    "name",     "print",
	"result", "import",  "def",    "class",   "example",   "case",    "code",     "file",
	"line",   "recent",  "call",   "last",    "traceback", "module",  "add",      "fix",
	"pull",   "request", "merge",  "branch",  "function",  "method",  "change",   "make",
	"now",    "new",     "old",    "has",     "have",      "had",     "does",     "data",
	"set",    "get",     "update", "support", "remove",    "allow",   "raise",    "except",
	"try",    "instead", "where",  "there",   "their",     "they",    "them",     "been",
	"being",  "how",     "our",    "out",     "you",       "your",    "argument", "parameter",
	"valid",  "invalid", "input",  "output",  "exception", "message", "field",    "pass",
	"work",   "code",    "main",   "one",     "two",       "three",
};

static void drop_ending(char *w)
{
	static const char *const endings[] = { "ations", "ation", "ings", "ing", "ions", "ion",
		                               "ies",    "ied",   "es",   "ed",  "s" };
	size_t i, n = strlen(w), e;

	for (i = 0; i < sizeof endings / sizeof *endings; i++) {
		e = strlen(endings[i]);
		if (n >= e + 3 && strcmp(w + n - e, endings[i]) == 0) {
			w[n - e] = '\0';
			return;
		}
	}
	if (n > 3 && w[n - 1] == 'e')
		w[n - 1] = '\0';
}

static bool is_common(const char *word)
{
	size_t i;

	for (i = 0; i < sizeof common / sizeof *common; i++)
		if (strcmp(word, common[i]) == 0)
			return true;
	return false;
}

static void add_word(struct tora_words *words, struct tora_sv word, struct tora_arena *arena)
{
	char lower[WORD_MAX + 1];
	size_t i;

	if (word.len < 3 || word.len > WORD_MAX || words->of.n >= WORDS_MAX)
		return;
	for (i = 0; i < word.len; i++)
		lower[i] = (char)tolower((unsigned char)word.at[i]);
	lower[word.len] = '\0';
	if (is_common(lower))
		return;
	drop_ending(lower);
	if (is_common(lower) || tora_words_have(words, lower))
		return;
	*tora_vec_push(arena, &words->of) = tora_arena_dup(arena, lower);
}

/* One part of a compound name: up to an underscore, a digit or the next capital. */
static size_t part_end(struct tora_sv t, size_t i)
{
	size_t from = i;

	while (i < t.len && isalpha((unsigned char)t.at[i]) &&
	       !(i > from && isupper((unsigned char)t.at[i]) &&
	         islower((unsigned char)t.at[i - 1])))
		i++;
	return i;
}

void tora_words_add(struct tora_words *words, struct tora_sv text, struct tora_arena *arena)
{
	size_t i = 0, from, end;

	while (i < text.len) {
		if (!isalpha((unsigned char)text.at[i])) {
			i++;
			continue;
		}
		from = i;
		end = part_end(text, i);
		add_word(words, (struct tora_sv){ text.at + from, end - from }, arena);
		i = end;
		/* The whole of a CamelCase name as well: "DateTime" and "datetime" are one. */
		while (end < text.len && isalpha((unsigned char)text.at[end]))
			end++;
		if (end > i)
			add_word(words, (struct tora_sv){ text.at + from, end - from }, arena);
	}
}

bool tora_words_have(const struct tora_words *words, const char *stem)
{
	size_t i;

	for (i = 0; i < words->of.n; i++)
		if (strcmp(words->of.at[i], stem) == 0)
			return true;
	return false;
}

size_t tora_words_shared(const struct tora_words *a, const struct tora_words *b)
{
	size_t i, n = 0;

	for (i = 0; i < a->of.n; i++)
		n += tora_words_have(b, a->of.at[i]);
	return n;
}

static bool match_one(struct tora_sv text, struct tora_sv phrase)
{
	bool open = tora_sv_ends(phrase, "*");
	size_t at = 0;

	if (!open)
		return tora_text_has_word(text, phrase, true);
	phrase.len--;
	for (;; at++) {
		at = tora_text_find(text, phrase, at, true);
		if (at == SIZE_MAX)
			return false;
		if (at == 0 || !isalnum((unsigned char)text.at[at - 1]))
			return true;
	}
}

unsigned tora_words_count(struct tora_sv text, const char *phrases)
{
	unsigned n = 0;

	while (*phrases) {
		size_t len = strcspn(phrases, "|");

		n += match_one(text, (struct tora_sv){ phrases, len });
		phrases += len + (phrases[len] == '|');
	}
	return n;
}

struct tora_sv tora_words_first(struct tora_sv text)
{
	size_t n = 0;

	while (n < text.len && !isspace((unsigned char)text.at[n]))
		n++;
	return (struct tora_sv){ text.at, n };
}

bool tora_words_match(struct tora_sv text, const char *phrases)
{
	while (*phrases) {
		size_t len = strcspn(phrases, "|");

		if (match_one(text, (struct tora_sv){ phrases, len }))
			return true;
		phrases += len + (phrases[len] == '|');
	}
	return false;
}

unsigned tora_words_count_talk(struct tora_sv text, enum tora_talk of)
{
	size_t n = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);
	unsigned ret = 0;

	for (size_t i = 0; of < TORA_TALKS && i < n; i++) {
		const char *phrases = langs[i]->talk[of];
		bool again = false; /* languages of one folder say the same */

		for (size_t j = 0; phrases && j < i && !again; j++)
			again = langs[j]->talk[of] && strcmp(langs[j]->talk[of], phrases) == 0;
		ret += phrases && !again ? tora_words_count(text, phrases) : 0;
	}
	return ret;
}
