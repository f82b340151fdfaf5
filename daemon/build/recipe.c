#include "build/recipe.h"

#include "git/object.h"
#include "git/tree.h"
#include "lang/found.h"
#include "model/check.h"
#include "store/facts.h"

#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>

#define BUILD_FILE_MAX (256u << 10)
#define BUILD_FILES    8 /* of a language, at most */

static struct tora_sv text_at(struct tora_check *check, const struct tora_oid *tree,
                              const char *path)
{
	struct tora_sv text = { .at = NULL };
	struct tora_tree_entry e;
	struct tora_err ignored;

	if (tora_tree_find(check->repo, tree, path, check->arena, &e, &ignored) == TORA_OK &&
	    (e.kind == TORA_ENTRY_FILE || e.kind == TORA_ENTRY_EXEC))
		(void)tora_repo_blob(check->repo, &e.oid, BUILD_FILE_MAX, check->arena, &text,
		                     &ignored);
	return text;
}

static const char *add_tool(const char *all, const char *name, struct tora_arena *arena)
{
	char path[64];
	struct stat st;

	(void)snprintf(path, sizeof(path), "/usr/bin/%s", name);
	if (stat(path, &st))
		return all;
	return tora_arena_printf(arena, "%s%s %lld %lld\n", all, name, (long long)st.st_size,
	                         (long long)st.st_mtime);
}

/* Programs that builds are made with: another compiler is another build. */
static const char *build_tools(struct tora_arena *arena)
{
	static const char *const names[] = { "cc",   "gcc",   "c++",   "clang", "ld",
		                             "make", "ninja", "cmake", "rustc" };
	const char *all = "";
	size_t n = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		all = add_tool(all, names[i], arena);
	for (size_t i = 0; i < n; i++)
		for (const char *const *tool = langs[i]->build_tools; tool && *tool; tool++)
			all = add_tool(all, *tool, arena);
	return all;
}

/* All languages, not only those of the change: the next change may be in another one, and needs the same base. */
static const char *fingerprint(struct tora_check *check)
{
	const char *all = build_tools(check->arena);
	size_t n = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);

	if (check->sandbox &&
	    check->sandbox->lacks) /* what failed for that is tried again without it */
		all = tora_arena_printf(check->arena, "%s%s\n", all, check->sandbox->lacks);
	for (size_t i = 0; i < n; i++) {
		struct tora_toolchain tool = { .fingerprint = NULL };
		struct tora_err ignored;

		if (tora_found_toolchain(check, langs[i], &tool, &ignored) == TORA_OK &&
		    tool.fingerprint)
			all = tora_arena_printf(check->arena, "%s%s=%s\n", all, langs[i]->name,
			                        tool.fingerprint);
	}
	return all;
}

/* What some language would have built in this tree, unasked, with the interpreter to do it with. */
static struct tora_recipe in_place(struct tora_check *check, const struct tora_oid *tree)
{
	struct tora_recipe r = { .command = NULL };
	size_t n = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);

	for (size_t i = 0; i < n && !r.command; i++) {
		struct tora_sv texts[BUILD_FILES];
		struct tora_toolchain tool = { .program = NULL };
		struct tora_err ignored;

		if (!langs[i]->in_place)
			continue;
		for (size_t f = 0; langs[i]->build_files[f]; f++) {
			assert(f < BUILD_FILES);
			texts[f] = text_at(check, tree, langs[i]->build_files[f]);
		}
		r.command = langs[i]->in_place(texts);
		if (r.command && tora_found_toolchain(check, langs[i], &tool, &ignored) == TORA_OK)
			r.program = tool.program;
	}
	r.what = "building its extension modules";
	r.is_detected = r.command != NULL;
	return r;
}

/* That of the change, as what runs tests sees it, if it builds its projects and this is one. */
static const struct tora_lang *builder(struct tora_check *check, const struct tora_oid *tree,
                                       struct tora_toolchain *ret_toolchain)
{
	const struct tora_lang *lang = NULL;
	struct tora_tree all = { .entries = { 0 } };
	struct tora_err ignored;

	for (size_t i = 0; i < check->change.files.n && !lang; i++)
		if (check->change.files.at[i].role == TORA_FILE_SOURCE)
			lang = check->change.files.at[i].lang;
	if (!lang || !lang->build ||
	    tora_tree_list(check->repo, tree, check->arena, &all, &ignored))
		return NULL;
	if (!lang->is_project(tora_tree_paths(&all, check->arena), all.entries.n) ||
	    tora_found_toolchain(check, lang, ret_toolchain, &ignored))
		return NULL;
	return lang;
}

struct tora_recipe tora_recipe_for(struct tora_check *check, const struct tora_oid *tree)
{
	struct tora_recipe r = { .command = check->config->build_command,
		                 .program = "sh",
		                 .what = "tora.build.command" };
	struct tora_toolchain toolchain = { .program = NULL };
	const struct tora_lang *lang =
		r.command || !check->sandbox ? NULL : builder(check, tree, &toolchain);
	char hash[TORA_HASH_HEX];

	if (lang) {
		r.command = lang->build(check->config, check->arena);
		r.program = toolchain.program;
		r.what = tora_arena_printf(check->arena, "building the %s library", lang->title);
	} else if (!r.command && check->sandbox) {
		r = in_place(check, tree);
	}
	if (!r.command || !r.program)
		return (struct tora_recipe){ .command = NULL };
	r.fingerprint = fingerprint(check);
	tora_build_recipe(r.command, r.fingerprint, hash);
	r.hash = tora_arena_dup(check->arena, hash);
	return r;
}
