/*
 * scan.c - one or two runs of git.
 */
#include "watch/scan.h"
#include "loop/proc.h"
#include "tora/clock.h"
#include "tora/spawn.h"

#include <stdlib.h>
#include <string.h>

struct tora_scan {
	struct tora_loop *loop;
	struct tora_scan_spec spec;
	struct tora_proc *proc;
	int64_t asked_ms; /* wall clock when git was asked for its configuration */
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

static void finish(struct tora_scan *s, const struct tora_refs *refs, struct tora_arena *arena,
                   const struct tora_err *err)
{
	struct tora_scan_spec spec = s->spec;

	tora_scan_free(s);
	spec.done(spec.ctx, refs, arena, err);
}

static void refs_done(void *ctx, const struct tora_outcome *o)
{
	struct tora_scan *s = ctx;
	struct tora_arena *arena = tora_arena_new();
	struct tora_refs refs = { 0 };
	struct tora_err err = TORA_ERR_INIT;
	int rc = judge(o, &err);

	if (rc == TORA_OK)
		rc = tora_refs_parse(o->out, arena, &refs, &err);
	if (rc) {
		tora_arena_free(arena);
		finish(s, NULL, NULL, &err);
		return;
	}
	finish(s, &refs, arena, &err);
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
	const char *home = getenv("HOME"), *xdg = getenv("XDG_CONFIG_HOME");
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	const char *files[5] = { "/etc/gitconfig" };
	size_t n = 1;

	files[n++] = tora_arena_printf(arena, "%s/config", s->spec.common_dir);
	if (home)
		files[n++] = tora_arena_printf(arena, "%s/.gitconfig", home);
	if (xdg && *xdg)
		files[n++] = tora_arena_printf(arena, "%s/git/config", xdg);
	else if (home)
		files[n++] = tora_arena_printf(arena, "%s/.config/git/config", home);
	files[n] = NULL;
	(void)tora_settings_parse(s->spec.settings, text, s->spec.common_dir, files, s->asked_ms,
	                          &err);
	tora_arena_free(arena);
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
		finish(s, NULL, NULL, &err);
}

static int ask_config(struct tora_scan *s, struct tora_err *err)
{
	static const char *const tail[] = { "config", "--null", "--show-origin", "--list", NULL };

	s->asked_ms = tora_clock_wall_ms();
	return run_git(s, tail, config_done, err);
}

int tora_scan_start(struct tora_loop *loop, const struct tora_scan_spec *spec,
                    struct tora_scan **ret_scan, struct tora_err *err)
{
	struct tora_scan *s = tora_xcalloc(1, sizeof *s);
	int rc;

	s->loop = loop;
	s->spec = *spec;
	rc = spec->settings ? ask_config(s, err) : ask_refs(s, err);
	if (rc) {
		free(s);
		return rc;
	}
	*ret_scan = s;
	return TORA_OK;
}

void tora_scan_free(struct tora_scan *scan)
{
	if (!scan)
		return;
	tora_proc_free(scan->proc);
	free(scan);
}
