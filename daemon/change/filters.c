/*
 * filters.c - see filters.h. One row of the table a reason; the first that fits.
 */
#include "change/filters.h"
#include "change/roles.h"
#include "lang/lang.h"

#include <string.h>

struct tally {
	size_t files, source, tests, docs, generated, config, code_of_others;
	size_t large, comments, sound; /* of the source files */
	size_t functions, on_broken; /* functions; of those, in a file whose head does not parse */
	const char *example_other, *example_large, *broken, *base_broken;
	unsigned broken_line, base_broken_line;
};

/* A link to a source is none, but of a language that runs here. */
static bool is_of_any_tree(const char *path)
{
	const struct tora_lang *lang = tora_lang_for_path(path);

	return lang && !lang->is_project;
}

static void tally_file(struct tally *t, const struct tora_file_change *f)
{
	t->files++;
	t->tests += f->role == TORA_FILE_TEST;
	t->docs += f->role == TORA_FILE_DOC;
	t->generated += f->role == TORA_FILE_GENERATED;
	t->config += f->role == TORA_FILE_CONFIG;
	if (f->role == TORA_FILE_OTHER && tora_role_is_code(f->path) && !is_of_any_tree(f->path)) {
		t->code_of_others++;
		t->example_other = t->example_other ? t->example_other : f->path;
	}
	if (f->role != TORA_FILE_SOURCE)
		return;
	t->source++;
	t->comments += f->comments_only;
	if (f->too_large) {
		t->large++;
		t->example_large = t->example_large ? t->example_large : f->path;
	}
}

static bool is_broken(const struct tora_sources *s, enum tora_side side, const char *path,
                      unsigned *ret_line)
{
	for (size_t i = 0; i < s->files.n; i++)
		if (strcmp(s->files.at[i].change->path, path) == 0 &&
		    s->files.at[i].side[side].error_line) {
			*ret_line = s->files.at[i].side[side].error_line;
			return true;
		}
	return false;
}

/* The first file that does not parse on a side, or NULL. */
static const char *first_broken(const struct tora_sources *s, enum tora_side side,
                                unsigned *ret_line)
{
	for (size_t i = 0; i < s->files.n; i++)
		if (is_broken(s, side, s->files.at[i].change->path, ret_line))
			return s->files.at[i].change->path;
	return NULL;
}

static struct tally count(const struct tora_sources *s, const struct tora_change *change)
{
	struct tally t = { 0 };
	unsigned line;

	for (size_t i = 0; i < change->files.n; i++)
		tally_file(&t, &change->files.at[i]);
	t.broken = first_broken(s, TORA_HEAD, &t.broken_line);
	t.base_broken = first_broken(s, TORA_BASE, &t.base_broken_line);
	t.functions = change->functions.n;
	for (size_t i = 0; i < change->functions.n; i++)
		t.on_broken += is_broken(s, TORA_HEAD, change->functions.at[i].file, &line);
	return t;
}

static const char *s_of(size_t n)
{
	return n == 1 ? "" : "s";
}

/* C, in a package of another language, is a language that runs elsewhere. */
static const char *of_others(const struct tally *t, struct tora_arena *arena)
{
	if (t->code_of_others > 1)
		return tora_arena_printf(
			arena, "%s and %zu more are in languages that tora cannot test here",
			t->example_other, t->code_of_others - 1);
	return tora_arena_printf(arena, "%s is in a language that tora %s", t->example_other,
	                         tora_lang_for_path(t->example_other)
	                                 ? "tests only in libraries written in it"
	                                 : "cannot test yet");
}

static enum tora_reason without_source(const struct tally *t, struct tora_arena *arena,
                                       const char **ret)
{
	if (t->tests == t->files) {
		*ret = tora_arena_printf(arena, "%zu changed file%s, all tests", t->files,
		                         s_of(t->files));
		return TORA_REASON_TESTS_ONLY;
	}
	if (t->docs == t->files) {
		*ret = tora_arena_printf(arena, "%zu changed file%s, all documentation", t->files,
		                         s_of(t->files));
		return TORA_REASON_DOCS_ONLY;
	}
	if (t->generated == t->files) {
		*ret = tora_arena_printf(arena, "%zu changed file%s, all generated or vendored",
		                         t->files, s_of(t->files));
		return TORA_REASON_GENERATED_ONLY;
	}
	if (t->code_of_others) {
		*ret = of_others(t, arena);
		return TORA_REASON_UNSUPPORTED_LANGUAGE;
	}
	*ret = tora_arena_printf(arena, "%zu changed file%s, no source code among them", t->files,
	                         s_of(t->files));
	return TORA_REASON_NO_SOURCE_CHANGE;
}

enum tora_reason tora_filter(const struct tora_sources *s, const struct tora_change *change,
                             const char **ret_detail)
{
	struct tally t = count(s, change);

	if (t.files == 0) {
		*ret_detail = "base and head have the same contents";
		return TORA_REASON_NO_CHANGE;
	}
	if (t.source == 0)
		return without_source(&t, s->arena, ret_detail);
	if (t.comments == t.source) {
		*ret_detail = "only comments, docstrings or layout differ";
		return TORA_REASON_COMMENTS_ONLY;
	}
	if (t.broken && t.on_broken == t.functions) {
		*ret_detail = tora_arena_printf(s->arena, "%s:%u does not parse", t.broken,
		                                t.broken_line);
		return TORA_REASON_SYNTAX_ERROR;
	}
	if (t.functions > 0)
		return TORA_REASON_NONE;
	if (t.large && t.large + t.comments == t.source) {
		*ret_detail = tora_arena_printf(s->arena, "%s is larger than %u MiB",
		                                t.example_large, TORA_CHANGE_FILE_MAX >> 20);
		return TORA_REASON_TOO_LARGE;
	}
	if (t.base_broken) {
		*ret_detail = tora_arena_printf(s->arena, "%s:%u does not parse before the change",
		                                t.base_broken, t.base_broken_line);
		return TORA_REASON_BASE_NOT_BUILDABLE;
	}
	*ret_detail = "no function, class or module that can be imported is touched";
	return TORA_REASON_NO_FUNCTIONS;
}
