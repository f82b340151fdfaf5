/*
 * roles.c - see roles.h. Whole path components and extensions, never substrings.
 */
#include "change/roles.h"

#include "lang/lang.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool in_folder(const char *path, const char *const *names)
{
	const char *slash;

	for (; (slash = strchr(path, '/')); path = slash + 1)
		for (const char *const *n = names; *n; n++)
			if (strlen(*n) == (size_t)(slash - path) &&
			    strncasecmp(path, *n, strlen(*n)) == 0)
				return true;
	return false;
}

static bool has_ending(const char *name, const char *const *endings)
{
	size_t len = strlen(name);

	for (; *endings; endings++)
		if (len > strlen(*endings) &&
		    strcasecmp(name + len - strlen(*endings), *endings) == 0)
			return true;
	return false;
}

/* "CHANGES", "CHANGES.rst", "changes-2.txt", but not "changesets.py". */
static bool has_stem(const char *name, const char *const *stems)
{
	for (; *stems; stems++)
		if (strncasecmp(name, *stems, strlen(*stems)) == 0 &&
		    !isalpha((unsigned char)name[strlen(*stems)]))
			return true;
	return false;
}

bool tora_role_is_changelog(const char *path)
{
	static const char *const stems[] = { "changelog", "changes",  "history", "news",
		                             "releases",  "whatsnew", NULL };
	static const char *const endings[] = { ".md",      ".rst",    ".txt", ".adoc",
		                               ".feature", ".bugfix", NULL };
	static const char *const folders[] = { "changelog",     "changelog.d", "changes", "news",
		                               "newsfragments", "whatsnew",    NULL };
	const char *name = base_name(path);

	if (has_stem(name, stems) && (!strchr(name, '.') || has_ending(name, endings)))
		return true;
	return in_folder(path, folders) && has_ending(name, endings);
}

bool tora_role_is_code(const char *path)
{
	static const char *const endings[] = {
		".cc",   ".cpp",  ".cxx",   ".hpp", ".m",   ".mm",  ".vue", ".go",    ".rs",
		".java", ".kt",   ".scala", ".rb",  ".php", ".cs",  ".fs",  ".swift", ".lua",
		".pl",   ".pm",   ".r",     ".jl",  ".ex",  ".exs", ".erl", ".hs",    ".ml",
		".clj",  ".dart", ".zig",   ".nim", ".pyx", ".pxd", ".sh",  ".bash",  ".sql",
		".f90",  ".cu",   ".asm",   ".s",   ".vb",  NULL,
	};

	return tora_lang_for_path(path) || has_ending(base_name(path), endings);
}

enum tora_file_role tora_role_of_path(const char *path)
{
	static const char *const vendored[] = { "vendor", "_vendor", "third_party", "dist", NULL };
	static const char *const tests[] = { "tests", "test",     "testing", "__tests__",
		                             "spec",  "testdata", NULL };
	static const char *const docs[] = { "docs", "doc", "documentation", NULL };
	static const char *const ci[] = {
		".github", ".circleci", ".gitlab", ".azure", ".ci", NULL
	};
	static const char *const doc_stems[] = {
		"readme",       "license",      "licence",  "authors",
		"contributing", "copying",      "security", "code_of_conduct",
		"notice",       "contributors", NULL
	};
	static const char *const doc_endings[] = { ".md", ".rst", ".adoc", ".tex", ".mdx", NULL };
	static const char *const config_endings[] = { ".toml", ".cfg", ".ini",   ".yml", ".yaml",
		                                      ".lock", ".in",  ".cmake", ".mk",  NULL };
	static const char *const config_stems[] = { "makefile", "dockerfile", "procfile",
		                                    "justfile", NULL };
	const char *name = base_name(path);

	if (in_folder(path, vendored) || tora_lang_is_installed(path))
		return TORA_FILE_GENERATED;
	if (in_folder(path, tests))
		return TORA_FILE_TEST;
	if (in_folder(path, ci) || (name[0] == '.' && !tora_role_is_code(path)))
		return TORA_FILE_CONFIG;
	if (in_folder(path, docs) || tora_role_is_changelog(path) ||
	    has_ending(name, doc_endings) || has_stem(name, doc_stems))
		return TORA_FILE_DOC;
	if (has_ending(name, config_endings) || has_stem(name, config_stems) ||
	    tora_lang_describes(name))
		return TORA_FILE_CONFIG;
	return TORA_FILE_OTHER;
}
