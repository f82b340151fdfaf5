/*
 * install.c - the ladder of hooks/README.md, one rung a function.
 *
 * git itself answers every question about configuration, so includes, worktree
 * configuration and -c options mean here what they mean to git.
 */
#include "hooks/install.h"

#include "hooks/event.h"
#include "hooks/file.h"
#include "hooks/shim.h"
#include "tora/paths.h"
#include "tora/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GIT_BUDGET_MS 10000

/*
 * Run git in the repository; *ret_code is its exit status, `out` its trimmed output, or
 * when it failed without any, the first line of what it said about that.
 */
static int git(const struct tora_hooks_where *where, const char *const *args, int *ret_code,
               struct tora_str *out, struct tora_err *err)
{
	const char *argv[16] = { "git", "-C",
		                 where->work_dir ? where->work_dir : where->common_dir };
	struct tora_spawn_result r = { 0 };
	struct tora_spawn_spec spec = { .argv = argv,
		                        .budget_ms = GIT_BUDGET_MS,
		                        .out_max = 65536 };
	struct tora_sv rest, line = { 0 };
	size_t n = 3;
	int rc;

	while (*args && n < 15)
		argv[n++] = *args++;
	rc = tora_spawn_run(&spec, &r, err);
	if (rc)
		return tora_wrap(err, "running git");
	if (r.how != TORA_SPAWN_EXIT)
		rc = tora_fail(err, TORA_E_REMOTE, "git %s did not end by itself", argv[3]);
	else {
		*ret_code = r.code;
		tora_str_add(out, tora_sv_trim(tora_str_view(&r.out)));
		rest = tora_str_view(&r.err);
		if (r.code != 0 && !out->len && tora_sv_line(&rest, &line))
			tora_str_add_clip(out, line);
	}
	tora_spawn_done(&r);
	return rc;
}

/* Configuration hooks exist where `git hook list` shows one that is only configured. */
static bool has_config_hooks(const struct tora_hooks_where *where)
{
	const char *args[] = { "-c",          "hook.tora-probe.event=post-commit",
		               "-c",          "hook.tora-probe.command=true",
		               "hook",        "list",
		               "post-commit", NULL };
	struct tora_str out = TORA_STR_INIT(65536);
	struct tora_err err;
	int code = 1;
	bool yes;

	yes = git(where, args, &code, &out, &err) == TORA_OK && code == 0 &&
	      tora_sv_has(tora_str_view(&out), "tora-probe");
	tora_str_free(&out);
	return yes;
}

static void config_key(const char *event, const char *name, char *buf, size_t size)
{
	(void)snprintf(buf, size, "hook.tora-%s.%s", event, name);
}

static int set_config(const struct tora_hooks_where *where, const char *key, const char *value,
                      struct tora_err *err)
{
	const char *args[] = { "config", "--local", "--replace-all", key, value, NULL };
	struct tora_str out = TORA_STR_INIT(65536);
	int code = 0, rc = git(where, args, &code, &out, err);

	if (rc == TORA_OK && code != 0)
		rc = tora_fail(err, TORA_E_REMOTE, "git config %s failed (%d): %s", key, code,
		               out.buf);
	tora_str_free(&out);
	return rc;
}

static int install_config(const struct tora_hooks_where *where, struct tora_str *report,
                          struct tora_err *err)
{
	char key[96];
	int rc = TORA_OK;

	for (size_t i = 0; tora_hook_events[i] && rc == TORA_OK; i++) {
		struct tora_str command = TORA_STR_INIT(8192);

		tora_shim_command(tora_hook_events[i], where->program, &command);
		config_key(tora_hook_events[i], "command", key, sizeof key);
		rc = set_config(where, key, command.buf, err);
		config_key(tora_hook_events[i], "event", key, sizeof key);
		if (rc == TORA_OK)
			rc = set_config(where, key, tora_hook_events[i], err);
		tora_str_free(&command);
	}
	if (rc == TORA_OK)
		tora_str_adds(report,
		              "hooks: configured as hook.tora-* in this repository's git config\n");
	return rc;
}

/* Is anything of ours in the repository's own configuration? */
static int has_config(const struct tora_hooks_where *where, const char *event, bool *ret,
                      struct tora_err *err)
{
	char pattern[64];
	const char *args[] = { "config", "--local", "--name-only", "--get-regexp", pattern, NULL };
	struct tora_str out = TORA_STR_INIT(65536);
	int code = 0, rc;

	(void)snprintf(pattern, sizeof pattern, "^hook\\.tora-%s\\.", event);
	rc = git(where, args, &code, &out, err);
	if (rc == TORA_OK && code > 1)
		rc = tora_fail(err, TORA_E_REMOTE, "git config failed (%d): %s", code, out.buf);
	*ret = rc == TORA_OK && code == 0;
	tora_str_free(&out);
	return rc;
}

static int remove_section(const struct tora_hooks_where *where, const char *event,
                          struct tora_err *err)
{
	char section[64];
	const char *args[] = { "config", "--local", "--remove-section", section, NULL };
	struct tora_str out = TORA_STR_INIT(65536);
	int code = 0, rc;

	(void)snprintf(section, sizeof section, "hook.tora-%s", event);
	rc = git(where, args, &code, &out, err);
	if (rc == TORA_OK && code != 0)
		rc = tora_fail(err, TORA_E_REMOTE, "git config --remove-section %s failed (%d): %s",
		               section, code, out.buf);
	tora_str_free(&out);
	return rc;
}

/* Remove our sections; says nothing when there were none. */
static int remove_config(const struct tora_hooks_where *where, struct tora_str *report,
                         struct tora_err *err)
{
	bool any = false;

	for (size_t i = 0; tora_hook_events[i]; i++) {
		bool there = false;
		int rc = has_config(where, tora_hook_events[i], &there, err);

		if (rc == TORA_OK && there)
			rc = remove_section(where, tora_hook_events[i], err);
		if (rc)
			return rc;
		any = any || there;
	}
	if (any)
		tora_str_adds(report,
		              "hooks: removed hook.tora-* from this repository's git config\n");
	return TORA_OK;
}

/*
 * The folder git would run hooks from, absolute. *ret_own says whether it is this
 * repository's own folder, where a file of ours is nobody else's business.
 */
static int hooks_folder(const struct tora_hooks_where *where, struct tora_str *ret_dir,
                        bool *ret_own, struct tora_err *err)
{
	const char *args[] = { "rev-parse", "--git-path", "hooks", NULL };
	char real_dir[PATH_MAX], real_common[PATH_MAX];
	struct tora_str out = TORA_STR_INIT(PATH_MAX);
	const char *base = where->work_dir ? where->work_dir : where->common_dir, *own_dir;
	int code = 0, rc = git(where, args, &code, &out, err);

	if (rc)
		goto out;
	if (code != 0 || !out.len) {
		rc = tora_fail(err, TORA_E_REMOTE, "git cannot tell where hooks are (%d): %s", code,
		               out.buf);
		goto out;
	}
	if (out.buf[0] != '/')
		tora_str_addf(ret_dir, "%s/", base);
	tora_str_adds(ret_dir, out.buf);
	if (!realpath(where->common_dir, real_common)) {
		rc = tora_fail_sys(err, "resolving %s", where->common_dir);
		goto out;
	}
	own_dir = realpath(ret_dir->buf, real_dir) ? real_dir : ret_dir->buf;
	*ret_own = strncmp(own_dir, real_common, strlen(real_common)) == 0 &&
	           own_dir[strlen(real_common)] == '/';
	rc = tora_str_check(ret_dir, err);
out:
	tora_str_free(&out);
	return rc;
}

/* A line about a path, which anybody may have chosen. */
static void report_path(struct tora_str *report, const char *about, const char *path)
{
	tora_str_adds(report, about);
	tora_str_add_escaped(report, tora_sv(path), false);
	tora_str_addc(report, '\n');
}

static int install_shim(const struct tora_hooks_where *where, const char *dir, const char *event,
                        struct tora_str *report, struct tora_err *err)
{
	struct tora_hook_file f;
	int rc = tora_hook_file_look(dir, event, &f, err);
	bool is_foreign = rc == TORA_OK && f.present && !f.ours;

	if (is_foreign)
		rc = tora_hook_file_set_aside(&f, err);
	if (rc)
		goto out;
	rc = tora_hook_file_write(&f, event, where->program, err);
	if (is_foreign && rc)
		tora_hook_file_give_back(&f);
	else if (is_foreign)
		tora_str_addf(report, "hooks: your %s hook still runs first (now %s%s)\n", event,
		              event, TORA_SHIM_CHAINED);
out:
	tora_hook_file_done(&f);
	return rc;
}

/* A foreign hook beside an older renamed one: renaming again would lose one of them. */
static int refuse_conflicts(const char *dir, struct tora_err *err)
{
	for (size_t i = 0; tora_hook_events[i]; i++) {
		struct tora_hook_file f;
		int rc = tora_hook_file_look(dir, tora_hook_events[i], &f, err);

		if (rc == TORA_OK && f.present && !f.ours && f.has_chained && !f.is_same)
			rc = tora_fail(err, TORA_E_CONFLICT,
			               "both %s and %s are there and neither is tora's; merge them "
			               "into one, "
			               "then run tora init again",
			               f.path, f.chained);
		tora_hook_file_done(&f);
		if (rc)
			return rc;
	}
	return TORA_OK;
}

static int install_shims(const struct tora_hooks_where *where, const char *dir,
                         struct tora_str *report, struct tora_err *err)
{
	int rc;

	if (mkdir(dir, 0755) < 0 && errno != EEXIST)
		return tora_fail_sys(err, "making %s", dir);
	rc = refuse_conflicts(dir, err);
	for (size_t i = 0; tora_hook_events[i] && rc == TORA_OK; i++)
		rc = install_shim(where, dir, tora_hook_events[i], report, err);
	if (rc == TORA_OK)
		report_path(report, "hooks: post-commit, post-merge, post-rewrite and pre-push in ",
		            dir);
	return rc;
}

static void print_snippet(const struct tora_hooks_where *where, const char *dir,
                          struct tora_str *report)
{
	report_path(report, "hooks: core.hooksPath is not this repository's own: ", dir);
	tora_str_adds(report,
	              "nothing was written there. tora sees commits all the same. For the warning "
	              "at push time, add to your pre-push hook:\n\n    ");
	tora_shell_quote(where->program, report);
	tora_str_adds(report,
	              " pre-push \"$@\"\n\n"
	              "and to post-commit: the same with post-commit. (husky: .husky/pre-push; "
	              "lefthook: a command with use_stdin: true)\n");
}

static int remove_shim(const char *dir, const char *event, struct tora_str *report,
                       struct tora_err *err)
{
	struct tora_hook_file f;
	int rc = tora_hook_file_look(dir, event, &f, err);

	/* Not ours, or not there: an installation was cut off before the shim was written. */
	if (rc == TORA_OK && f.is_same) {
		if (unlink(f.chained) < 0)
			rc = tora_fail_sys(err, "removing %s", f.chained);
	} else if (rc == TORA_OK && f.has_chained && (f.ours || !f.present)) {
		if (rename(f.chained, f.path) < 0)
			rc = tora_fail_sys(err, "restoring %s", f.path);
		else
			tora_str_addf(report, "hooks: your %s hook is back\n", event);
	} else if (rc == TORA_OK && f.ours) {
		if (unlink(f.path) < 0)
			rc = tora_fail_sys(err, "removing %s", f.path);
		else
			report_path(report, "hooks: removed ", f.path);
	}
	tora_hook_file_done(&f);
	return rc;
}

static int remove_shims_in(const char *dir, struct tora_str *report, struct tora_err *err)
{
	int rc = TORA_OK;

	for (size_t i = 0; tora_hook_events[i] && rc == TORA_OK; i++)
		rc = remove_shim(dir, tora_hook_events[i], report, err);
	return rc;
}

/* From the folder git uses now, and from the usual one: core.hooksPath may have been set since. */
static int remove_shims(const struct tora_hooks_where *where, struct tora_str *report,
                        struct tora_err *err)
{
	struct tora_str dir = TORA_STR_INIT(PATH_MAX), usual = TORA_STR_INIT(PATH_MAX);
	bool own = false;
	int rc = hooks_folder(where, &dir, &own, err);

	tora_str_addf(&usual, "%s/hooks", where->common_dir);
	if (rc == TORA_OK)
		rc = tora_str_check(&usual, err);
	if (rc == TORA_OK && own)
		rc = remove_shims_in(dir.buf, report, err);
	if (rc == TORA_OK)
		rc = remove_shims_in(usual.buf, report, err);
	tora_str_free(&dir);
	tora_str_free(&usual);
	return rc;
}

int tora_hooks_install(const struct tora_hooks_where *where, enum tora_hooks_way *ret_way,
                       struct tora_str *report, struct tora_err *err)
{
	struct tora_str dir = TORA_STR_INIT(PATH_MAX);
	enum tora_hooks_way way;
	bool own = false;
	int rc;

	/* The other way goes when another git was there at the last init: else both would run. */
	if (has_config_hooks(where)) {
		way = TORA_HOOKS_CONFIG;
		rc = install_config(where, report, err);
		if (rc == TORA_OK)
			rc = remove_shims(where, report, err);
		goto out;
	}
	rc = hooks_folder(where, &dir, &own, err);
	if (rc)
		goto out;
	way = own ? TORA_HOOKS_FILES : TORA_HOOKS_FOREIGN;
	if (own)
		rc = install_shims(where, dir.buf, report, err);
	if (own && rc == TORA_OK)
		rc = remove_config(where, report, err);
	if (!own)
		print_snippet(where, dir.buf, report);
out:
	tora_str_free(&dir);
	if (rc)
		return tora_wrap(err, "installing hooks");
	*ret_way = way;
	return TORA_OK;
}

int tora_hooks_remove(const struct tora_hooks_where *where, struct tora_str *report,
                      struct tora_err *err)
{
	/* Both ways are taken back whatever git is installed now: it may be another than at init. */
	int rc = remove_config(where, report, err);

	if (rc == TORA_OK)
		rc = remove_shims(where, report, err);
	return rc ? tora_wrap(err, "removing hooks") : TORA_OK;
}

/* Is `hook.tora-pre-push.command` set, and can what it calls be run? */
static bool config_present(const struct tora_hooks_where *where, struct tora_str *problem)
{
	const char *args[] = { "config", "--get", "hook.tora-pre-push.command", NULL };
	struct tora_str out = TORA_STR_INIT(65536), program = TORA_STR_INIT(PATH_MAX);
	struct tora_err err;
	int code = 1;
	bool yes = git(where, args, &code, &out, &err) == TORA_OK && code == 0;

	if (yes && !tora_shim_command_program(tora_str_view(&out), &program))
		tora_str_adds(problem, "hook.tora-pre-push.command is not as tora writes it; run "
		                       "tora init again");
	else if (yes && access(program.buf, X_OK) != 0)
		tora_str_addf(problem,
		              "hook.tora-pre-push.command calls %s, which is not there; run tora "
		              "init again",
		              program.buf);
	tora_str_free(&program);
	tora_str_free(&out);
	return yes;
}

/* Root may write to any file: `printf ... > .git/hooks/pre-push` goes through the link, into the program of all repositories. */
static bool is_script(const char *path)
{
	char begin[2] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool yes = fd >= 0 && read(fd, begin, sizeof begin) == 2 && memcmp(begin, "#!", 2) == 0;

	if (fd >= 0)
		(void)close(fd);
	return yes;
}

/* Counts our links and shims and says what is wrong with the first that would not work. */
static size_t inspect_shims(const char *dir, struct tora_str *problem)
{
	size_t ours = 0;

	for (size_t i = 0; tora_hook_events[i]; i++) {
		struct tora_err err;
		struct tora_hook_file f;

		if (tora_hook_file_look(dir, tora_hook_events[i], &f, &err) == TORA_OK && f.ours) {
			ours++;
			if (!problem->len && access(f.program.buf, X_OK) != 0)
				tora_str_addf(
					problem,
					"%s calls %s, which is not there; run tora init again",
					f.path, f.program.buf);
			else if (!problem->len && is_script(f.program.buf))
				tora_str_addf(
					problem,
					"%s is a script now, no program of tora's: something was "
					"written through a link of a hooks folder; install tora "
					"again",
					f.program.buf);
			else if (!problem->len && access(f.path, X_OK) != 0)
				tora_str_addf(problem, "%s is not executable; run tora init again",
				              f.path);
		}
		tora_hook_file_done(&f);
	}
	return ours;
}

int tora_hooks_inspect(const struct tora_hooks_where *where, enum tora_hooks_way *ret_way,
                       struct tora_str *ret_problem, struct tora_err *err)
{
	struct tora_str dir = TORA_STR_INIT(PATH_MAX);
	bool own = false;
	size_t ours;
	int rc = hooks_folder(where, &dir, &own, err);

	if (rc)
		goto out;
	*ret_way = TORA_HOOKS_NONE;
	if (config_present(where, ret_problem)) {
		*ret_way = TORA_HOOKS_CONFIG;
		if (!ret_problem->len && !has_config_hooks(where))
			tora_str_adds(ret_problem,
			              "hooks are configured for git 2.54 or later, but this git is "
			              "older; run tora init again");
		goto out;
	}
	if (!own) {
		*ret_way = TORA_HOOKS_FOREIGN;
		goto out;
	}
	ours = inspect_shims(dir.buf, ret_problem);
	if (ours)
		*ret_way = TORA_HOOKS_FILES;
	if (ours && !ret_problem->len && ours < TORA_HOOK_EVENTS)
		tora_str_addf(ret_problem,
		              "only %zu of %d hooks are installed; run tora init again", ours,
		              TORA_HOOK_EVENTS);
out:
	tora_str_free(&dir);
	return rc;
}
