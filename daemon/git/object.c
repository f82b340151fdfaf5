#include "git/object.h"

#include "git/fail.h"
#include "git/impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP_BYTES (32u << 20) /* of objects asked of the git program at once */
#define GROUP_MAX   20000u
#define HEADER_MAX  128u /* "<64 hex> commit 12345\n" and the newline after the object */
#define ONE_MAX     (1u << 30)

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
