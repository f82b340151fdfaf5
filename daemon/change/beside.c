#include "change/beside.h"

#include "change/roles.h"
#include "git/object.h"
#include "git/tree.h"
#include "lang/lang.h"

#include <string.h>

#define README_MAX (128u << 10) /* bytes of one that is read */
#define USE_MAX    (256u << 10) /* bytes of a test or document that is read */
#define USES_MAX   (2u << 20)   /* bytes of all tests that are read, and of all documents */
#define FILES_MAX  300          /* of each of the two */
#define NAME_MIN   3            /* bytes of a name that says something */

static bool is_text(const struct tora_tree_entry *entry)
{
	return entry->kind == TORA_ENTRY_FILE || entry->kind == TORA_ENTRY_EXEC;
}

/* Empty: there is none, or it is no text that can be read. */
static struct tora_sv read_entry(struct tora_check *check, const struct tora_tree_entry *entry,
                                 size_t max)
{
	struct tora_err ignored = TORA_ERR_INIT;
	struct tora_sv text;

	if (!is_text(entry) ||
	    tora_repo_blob(check->repo, &entry->oid, max, check->arena, &text, &ignored) ||
	    memchr(text.at, '\0', text.len))
		return tora_sv("");
	return text;
}

static void read_readme(struct tora_check *check)
{
	static const char *const endings[] = { ".md", ".rst", ".txt", "" };
	struct tora_err ignored = TORA_ERR_INIT;
	struct tora_tree_entry entry;

	for (size_t i = 0; i < sizeof endings / sizeof *endings && !check->change.readme.len; i++) {
		const char *path = tora_arena_printf(check->arena, "README%s", endings[i]);

		if (tora_tree_find(check->repo, &check->base_tree, path, check->arena, &entry,
		                   &ignored))
			continue;
		check->change.readme = read_entry(check, &entry, README_MAX);
		check->change.readme_path = path;
	}
}

/* The first part of each changed name, a class or a function, and the last one. */
struct names {
	TORA_VEC(const char *) of;
};

static void add_name(struct names *names, struct tora_arena *arena, struct tora_sv name)
{
	if (name.len >= NAME_MIN)
		*tora_vec_push(arena, &names->of) = tora_arena_text(arena, name);
}

static void read_names(struct tora_check *check, struct names *ret)
{
	for (size_t i = 0; i < check->change.functions.n; i++) {
		const char *full = check->change.functions.at[i].qualname,
			   *last = strrchr(full, '.');

		add_name(ret, check->arena, (struct tora_sv){ full, strcspn(full, ".") });
		if (last)
			add_name(ret, check->arena, tora_sv(last + 1));
	}
}

static bool has_any(const struct names *names, struct tora_sv text)
{
	for (size_t i = 0; i < names->of.n; i++)
		if (tora_sv_has(text, names->of.at[i]))
			return true;
	return false;
}

/* By its path alone: a test in a language of the change. */
static bool is_test(const struct tora_change *change, const char *path)
{
	const struct tora_lang *lang = tora_lang_for_path(path);

	if (!lang || lang->role(path, tora_sv("")) != TORA_FILE_TEST)
		return false;
	for (size_t i = 0; i < change->files.n; i++)
		if (change->files.at[i].lang == lang)
			return true;
	return false;
}

static bool is_document(const struct tora_change *change, const char *path)
{
	(void)change;
	return !tora_lang_for_path(path) && tora_role_of_path(path) == TORA_FILE_DOC &&
	       !tora_role_is_changelog(path);
}

/* Of one kind, so that many pages keep no test from being read. */
static void read_kind(struct tora_check *check, const struct tora_tree *tree,
                      const struct names *names,
                      bool (*is_of_kind)(const struct tora_change *, const char *))
{
	struct tora_change *change = &check->change;
	size_t bytes = 0, files = 0;

	for (size_t i = 0; i < tree->entries.n && bytes < USES_MAX && files < FILES_MAX; i++) {
		struct tora_sv text;

		if (!is_of_kind(change, tree->entries.at[i].path))
			continue;
		text = read_entry(check, &tree->entries.at[i], USE_MAX);
		bytes += text.len;
		files++;
		if (has_any(names, text))
			*tora_vec_push(check->arena, &change->uses) = text;
	}
	if (bytes >= USES_MAX || files == FILES_MAX)
		tora_log(check->log, TORA_LOG_DEBUG, "change",
		         "%zu tests or documents were read for what they pass, and no more", files);
}

static void read_uses(struct tora_check *check)
{
	struct tora_err ignored = TORA_ERR_INIT;
	struct names names = { 0 };
	struct tora_tree tree;

	read_names(check, &names);
	if (!names.of.n ||
	    tora_tree_list(check->repo, &check->base_tree, check->arena, &tree, &ignored))
		return;
	read_kind(check, &tree, &names, is_test);
	read_kind(check, &tree, &names, is_document);
}

void tora_beside_read(struct tora_check *check)
{
	read_readme(check);
	read_uses(check);
}
