#include "git/tree.h"

#include "git/fail.h"
#include "git/impl.h"
#include "git/text.h"

#include <stdlib.h>
#include <string.h>

#define PATH_BYTES_MAX 4096
#define DEPTH_MAX      512

bool tora_entry_kind_of(unsigned mode, enum tora_entry_kind *ret)
{
	switch (mode & 0170000) {
	case 0100000:
		*ret = mode & 0100 ? TORA_ENTRY_EXEC : TORA_ENTRY_FILE;
		return true;
	case 0120000:
		*ret = TORA_ENTRY_LINK;
		return true;
	case 0160000:
		*ret = TORA_ENTRY_SUBMODULE;
		return true;
	default:
		return false;
	}
}

static int too_many(struct tora_err *err)
{
	return tora_fail(err, TORA_E_LIMIT, "the tree has more than %d files", TORA_TREE_MAX);
}

/* ---- through libgit2 ----------------------------------------------------------------- */

struct listing {
	struct tora_repo *repo;
	struct tora_arena *arena;
	struct tora_tree tree;
	struct tora_str path; /* the folder that is walked, with its slash */
	unsigned depth;
	size_t folders; /* a folder may stand in a tree often: a few objects make millions of them */
};

static int list_folder(struct listing *l, const git_oid *id, struct tora_err *err);

static int list_entry(struct listing *l, const git_tree_entry *e, struct tora_err *err)
{
	const char *name = git_tree_entry_name(e);
	unsigned mode = (unsigned)git_tree_entry_filemode_raw(e);
	size_t before = l->path.len;
	struct tora_tree_entry *entry;
	enum tora_entry_kind kind;
	int rc = TORA_OK;

	tora_str_adds(&l->path, name);
	if (git_tree_entry_type(e) == GIT_OBJECT_TREE)
		tora_str_addc(&l->path, '/');
	rc = tora_str_check(&l->path, err);
	if (rc)
		return tora_wrap(err, "a path of over %d bytes", PATH_BYTES_MAX);
	if (git_tree_entry_type(e) == GIT_OBJECT_TREE) {
		rc = list_folder(l, git_tree_entry_id(e), err);
	} else if (l->tree.entries.n == TORA_TREE_MAX) {
		rc = too_many(err);
	} else if (tora_entry_kind_of(mode, &kind)) {
		entry = tora_vec_push(l->arena, &l->tree.entries);
		entry->path = tora_arena_text(l->arena, tora_str_view(&l->path));
		entry->kind = kind;
		tora_repo_oid_text(git_tree_entry_id(e), &entry->oid);
	}
	l->path.len = before;
	l->path.buf[before] = '\0';
	return rc;
}

static int list_folder(struct listing *l, const git_oid *id, struct tora_err *err)
{
	git_tree *tree = NULL;
	char hex[GIT_OID_HEXSZ + 1];
	int rc = TORA_OK, git_rc;

	if (++l->depth > DEPTH_MAX)
		return tora_fail(err, TORA_E_LIMIT, "folders are nested over %d deep", DEPTH_MAX);
	if (++l->folders > TORA_TREE_MAX)
		return tora_fail(err, TORA_E_LIMIT, "the tree has more than %d folders",
		                 TORA_TREE_MAX);
	git_rc = git_tree_lookup(&tree, l->repo->git, id);
	if (git_rc == GIT_ENOTFOUND)
		rc = tora_git_missing(err, "folder", git_oid_tostr(hex, sizeof(hex), id));
	else if (git_rc)
		rc = tora_git_fail(err, git_rc, "reading a folder");
	for (size_t i = 0; !rc && i < git_tree_entrycount(tree); i++)
		rc = list_entry(l, git_tree_entry_byindex(tree, i), err);
	git_tree_free(tree);
	l->depth--;
	return rc;
}

static int list_by_libgit2(struct tora_repo *repo, const struct tora_oid *oid,
                           struct tora_arena *arena, struct tora_tree *ret, struct tora_err *err)
{
	struct listing l = { .repo = repo, .arena = arena };
	git_oid id;
	int rc;

	tora_str_init(&l.path, PATH_BYTES_MAX);
	tora_str_addc(&l.path, '/'); /* so that buf is ours to cut; not part of any path */
	tora_str_reset(&l.path);
	rc = tora_repo_oid(oid, &id, err);
	if (!rc)
		rc = list_folder(&l, &id, err);
	if (!rc)
		*ret = l.tree;
	tora_str_free(&l.path);
	return rc;
}

/* ---- through the git program --------------------------------------------------------- */

/* "100644 blob <oid>\t<path>" */
static bool parse_line(struct tora_sv line, struct tora_arena *arena, struct tora_tree_entry *ret)
{
	const char *tab = memchr(line.at, '\t', line.len);
	char *end;
	unsigned mode = (unsigned)strtoul(line.at, &end, 8);
	const char *oid;

	if (!tab || end >= tab || *end != ' ' || !tora_entry_kind_of(mode, &ret->kind))
		return false;
	oid = memchr(end + 1, ' ', (size_t)(tab - end - 1));
	if (!oid)
		return false;
	if (!tora_oid_parse((struct tora_sv){ oid + 1, (size_t)(tab - oid - 1) }, &ret->oid))
		return false;
	ret->path = tora_arena_text(
		arena, (struct tora_sv){ tab + 1, line.len - (size_t)(tab + 1 - line.at) });
	return true;
}

/* No -l: the size of a missing blob would be fetched. `path` NULL: everything. */
static int list_by_program(struct tora_repo *repo, const char *tree, const char *path,
                           struct tora_arena *arena, struct tora_tree *ret, struct tora_err *err)
{
	const char *const args[] = { "ls-tree",          "-r", "-z", "--full-tree", tree,
		                     path ? "--" : NULL, path, NULL };
	struct tora_str out = TORA_STR_INIT(0);
	struct tora_git_spec spec = { .git_dir = repo->git_dir,
		                      .args = args,
		                      .out_max = TORA_TREE_MAX * 256u };
	struct tora_tree list = { .entries = { 0 } };
	struct tora_tree_entry entry;
	struct tora_sv rest, line;
	int rc, status = 0;

	rc = tora_git_run(&spec, &out, &status, err);
	if (rc)
		return rc;
	rest = tora_str_view(&out);
	while (!rc && tora_git_field(&rest, &line)) {
		if (list.entries.n == TORA_TREE_MAX)
			rc = too_many(err);
		else if (line.len && parse_line(line, arena, &entry))
			*tora_vec_push(arena, &list.entries) = entry;
	}
	if (!rc)
		*ret = list;
	tora_str_free(&out);
	return rc;
}

int tora_tree_list(struct tora_repo *repo, const struct tora_oid *tree, struct tora_arena *arena,
                   struct tora_tree *ret, struct tora_err *err)
{
	int rc = repo->git ? list_by_libgit2(repo, tree, arena, ret, err)
	                   : list_by_program(repo, tree->hex, NULL, arena, ret, err);

	return rc ? tora_wrap(err, "tree %.12s", tree->hex) : TORA_OK;
}

/* ---- one path ------------------------------------------------------------------------ */

static int find_by_libgit2(struct tora_repo *repo, const struct tora_oid *oid, const char *path,
                           struct tora_tree_entry *ret, struct tora_err *err)
{
	git_tree_entry *entry = NULL;
	git_tree *tree = NULL;
	git_oid id;
	int rc, git_rc;

	rc = tora_repo_oid(oid, &id, err);
	if (rc)
		return rc;
	git_rc = git_tree_lookup(&tree, repo->git, &id);
	if (!git_rc)
		git_rc = git_tree_entry_bypath(&entry, tree, path);
	if (git_rc)
		rc = tora_git_fail(err, git_rc, "looking a file up");
	else if (!tora_entry_kind_of((unsigned)git_tree_entry_filemode_raw(entry), &ret->kind))
		rc = tora_fail(err, TORA_E_NOTFOUND, "it is a folder");
	else
		tora_repo_oid_text(git_tree_entry_id(entry), &ret->oid);
	git_tree_entry_free(entry);
	git_tree_free(tree);
	return rc;
}

int tora_tree_find(struct tora_repo *repo, const struct tora_oid *tree, const char *path,
                   struct tora_arena *arena, struct tora_tree_entry *ret, struct tora_err *err)
{
	struct tora_tree_entry found = { .path = tora_arena_dup(arena, path) };
	struct tora_tree list;
	int rc;

	if (repo->git) {
		rc = find_by_libgit2(repo, tree, path, &found, err);
	} else {
		rc = list_by_program(repo, tree->hex, path, arena, &list, err);
		if (!rc && (list.entries.n != 1 || strcmp(list.entries.at[0].path, path) != 0))
			rc = tora_fail(err, TORA_E_NOTFOUND, "no such file");
		if (!rc)
			found = list.entries.at[0];
	}
	if (rc)
		return tora_wrap(err, "'%s' in tree %.12s", tora_text_path(path, arena), tree->hex);
	*ret = found;
	return TORA_OK;
}

static int has_by_libgit2(struct tora_repo *repo, const struct tora_oid *oid, const char *path,
                          bool *ret, struct tora_err *err)
{
	git_tree_entry *entry = NULL;
	git_tree *tree = NULL;
	git_oid id;
	int rc = tora_repo_oid(oid, &id, err), git_rc;

	if (rc)
		return rc;
	git_rc = git_tree_lookup(&tree, repo->git, &id);
	if (!git_rc) {
		git_rc = git_tree_entry_bypath(&entry, tree, path);
		*ret = git_rc == 0;
		git_rc = git_rc == GIT_ENOTFOUND ? 0 : git_rc;
	}
	if (git_rc)
		rc = tora_git_fail(err, git_rc, "looking a path up");
	git_tree_entry_free(entry);
	git_tree_free(tree);
	return rc;
}

static int by_path(const void *path, const void *entry)
{
	return strcmp(path, ((const struct tora_tree_entry *)entry)->path);
}

const struct tora_tree_entry *tora_tree_at(const struct tora_tree *tree, const char *path)
{
	return tree->entries.n ? bsearch(path, tree->entries.at, tree->entries.n,
	                                 sizeof *tree->entries.at, by_path)
	                       : NULL;
}

const char *const *tora_tree_paths(const struct tora_tree *tree, struct tora_arena *arena)
{
	const char **paths = tora_arena_calloc(arena, tree->entries.n + 1, sizeof *paths);

	for (size_t i = 0; i < tree->entries.n; i++)
		paths[i] = tree->entries.at[i].path;
	return paths;
}

int tora_tree_has(struct tora_repo *repo, const struct tora_oid *tree, const char *path,
                  struct tora_arena *arena, bool *ret, struct tora_err *err)
{
	struct tora_tree list;
	int rc;

	if (repo->git) {
		rc = has_by_libgit2(repo, tree, path, ret, err);
	} else {
		rc = list_by_program(repo, tree->hex, path, arena, &list, err);
		if (!rc)
			*ret = list.entries.n > 0;
	}
	return rc ? tora_wrap(err, "'%s' in tree %.12s", tora_text_path(path, arena), tree->hex)
	          : TORA_OK;
}
