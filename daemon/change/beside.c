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

/* By its path alone: a test in a language of the change, a document, or what uses nothing. */
static enum tora_file_role role_of(const struct tora_change *change, const char *path)
{
	const struct tora_lang *lang = tora_lang_for_path(path);

	if (!lang)
		return tora_role_is_changelog(path) ? TORA_FILE_OTHER : tora_role_of_path(path);
	for (size_t i = 0; i < change->files.n; i++)
		if (change->files.at[i].lang == lang)
			return lang->role(path, tora_sv(""));
	return TORA_FILE_OTHER;
}

/* What is read of one role: each has limits of its own, so that many pages keep no test from being read. */
struct reading {
	struct tora_check *check;
	const struct names *names;
	struct tora_texts *found;
	TORA_VEC(struct tora_oid) oids;
	size_t bytes;
};

static int take(void *ctx, const struct tora_object *object, struct tora_err *err)
{
	struct reading *r = ctx;

	if (object->type != TORA_OBJECT_BLOB || !object->bytes.at || r->bytes >= USES_MAX)
		return TORA_OK;
	r->bytes += object->bytes.len;
	if (!memchr(object->bytes.at, '\0', object->bytes.len) && has_any(r->names, object->bytes))
		*tora_vec_push(r->check->arena, &r->found->of) =
			tora_arena_sv(r->check->arena, object->bytes);
	(void)err;
	return TORA_OK;
}

static void read_role(struct tora_check *check, const struct tora_tree *tree,
                      const struct names *names, enum tora_file_role role, struct tora_texts *ret)
{
	struct reading r = { .check = check, .names = names, .found = ret };
	struct tora_err ignored = TORA_ERR_INIT;
	size_t all = 0;

	for (size_t i = 0; i < tree->entries.n; i++) {
		const struct tora_tree_entry *entry = &tree->entries.at[i];

		if (!is_text(entry) || role_of(&check->change, entry->path) != role ||
		    all++ >= FILES_MAX)
			continue;
		*tora_vec_push(check->arena, &r.oids) = entry->oid;
	}
	(void)tora_repo_each(check->repo, r.oids.at, r.oids.n, USE_MAX, take, &r, &ignored);
	if (all > FILES_MAX || r.bytes >= USES_MAX)
		tora_log(check->log, TORA_LOG_DEBUG, "change",
		         "of %zu %s the first ones were read for what they pass", all,
		         tora_file_role_name(role));
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
	read_role(check, &tree, &names, TORA_FILE_TEST, &check->change.tests);
	read_role(check, &tree, &names, TORA_FILE_DOC, &check->change.documents);
}

void tora_beside_read(struct tora_check *check)
{
	read_readme(check);
	read_uses(check);
}
