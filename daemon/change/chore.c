/*
 * chore.c - see chore.h.
 */
#include "change/chore.h"
#include "lang/lang.h"
#include "tora/str.h"

#include <ctype.h>
#include <string.h>

#define WORD_MAX 24

/* Words that say what such a commit does, besides what checks code of our languages; those that only go with them. */
static const char *const says[] = { "autofix",      "autofixes", "bump",       "format",
	                            "formatted",    "formatter", "formatting", "gofmt",
	                            "lint",         "linter",    "linting",    "reformat",
	                            "reformatted",  "release",   "released",   "rustfmt",
	                            "reformatting", "version",   "whitespace" };
static const char *const goes_with[] = {
	"a",        "all",    "and",         "apply",  "applied",    "auto",  "base",     "by",
	"cd",       "chore",  "ci",          "clang",  "clean",      "code",  "codebase", "commit",
	"cycle",    "dev",    "development", "errors", "everything", "file",  "files",    "fix",
	"fixes",    "fixing", "for",         "from",   "hooks",      "in",    "issues",   "it",
	"new",      "next",   "number",      "of",     "on",         "our",   "pre",      "prepare",
	"project",  "run",    "ran",         "set",    "source",     "start", "style",    "tag",
	"the",      "to",     "trailing",    "up",     "update",     "use",   "using",    "v",
	"warnings", "with",
};

static bool is_one_of(const char *word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(list[i], word) == 0)
			return true;
	return false;
}

/* "1.2.3", "v2", "1.0rc1", "3.0.0.dev0" */
static bool is_version(const char *word)
{
	bool has_digit = false;

	word += *word == 'v';
	if (!isdigit((unsigned char)*word))
		return false;
	for (; *word; word++) {
		has_digit |= isdigit((unsigned char)*word) != 0;
		if (!isalnum((unsigned char)*word) && *word != '.')
			return false;
	}
	return has_digit;
}

/* The next word of a text in small letters, "" at its end; false: one that is too long to be known. */
static bool next_word(const char **at, char ret[WORD_MAX])
{
	size_t n = 0;

	ret[0] = '\0';
	while (**at && !isalnum((unsigned char)**at) && !((unsigned char)**at & 0x80))
		(*at)++;
	for (; isalnum((unsigned char)**at) || ((unsigned char)**at & 0x80) ||
	       (**at == '.' && isalnum((unsigned char)(*at)[1]));
	     (*at)++) {
		if (n + 1 >= WORD_MAX)
			return false;
		ret[n++] = (char)tolower((unsigned char)**at);
		ret[n] = '\0';
	}
	return true;
}

bool tora_chore_is(const char *subject)
{
	char word[WORD_MAX];
	bool is_said = false;

	for (bool is_first = true;; is_first = false) {
		bool is_version_of, is_work;

		if (!next_word(&subject, word))
			return false;
		if (!*word)
			return is_said;
		if (is_first && strcmp(word, "merge") == 0)
			return strncmp(subject, " branch", 7) == 0 ||
			       strncmp(subject, " pull", 5) == 0 ||
			       strncmp(subject, " remote", 7) == 0 ||
			       strncmp(subject, " tag", 4) == 0;
		is_version_of = is_version(word);
		is_work = is_one_of(word, says, sizeof says / sizeof says[0]) ||
		          tora_lang_is_checker(tora_sv(word));
		is_said |= is_version_of || is_work;
		if (!is_version_of && !is_work && !tora_lang_is_called(tora_sv(word)) &&
		    !is_one_of(word, goes_with, sizeof goes_with / sizeof goes_with[0]))
			return false;
	}
}
