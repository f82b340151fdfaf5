#include "git/range.h"

#include "git/rev.h"

#include <string.h>

static const char heads[] = "refs/heads/", remotes[] = "refs/remotes/";

/* ---- main ---------------------------------------------------------------------------- */

static bool try_rev(struct tora_repo *repo, const char *rev, struct tora_oid *ret)
{
	struct tora_err ignored;

	return tora_repo_resolve(repo, rev, ret, &ignored) == TORA_OK;
}

/* "refs/remotes/origin/main" -> "origin/main", "refs/heads/main" -> "main" */
static const char *short_name(const char *ref)
{
	if (strncmp(ref, heads, sizeof(heads) - 1) == 0)
		return ref + sizeof(heads) - 1;
	if (strncmp(ref, remotes, sizeof(remotes) - 1) == 0)
		return ref + sizeof(remotes) - 1;
	return ref;
}

static bool try_main(struct tora_repo *repo, struct tora_arena *arena, const char *ref,
                     struct tora_main *ret)
{
	if (!try_rev(repo, ref, &ret->tip))
		return false;
	ret->name = tora_text_path(short_name(ref), arena);
	return true;
}

/* What origin/HEAD names; nothing when it names a ref that is gone. */
static bool try_origin_head(struct tora_repo *repo, struct tora_arena *arena, struct tora_main *ret)
{
	const char *target = "";
	struct tora_err ignored;

	return tora_repo_symbolic(repo, "refs/remotes/origin/HEAD", arena, &target, &ignored) ==
	               TORA_OK &&
	       *target && try_main(repo, arena, target, ret);
}

/* The first that exists; a plain tora.main may be a local branch, a remote one or any revision. */
static bool find_main(struct tora_repo *repo, const char *main_name, struct tora_arena *arena,
                      struct tora_main *ret)
{
	static const char *const usual[] = { "refs/heads/main", "refs/heads/master",
		                             "refs/remotes/origin/main",
		                             "refs/remotes/origin/master" };

	if (main_name)
		return try_main(repo, arena, tora_arena_printf(arena, "%s%s", heads, main_name),
		                ret) ||
		       try_main(repo, arena,
		                tora_arena_printf(arena, "%sorigin/%s", remotes, main_name), ret) ||
		       try_main(repo, arena, main_name, ret);
	if (try_origin_head(repo, arena, ret))
		return true;
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		if (try_main(repo, arena, usual[i], ret))
			return true;
	return false;
}

/* "main" is the main branch of "main" and of "origin/main". */
static bool is_on_main(const struct tora_main *found, const char *branch)
{
	size_t n = strlen(branch), m = strlen(found->name);

	return n &&
	       (strcmp(found->name, branch) == 0 || (m > n && found->name[m - n - 1] == '/' &&
	                                             strcmp(found->name + m - n, branch) == 0));
}

/* HEAD is main itself: what was published of it, else the commit before the last. Before the first one there is nothing,
 * nor is there anything to compare: it is its own base. */
static int before_main(struct tora_repo *repo, const struct tora_oid *head, const char *branch,
                       struct tora_arena *arena, struct tora_main *ret, struct tora_err *err)
{
	struct tora_commit commit;
	int rc;

	if (try_main(repo, arena, tora_arena_printf(arena, "%s@{upstream}", branch), ret)) {
		ret->name = tora_arena_printf(arena, "the upstream of %s", branch);
		return TORA_OK;
	}
	if (try_main(repo, arena, tora_arena_printf(arena, "%sorigin/%s", remotes, branch), ret))
		return TORA_OK;
	rc = tora_repo_commit(repo, head, arena, &commit, err);
	if (rc)
		return rc;
	ret->tip = commit.parents.n ? commit.parents.at[0] : *head;
	ret->name = tora_arena_printf(arena, commit.parents.n ? "%s~1" : "%s", branch);
	return TORA_OK;
}

int tora_repo_main(struct tora_repo *repo, const char *main_name, const struct tora_oid *head,
                   const char *branch, struct tora_arena *arena, struct tora_main *ret,
                   struct tora_err *err)
{
	struct tora_main found;

	if (!find_main(repo, main_name, arena, &found)) {
		if (main_name)
			return tora_fail(err, TORA_E_NOTFOUND,
			                 "tora.main is '%s', and no such branch exists",
			                 tora_text_path(main_name, arena));
		return tora_fail(err, TORA_E_NOTFOUND,
		                 "no main branch: neither origin/HEAD nor main nor master exists; "
		                 "name it with `git config tora.main <branch>`");
	}
	if (is_on_main(&found, branch))
		return before_main(repo, head, branch, arena, ret, err);
	*ret = found;
	return TORA_OK;
}

/* ---- ranges -------------------------------------------------------------------------- */

struct ends {
	const char *from; /* NULL: main */
	const char *to;
};

static struct ends split(const char *text, struct tora_arena *arena)
{
	const char *dots = strstr(text, "..");
	struct ends e = { .to = *text ? text : "HEAD" };

	if (!dots)
		return e;
	e.from = dots == text
	                 ? "HEAD"
	                 : tora_arena_text(arena, (struct tora_sv){ text, (size_t)(dots - text) });
	e.to = dots + (dots[2] == '.' ? 3 : 2);
	if (!*e.to)
		e.to = "HEAD";
	return e;
}

/* The branch a person named, or HEAD's when HEAD is meant. */
static int branch_named(struct tora_repo *repo, const char *rev, struct tora_arena *arena,
                        const char **ret, struct tora_err *err)
{
	struct tora_oid ignored;
	const char *name = strncmp(rev, heads, sizeof(heads) - 1) == 0 ? short_name(rev) : rev;

	if (strcmp(rev, "HEAD") == 0 || strcmp(rev, "@") == 0)
		return tora_repo_branch(repo, arena, ret, err);
	*ret = "";
	if (try_rev(repo, tora_arena_printf(arena, "%s%s", heads, name), &ignored))
		*ret = tora_text_path(name, arena);
	return TORA_OK;
}

static int resolve_head(struct tora_repo *repo, const char *rev, struct tora_range *r,
                        enum tora_reason *ret_reason, struct tora_err *err)
{
	int rc = tora_repo_resolve(repo, rev, &r->head, err);

	if (rc == TORA_E_NOTFOUND)
		*ret_reason = strcmp(rev, "HEAD") == 0 ? TORA_REASON_NO_COMMITS
		                                       : TORA_REASON_NO_SUCH_COMMIT;
	return rc;
}

static int resolve_from(struct tora_repo *repo, const struct ends *e, const char *main_name,
                        struct tora_arena *arena, struct tora_range *r, struct tora_oid *ret_tip,
                        enum tora_reason *ret_reason, struct tora_err *err)
{
	struct tora_main m;
	int rc;

	if (e->from) {
		r->against = tora_text_path(e->from, arena);
		rc = tora_repo_resolve(repo, e->from, ret_tip, err);
		if (rc == TORA_E_NOTFOUND)
			*ret_reason = TORA_REASON_NO_SUCH_COMMIT;
		return rc;
	}
	rc = tora_repo_main(repo, main_name, &r->head, r->branch, arena, &m, err);
	if (rc == TORA_E_NOTFOUND)
		*ret_reason = TORA_REASON_NO_MAIN;
	if (rc)
		return rc;
	r->against = m.name;
	*ret_tip = m.tip;
	return TORA_OK;
}

static int tree_of(struct tora_repo *repo, const struct tora_oid *commit, struct tora_arena *arena,
                   struct tora_oid *ret, enum tora_reason *ret_reason, struct tora_err *err)
{
	struct tora_commit c;
	int rc = tora_repo_commit(repo, commit, arena, &c, err);

	if (rc == TORA_E_NOTFOUND)
		*ret_reason = TORA_REASON_MISSING_OBJECTS;
	if (!rc)
		*ret = c.tree;
	return rc;
}

int tora_repo_range(struct tora_repo *repo, const char *text, const char *main_name,
                    struct tora_arena *arena, struct tora_range *ret, enum tora_reason *ret_reason,
                    struct tora_err *err)
{
	struct ends ends = split(text, arena);
	struct tora_range r = { .branch = "", .against = "" };
	struct tora_oid tip;
	int rc;

	*ret_reason = TORA_REASON_NONE;
	rc = branch_named(repo, ends.to, arena, &r.branch, err);
	if (!rc)
		rc = resolve_head(repo, ends.to, &r, ret_reason, err);
	if (!rc)
		rc = resolve_from(repo, &ends, main_name, arena, &r, &tip, ret_reason, err);
	if (rc)
		return rc;
	/* a parent that a shallow clone lacks is missing, not unrelated */
	rc = tree_of(repo, &tip, arena, &r.base_tree, ret_reason, err);
	if (rc)
		return rc;
	rc = tora_repo_merge_base(repo, &tip, &r.head, &r.base, err);
	if (rc == TORA_E_NOTFOUND)
		*ret_reason = TORA_REASON_NO_MERGE_BASE;
	if (!rc)
		rc = tree_of(repo, &r.base, arena, &r.base_tree, ret_reason, err);
	if (!rc)
		rc = tree_of(repo, &r.head, arena, &r.head_tree, ret_reason, err);
	if (!rc)
		*ret = r;
	return rc;
}
