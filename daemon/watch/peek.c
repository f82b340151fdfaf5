/*
 * peek.c - one side looks and writes fields that end in NUL, the first byte saying of what; the other reads them.
 *
 *	D<role> <watch> <path>   a folder          X<why>   there are more, which are not watched
 *	T<path>   a tree that is held              B   an operation is under way
 *	W   the work tree is there                 S<mtime> <size> <inode>   of the next file
 *	G   no git directory                       .   the end: without it the child did not get there
 */
#include "watch/peek.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OUT_MAX    (8u << 20)
#define INOTIFY_FD 3

static void field(struct tora_str *out)
{
	tora_str_addc(out, '\0');
}

/* ---- the child ------------------------------------------------------------------------------ */

static void put_dirs(const struct tora_peek_spec *spec, struct tora_arena *arena,
                     struct tora_str *out)
{
	struct tora_dirs dirs = { 0 };
	struct tora_err err = TORA_ERR_INIT;
	int rc = tora_dirs_list(spec->common_dir, spec->inotify < 0 ? -1 : INOTIFY_FD, arena, &dirs,
	                        &err);

	for (size_t i = 0; i < dirs.list.n; i++) {
		tora_str_addf(out, "D%d %d %s", (int)dirs.list.at[i].role, dirs.list.at[i].watch,
		              dirs.list.at[i].path);
		field(out);
	}
	if (rc == TORA_OK && dirs.cut)
		(void)tora_fail(&err, TORA_E_LIMIT, "more than %d folders of branches",
		                TORA_DIRS_MAX);
	if (rc || dirs.cut) {
		tora_str_addf(out, "X%s", err.msg);
		field(out);
	}
}

static void put_held(const struct tora_peek_spec *spec, const struct tora_dirs *dirs,
                     struct tora_arena *arena, struct tora_str *out)
{
	struct tora_sv common = tora_sv(spec->common_dir);
	const char **trees = NULL, *main_tree = spec->work_dir;
	bool busy = false;
	size_t n = 0;

	if (tora_sv_ends(common, "/.git"))
		main_tree = tora_arena_text(arena, (struct tora_sv){ common.at, common.len - 5 });
	tora_dirs_held(dirs, main_tree, arena, &trees, &n, &busy);
	for (size_t i = 0; i < n; i++) {
		tora_str_addf(out, "T%s", trees[i]);
		field(out);
	}
	if (busy) {
		tora_str_addc(out, 'B');
		field(out);
	}
	if (spec->work_dir && access(spec->work_dir, F_OK) == 0) {
		tora_str_addc(out, 'W');
		field(out);
	}
}

static void put_stamps(const struct tora_settings *settings, struct tora_str *out)
{
	struct tora_stamps stamps;

	tora_settings_stamp(settings, &stamps);
	for (size_t i = 0; i < stamps.n; i++) {
		tora_str_addc(out, 'S');
		tora_stamp_put(&stamps.at[i], out);
		field(out);
	}
}

static void look(const struct tora_peek_spec *spec, struct tora_arena *arena, struct tora_str *out)
{
	struct tora_dirs trees;
	struct tora_err err;

	if (spec->wants & TORA_PEEK_STAMPS)
		put_stamps(spec->settings, out);
	if (spec->wants == TORA_PEEK_STAMPS)
		return;
	if (tora_dirs_of_trees(spec->common_dir, arena, &trees, &err)) {
		tora_str_addc(out, 'G');
		field(out);
		return;
	}
	if (spec->wants & TORA_PEEK_DIRS)
		put_dirs(spec, arena, out);
	if (spec->wants & TORA_PEEK_HELD)
		put_held(spec, &trees, arena, out);
}

static int work(void *arg)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_str out = TORA_STR_INIT(OUT_MAX - 1);
	ssize_t n = 0;

	look(arg, arena, &out);
	tora_str_addc(&out, '.');
	for (size_t at = 0; !out.over && at < out.len && n >= 0; at += (size_t)n)
		n = write(STDOUT_FILENO, out.buf + at, out.len - at);
	tora_str_free(&out);
	tora_arena_free(arena);
	return n < 0;
}

int tora_peek_start(struct tora_loop *loop, const struct tora_peek_spec *spec,
                    void (*done)(void *ctx, const struct tora_outcome *), void *ctx,
                    struct tora_proc **ret_proc, struct tora_err *err)
{
	struct tora_peek_spec own = *spec; /* a copy of us has a copy of it */
	struct tora_proc_fd fd = { .fd = spec->inotify, .child_fd = INOTIFY_FD };
	struct tora_proc_spec proc = {
		.name = "look at files",
		.work = work,
		.arg = &own,
		.dir = "/",
		.out_max = OUT_MAX,
		.fds = &fd,
		.n_fds = spec->wants & TORA_PEEK_DIRS && spec->inotify >= 0,
		.budget_ms = spec->budget_ms ? spec->budget_ms : TORA_PEEK_BUDGET_MS,
		.dies_with_us = true,
		.done = done,
		.ctx = ctx,
	};

	return tora_proc_start(loop, &proc, ret_proc, err);
}

/* ---- who asked ------------------------------------------------------------------------------ */

static void take_dir(const char *text, struct tora_arena *arena, struct tora_peek *ret)
{
	char *end;
	long role = strtol(text, &end, 10), watch = strtol(end, &end, 10);

	*tora_vec_push(arena, &ret->dirs.list) = (struct tora_dir){
		.path = *end ? end + 1 : end,
		.role = (enum tora_dir_role)role,
		.watch = (int)watch,
	};
}

static void take_stamp(const char *text, struct tora_stamps *stamps)
{
	if (stamps->n < TORA_SETTINGS_FILES && tora_stamp_parse(text, &stamps->at[stamps->n]))
		stamps->n++;
}

static int take_field(const char *text, const char *common_dir, struct tora_arena *arena,
                      struct tora_peek *ret, struct tora_err *err)
{
	switch (*text) {
	case 'D':
		take_dir(text + 1, arena, ret);
		break;
	case 'X':
		ret->trouble = text + 1;
		break;
	case 'T':
		*tora_vec_push(arena, &ret->held) = text + 1;
		break;
	case 'B':
		ret->is_busy = true;
		break;
	case 'W':
		ret->has_work = true;
		break;
	case 'S':
		take_stamp(text + 1, &ret->stamps);
		break;
	case 'G':
		return tora_fail(err, TORA_E_NOTFOUND, "'%s' is no git directory", common_dir);
	}
	return TORA_OK;
}

int tora_peek_parse(const struct tora_outcome *o, const char *common_dir, struct tora_arena *arena,
                    struct tora_peek *ret, struct tora_err *err)
{
	const char *at, *end;
	int rc = TORA_OK;

	if (o->how == TORA_PROC_TIMEOUT)
		return tora_fail(err, TORA_E_TIMEOUT, "does not answer: '%.200s'", common_dir);
	if (o->how != TORA_PROC_EXIT || o->code != 0 || !o->out.len ||
	    o->out.at[o->out.len - 1] != '.')
		return tora_fail(err, TORA_E_REMOTE, "its files could not be looked at");
	memset(ret, 0, sizeof *ret);
	at = tora_arena_text(arena, o->out); /* with NULs in it, and one behind it */
	end = at + o->out.len - 1;
	for (; at < end && rc == TORA_OK; at += strlen(at) + 1)
		rc = take_field(at, common_dir, arena, ret, err);
	return rc;
}
