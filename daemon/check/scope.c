#include "check/scope.h"

#include "lang/lang.h"

#include <stdlib.h>
#include <string.h>

#define LANGS_MAX 16

/* Is `word` all of `name`, or all that stands before one of `ends`? */
static bool is_head(const char *word, size_t len, const char *name, const char *ends)
{
	return strncmp(name, word, len) == 0 && (!name[len] || strchr(ends, name[len]));
}

/* Behind the next dot or slash of a name; NULL: there is none. */
static const char *next_part(const char *name)
{
	const char *end = strpbrk(name, "./");

	return end ? end + 1 : NULL;
}

bool tora_scope_names(const char *word, const struct tora_function *f)
{
	size_t len;

	if (strncmp(word, "./", 2) == 0)
		word += 2;
	len = strlen(word);
	while (len > 1 && word[len - 1] == '/')
		len--;
	if (len == 0 || (len == 1 && *word == '.'))
		return true; /* the folder of all of it */
	if (is_head(word, len, f->file, "/"))
		return true;
	for (const char *part = f->name; part; part = next_part(part))
		if (is_head(word, len, part, "."))
			return true;
	return false;
}

static bool is_wanted(const struct tora_scope *scope, const struct tora_function *f)
{
	for (size_t i = 0; i < scope->n; i++)
		if (tora_scope_names(scope->words[i], f))
			return true;
	return scope->n == 0;
}

static bool has_members(const struct tora_change *change, const struct tora_function *cls)
{
	size_t len = strlen(cls->name);

	for (size_t i = 0; i < change->functions.n; i++)
		if (change->functions.at[i].is_public &&
		    strncmp(change->functions.at[i].name, cls->name, len) == 0 &&
		    change->functions.at[i].name[len] == '.')
			return true;
	return false;
}

static bool is_target(const struct tora_change *change, const struct tora_function *f)
{
	return f->is_public && *f->qualname && !(f->is_class && has_members(change, f));
}

static int check_words(const struct tora_scope *scope, const struct tora_change *change,
                       struct tora_err *err)
{
	for (size_t w = 0; w < scope->n; w++) {
		bool any = false;

		for (size_t i = 0; i < change->functions.n && !any; i++)
			any = tora_scope_names(scope->words[w], &change->functions.at[i]);
		if (!any)
			return tora_fail(
				err, TORA_E_NOTFOUND,
				"'%.120s' names no module, package, function, file or folder "
				"with functions in this commit",
				scope->words[w]);
	}
	return TORA_OK;
}

static void choose_language(struct tora_scope *scope, const struct tora_change *change)
{
	size_t count[LANGS_MAX] = { 0 }, n = 0, best = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);

	for (size_t i = 0; i < change->functions.n; i++)
		for (size_t k = 0; k < n && k < LANGS_MAX; k++)
			if (tora_lang_for_path(change->functions.at[i].file) == langs[k] &&
			    ++count[k] > count[best])
				best = k;
	scope->lang = count[best] ? langs[best] : NULL;
}

static int by_place(const void *a, const void *b)
{
	const struct tora_function *x = a, *y = b;
	int order = strcmp(x->file, y->file);

	return order ? order : (x->first > y->first) - (x->first < y->first);
}

static bool has_module(const struct tora_change *change, const char *module)
{
	for (size_t i = 0; i < change->functions.n; i++)
		if (change->functions.at[i].module &&
		    strcmp(change->functions.at[i].module, module) == 0)
			return true;
	return false;
}

static bool has_file(const struct tora_change *change, const char *file)
{
	for (size_t i = 0; i < change->functions.n; i++)
		if (strcmp(change->functions.at[i].file, file) == 0)
			return true;
	return false;
}

/* Modules and files that no function is left of are neither imported nor counted, and no model sees them. */
static void narrow(struct tora_change *change)
{
	size_t n = 0;

	for (size_t i = 0; i < change->modules_head.n; i++)
		if (has_module(change, change->modules_head.at[i]))
			change->modules_head.at[n++] = change->modules_head.at[i];
	change->modules_head.n = n;
	for (size_t i = 0; i < change->files.n; i++)
		if (change->files.at[i].role == TORA_FILE_SOURCE &&
		    !has_file(change, change->files.at[i].path))
			change->files.at[i].role = TORA_FILE_OTHER;
}

static int by_file(const void *a, const void *b)
{
	return strcmp(((const struct tora_function *)a)->file,
	              ((const struct tora_function *)b)->file);
}

/* Is one of those that no word names in a file with one that is left, which are in order? */
static bool leaves_some(const struct tora_change *left, const struct tora_function *others,
                        size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (others[i].is_public && bsearch(&others[i], left->functions.at,
		                                   left->functions.n, sizeof *others, by_file))
			return true;
	return false;
}

int tora_scope_apply(struct tora_scope *scope, struct tora_change *change, struct tora_err *err)
{
	size_t n = 0, of_other = 0, wanted, all = change->functions.n;
	int rc = check_words(scope, change, err);

	if (rc)
		return rc;
	for (size_t i = 0; i < change->functions.n; i++) {
		struct tora_function f = change->functions.at[i];

		change->functions.at[i].is_public = is_target(change, &f);
	}
	for (size_t i = 0; i < change->functions.n; i++) {
		struct tora_function f = change->functions.at[i];

		if (!f.is_public || !is_wanted(scope, &f))
			continue;
		change->functions.at[i] = change->functions.at[n];
		change->functions.at[n++] = f;
	}
	change->functions.n = wanted = n;
	choose_language(scope, change);
	n = 0;
	for (size_t i = 0; i < change->functions.n; i++) {
		if (tora_lang_for_path(change->functions.at[i].file) == scope->lang)
			change->functions.at[n++] = change->functions.at[i];
		else
			of_other++;
	}
	change->functions.n = n;
	scope->others = of_other;
	if (n == 0)
		return tora_fail(err, TORA_E_NOTFOUND, "there is no public function to test%s",
		                 scope->n ? " in what was named" : "");
	qsort(change->functions.at, n, sizeof *change->functions.at, by_place);
	scope->is_part = leaves_some(change, change->functions.at + wanted, all - wanted);
	narrow(change);
	return TORA_OK;
}

/* The lines of these functions, in place of whatever differed. */
static void put_hunks(struct tora_file_change *file, const struct tora_change *part,
                      struct tora_arena *arena)
{
	memset(&file->hunks, 0, sizeof file->hunks);
	for (size_t i = 0; i < part->functions.n; i++) {
		const struct tora_function *f = &part->functions.at[i];

		if (strcmp(f->file, file->path) == 0)
			*tora_vec_push(arena, &file->hunks) =
				(struct tora_hunk){ .head_first = f->first,
				                    .head_count = f->last - f->first + 1 };
	}
}

void tora_scope_part(const struct tora_change *whole, struct tora_function *functions, size_t n,
                     struct tora_arena *arena, struct tora_change *ret)
{
	struct tora_file_change *files =
		tora_arena_calloc(arena, whole->files.n + 1, sizeof *files);

	*ret = *whole;
	ret->functions.at = functions;
	ret->functions.n = ret->functions.cap = n;
	for (size_t i = 0; i < whole->files.n; i++) {
		files[i] = whole->files.at[i];
		if (files[i].role == TORA_FILE_TEST) /* what there is to learn from */
			continue;
		put_hunks(&files[i], ret, arena);
		if (!files[i].hunks.n)
			files[i].role = TORA_FILE_OTHER;
	}
	ret->files.at = files;
	ret->files.cap = whole->files.n;
}
