/*
 * Opening, and reading objects. libgit2 is tried first; its refusal of a format is no error
 * but the reason to ask the git program, whose own refusal is the one that is reported.
 */
#include "git/repo.h"

#include "git/fail.h"
#include "git/impl.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GROUP_BYTES (32u << 20) /* of objects asked of the git program at once */
#define GROUP_MAX   20000u
#define HEADER_MAX  128u /* "<64 hex> commit 12345\n" and the newline after the object */
#define ONE_MAX     (1u << 30)

/* ---- small helpers ------------------------------------------------------------------- */

int tora_repo_git(const struct tora_repo *repo, const char *const *args, struct tora_sv input,
                  struct tora_str *ret_out, int *ret_status, struct tora_err *err)
{
	struct tora_git_spec spec = { .git_dir = repo->git_dir, .args = args, .input = input };

	return tora_git_run(&spec, ret_out, ret_status, err);
}

int tora_repo_oid(const struct tora_oid *oid, git_oid *ret, struct tora_err *err)
{
	if (strlen(oid->hex) != GIT_OID_HEXSZ || git_oid_fromstr(ret, oid->hex) < 0)
		return tora_fail(err, TORA_E_FORMAT, "'%s' is no object id of this repository",
		                 oid->hex);
	return TORA_OK;
}

void tora_repo_oid_text(const git_oid *oid, struct tora_oid *ret)
{
	(void)git_oid_tostr(ret->hex, GIT_OID_HEXSZ + 1, oid);
}

static char *dup_path(const char *path)
{
	char *copy = tora_xstrdup(path);
	size_t n = strlen(copy);

	while (n > 1 && copy[n - 1] == '/')
		copy[--n] = '\0';
	return copy;
}

static bool exists(const char *dir, const char *name)
{
	struct tora_str path = TORA_STR_INIT(PATH_MAX);
	bool yes;

	tora_str_addf(&path, "%s/%s", dir, name);
	yes = !path.over && access(path.buf, F_OK) == 0;
	tora_str_free(&path);
	return yes;
}

/* ---- opening ------------------------------------------------------------------------- */

/*
 * libgit2 1.5 drops the match data of a regular expression that does not match, which happens at
 * every opening (git_config_foreach_match). The leak checker would report nothing else.
 */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libpcre2\n";
}
#endif

/* Formats that change nothing for a reader; libgit2 1.5 refuses them unless told so. */
static void set_up_libgit2(void)
{
	static const char *const known[] = { "worktreeconfig", "partialclone", "preciousobjects",
		                             "relativeworktrees" };

	(void)git_libgit2_init();
	(void)git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, known, sizeof(known) / sizeof(known[0]));
	/* git does not hash what it reads either, and it costs a third of unpacking a tree */
	(void)git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
}

static int open_libgit2(const char *path, struct tora_repo *repo)
{
	int git_rc = git_repository_open_ext(&repo->git, path, GIT_REPOSITORY_OPEN_CROSS_FS, NULL);

	if (git_rc)
		return git_rc;
	git_rc = git_repository_odb(&repo->odb, repo->git);
	if (git_rc) {
		git_repository_free(repo->git);
		repo->git = NULL;
		return git_rc;
	}
	repo->git_dir = dup_path(git_repository_path(repo->git));
	repo->common_dir = dup_path(git_repository_commondir(repo->git));
	repo->bare = git_repository_is_bare(repo->git) == 1;
	if (!repo->bare && git_repository_workdir(repo->git))
		repo->work_dir = dup_path(git_repository_workdir(repo->git));
	return 0;
}

/* One answer of rev-parse a line; the work tree is asked for apart, a bare one has none. */
static int open_program(const char *path, struct tora_repo *repo, struct tora_err *err)
{
	static const char *const where[] = {
		"rev-parse",        "--path-format=absolute", "--git-dir",
		"--git-common-dir", "--is-bare-repository",   NULL
	};
	static const char *const top[] = { "rev-parse", "--path-format=absolute", "--show-toplevel",
		                           NULL };
	struct tora_git_spec spec = { .dir = path, .args = where };
	struct tora_str out = TORA_STR_INIT(0), top_out = TORA_STR_INIT(0);
	struct tora_sv rest, line[3] = { 0 };
	struct tora_err ignored;
	int rc, status;

	rc = tora_git_run(&spec, &out, &status, err);
	if (rc)
		return rc;
	rest = tora_str_view(&out);
	for (int i = 0; i < 3; i++)
		if (!tora_sv_line(&rest, &line[i]))
			rc = tora_fail(err, TORA_E_REMOTE, "git rev-parse answered too little");
	if (!rc) {
		repo->git_dir = strndup(line[0].at, line[0].len);
		repo->common_dir = strndup(line[1].at, line[1].len);
		repo->bare = tora_sv_is(line[2], "true");
		spec.args = top;
		if (!repo->bare && !tora_git_run(&spec, &top_out, &status, &ignored))
			repo->work_dir =
				strndup(top_out.buf, tora_sv_trim(tora_str_view(&top_out)).len);
	}
	tora_str_free(&out);
	tora_str_free(&top_out);
	return rc;
}

/* git starts in a folder; a file inside a work tree names its folder. */
static char *folder_of(const char *path)
{
	char *real = realpath(path, NULL), *slash;

	if (!real)
		return NULL;
	if (!exists(real, ".")) {
		slash = strrchr(real, '/');
		slash[slash == real ? 1 : 0] = '\0';
	}
	return real;
}

static int owned_by_other(const char *dir, struct tora_err *err)
{
	return tora_fail(err, TORA_E_DENIED,
	                 "the repository at '%s' belongs to another user; `git config --global "
	                 "--add safe.directory` lists those you trust",
	                 dir);
}

int tora_repo_open(const char *path, struct tora_repo **ret_repo, struct tora_err *err)
{
	struct tora_repo *repo = tora_xcalloc(1, sizeof(*repo));
	char *dir = folder_of(path);
	int rc = TORA_OK;

	set_up_libgit2();
	if (!dir)
		rc = tora_fail(err, TORA_E_NOTFOUND, "'%s' does not exist", path);
	else if (open_libgit2(dir, repo)) /* git decides what is a repository, and whose */
		rc = open_program(dir, repo, err);
	if (rc == TORA_E_DENIED)
		rc = owned_by_other(dir, err);
	else if (rc == TORA_E_NOTFOUND && dir && !tora_sv_has(tora_sv(err->msg), "no program"))
		rc = tora_fail(err, rc, "'%s' is not in a git repository", path);
	free(dir);
	if (rc) {
		tora_repo_free(repo);
		return rc;
	}
	repo->shallow = exists(repo->common_dir, "shallow");
	*ret_repo = repo;
	return TORA_OK;
}

void tora_repo_free(struct tora_repo *repo)
{
	if (!repo)
		return;
	git_odb_free(repo->odb);
	git_repository_free(repo->git);
	free(repo->git_dir);
	free(repo->common_dir);
	free(repo->work_dir);
	free(repo);
	(void)git_libgit2_shutdown();
}

const char *tora_repo_git_dir(const struct tora_repo *repo)
{
	return repo->git_dir;
}

const char *tora_repo_common_dir(const struct tora_repo *repo)
{
	return repo->common_dir;
}

const char *tora_repo_work_dir(const struct tora_repo *repo)
{
	return repo->work_dir;
}

bool tora_repo_is_bare(const struct tora_repo *repo)
{
	return repo->bare;
}

bool tora_repo_is_shallow(const struct tora_repo *repo)
{
	return repo->shallow;
}

const char *tora_repo_backend(const struct tora_repo *repo)
{
	return repo->git ? "libgit2" : "git";
}

/* ---- objects through libgit2 --------------------------------------------------------- */

static bool type_of(git_object_t git_type, enum tora_object_type *ret)
{
	static const struct {
		git_object_t git;
		enum tora_object_type ours;
	} types[] = { { GIT_OBJECT_COMMIT, TORA_OBJECT_COMMIT },
		      { GIT_OBJECT_TREE, TORA_OBJECT_TREE },
		      { GIT_OBJECT_BLOB, TORA_OBJECT_BLOB },
		      { GIT_OBJECT_TAG, TORA_OBJECT_TAG } };

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].git == git_type) {
			*ret = types[i].ours;
			return true;
		}
	return false;
}

static int read_failed(int git_rc, const struct tora_oid *oid, struct tora_err *err)
{
	if (git_rc == GIT_ENOTFOUND)
		return tora_git_missing(err, "object", oid->hex);
	return tora_git_fail(err, git_rc, "reading object %.12s", oid->hex);
}

static int one_by_libgit2(struct tora_repo *repo, const struct tora_oid *oid, size_t max,
                          struct tora_object *o, tora_object_fn *fn, void *ctx,
                          struct tora_err *err)
{
	git_odb_object *object = NULL;
	git_object_t git_type;
	size_t size;
	git_oid id;
	int rc, git_rc;

	rc = tora_repo_oid(oid, &id, err);
	if (rc)
		return rc;
	git_rc = git_odb_read_header(&size, &git_type, repo->odb, &id);
	if (!git_rc && size <= max)
		git_rc = git_odb_read(&object, repo->odb, &id);
	if (git_rc)
		return read_failed(git_rc, oid, err);
	if (!type_of(git_type, &o->type)) {
		rc = tora_fail(err, TORA_E_FORMAT, "object %.12s is of no known type", oid->hex);
	} else {
		o->size = size;
		o->bytes = (struct tora_sv){ NULL, 0 };
		if (object) /* an empty object has bytes too: none of them */
			o->bytes =
				(struct tora_sv){ size ? git_odb_object_data(object) : "", size };
		rc = fn(ctx, o, err);
	}
	git_odb_object_free(object);
	return rc;
}

/* ---- objects through the git program ------------------------------------------------- */

/* "<hex> <type> <size>" or "<hex> missing" */
static int parse_header(struct tora_sv line, struct tora_object *o, struct tora_err *err)
{
	static const char *const names[] = { [TORA_OBJECT_COMMIT] = "commit",
		                             [TORA_OBJECT_TREE] = "tree",
		                             [TORA_OBJECT_BLOB] = "blob",
		                             [TORA_OBJECT_TAG] = "tag" };
	char text[HEADER_MAX + 1], hex[80], type[16];
	uint64_t size;

	if (line.len > HEADER_MAX)
		return tora_fail(err, TORA_E_FORMAT, "git cat-file printed an odd line");
	memcpy(text, line.at, line.len);
	text[line.len] = '\0';
	if (sscanf(text, "%79s %15s %" SCNu64, hex, type, &size) != 3) {
		text[strcspn(text, " ")] = '\0';
		return tora_git_missing(err, "object", text);
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(type, names[i]) == 0) {
			o->type = (enum tora_object_type)i;
			o->size = size;
			return TORA_OK;
		}
	return tora_fail(err, TORA_E_FORMAT, "object %.12s is of no known type", hex);
}

static int cat_file(struct tora_repo *repo, const char *mode, const struct tora_oid *oids, size_t n,
                    size_t out_max, struct tora_str *ret_out, struct tora_err *err)
{
	const char *args[] = { "cat-file", mode, NULL };
	struct tora_str in;
	struct tora_git_spec spec = { .git_dir = repo->git_dir, .args = args, .out_max = out_max };
	int rc, status;

	tora_str_init(&in, n * sizeof(oids->hex) + 1);
	for (size_t i = 0; i < n; i++) {
		tora_str_adds(&in, oids[i].hex);
		tora_str_addc(&in, '\n');
	}
	spec.input = tora_str_view(&in);
	rc = tora_git_run(&spec, ret_out, &status, err);
	tora_str_free(&in);
	return rc;
}

struct wanted { /* what the git program was asked for and said it has */
	struct tora_object *objects;
	const struct tora_oid *oids;
	size_t n, max;
};

static int ask_sizes(struct tora_repo *repo, struct wanted *w, struct tora_err *err)
{
	struct tora_str out = TORA_STR_INIT(0);
	struct tora_sv rest, line;
	int rc;

	rc = cat_file(repo, "--batch-check", w->oids, w->n, (w->n + 1) * HEADER_MAX, &out, err);
	if (rc)
		return rc;
	rest = tora_str_view(&out);
	for (size_t i = 0; !rc && i < w->n; i++) {
		w->objects[i].index = i;
		if (!tora_sv_line(&rest, &line))
			rc = tora_fail(err, TORA_E_REMOTE, "git cat-file stopped early");
		else
			rc = parse_header(line, &w->objects[i], err);
	}
	tora_str_free(&out);
	return rc;
}

/* The next objects that fit a group; those over max do not count, they are not read. */
static size_t group_end(const struct wanted *w, size_t from, struct tora_oid *ret_ask,
                        size_t *ret_asked, size_t *ret_bytes)
{
	size_t asked = 0, bytes = 0, i;

	for (i = from; i < w->n && asked < GROUP_MAX; i++) {
		if (w->objects[i].size > w->max)
			continue;
		if (asked && bytes + w->objects[i].size > GROUP_BYTES)
			break;
		bytes += w->objects[i].size;
		ret_ask[asked++] = w->oids[i];
	}
	*ret_asked = asked;
	*ret_bytes = bytes;
	return i;
}

static int hand_over(struct wanted *w, size_t from, size_t to, struct tora_sv out,
                     tora_object_fn *fn, void *ctx, struct tora_err *err)
{
	struct tora_sv line;
	int rc = TORA_OK;

	for (size_t i = from; !rc && i < to; i++) {
		struct tora_object *o = &w->objects[i];

		if (o->size <= w->max) {
			if (!tora_sv_line(&out, &line) || out.len < o->size + 1)
				return tora_fail(err, TORA_E_REMOTE, "git cat-file stopped early");
			o->bytes = (struct tora_sv){ out.at, (size_t)o->size };
			out.at += o->size + 1;
			out.len -= (size_t)o->size + 1;
		}
		rc = fn(ctx, o, err);
	}
	return rc;
}

static int each_by_program(struct tora_repo *repo, struct wanted *w, tora_object_fn *fn, void *ctx,
                           struct tora_err *err)
{
	struct tora_oid *ask = tora_xcalloc(w->n < GROUP_MAX ? w->n : GROUP_MAX, sizeof(*ask));
	size_t from = 0, to, asked, bytes;
	int rc;

	rc = ask_sizes(repo, w, err);
	while (!rc && from < w->n) {
		struct tora_str out = TORA_STR_INIT(0);

		to = group_end(w, from, ask, &asked, &bytes);
		if (asked)
			rc = cat_file(repo, "--batch", ask, asked, bytes + asked * HEADER_MAX, &out,
			              err);
		if (!rc)
			rc = hand_over(w, from, to, tora_str_view(&out), fn, ctx, err);
		tora_str_free(&out);
		from = to;
	}
	free(ask);
	return rc;
}

int tora_repo_each(struct tora_repo *repo, const struct tora_oid *oids, size_t n, size_t max,
                   tora_object_fn *fn, void *ctx, struct tora_err *err)
{
	struct wanted w = { .oids = oids, .n = n, .max = max < ONE_MAX ? max : ONE_MAX };
	int rc = TORA_OK;

	if (n == 0)
		return TORA_OK;
	if (repo->git) {
		for (size_t i = 0; !rc && i < n; i++) {
			struct tora_object o = { .index = i };

			rc = one_by_libgit2(repo, &oids[i], w.max, &o, fn, ctx, err);
		}
		return rc;
	}
	w.objects = tora_xcalloc(n, sizeof(*w.objects));
	rc = each_by_program(repo, &w, fn, ctx, err);
	free(w.objects);
	return rc;
}

struct one_blob {
	struct tora_arena *arena;
	struct tora_sv bytes;
	size_t max;
};

static int keep_blob(void *ctx, const struct tora_object *o, struct tora_err *err)
{
	struct one_blob *b = ctx;

	if (o->type != TORA_OBJECT_BLOB)
		return tora_fail(err, TORA_E_FORMAT, "the object is not a file's contents");
	if (!o->bytes.at)
		return tora_fail(err, TORA_E_LIMIT, "%" PRIu64 " bytes, and %zu is the limit",
		                 o->size, b->max);
	b->bytes = tora_arena_sv(b->arena, o->bytes);
	return TORA_OK;
}

int tora_repo_blob(struct tora_repo *repo, const struct tora_oid *oid, size_t max,
                   struct tora_arena *arena, struct tora_sv *ret, struct tora_err *err)
{
	struct one_blob blob = { .arena = arena, .max = max };
	int rc = tora_repo_each(repo, oid, 1, max, keep_blob, &blob, err);

	if (!rc)
		*ret = blob.bytes;
	return rc;
}
