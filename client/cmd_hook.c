/*
 * cmd_hook.c - what git calls: tell the daemon, at push print what is known, never wait, never fail.
 *
 *	connect ──ok──► post-*: send, exit 0
 *	   │            pre-push: ask, 200 ms at most, print; wait only if tora.push.wait says so
 *	   └─nobody, stopped, or late──► spool file, exit 0 (when nobody listens, the daemon is started
 *	                                 a moment later, so that it does not take git's processor)
 *
 * This runs inside every commit and push: no git is started, no library is loaded but
 * libc and cJSON, unless there is something to be said that depends on configuration.
 */
#include "client/client.h"
#include "client/conn.h"
#include "client/push.h"
#include "client/spool.h"
#include "client/where.h"
#include "tora/clock.h"
#include "tora/spawn.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define ANSWER_MS  200  /* a daemon that is up answers in well under one */
#define SETTLE_MS  500  /* what is left of a commit, or the busy part of a push, is over by then */
#define INPUT_MS   2000 /* git writes the refs at once; nobody typing is waited for */
#define INPUT_MAX  (4u << 20)
#define WAIT_S_MAX 600 /* PROTOCOL.md, hook */

#define EVENT_START "start" /* no event of git's: see start_for_next_time() */

struct hook {
	const char *event, *program;
	struct tora_paths paths;
	struct tora_where where;
	cJSON *params;
};

bool tora_client_quiet(void)
{
	const char *tora = getenv("TORA");

	return (tora && strcmp(tora, "0") == 0) || getenv("CI") || getenv("GITHUB_ACTIONS");
}

/* All of stdin, so that git never meets a closed pipe; bounded in size and time. */
static void read_refs(struct tora_str *ret)
{
	int64_t until = tora_clock_mono_ms() + INPUT_MS;
	char chunk[16384];

	if (isatty(STDIN_FILENO))
		return;
	for (;;) {
		struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
		int64_t left = until - tora_clock_mono_ms();
		ssize_t n;

		if (left <= 0 || poll(&p, 1, (int)left) <= 0)
			return;
		n = read(STDIN_FILENO, chunk, sizeof chunk);
		if (n <= 0)
			return;
		tora_str_add_clip(ret, (struct tora_sv){ chunk, (size_t)n });
	}
}

static void make_params(struct hook *h, int argc, char **argv)
{
	struct tora_str refs = TORA_STR_INIT(INPUT_MAX);

	h->params = cJSON_CreateObject();
	tora_json_put_text(h->params, "event", h->event);
	tora_json_put_text(h->params, "repo", h->where.common);
	if (h->where.top[0])
		tora_json_put_text(h->params, "work", h->where.top);
	if (strcmp(h->event, "post-rewrite") == 0 && argc > 0)
		tora_json_put_text(h->params, "detail", argv[0]);
	if (strcmp(h->event, "pre-push") == 0) {
		read_refs(&refs);
		if (argc > 0)
			tora_json_put_text(h->params, "remote", argv[0]);
		cJSON_AddItemToObject(h->params, "refs", tora_push_refs(tora_str_view(&refs)));
	}
	tora_str_free(&refs);
}

/* Nobody heard it: leave it where the next daemon reads it. A failure is the caller's to tell, or nobody's. */
static int leave_in_spool(struct hook *h, struct tora_err *err)
{
	struct tora_str line = TORA_STR_INIT(INPUT_MAX * 2);
	int rc;

	tora_wire_notify(&line, "hook", h->params);
	rc = tora_spool_put(&h->paths, tora_str_view(&line), err);
	tora_str_free(&line);
	return rc;
}

static bool first_start(const struct tora_paths *paths)
{
	struct stat st;

	return stat(paths->store, &st) < 0;
}

/* What start_for_next_time() leaves behind. */
static int start_later(struct hook *h)
{
	struct tora_err ignored;

	(void)poll(NULL, 0, SETTLE_MS);
	(void)tora_conn_start_daemon(h->program, 0, &ignored);
	return 0;
}

/* This program again, in a session of its own: starting torad costs more than a commit does. */
static int leave_start_behind(const struct hook *h, struct tora_err *err)
{
	const char *const argv[] = { h->program, "hook", EVENT_START, NULL };
	char torad[PATH_MAX];
	int rc = tora_conn_torad_path(h->program, torad, sizeof torad, err);

	if (rc == TORA_OK && access(torad, X_OK) < 0)
		rc = tora_fail_sys(err, "starting the daemon: %s", torad);
	return rc ? rc : tora_spawn_daemon(argv, 0, err);
}

/*
 * Nobody listens: the daemon is started, which reads the spool; it is not waited for. Where the
 * spool cannot be written it could not do its work either (H15), so nothing is started.
 */
static int start_for_next_time(struct hook *h, struct tora_err *err)
{
	bool first = first_start(&h->paths);
	int rc = leave_in_spool(h, err);

	if (rc == TORA_OK)
		rc = leave_start_behind(h, err);
	if (rc == TORA_OK && first)
		(void)fputs("tora: starting the background daemon (tora daemon stop ends it)\n",
		            stderr);
	return rc;
}

#define WAIT_KEY  "tora.push.wait"
#define BLOCK_KEY "tora.push.block"

static unsigned at_most_wait(long seconds)
{
	return seconds < 0 ? 0 : seconds > WAIT_S_MAX ? WAIT_S_MAX : (unsigned)seconds;
}

/* `text` ends with its line. */
static unsigned seconds_of(const char *text)
{
	char *end;
	long n = strtol(text, &end, 10);

	return *end == '\n' || *end == '\0' ? at_most_wait(n) : 0;
}

/* git's booleans: in any case, and any number but 0 is true. */
static bool is_true(const char *text)
{
	static const char *const no[] = { "false", "no", "off", "0" };
	size_t len = strcspn(text, "\n");

	for (size_t i = 0; i < sizeof no / sizeof *no; i++)
		if (len == strlen(no[i]) && strncasecmp(text, no[i], len) == 0)
			return false;
	return len > 0;
}

/* `git config` has the last word where the environment overrides it or the daemon is not sure. */
static void ask_git(unsigned *wait_s, bool *block)
{
	const char *const argv[] = { "git", "config", "--get-regexp", "^tora\\.push\\.", NULL };
	struct tora_spawn_spec spec = { .argv = argv, .budget_ms = ANSWER_MS * 5, .out_max = 8192 };
	struct tora_spawn_result r = { 0 };
	struct tora_sv rest, line;
	struct tora_err err;

	/* Its own environment on purpose: GIT_DIR and GIT_CONFIG_* are what the user pushes with. */
	spec.env = (const char *const *)environ;
	if (tora_spawn_run(&spec, &r, &err))
		return;
	rest = tora_str_view(&r.out);
	while (tora_sv_line(&rest, &line)) {
		if (tora_sv_starts(line, WAIT_KEY " "))
			*wait_s = seconds_of(line.at + strlen(WAIT_KEY " "));
		else if (tora_sv_is(line, BLOCK_KEY)) /* no value at all is git's "true" */
			*block = true;
		else if (tora_sv_starts(line, BLOCK_KEY " "))
			*block = is_true(line.at + strlen(BLOCK_KEY " "));
	}
	tora_spawn_done(&r);
}

static void push_settings(const cJSON *answer, unsigned *wait_s, bool *block)
{
	const cJSON *settings = tora_json_obj(answer, "settings");

	if (settings && !getenv("GIT_CONFIG_PARAMETERS") && !getenv("GIT_CONFIG_COUNT")) {
		*wait_s = at_most_wait((long)tora_json_int(settings, "push_wait_s", 0));
		*block = tora_json_bool(settings, "push_block", false);
		return;
	}
	ask_git(wait_s, block);
}

static void say(const struct tora_str *report)
{
	(void)fwrite(report->buf, 1, report->len, stderr);
}

/* The answer to a pre-push, waited for again when the user asked to wait. Returns git's exit status. */
static int push_answer(struct hook *h, struct tora_conn *conn, cJSON *answer)
{
	struct tora_str report = TORA_STR_INIT(65536);
	struct tora_push_verdict v;
	unsigned wait_s = 0;
	bool block = false;
	struct tora_err err;

	tora_push_report(answer, &report, &v);
	if (v.running || v.unintended)
		push_settings(answer, &wait_s, &block);
	if (v.running && wait_s) {
		cJSON *later = NULL;

		if (isatty(STDERR_FILENO))
			(void)fprintf(stderr,
			              "tora: waiting up to %u s for the check (tora.push.wait)\n",
			              wait_s);
		tora_json_put_int(h->params, "wait_ms", (int64_t)wait_s * 1000);
		if (tora_conn_call(conn, "hook", h->params, (int64_t)wait_s * 1000 + ANSWER_MS,
		                   &later, &err) == TORA_OK) {
			tora_str_reset(&report);
			tora_push_report(later, &report, &v);
		}
		cJSON_Delete(later);
	}
	if (block && v.unintended)
		tora_str_adds(&report,
		              "tora: push refused (tora.push.block); acknowledge with tora ack, or "
		              "push with --no-verify\n");
	say(&report);
	tora_str_free(&report);
	return block && v.unintended ? 1 : 0;
}

static void not_checked(const struct tora_err *err)
{
	(void)fprintf(stderr, "tora: not checked: %s (tora doctor)\n", err->msg);
}

static int push(struct hook *h, struct tora_conn *conn)
{
	cJSON *answer = NULL;
	struct tora_err err;
	int status = 0;

	if (tora_conn_call(conn, "hook", h->params, ANSWER_MS, &answer, &err)) {
		not_checked(&err);
		(void)leave_in_spool(h, &err);
		return 0;
	}
	if (tora_json_bool(answer, "registered", false))
		status = push_answer(h, conn, answer);
	cJSON_Delete(answer);
	return status;
}

static int speak(struct hook *h)
{
	bool is_push = strcmp(h->event, "pre-push") == 0 &&
	               cJSON_GetArraySize(tora_json_list(h->params, "refs")) > 0;
	struct tora_conn *conn = NULL;
	struct tora_err err, ignored;
	int rc = tora_conn_open(&h->paths, ANSWER_MS, &conn, &err), status = 0;

	if (rc == TORA_E_NOTFOUND) {
		rc = start_for_next_time(h, &err);
		if (rc == TORA_OK && is_push)
			(void)fputs(
				"tora: not checked yet: the daemon was not running; it is being "
				"started\n",
				stderr);
	} else if (rc) {
		(void)leave_in_spool(h, &ignored);
	} else if (is_push) {
		status = push(h, conn);
	} else if (strcmp(h->event, "pre-push") != 0 &&
	           tora_conn_tell(conn, "hook", h->params, &ignored)) {
		(void)leave_in_spool(h, &ignored);
	}
	if (rc && is_push)
		not_checked(&err);
	tora_conn_free(conn);
	return status;
}

int tora_cmd_hook(const char *event, int argc, char **argv, const char *program)
{
	struct hook h = { .event = event, .program = program };
	struct tora_err err;
	int status;

	if (tora_client_quiet())
		return 0;
	if (strcmp(event, EVENT_START) == 0)
		return start_later(&h);
	if (tora_paths_init(&h.paths, &err) || tora_where_in_hook(&h.where, &err))
		return 0;
	make_params(&h, argc, argv);
	status = speak(&h);
	cJSON_Delete(h.params);
	return status;
}
