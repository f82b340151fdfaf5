#include "git/history.h"

#include "git/fail.h"
#include "git/impl.h"
#include "git/object.h"
#include "git/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define COMMIT_MAX (16u << 20)
#define WALK_MAX   100000 /* commits of a range that are counted */

struct walk { /* newest first */
	struct tora_oid kept[TORA_HISTORY_MAX];
	size_t n, seen;
};

static void walk_add(struct walk *w, const struct tora_oid *oid)
{
	if (w->n < TORA_HISTORY_MAX)
		w->kept[w->n++] = *oid;
	w->seen++;
}

static int walk_by_libgit2(struct tora_repo *repo, const struct tora_oid *base,
                           const struct tora_oid *head, struct walk *w, struct tora_err *err)
{
	git_revwalk *walk = NULL;
	struct tora_oid oid;
	git_oid from, to, id;
	int rc, git_rc;

	rc = tora_repo_oid(base, &from, err);
	if (!rc)
		rc = tora_repo_oid(head, &to, err);
	if (rc)
		return rc;
	git_rc = git_revwalk_new(&walk, repo->git);
	if (!git_rc)
		git_rc = git_revwalk_sorting(walk, GIT_SORT_TOPOLOGICAL | GIT_SORT_TIME);
	if (!git_rc)
		git_rc = git_revwalk_push(walk, &to);
	if (!git_rc)
		git_rc = git_revwalk_hide(walk, &from);
	while (!git_rc && w->seen < WALK_MAX) {
		git_rc = git_revwalk_next(&id, walk);
		if (!git_rc) {
			tora_repo_oid_text(&id, &oid);
			walk_add(w, &oid);
		}
	}
	if (git_rc && git_rc != GIT_ITEROVER)
		rc = tora_git_fail(err, git_rc, "walking %.12s..%.12s", base->hex, head->hex);
	git_revwalk_free(walk);
	return rc;
}

static int walk_by_program(struct tora_repo *repo, const struct tora_oid *base,
                           const struct tora_oid *head, struct walk *w, struct tora_err *err)
{
	char hidden[sizeof(base->hex) + 1] = "^", most[32];
	const char *const args[] = { "rev-list", "--topo-order", most, head->hex, hidden, NULL };
	struct tora_str out = TORA_STR_INIT(0), text = TORA_STR_INIT(sizeof(most) - 1);
	struct tora_sv rest, line;
	struct tora_oid oid;
	int rc, status = 0;

	memcpy(hidden + 1, base->hex, sizeof(base->hex));
	tora_str_addf(&text, "--max-count=%d", WALK_MAX);
	memcpy(most, text.buf, text.len + 1);
	tora_str_free(&text);
	rc = tora_repo_git(repo, args, (struct tora_sv){ 0 }, &out, &status, err);
	if (rc)
		return rc;
	rest = tora_str_view(&out);
	while (tora_sv_line(&rest, &line))
		if (tora_oid_parse(line, &oid))
			walk_add(w, &oid);
	tora_str_free(&out);
	return TORA_OK;
}

/* ---- messages ------------------------------------------------------------------------ */

struct reading {
	const struct tora_oid *commits;
	struct tora_arena *arena;
	struct tora_message *into;
	bool *is_merge; /* NULL: nobody asks */
};

static const char *subject_of(const char *text, struct tora_arena *arena)
{
	struct tora_sv rest = tora_sv(text), line;

	while (tora_sv_line(&rest, &line)) {
		line = tora_sv_trim(line);
		if (line.len)
			return tora_arena_text(arena, line);
	}
	return "";
}

static int take_message(void *ctx, const struct tora_object *o, struct tora_err *err)
{
	struct reading *r = ctx;
	struct tora_message *m = &r->into[o->index];
	struct tora_commit commit;
	int rc;

	if (o->type != TORA_OBJECT_COMMIT || !o->bytes.at)
		return tora_fail(err, TORA_E_FORMAT, "%.12s is not a readable commit",
		                 r->commits[o->index].hex);
	rc = tora_commit_parse(o->bytes, r->arena, &commit, err);
	if (rc)
		return tora_wrap(err, "commit %.12s", r->commits[o->index].hex);
	*m = (struct tora_message){ .commit = r->commits[o->index], .author = commit.author };
	m->text = tora_text_utf8(commit.message, commit.encoding, TORA_MESSAGE_MAX, r->arena);
	m->subject = subject_of(m->text, r->arena);
	if (r->is_merge)
		r->is_merge[o->index] = commit.parents.n > 1;
	return TORA_OK;
}

int tora_repo_messages(struct tora_repo *repo, const struct tora_oid *commits, size_t n,
                       struct tora_arena *arena, struct tora_message *ret, struct tora_err *err)
{
	struct reading r = { .commits = commits, .arena = arena, .into = ret };

	return tora_repo_each(repo, commits, n, COMMIT_MAX, take_message, &r, err);
}

static void reverse(struct walk *w)
{
	for (size_t i = 0; i < w->n / 2; i++) {
		struct tora_oid swap = w->kept[i];

		w->kept[i] = w->kept[w->n - 1 - i];
		w->kept[w->n - 1 - i] = swap;
	}
}

/* A merge's subject names the whole; without one the first commit usually does. */
static const char *title_of(const struct tora_message *m, const bool *is_merge, size_t n)
{
	for (size_t i = n; i-- > 0;)
		if (is_merge[i])
			return m[i].subject;
	return n ? m[0].subject : "";
}

int tora_repo_history(struct tora_repo *repo, const struct tora_oid *base,
                      const struct tora_oid *head, struct tora_arena *arena,
                      struct tora_history *ret, struct tora_err *err)
{
	struct walk *w = tora_xcalloc(1, sizeof(*w));
	struct tora_history h = { .title = "" };
	struct reading r = { .commits = w->kept, .arena = arena };
	int rc;

	rc = tora_repo_walks(repo) ? walk_by_libgit2(repo, base, head, w, err)
	                           : walk_by_program(repo, base, head, w, err);
	if (rc)
		goto out;
	reverse(w);
	for (size_t i = 0; i < w->n; i++)
		(void)tora_vec_push(arena, &h.messages);
	r.into = h.messages.at;
	r.is_merge = tora_arena_calloc(arena, w->n + 1, sizeof(*r.is_merge));
	rc = tora_repo_each(repo, w->kept, w->n, COMMIT_MAX, take_message, &r, err);
	if (rc)
		goto out;
	h.left_out = w->seen - w->n;
	h.title = title_of(h.messages.at, r.is_merge, h.messages.n);
	*ret = h;
out:
	free(w);
	return rc;
}
