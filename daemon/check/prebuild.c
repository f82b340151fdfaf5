/*
 * prebuild.c - `torad prebuild`: the base of the next check, built before anybody waits for it.
 *
 * Two trees: the base that a check of HEAD would have now, and main's tip, which is the base of the next
 * branch and of this one when it was rebased. What is in the cache already costs nothing. Then a spare copy of
 * HEAD's build, if a check has made it, or of the base's: the next commit's becomes of it.
 */
#include "build/build.h"
#include "check/check.h"
#include "check/session.h"
#include "git/range.h"
#include "git/rev.h"
#include "git/tree.h"
#include "lang/lang.h"
#include "run/run.h"
#include "tora/clock.h"
#include "tora/json.h"

#define LANGS_MAX 16

static bool is_project(const struct tora_lang *lang, const struct tora_tree *tree,
                       struct tora_arena *arena)
{
	return !lang->is_project || lang->is_project(tora_tree_paths(tree, arena), tree->entries.n);
}

/* Keys depend on the interpreter, so the language that most files are in is taken for the change's. */
static void guess_language(struct tora_check *c)
{
	size_t count[LANGS_MAX] = { 0 }, n = 0, best = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);
	struct tora_tree tree = { .entries = { 0 } };
	struct tora_err ignored;

	if (tora_tree_list(c->repo, &c->base_tree, c->arena, &tree, &ignored))
		return;
	for (size_t i = 0; i < tree.entries.n; i++) {
		const struct tora_lang *lang = tora_lang_for_path(tree.entries.at[i].path);

		for (size_t k = 0; lang && k < n && k < LANGS_MAX; k++)
			count[k] += langs[k] == lang;
	}
	for (size_t k = 0; k < n && k < LANGS_MAX; k++)
		if (count[k] > count[best] && is_project(langs[k], &tree, c->arena))
			best = k;
	if (!is_project(langs[best], &tree, c->arena))
		return;
	if (count[best])
		*tora_vec_push(c->arena, &c->change.files) = (struct tora_file_change){
			.path = "", .role = TORA_FILE_SOURCE, .lang = langs[best]
		};
}

/* Main's tip; false: there is no main, or it is the base anyway. */
static bool main_tree(struct tora_session *s, struct tora_oid *ret)
{
	struct tora_check *c = &s->check;
	struct tora_main main_branch;
	struct tora_commit commit;
	struct tora_err ignored;

	if (tora_repo_main(c->repo, s->config.main, &c->head, c->intent.branch, c->arena,
	                   &main_branch, &ignored) ||
	    tora_repo_commit(c->repo, &main_branch.tip, c->arena, &commit, &ignored))
		return false;
	*ret = commit.tree;
	return !tora_oid_eq(&commit.tree, &c->base_tree);
}

struct spent {
	int64_t build_ms, spare_ms; /* without the way there */
	bool has_spare;
};

/* Without one the next build takes longer; nobody's build failed. */
static bool has_spare(struct tora_check *c)
{
	const struct tora_oid trees[] = { c->head_tree, c->base_tree };
	struct tora_err err = TORA_ERR_INIT;
	bool is_there = false;

	if (tora_build_spare(c, trees, 2, &is_there, &err))
		tora_log(c->log, TORA_LOG_INFO, "build", "no spare copy: %s", err.msg);
	return is_there;
}

static int build(struct tora_session *s, struct spent *ret, struct tora_err *err)
{
	struct tora_check *c = &s->check;
	struct tora_oid trees[2] = { c->base_tree };
	size_t n = 1 + main_tree(s, &trees[1]);
	int64_t began;
	int rc;

	guess_language(c);
	rc = tora_run_sandbox(c, err);
	began = tora_clock_mono_ms();
	if (!rc && c->reason == TORA_REASON_NONE)
		rc = tora_build_ahead(c, trees, n, err);
	ret->build_ms = tora_clock_mono_ms() - began;
	began = tora_clock_mono_ms();
	if (!rc && c->reason == TORA_REASON_NONE)
		ret->has_spare = has_spare(c);
	ret->spare_ms = tora_clock_mono_ms() - began;
	tora_run_close(c);
	return rc;
}

/* Switched off, not trusted, no main: a check says so, here nobody asked. */
static bool is_held(const struct tora_session *s)
{
	const struct tora_check *c = &s->check;

	return !s->config.enabled || s->config.needs_trust || !c->base_tree.hex[0] ||
	       c->reason != TORA_REASON_NONE;
}

static int prebuild(const struct tora_check_options *options, cJSON *o, struct tora_err *err)
{
	struct tora_session s = { .log_fd = -1 };
	struct spent spent = { 0 };
	int rc = tora_session_open(options, &s, err);

	if (rc == TORA_OK)
		rc = tora_session_range(&s, err);
	if (rc == TORA_OK)
		rc = tora_session_config(&s, err);
	if (rc == TORA_OK && !is_held(&s))
		rc = build(&s, &spent, err);
	if (rc == TORA_OK) {
		tora_json_put_text(o, "base", s.check.base.hex);
		tora_json_put_int(o, "ms", spent.build_ms);
		tora_json_put_bool(o, "spare", spent.has_spare);
		tora_json_put_int(o, "spare_ms", spent.spare_ms);
		tora_json_put_int(o, "shared", s.check.builds[TORA_BASE].shared);
		tora_json_put_bool(o, "reused", s.check.builds[TORA_BASE].reused);
		tora_json_put_text(o, "reason", tora_reason_name(s.check.reason));
		tora_json_put_text(o, "detail", s.check.reason_detail);
	}
	tora_session_close(&s);
	return rc;
}

int tora_prebuild_command(int argc, char **argv)
{
	return tora_session_command("prebuild", argc, argv, cJSON_CreateObject(), prebuild);
}
