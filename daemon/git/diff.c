/*
 * The list of files comes from the back end (libgit2, or `git diff-tree`); everything after that
 * is the same for both: blobs through repo.h, hunks by libgit2's diff of two buffers, which
 * needs no repository.
 */
#include "git/diff.h"

#include "git/fail.h"
#include "git/impl.h"
#include "git/object.h"
#include "git/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RENAMES_MAX 1000
#define DEPTH_MAX   512
#define DELTAS_MAX  (2 * TORA_DIFF_FILES_MAX) /* a renamed file is two until it is recognised */

/* ---- the list of files, by libgit2 --------------------------------------------------- */

static void set_paths(struct tora_diff_file *f, const char *path, const char *old_path,
                      struct tora_arena *arena)
{
	f->raw_path = tora_arena_dup(arena, path);
	f->raw_old_path = strcmp(path, old_path) ? tora_arena_dup(arena, old_path) : f->raw_path;
	f->change.path = tora_text_path(f->raw_path, arena);
	f->change.old_path = f->raw_old_path == f->raw_path
	                             ? f->change.path
	                             : tora_text_path(f->raw_old_path, arena);
}

static int too_many_files(struct tora_err *err)
{
	return tora_fail(err, TORA_E_LIMIT, "more than %d files differ", TORA_DIFF_FILES_MAX);
}

static struct tora_diff_file *add_file(struct tora_diff *d, struct tora_arena *arena,
                                       struct tora_err *err)
{
	struct tora_diff_file *f;

	if (d->files.n == TORA_DIFF_FILES_MAX) {
		(void)too_many_files(err);
		return NULL;
	}
	f = tora_vec_push(arena, &d->files);
	f->change.role = TORA_FILE_OTHER;
	return f;
}

static bool kind_from(git_delta_t status, enum tora_change_kind *ret)
{
	static const struct {
		git_delta_t git;
		enum tora_change_kind ours;
	} kinds[] = {
		{ GIT_DELTA_ADDED, TORA_CHANGE_ADDED },
		{ GIT_DELTA_DELETED, TORA_CHANGE_DELETED },
		{ GIT_DELTA_MODIFIED, TORA_CHANGE_MODIFIED },
		{ GIT_DELTA_TYPECHANGE, TORA_CHANGE_MODIFIED },
		{ GIT_DELTA_RENAMED, TORA_CHANGE_RENAMED },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].git == status) {
			*ret = kinds[i].ours;
			return true;
		}
	return false;
}

static int add_delta(const git_diff_delta *delta, struct tora_arena *arena, struct tora_diff *d,
                     struct tora_err *err)
{
	enum tora_change_kind kind;
	struct tora_diff_file *f;

	if (!kind_from(delta->status, &kind))
		return TORA_OK;
	f = add_file(d, arena, err);
	if (!f)
		return err->rc;
	f->change.kind = kind;
	f->has_base = kind != TORA_CHANGE_ADDED &&
	              tora_entry_kind_of(delta->old_file.mode, &f->base_kind);
	f->has_head = kind != TORA_CHANGE_DELETED &&
	              tora_entry_kind_of(delta->new_file.mode, &f->head_kind);
	tora_repo_oid_text(&delta->old_file.id, &f->base_oid);
	tora_repo_oid_text(&delta->new_file.id, &f->head_oid);
	set_paths(f, kind == TORA_CHANGE_DELETED ? delta->old_file.path : delta->new_file.path,
	          kind == TORA_CHANGE_ADDED ? delta->new_file.path : delta->old_file.path, arena);
	return TORA_OK;
}

/* ---- limits ahead of libgit2, which has none ------------------------------------------- */

struct counting {
	struct tora_repo *repo;
	size_t entries;
	unsigned depth;
};

/*
 * libgit2 compares trees entry by entry, equal folders too. A few objects that name each other
 * ten times each are millions of entries, so they are counted first.
 */
static int count_entries(struct counting *c, const git_oid *id, struct tora_err *err)
{
	git_tree *tree = NULL;
	int rc = TORA_OK, git_rc;

	if (++c->depth > DEPTH_MAX)
		return tora_fail(err, TORA_E_LIMIT, "folders are nested over %d deep", DEPTH_MAX);
	git_rc = git_tree_lookup(&tree, c->repo->git, id);
	if (git_rc)
		rc = tora_git_fail(err, git_rc, "reading a folder");
	else if ((c->entries += git_tree_entrycount(tree)) > 2 * TORA_TREE_MAX)
		rc = tora_fail(err, TORA_E_LIMIT, "the tree has more than %d files and folders",
		               2 * TORA_TREE_MAX);
	for (size_t i = 0; !rc && i < git_tree_entrycount(tree); i++) {
		const git_tree_entry *e = git_tree_entry_byindex(tree, i);

		if (git_tree_entry_type(e) == GIT_OBJECT_TREE)
			rc = count_entries(c, git_tree_entry_id(e), err);
	}
	git_tree_free(tree);
	c->depth--;
	return rc;
}

static int count_delta(const git_diff *so_far, const git_diff_delta *delta, const char *matched,
                       void *payload)
{
	size_t *n = payload;

	(void)so_far;
	(void)delta;
	(void)matched;
	return ++*n > DELTAS_MAX ? GIT_EUSER : 0;
}

static int find_renames(git_diff *diff)
{
	git_diff_find_options opts;

	(void)git_diff_find_options_init(&opts, GIT_DIFF_FIND_OPTIONS_VERSION);
	opts.flags = GIT_DIFF_FIND_RENAMES;
	opts.rename_limit = RENAMES_MAX;
	return git_diff_find_similar(diff, &opts);
}

static int diff_trees(struct tora_repo *repo, const struct tora_oid *base,
                      const struct tora_oid *head, git_diff **ret, struct tora_err *err)
{
	git_diff_options opts;
	git_tree *old_tree = NULL, *new_tree = NULL;
	struct counting old_side = { .repo = repo }, new_side = { .repo = repo };
	git_oid old_id, new_id;
	size_t files = 0;
	int rc, git_rc;

	(void)git_diff_options_init(&opts, GIT_DIFF_OPTIONS_VERSION);
	opts.flags = GIT_DIFF_INCLUDE_TYPECHANGE;
	opts.notify_cb = count_delta;
	opts.payload = &files;
	rc = tora_repo_oid(base, &old_id, err);
	if (!rc)
		rc = tora_repo_oid(head, &new_id, err);
	if (!rc)
		rc = count_entries(&old_side, &old_id, err);
	if (!rc)
		rc = count_entries(&new_side, &new_id, err);
	if (rc)
		return rc;
	git_rc = git_tree_lookup(&old_tree, repo->git, &old_id);
	if (!git_rc)
		git_rc = git_tree_lookup(&new_tree, repo->git, &new_id);
	if (!git_rc)
		git_rc = git_diff_tree_to_tree(ret, repo->git, old_tree, new_tree, &opts);
	if (!git_rc)
		git_rc = find_renames(*ret);
	if (files > DELTAS_MAX)
		rc = too_many_files(err);
	else if (git_rc)
		rc = tora_git_fail(err, git_rc, "comparing trees");
	git_tree_free(old_tree);
	git_tree_free(new_tree);
	return rc;
}

static int list_by_libgit2(struct tora_repo *repo, const struct tora_oid *base,
                           const struct tora_oid *head, struct tora_arena *arena,
                           struct tora_diff *d, struct tora_err *err)
{
	git_diff *diff = NULL;
	int rc = diff_trees(repo, base, head, &diff, err);

	for (size_t i = 0; !rc && i < git_diff_num_deltas(diff); i++)
		rc = add_delta(git_diff_get_delta(diff, i), arena, d, err);
	git_diff_free(diff);
	return rc;
}

/* ---- the list of files, by the git program ------------------------------------------- */

struct raw_line { /* ":100644 100644 <oid> <oid> R087" */
	unsigned old_mode, new_mode;
	char old_oid[65], new_oid[65], status;
};

static bool parse_raw(struct tora_sv line, struct raw_line *ret)
{
	char text[192];

	if (line.len >= sizeof(text))
		return false;
	memcpy(text, line.at, line.len);
	text[line.len] = '\0';
	return sscanf(text, ":%o %o %64s %64s %c", &ret->old_mode, &ret->new_mode, ret->old_oid,
	              ret->new_oid, &ret->status) == 5;
}

static bool kind_from_letter(char status, enum tora_change_kind *ret)
{
	static const char letters[] = "MADRT";
	static const enum tora_change_kind kinds[] = { TORA_CHANGE_MODIFIED, TORA_CHANGE_ADDED,
		                                       TORA_CHANGE_DELETED, TORA_CHANGE_RENAMED,
		                                       TORA_CHANGE_MODIFIED };
	const char *at = status ? strchr(letters, status) : NULL;

	if (at)
		*ret = kinds[at - letters];
	return at != NULL;
}

static int add_raw(const struct raw_line *raw, const char *old_path, const char *path,
                   struct tora_arena *arena, struct tora_diff *d, struct tora_err *err)
{
	enum tora_change_kind kind;
	struct tora_diff_file *f;

	if (!kind_from_letter(raw->status, &kind))
		return TORA_OK;
	f = add_file(d, arena, err);
	if (!f)
		return err->rc;
	f->change.kind = kind;
	f->has_base = kind != TORA_CHANGE_ADDED && tora_entry_kind_of(raw->old_mode, &f->base_kind);
	f->has_head =
		kind != TORA_CHANGE_DELETED && tora_entry_kind_of(raw->new_mode, &f->head_kind);
	if (!tora_oid_parse(tora_sv(raw->old_oid), &f->base_oid) ||
	    !tora_oid_parse(tora_sv(raw->new_oid), &f->head_oid))
		return tora_fail(err, TORA_E_FORMAT, "git diff-tree printed an odd line");
	set_paths(f, path, old_path, arena);
	return TORA_OK;
}

static int parse_list(struct tora_sv rest, struct tora_arena *arena, struct tora_diff *d,
                      struct tora_err *err)
{
	struct tora_sv line, old_path, path;
	struct raw_line raw;
	int rc = TORA_OK;

	while (!rc && tora_git_field(&rest, &line)) {
		if (!parse_raw(line, &raw) || !tora_git_field(&rest, &old_path))
			return tora_fail(err, TORA_E_FORMAT, "git diff-tree printed an odd line");
		path = old_path;
		if (raw.status == 'R' && !tora_git_field(&rest, &path))
			return tora_fail(err, TORA_E_FORMAT, "git diff-tree stopped early");
		rc = add_raw(&raw, old_path.at, path.at, arena, d, err);
	}
	return rc;
}

static int list_by_program(struct tora_repo *repo, const struct tora_oid *base,
                           const struct tora_oid *head, struct tora_arena *arena,
                           struct tora_diff *d, struct tora_err *err)
{
	const char *const args[] = { "diff-tree",
		                     "-r",
		                     "-z",
		                     "--raw",
		                     "--full-index",
		                     "--no-ext-diff",
		                     "--no-textconv",
		                     "-M50%",
		                     "-l1000",
		                     "--end-of-options",
		                     base->hex,
		                     head->hex,
		                     NULL };
	struct tora_str out = TORA_STR_INIT(0);
	int rc, status = 0;

	rc = tora_repo_git(repo, args, (struct tora_sv){ 0 }, &out, &status, err);
	if (!rc)
		rc = parse_list(tora_str_view(&out), arena, d, err);
	tora_str_free(&out);
	return rc;
}

/* ---- texts --------------------------------------------------------------------------- */

struct side { /* one blob that is wanted */
	size_t file;
	bool is_head;
};

struct texts {
	struct tora_diff *diff;
	struct tora_arena *arena;
	const struct side *sides;
	size_t total;
};

static bool is_file(enum tora_entry_kind k)
{
	return k == TORA_ENTRY_FILE || k == TORA_ENTRY_EXEC;
}

/* What git calls binary: a NUL in the first 8000 bytes. */
static bool is_binary(struct tora_sv text)
{
	return text.len && memchr(text.at, '\0', text.len < 8000 ? text.len : 8000);
}

static int take_text(void *ctx, const struct tora_object *o, struct tora_err *err)
{
	struct texts *t = ctx;
	const struct side *s = &t->sides[o->index];
	struct tora_diff_file *f = &t->diff->files.at[s->file];
	struct tora_file_change *c = &f->change;

	if (o->type != TORA_OBJECT_BLOB)
		return tora_fail(err, TORA_E_FORMAT, "'%.80s' is not a file in the tree", c->path);
	*(s->is_head ? &f->head_size : &f->base_size) = o->size;
	if (!o->bytes.at || t->total + o->size > TORA_DIFF_TEXT_MAX) {
		c->too_large = true;
	} else if (is_binary(o->bytes)) {
		c->role = TORA_FILE_BINARY;
	} else {
		t->total += o->bytes.len;
		*(s->is_head ? &c->head_text : &c->base_text) = tora_arena_sv(t->arena, o->bytes);
	}
	return TORA_OK;
}

static void drop_half_read(struct tora_file_change *c)
{
	if (c->role != TORA_FILE_BINARY && !c->too_large)
		return;
	c->base_text = (struct tora_sv){ NULL, 0 };
	c->head_text = (struct tora_sv){ NULL, 0 };
}

static size_t want_side(const struct tora_diff_file *f, size_t i, bool is_head, struct side *sides,
                        struct tora_oid *oids, size_t n)
{
	bool has = is_head ? f->has_head : f->has_base;
	enum tora_entry_kind kind = is_head ? f->head_kind : f->base_kind;

	if (!has || !is_file(kind))
		return n;
	sides[n] = (struct side){ .file = i, .is_head = is_head };
	oids[n] = is_head ? f->head_oid : f->base_oid;
	return n + 1;
}

static int read_texts(struct tora_repo *repo, struct tora_diff *d, struct tora_arena *arena,
                      struct tora_err *err)
{
	struct side *sides = tora_xcalloc(2 * d->files.n + 1, sizeof(*sides));
	struct tora_oid *oids = tora_xcalloc(2 * d->files.n + 1, sizeof(*oids));
	struct texts t = { .diff = d, .arena = arena, .sides = sides };
	size_t n = 0;
	int rc;

	for (size_t i = 0; i < d->files.n; i++) {
		struct tora_diff_file *f = &d->files.at[i];

		n = want_side(f, i, false, sides, oids, n);
		n = want_side(f, i, true, sides, oids, n);
		if ((f->has_base && f->base_kind == TORA_ENTRY_SUBMODULE) ||
		    (f->has_head && f->head_kind == TORA_ENTRY_SUBMODULE))
			f->change.role = TORA_FILE_SUBMODULE;
	}
	rc = tora_repo_each(repo, oids, n, TORA_CHANGE_FILE_MAX, take_text, &t, err);
	for (size_t i = 0; !rc && i < d->files.n; i++)
		drop_half_read(&d->files.at[i].change);
	free(oids);
	free(sides);
	return rc;
}

/* ---- hunks --------------------------------------------------------------------------- */

static bool has_text(const struct tora_diff_file *f)
{
	const struct tora_file_change *c = &f->change;

	return !c->too_large && c->role != TORA_FILE_BINARY && c->role != TORA_FILE_SUBMODULE &&
	       (!f->has_base || is_file(f->base_kind)) && (!f->has_head || is_file(f->head_kind));
}

/* NULL where a side is absent: libgit2 tells that from an empty file. */
static const char *buffer_of(bool there, struct tora_sv text)
{
	if (!there)
		return NULL;
	return text.at ? text.at : "";
}

static int make_patch(const struct tora_diff_file *f, unsigned context, git_patch **ret,
                      struct tora_err *err)
{
	git_diff_options opts;
	const struct tora_file_change *c = &f->change;
	int git_rc;

	(void)git_diff_options_init(&opts, GIT_DIFF_OPTIONS_VERSION);
	opts.context_lines = context;
	opts.flags = GIT_DIFF_FORCE_TEXT | GIT_DIFF_INDENT_HEURISTIC; /* as git does */
	git_rc = git_patch_from_buffers(ret, buffer_of(f->has_base, c->base_text), c->base_text.len,
	                                f->raw_old_path, buffer_of(f->has_head, c->head_text),
	                                c->head_text.len, f->raw_path, &opts);
	return git_rc ? tora_git_fail(err, git_rc, "comparing '%.60s'", c->path) : TORA_OK;
}

static int find_hunks(struct tora_diff_file *f, struct tora_arena *arena, struct tora_err *err)
{
	git_patch *patch = NULL;
	int rc = make_patch(f, 0, &patch, err);

	for (size_t i = 0; !rc && patch && i < git_patch_num_hunks(patch); i++) {
		const git_diff_hunk *h;

		if (git_patch_get_hunk(&h, NULL, patch, i))
			continue;
		*tora_vec_push(arena, &f->change.hunks) =
			(struct tora_hunk){ (unsigned)h->old_start, (unsigned)h->old_lines,
			                    (unsigned)h->new_start, (unsigned)h->new_lines };
	}
	git_patch_free(patch);
	return rc;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct tora_diff_file *)a)->raw_path,
	              ((const struct tora_diff_file *)b)->raw_path);
}

int tora_repo_diff_list(struct tora_repo *repo, const struct tora_oid *base_tree,
                        const struct tora_oid *head_tree, struct tora_arena *arena,
                        struct tora_diff *ret, struct tora_err *err)
{
	struct tora_diff d = { .files = { 0 } };
	int rc;

	rc = repo->git ? list_by_libgit2(repo, base_tree, head_tree, arena, &d, err)
	               : list_by_program(repo, base_tree, head_tree, arena, &d, err);
	if (!rc && d.files.n) /* renames come in the order of their old names */
		qsort(d.files.at, d.files.n, sizeof(*d.files.at), by_path);
	if (!rc)
		*ret = d;
	return rc;
}

int tora_repo_diff(struct tora_repo *repo, const struct tora_oid *base_tree,
                   const struct tora_oid *head_tree, struct tora_arena *arena,
                   struct tora_diff *ret, struct tora_err *err)
{
	struct tora_diff d = { .files = { 0 } };
	int rc = tora_repo_diff_list(repo, base_tree, head_tree, arena, &d, err);

	if (!rc)
		rc = read_texts(repo, &d, arena, err);
	for (size_t i = 0; !rc && i < d.files.n; i++)
		if (has_text(&d.files.at[i]))
			rc = find_hunks(&d.files.at[i], arena, err);
	if (rc)
		return tora_wrap(err, "diff %.12s %.12s", base_tree->hex, head_tree->hex);
	*ret = d;
	return TORA_OK;
}

/* ---- unified ------------------------------------------------------------------------- */

static const char *mode_text(enum tora_entry_kind k)
{
	static const char *const modes[] = { [TORA_ENTRY_FILE] = "100644",
		                             [TORA_ENTRY_EXEC] = "100755",
		                             [TORA_ENTRY_LINK] = "120000",
		                             [TORA_ENTRY_SUBMODULE] = "160000" };

	return modes[k];
}

static void print_header(const struct tora_diff_file *f, struct tora_str *out)
{
	const struct tora_file_change *c = &f->change;

	tora_str_addf(out, "diff --git a/%s b/%s\n", c->old_path, c->path);
	if (!f->has_base)
		tora_str_addf(out, "new file mode %s\n", mode_text(f->head_kind));
	else if (!f->has_head)
		tora_str_addf(out, "deleted file mode %s\n", mode_text(f->base_kind));
	else if (f->base_kind != f->head_kind)
		tora_str_addf(out, "old mode %s\nnew mode %s\n", mode_text(f->base_kind),
		              mode_text(f->head_kind));
	if (c->kind == TORA_CHANGE_RENAMED)
		tora_str_addf(out, "rename from %s\nrename to %s\n", c->old_path, c->path);
}

static void print_why_not(const struct tora_diff_file *f, struct tora_str *out)
{
	if (f->change.role == TORA_FILE_SUBMODULE)
		tora_str_adds(out, "Submodule changed\n");
	else if (f->change.role == TORA_FILE_BINARY)
		tora_str_adds(out, "Binary files differ\n");
	else if (f->change.too_large)
		tora_str_adds(out, "File too large to show\n");
	else
		tora_str_adds(out, "Symbolic link changed\n");
}

static void print_hunk(git_patch *patch, size_t i, struct tora_str *out)
{
	const git_diff_hunk *h;
	const git_diff_line *line;
	size_t lines;

	if (git_patch_get_hunk(&h, &lines, patch, i))
		return;
	tora_str_add(out, (struct tora_sv){ h->header, h->header_len });
	for (size_t k = 0; k < lines; k++) {
		if (git_patch_get_line_in_hunk(&line, patch, i, k))
			return;
		if (line->origin == GIT_DIFF_LINE_CONTEXT ||
		    line->origin == GIT_DIFF_LINE_ADDITION ||
		    line->origin == GIT_DIFF_LINE_DELETION)
			tora_str_addc(out, line->origin);
		tora_str_add(out, (struct tora_sv){ line->content, line->content_len });
	}
}

int tora_diff_print(const struct tora_diff_file *file, struct tora_str *out, struct tora_err *err)
{
	const struct tora_file_change *c = &file->change;
	git_patch *patch = NULL;
	int rc;

	print_header(file, out);
	if (!has_text(file)) {
		print_why_not(file, out);
		return TORA_OK;
	}
	rc = make_patch(file, 3, &patch, err);
	if (rc)
		return rc;
	if (patch && git_patch_num_hunks(patch)) {
		tora_str_addf(out, "--- %s%s\n+++ %s%s\n", file->has_base ? "a/" : "",
		              file->has_base ? c->old_path : "/dev/null",
		              file->has_head ? "b/" : "", file->has_head ? c->path : "/dev/null");
		for (size_t i = 0; i < git_patch_num_hunks(patch); i++)
			print_hunk(patch, i, out);
	}
	git_patch_free(patch);
	return TORA_OK;
}
