/*
 * lang.c - the list of languages. A new one is a line here and a folder beside it.
 */
#include "lang/lang.h"
#include "lang/c/adapter.h"
#include "lang/javascript/adapter.h"
#include "lang/python/adapter.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const struct tora_lang *const langs[] = { &tora_lang_python, &tora_lang_javascript,
	                                         &tora_lang_typescript, &tora_lang_tsx,
	                                         &tora_lang_c };

const struct tora_lang *const *tora_lang_all(size_t *ret_n)
{
	*ret_n = sizeof langs / sizeof langs[0];
	return langs;
}

const struct tora_lang *tora_lang_for_path(const char *path)
{
	struct tora_sv name = tora_sv(path);

	for (size_t i = 0; i < sizeof langs / sizeof langs[0]; i++)
		for (const char *const *ext = langs[i]->extensions; *ext; ext++)
			if (name.len > strlen(*ext) && tora_sv_ends(name, *ext))
				return langs[i];
	return NULL;
}

const struct tora_lang *tora_lang_named(const char *name)
{
	for (size_t i = 0; i < sizeof langs / sizeof langs[0]; i++)
		if (strcmp(langs[i]->name, name) == 0)
			return langs[i];
	return NULL;
}

/* Not those that end in '*': what is asked for is one word. */
static bool has_phrase(const char *phrases, struct tora_sv word)
{
	for (size_t n; phrases && *phrases; phrases += n + (phrases[n] == '|')) {
		n = strcspn(phrases, "|");
		if (n == word.len && memcmp(phrases, word.at, n) == 0)
			return true;
	}
	return false;
}

bool tora_lang_is_checker(struct tora_sv word)
{
	for (size_t i = 0; i < sizeof langs / sizeof langs[0]; i++)
		if (has_phrase(langs[i]->talk[TORA_TALK_FORMATTERS], word) ||
		    has_phrase(langs[i]->talk[TORA_TALK_FINDERS], word))
			return true;
	return false;
}

bool tora_lang_is_called(struct tora_sv word)
{
	for (size_t i = 0; i < sizeof langs / sizeof langs[0]; i++) {
		if (tora_sv_is(word, langs[i]->name))
			return true;
		for (const char *const *ext = langs[i]->extensions; *ext; ext++)
			if (tora_sv_is(word, *ext + 1))
				return true;
	}
	return false;
}

bool tora_lang_is_lambda(struct tora_sv word)
{
	for (size_t i = 0; i < sizeof langs / sizeof langs[0]; i++)
		if (langs[i]->lambda && tora_sv_is(word, langs[i]->lambda))
			return true;
	return false;
}

bool tora_lang_installs_in(struct tora_sv folder)
{
	for (size_t i = 0; i < sizeof langs / sizeof langs[0]; i++)
		if (langs[i]->installed && tora_sv_is(folder, langs[i]->installed))
			return true;
	return false;
}

bool tora_lang_is_installed(const char *path)
{
	for (const char *slash; (slash = strchr(path, '/')); path = slash + 1)
		if (tora_lang_installs_in((struct tora_sv){ path, (size_t)(slash - path) }))
			return true;
	return false;
}

bool tora_lang_says_place(struct tora_sv before)
{
	for (size_t i = 0; i < sizeof langs / sizeof langs[0]; i++)
		if (langs[i]->says_place && tora_sv_ends(before, langs[i]->says_place))
			return true;
	return false;
}

/* "requirements" is that of "requirements-dev.txt", not of "requirementslist.txt". */
bool tora_lang_describes(const char *name)
{
	for (size_t i = 0; i < sizeof langs / sizeof langs[0]; i++)
		for (const char *const *d = langs[i]->descriptions; d && *d; d++)
			if (strncasecmp(name, *d, strlen(*d)) == 0 &&
			    !isalpha((unsigned char)name[strlen(*d)]))
				return true;
	return false;
}

const char *tora_lang_project(const struct tora_change *change, const char *repo_path,
                              struct tora_arena *arena)
{
	const char *slash = repo_path ? strrchr(repo_path, '/') : NULL;

	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];
		const struct tora_lang *lang = tora_lang_for_path(f->file);

		if (lang && !lang->modules_are_files && !f->is_withheld && *f->module)
			return tora_arena_text(
				arena, (struct tora_sv){ f->module, strcspn(f->module, ".") });
	}
	return slash && slash[1] ? slash + 1 : "project";
}
