/*
 * scan.c - one step after the other.
 *
 *	does it answer? folders (if wanted), stamps -> git config (if they are others) -> git for-each-ref -> trees -> done()
 *
 * git failed: is the repository there at all? -> done()
 */
#include "watch/scan.h"
#include "loop/proc.h"
#include "tora/clock.h"
#include "tora/spawn.h"

#include <stdlib.h>

struct tora_scan {
	struct tora_loop *loop;
	struct tora_scan_spec spec;
	struct tora_proc *proc;
	bool is_listing;
	bool is_asked;    /* git, for its configuration */
	int64_t asked_ms; /* wall clock when it was */
	struct tora_arena *arena;
	struct tora_refs refs;
	struct tora_peek peek;
	struct tora_err why; /* git failed */
};

static int run_git(struct tora_scan *s, const char *const *tail,
                   void (*done)(void *, const struct tora_outcome *), struct tora_err *err)
{
	static const char *const extra[] = { "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
		                             "GIT_NO_LAZY_FETCH=1", "LC_ALL=C", NULL };
	const char *argv[16] = { "git", "--git-dir", s->spec.common_dir, "-c",
		                 "core.fsmonitor=false" };
	char **env = tora_spawn_env(extra);
	struct tora_proc_spec spec = {
		.name = "git",
		.argv = argv,
		.env = (const char *const *)env,
		.dir = "/",
		.out_max = TORA_SCAN_OUT_MAX,
		.budget_ms = TORA_SCAN_BUDGET_MS,
		.dies_with_us = true,
		.done = done,
		.ctx = s,
	};
	size_t n = 5;
	int rc;

	while (*tail)
		argv[n++] = *tail++;
	rc = tora_proc_start(s->loop, &spec, &s->proc, err);
	tora_spawn_env_free(env);
	return rc;
}

/* How a run of git ended, if not well. */
static int judge(const struct tora_outcome *o, struct tora_err *err)
{
	struct tora_sv rest = o->err, line = { 0 };
	struct tora_str text = TORA_STR_INIT(160);
	int rc = TORA_OK;

	if (o->how == TORA_PROC_TIMEOUT)
		return tora_fail(err, TORA_E_TIMEOUT, "git did not answer in %d s",
		                 TORA_SCAN_BUDGET_MS / 1000);
	if (o->how != TORA_PROC_EXIT)
		return tora_fail(err, TORA_E_REMOTE, "git was killed");
	if (o->code != 0) {
		(void)tora_sv_line(&rest, &line);
		if (line.len > 150)
			line.len = 150;
		tora_str_add_escaped(&text, line, false);
		rc = tora_fail(err, TORA_E_REMOTE, "git failed: %s", text.buf);
		tora_str_free(&text);
	} else if (o->cut) {
		rc = tora_fail(err, TORA_E_LIMIT, "git printed more than %u MiB: too many branches",
		               TORA_SCAN_OUT_MAX >> 20);
	}
	return rc;
}

static void finish(struct tora_scan *s, int rc, const struct tora_err *err)
{
	struct tora_scan_spec spec = s->spec;
	struct tora_arena *arena = s->arena;
	struct tora_refs refs = s->refs;
	struct tora_peek peek = s->peek;
	struct tora_err why;

	if (rc)
		why = *err;
	else
		s->arena = NULL;
	tora_scan_free(s);
	if (rc)
		spec.done(spec.ctx, NULL, NULL, NULL, &why);
	else
		spec.done(spec.ctx, &refs, &peek, arena, NULL);
}

static int peek(struct tora_scan *s, unsigned wants,
                void (*done)(void *, const struct tora_outcome *), struct tora_err *err)
{
	struct tora_peek_spec spec = {
		.wants = wants,
		.common_dir = s->spec.common_dir,
		.work_dir = s->spec.work_dir,
		.inotify = s->spec.inotify,
		.settings = s->spec.settings,
	};

	tora_proc_free(s->proc);
	s->proc = NULL;
	return tora_peek_start(s->loop, &spec, done, s, &s->proc, err);
}

static void gone_done(void *ctx, const struct tora_outcome *o)
{
	struct tora_scan *s = ctx;
	struct tora_peek ignored;
	struct tora_err err;
	int rc = tora_peek_parse(o, s->spec.common_dir, s->arena, &ignored, &err);

	s->why.rc = TORA_E_REMOTE; /* whatever was not found, it is not the repository */
	finish(s, TORA_E_REMOTE, rc ? &err : &s->why);
}

/* Of git, which does not tell why; where the repository is gone, that is the reason. */
static void fail(struct tora_scan *s, const struct tora_err *why)
{
	struct tora_err err;

	s->why = *why;
	if (peek(s, TORA_PEEK_HEAD, gone_done, &err))
		finish(s, err.rc, &err);
}

static void trees_done(void *ctx, const struct tora_outcome *o)
{
	struct tora_scan *s = ctx;
	struct tora_err err;
	int rc = tora_peek_parse(o, s->spec.common_dir, s->arena, &s->peek, &err);

	if (rc == TORA_OK && s->is_asked)
		tora_settings_keep(s->spec.settings, &s->peek.stamps);
	finish(s, rc, &err);
}

static void refs_done(void *ctx, const struct tora_outcome *o)
{
	struct tora_scan *s = ctx;
	struct tora_err err = TORA_ERR_INIT;
	int rc = judge(o, &err);

	if (rc == TORA_OK)
		rc = tora_refs_parse(tora_arena_sv(s->arena, o->out), s->arena, &s->refs, &err);
	if (rc) {
		fail(s, &err);
		return;
	}
	rc = peek(s, TORA_PEEK_HELD | (s->is_asked ? TORA_PEEK_STAMPS : 0), trees_done, &err);
	if (rc)
		finish(s, rc, &err);
}

static int ask_refs(struct tora_scan *s, struct tora_err *err)
{
	static const char *const tail[] = { "for-each-ref", "--format=" TORA_REFS_FORMAT,
		                            "refs/heads/", NULL };

	return run_git(s, tail, refs_done, err);
}

/* Files git would read if they were there: that one appears is a change, too. */
static void parse_config(struct tora_scan *s, struct tora_sv text)
{
	char paths[TORA_STAMP_GIT_FILES][TORA_PATH_MAX];
	const char *files[TORA_STAMP_GIT_FILES + 1] = { NULL };
	size_t n = tora_stamp_git_files(s->spec.common_dir, paths);
	struct tora_err err = TORA_ERR_INIT;

	while (n--)
		files[n] = paths[n];
	(void)tora_settings_parse(s->spec.settings, text, s->spec.common_dir, files, s->asked_ms,
	                          &err);
}

static void config_done(void *ctx, const struct tora_outcome *o)
{
	struct tora_scan *s = ctx;
	struct tora_err err = TORA_ERR_INIT;

	/* Settings that cannot be read are no reason not to look at the branches: the old ones stay. */
	if (judge(o, &err) == TORA_OK)
		parse_config(s, o->out);
	tora_proc_free(s->proc);
	s->proc = NULL;
	if (ask_refs(s, &err))
		fail(s, &err);
}

static int ask_config(struct tora_scan *s, struct tora_err *err)
{
	static const char *const tail[] = { "config", "--null", "--show-origin", "--list", NULL };

	s->is_asked = true;
	s->asked_ms = tora_clock_wall_ms();
	return run_git(s, tail, config_done, err);
}

static void first_done(void *ctx, const struct tora_outcome *o)
{
	struct tora_scan *s = ctx;
	struct tora_peek first;
	struct tora_err err;
	int rc = tora_peek_parse(o, s->spec.common_dir, s->arena, &first, &err);

	s->is_listing = false;
	if (rc) {
		finish(s, rc, &err);
		return;
	}
	if (s->spec.wants_dirs)
		s->spec.on_dirs(s->spec.ctx, &first);
	tora_proc_free(s->proc);
	s->proc = NULL;
	/* A file of settings may lie where no event comes from. */
	if (s->spec.wants_config || !tora_settings_is_fresh(s->spec.settings, &first.stamps))
		rc = ask_config(s, &err);
	else
		rc = ask_refs(s, &err);
	if (rc)
		fail(s, &err);
}

int tora_scan_start(struct tora_loop *loop, const struct tora_scan_spec *spec,
                    struct tora_scan **ret_scan, struct tora_err *err)
{
	struct tora_scan *s = tora_xcalloc(1, sizeof *s);
	int rc;

	s->loop = loop;
	s->spec = *spec;
	s->arena = tora_arena_new();
	s->is_listing = spec->wants_dirs;
	rc = peek(s, TORA_PEEK_STAMPS | (spec->wants_dirs ? TORA_PEEK_DIRS : TORA_PEEK_HEAD),
	          first_done, err);
	if (rc) {
		tora_scan_free(s);
		return rc;
	}
	*ret_scan = s;
	return TORA_OK;
}

bool tora_scan_is_listing(const struct tora_scan *scan)
{
	return scan->is_listing;
}

void tora_scan_free(struct tora_scan *scan)
{
	if (!scan)
		return;
	tora_proc_free(scan->proc);
	tora_arena_free(scan->arena);
	free(scan);
}
