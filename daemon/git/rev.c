#include "git/rev.h"

#include "git/fail.h"
#include "git/impl.h"
#include "git/object.h"

#include <string.h>

#define COMMIT_MAX (16u << 20)

static int check_rev(const char *rev, struct tora_err *err)
{
	size_t n = strlen(rev);

	if (n == 0 || n > TORA_REV_MAX || rev[0] == '-')
		return tora_fail(err, TORA_E_USAGE, "that is not a revision");
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)rev[i] < ' ')
			return tora_fail(err, TORA_E_USAGE, "a revision has no control characters");
	if (strstr(rev, ".."))
		return tora_fail(err, TORA_E_USAGE, "a range where one revision is meant");
	return TORA_OK;
}

static int no_such(const char *rev, struct tora_err *err)
{
	struct tora_str shown = TORA_STR_INIT(160);
	int rc;

	if (strcmp(rev, "HEAD") == 0)
		return tora_fail(err, TORA_E_NOTFOUND, "the current branch has no commits yet");
	tora_str_add_escaped(&shown, tora_sv(rev), false);
	rc = tora_fail(err, TORA_E_NOTFOUND, "no commit is called '%s'", shown.buf);
	tora_str_free(&shown);
	return rc;
}

/* The first line of what git printed, as an id. */
static bool first_oid(const struct tora_str *out, struct tora_oid *ret)
{
	struct tora_sv rest = tora_str_view(out), line;

	return tora_sv_line(&rest, &line) && tora_oid_parse(line, ret);
}

static int resolve_by_program(struct tora_repo *repo, const char *rev, struct tora_oid *ret,
                              struct tora_err *err)
{
	char name[TORA_REV_MAX + 16];
	const char *const args[] = { "rev-parse",        "--verify", "--quiet",
		                     "--end-of-options", name,       NULL };
	struct tora_str out = TORA_STR_INIT(0), peeled = TORA_STR_INIT(sizeof(name) - 1);
	int rc, status = 1;
	struct tora_err why;

	tora_str_addf(&peeled, "%s^{commit}", rev);
	memcpy(name, peeled.buf, peeled.len + 1);
	tora_str_free(&peeled);
	rc = tora_repo_git(repo, args, (struct tora_sv){ 0 }, &out, &status, &why);
	if (!rc && (status || !first_oid(&out, ret)))
		rc = no_such(rev, err);
	else if (rc == TORA_E_REMOTE || rc == TORA_E_NOTFOUND) /* --quiet is not always quiet */
		rc = no_such(rev, err);
	else if (rc)
		*err = why;
	tora_str_free(&out);
	return rc;
}

/* Only these need libgit2's parser, which (1.5) leaks 20 KB for every name that does not exist. */
static bool needs_parser(const char *rev)
{
	return strpbrk(rev, "^~@{}:") || strstr(rev, "-g") ||
	       rev[strspn(rev, "0123456789abcdefABCDEF")] == '\0';
}

static int find_named(struct tora_repo *repo, const char *rev, git_object **ret)
{
	git_reference *ref = NULL;
	int git_rc;

	if (strcmp(rev, "HEAD") != 0 && needs_parser(rev))
		return git_revparse_single(ret, repo->git, rev);
	git_rc = git_reference_dwim(&ref, repo->git, rev);
	if (!git_rc)
		git_rc = git_reference_peel(ret, ref, GIT_OBJECT_COMMIT);
	git_reference_free(ref);
	return git_rc;
}

static int resolve_by_libgit2(struct tora_repo *repo, const char *rev, struct tora_oid *ret,
                              struct tora_err *err)
{
	git_object *object = NULL, *commit = NULL;
	int git_rc;

	git_rc = find_named(repo, rev, &object);
	if (!git_rc)
		git_rc = git_object_peel(&commit, object, GIT_OBJECT_COMMIT);
	if (!git_rc)
		tora_repo_oid_text(git_object_id(commit), ret);
	git_object_free(commit);
	git_object_free(object);
	return git_rc ? no_such(rev, err) : TORA_OK;
}

int tora_repo_resolve(struct tora_repo *repo, const char *rev, struct tora_oid *ret,
                      struct tora_err *err)
{
	int rc = check_rev(rev, err);

	if (rc)
		return rc;
	return repo->git ? resolve_by_libgit2(repo, rev, ret, err)
	                 : resolve_by_program(repo, rev, ret, err);
}

struct one_commit {
	struct tora_arena *arena;
	struct tora_commit commit;
};

static int keep_commit(void *ctx, const struct tora_object *o, struct tora_err *err)
{
	struct one_commit *c = ctx;
	int rc;

	if (o->type != TORA_OBJECT_COMMIT)
		return tora_fail(err, TORA_E_FORMAT, "the object is not a commit");
	if (!o->bytes.at)
		return tora_fail(err, TORA_E_LIMIT, "a commit of over %u bytes", COMMIT_MAX);
	rc = tora_commit_parse(o->bytes, c->arena, &c->commit, err);
	if (!rc)
		c->commit.message = tora_arena_sv(c->arena, c->commit.message);
	return rc;
}

int tora_repo_commit(struct tora_repo *repo, const struct tora_oid *commit,
                     struct tora_arena *arena, struct tora_commit *ret, struct tora_err *err)
{
	struct one_commit one = { .arena = arena };
	int rc = tora_repo_each(repo, commit, 1, COMMIT_MAX, keep_commit, &one, err);

	if (rc)
		return tora_wrap(err, "commit %.12s", commit->hex);
	*ret = one.commit;
	return TORA_OK;
}

/* ---- where HEAD is ------------------------------------------------------------------- */

static const char *branch_of(const char *target, struct tora_arena *arena)
{
	static const char heads[] = "refs/heads/";

	if (strncmp(target, heads, sizeof(heads) - 1) == 0)
		target += sizeof(heads) - 1;
	return tora_text_path(target, arena);
}

int tora_repo_symbolic(struct tora_repo *repo, const char *ref, struct tora_arena *arena,
                       const char **ret, struct tora_err *err)
{
	const char *const args[] = { "symbolic-ref", "-q", ref, NULL };
	struct tora_str out = TORA_STR_INIT(0);
	git_reference *found = NULL;
	const char *target = "";
	int rc = TORA_OK, status = 0, git_rc;

	if (repo->git) {
		git_rc = git_reference_lookup(&found, repo->git, ref);
		if (git_rc && git_rc != GIT_ENOTFOUND)
			rc = tora_git_fail(err, git_rc, "reading %s", ref);
		else if (!git_rc && git_reference_type(found) == GIT_REFERENCE_SYMBOLIC)
			target = tora_arena_dup(arena, git_reference_symbolic_target(found));
	} else {
		rc = tora_repo_git(repo, args, (struct tora_sv){ 0 }, &out, &status, err);
		if (!rc && status == 0)
			target = tora_arena_text(arena, tora_sv_trim(tora_str_view(&out)));
	}
	if (!rc)
		*ret = target;
	git_reference_free(found);
	tora_str_free(&out);
	return rc;
}

int tora_repo_branch(struct tora_repo *repo, struct tora_arena *arena, const char **ret,
                     struct tora_err *err)
{
	const char *target;
	int rc = tora_repo_symbolic(repo, "HEAD", arena, &target, err);

	if (!rc)
		*ret = branch_of(target, arena);
	return rc;
}

/* ---- ancestry ------------------------------------------------------------------------ */

static int never_met(struct tora_repo *repo, const struct tora_oid *a, const struct tora_oid *b,
                     struct tora_err *err)
{
	return tora_fail(err, TORA_E_NOTFOUND, "%.12s and %.12s have no common ancestor%s", a->hex,
	                 b->hex,
	                 repo->shallow ? " in this shallow clone (git fetch --deepen=100)" : "");
}

static int merge_base_by_program(struct tora_repo *repo, const struct tora_oid *a,
                                 const struct tora_oid *b, struct tora_oid *ret,
                                 struct tora_err *err)
{
	const char *const args[] = { "merge-base", a->hex, b->hex, NULL };
	struct tora_str out = TORA_STR_INIT(0);
	int rc, status = 1;

	rc = tora_repo_git(repo, args, (struct tora_sv){ 0 }, &out, &status, err);
	if (!rc && (status || !first_oid(&out, ret)))
		rc = never_met(repo, a, b, err);
	tora_str_free(&out);
	return rc;
}

int tora_repo_merge_base(struct tora_repo *repo, const struct tora_oid *a, const struct tora_oid *b,
                         struct tora_oid *ret, struct tora_err *err)
{
	git_oid one, two, base;
	int rc, git_rc;

	if (!tora_repo_walks(repo))
		return merge_base_by_program(repo, a, b, ret, err);
	rc = tora_repo_oid(a, &one, err);
	if (!rc)
		rc = tora_repo_oid(b, &two, err);
	if (rc)
		return rc;
	git_rc = git_merge_base(&base, repo->git, &one, &two);
	if (git_rc == GIT_ENOTFOUND)
		return never_met(repo, a, b, err);
	if (git_rc)
		return tora_git_fail(err, git_rc, "merge base of %.12s and %.12s", a->hex, b->hex);
	tora_repo_oid_text(&base, ret);
	return TORA_OK;
}
