/*
 * cmd_hook.c - the part of a hook that is rarely needed: what the daemon answered to a push is
 * printed where it is sure enough (tora.push.sure), and waited for when tora.push.wait says so. tora-hook (hooks/hook.c) did the rest.
 */
#include "client/client.h"
#include "client/conn.h"
#include "client/push.h"
#include "hooks/file.h"
#include "hooks/line.h"
#include "hooks/message.h"
#include "tora/gitvalue.h"
#include "tora/spawn.h"
#include "tora/stamp.h"
#include "tora/wire.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WAIT_KEY  "tora.push.wait"
#define BLOCK_KEY "tora.push.block"
#define SURE_KEY  "tora.push.sure"

struct push_settings {
	unsigned wait_s, sure;
	bool block;
	const char *problem; /* borrowed: with one of them, which the daemon read; else NULL */
};

static unsigned at_most(int64_t n, unsigned max)
{
	return n < 0 ? 0 : n > max ? max : (unsigned)n;
}

/* What is no such number or boolean is the fallback, as in the daemon's copy. */
static unsigned number_of(const char *text, unsigned max, unsigned fallback)
{
	int64_t n;

	return tora_gitvalue_int(text, &n) && n >= 0 && n <= max ? (unsigned)n : fallback;
}

/* One of what `git config --null` says: the key, and on another line its value, if it has one. */
static void set(struct push_settings *ret, const char *entry)
{
	struct tora_sv key = { entry, strcspn(entry, "\n") };
	const char *text = entry[key.len] ? entry + key.len + 1 : NULL;

	if (tora_sv_is(key, WAIT_KEY))
		ret->wait_s = number_of(text, TORA_PUSH_WAIT_MAX, 0);
	else if (tora_sv_is(key, SURE_KEY))
		ret->sure = number_of(text, 100, TORA_PUSH_SURE);
	else if (tora_sv_is(key, BLOCK_KEY)) {
		ret->block = false;
		(void)tora_gitvalue_bool(text, &ret->block);
	}
}

/* `git config` has the last word where the environment overrides it or the daemon is not sure. */
static void ask_git(struct push_settings *ret)
{
	const char *const argv[] = { "git",          "config",          "--null",
		                     "--get-regexp", "^tora\\.push\\.", NULL };
	struct tora_spawn_spec spec = { .argv = argv,
		                        .budget_ms = TORA_LINE_ANSWER_MS * 5,
		                        .out_max = 8192 };
	struct tora_spawn_result r = { 0 };
	struct tora_err err;

	/* Its own environment on purpose: GIT_DIR and GIT_CONFIG_* are what the user pushes with. */
	spec.env = (const char *const *)environ;
	if (tora_spawn_run(&spec, &r, &err))
		return;
	for (size_t at = 0; at < r.out.len; at += strlen(r.out.buf + at) + 1)
		set(ret, r.out.buf + at);
	tora_spawn_done(&r);
}

static struct push_settings settings_of(const cJSON *answer)
{
	struct push_settings ret = { .sure = TORA_PUSH_SURE };
	const cJSON *settings = tora_json_obj(answer, "settings");

	if (!settings || tora_stamp_git_has_others()) {
		ask_git(&ret);
		return ret;
	}
	ret.wait_s = at_most(tora_json_int(settings, "push_wait_s", 0), TORA_PUSH_WAIT_MAX);
	ret.sure = at_most(tora_json_int(settings, "push_sure", TORA_PUSH_SURE), 100);
	ret.block = tora_json_bool(settings, "push_block", false);
	ret.problem = tora_json_text(settings, "problem", NULL);
	return ret;
}

/*
 * The daemon that was to do it has gone, and the check it was to make is on disk. One that was killed leaves its socket, and
 * the next one is started, which nobody waits for; one that was stopped takes it away, and nothing is.
 */
static void start_next(const struct tora_paths *paths, const char *program, struct tora_err *err)
{
	char torad[PATH_MAX];
	const char *const argv[] = { torad, "run", NULL };
	int rc;

	if (access(paths->socket, F_OK) < 0) {
		(void)tora_fail(err, TORA_E_CANCELED,
		                "the daemon was stopped before the check ended; the next one goes "
		                "on with it (tora daemon start)");
		return;
	}
	rc = tora_conn_beside(program, "torad", torad, sizeof torad, err);
	if (rc == TORA_OK)
		rc = tora_spawn_daemon(argv, TORA_LINE_ANSWER_MS, err);
	if (rc == TORA_OK || rc == TORA_E_TIMEOUT || tora_conn_is_running_already(rc, err))
		(void)tora_fail(err, TORA_E_CANCELED,
		                "the daemon ended before the check did; another one is started "
		                "and goes on with it (tora status)");
}

/*
 * Once more, when the check has ended or the time is over. What failed leaves the report as it is, and is an error for
 * its end.
 */
static int wait_for_check(cJSON *params, const struct push_settings *settings, const char *program,
                          struct tora_str *report, struct tora_push_verdict *v,
                          struct tora_err *err)
{
	int64_t wait_ms = (int64_t)settings->wait_s * 1000;
	struct tora_conn *conn = NULL;
	struct tora_paths paths;
	cJSON *later = NULL;
	int rc;

	if (isatty(STDERR_FILENO))
		(void)fprintf(stderr, "tora: waiting up to %u s for the check (tora.push.wait)\n",
		              settings->wait_s);
	tora_json_put_int(params, "wait_ms", wait_ms);
	rc = tora_paths_init(&paths, err);
	if (rc == TORA_OK)
		rc = tora_conn_open(&paths, TORA_LINE_ANSWER_MS, &conn, err);
	if (rc == TORA_OK)
		rc = tora_conn_call(conn, "hook", params, wait_ms + TORA_LINE_ANSWER_MS, &later,
		                    err);
	if (rc == TORA_OK) {
		tora_str_reset(report);
		tora_push_report(later, settings->sure, report, v);
	} else if (rc == TORA_E_CANCELED || rc == TORA_E_NOTFOUND) {
		start_next(&paths, program, err);
	}
	cJSON_Delete(later);
	tora_conn_free(conn);
	return rc;
}

static unsigned lines(const struct tora_str *text)
{
	unsigned n = 0;

	for (size_t i = 0; i < text->len; i++)
		n += text->buf[i] == '\n';
	return n;
}

/* Who set it wrong believes that it holds. */
static void say_problem(const char *problem, struct tora_str *report)
{
	if (!problem || lines(report) >= TORA_PUSH_LINES)
		return;
	tora_str_adds(report, "tora: ");
	tora_str_add_escaped(report, tora_sv(problem), false);
	tora_str_addc(report, '\n');
}

/* Returns git's exit status. */
static int say_answer(cJSON *params, const cJSON *answer, const char *program)
{
	struct tora_str report = TORA_STR_INIT(65536);
	struct push_settings settings = { .sure = 0 };
	struct tora_push_verdict v;
	struct tora_err err = TORA_ERR_INIT;

	tora_push_report(answer, 0, &report, &v);
	if (report.len) { /* all there is; now what the settings let be told */
		settings = settings_of(answer);
		tora_str_reset(&report);
		tora_push_report(answer, settings.sure, &report, &v);
	}
	if (v.running && settings.wait_s &&
	    wait_for_check(params, &settings, program, &report, &v, &err))
		say_problem(err.msg, &report);
	if (settings.block && v.unintended)
		tora_str_adds(&report,
		              "tora: push refused (tora.push.block); acknowledge with tora ack, or "
		              "push with --no-verify\n");
	say_problem(settings.problem, &report);
	(void)fwrite(report.buf, 1, report.len, stderr);
	tora_str_free(&report);
	return settings.block && v.unintended ? 1 : 0;
}

/* stdin: the request as it was sent, and the answer to it, a line each. */
static int answered(const char *program)
{
	struct tora_str text = TORA_STR_INIT(2 * TORA_WIRE_IN_MAX);
	struct tora_sv rest, line = { 0 };
	cJSON *asked = NULL, *answer = NULL;
	struct tora_err err;
	char chunk[16384];
	int status = 0;
	ssize_t n;

	while ((n = read(STDIN_FILENO, chunk, sizeof chunk)) > 0)
		tora_str_add(&text, (struct tora_sv){ chunk, (size_t)n });
	rest = tora_str_view(&text);
	(void)tora_sv_line(&rest, &line);
	if (tora_json_parse(line, TORA_WIRE_IN_MAX, &asked, &err) ||
	    tora_json_parse(rest, TORA_WIRE_IN_MAX, &answer, &err))
		tora_message_not_checked(err.msg);
	else if (tora_json_obj(answer, "error"))
		tora_message_not_checked(tora_json_text(tora_json_obj(answer, "error"), "message",
		                                        "the daemon failed"));
	else
		status = say_answer(cJSON_GetObjectItemCaseSensitive(asked, "params"),
		                    tora_json_obj(answer, "result"), program);
	cJSON_Delete(asked);
	cJSON_Delete(answer);
	tora_str_free(&text);
	return status;
}

int tora_cmd_hook(int argc, char **argv, const char *program)
{
	char hook[PATH_MAX];
	struct tora_err err;

	if (argc == 2 && strcmp(argv[1], "answered") == 0)
		return answered(program);
	/* From a hook that a person wrote (argv[0] is "hook", which no event is called), or from a link of an earlier version. */
	if (tora_conn_beside(program, TORA_HOOK_PROGRAM, hook, sizeof hook, &err) == TORA_OK)
		(void)execv(hook, argv);
	return 0; /* a hook never stands in the way */
}
