/*
 * cmd_check.c - check now and wait: through the daemon, or without one.
 *
 * Both ways end in the same record. The exit status is a contract (README.md).
 */
#include "client/ask.h"
#include "client/conn.h"
#include "client/offline.h"
#include "client/where.h"
#include "hooks/event.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define WAIT_S_MAX 86400 /* the daemon has the real limit: tora.check.timeout */

struct range {
	char text[512];
	const char *base, *head; /* NULL: the default */
};

/* What git could mean by a name; an option and a blank it would take for something else. */
static int check_name(const char *name, struct tora_err *err)
{
	bool is_bad = name && (*name == '-' || !*name);

	for (const char *c = name; c && *c; c++)
		is_bad |= (unsigned char)*c <= ' ' || *c == 0x7f;
	return is_bad ? tora_fail(err, TORA_E_USAGE,
	                          "'%.100s' is no commit or branch; tora check takes A or A..B",
	                          name)
	              : TORA_OK;
}

/* "A..B", "A...B", "A..", "..B" or "A" (A..HEAD): what B has that A has not. */
static int parse_range(struct tora_cli *cli, struct range *r, struct tora_err *err)
{
	char *dots;

	*r = (struct range){ .base = NULL };
	if (!cli->nargs)
		return TORA_OK;
	if (tora_paths_format(r->text, sizeof r->text, err, "%s", cli->args[0]))
		return tora_fail(err, TORA_E_USAGE, "the range is too long");
	dots = strstr(r->text, "..");
	if (!dots) {
		r->base = r->text;
		return check_name(r->base, err);
	}
	*dots = '\0';
	r->base = *r->text ? r->text : NULL;
	dots += dots[2] == '.' ? 3 : 2; /* both mean: since they parted */
	r->head = *dots ? dots : NULL;
	return check_name(r->base, err) ? err->rc : check_name(r->head, err);
}

static void on_event(void *ctx, const cJSON *params)
{
	struct tora_str text = TORA_STR_INIT(100); /* one line of a terminal */

	(void)ctx;
	if (strcmp(tora_json_text(params, "kind", ""), "check.progress") != 0)
		return;
	tora_progress_text(params, &text);
	(void)fprintf(stderr, "\r\033[Ktora: %s", text.buf);
	(void)fflush(stderr);
	tora_str_free(&text);
}

static void clear_progress(const struct tora_cli *cli)
{
	if (cli->progress)
		(void)fputs("\r\033[K", stderr);
}

/* It would be silent until somebody asks why; what is asked for waits as everything else does. */
static void say_paused(const struct tora_conn *conn)
{
	int64_t until_ms = 0;
	char when[40] = "", text[200];
	time_t until;
	struct tm tm;

	if (!tora_conn_is_paused(conn, &until_ms))
		return;
	until = (time_t)(until_ms / 1000);
	if (until_ms && localtime_r(&until, &tm))
		(void)strftime(when, sizeof when, " until %Y-%m-%d %H:%M", &tm);
	(void)snprintf(text, sizeof text,
	               "checking is paused%s, and this check waits for its end; tora resume "
	               "ends it now, tora check --no-daemon does not wait",
	               when);
	tora_client_complain(text);
}

/* An answer without a record (the process died) becomes one, so that printers have one thing to print. */
static cJSON *record_of(cJSON *answer)
{
	cJSON *record = cJSON_DetachItemFromObject(answer, "record");

	if (cJSON_IsObject(record))
		return record;
	cJSON_Delete(record);
	record = cJSON_CreateObject();
	tora_json_put_text(record, "state", tora_json_text(answer, "state", "failed"));
	tora_json_put_text(record, "reason", tora_json_text(answer, "reason", "crashed"));
	tora_json_put_text(record, "detail", tora_json_text(answer, "detail", NULL));
	return record;
}

static int through_daemon(struct tora_cli *cli, const struct tora_here *where,
                          const struct range *r, cJSON **ret, struct tora_err *err)
{
	cJSON *params = cJSON_CreateObject(), *answer = NULL;
	struct tora_conn *conn = NULL;
	int rc = tora_conn_open_or_start(&cli->paths, cli->program, &conn, err);

	if (rc)
		goto out;
	say_paused(conn);
	tora_json_put_text(params, "repo", tora_where_path(where));
	if (cli->progress)
		tora_conn_on_event(conn, on_event, NULL);
	if (r->base)
		tora_json_put_text(params, "base", r->base);
	if (r->head)
		tora_json_put_text(params, "head", r->head);
	if (cli->engine)
		tora_json_put_text(params, "engine", cli->engine);
	if (cli->timeout_s)
		tora_json_put_int(params, "timeout_s", cli->timeout_s);
	tora_json_put_bool(params, "no_cache", (cli->given & TORA_OPT_NO_CACHE) != 0);
	tora_json_put_bool(params, "wait", true);
	if (cli->progress)
		tora_json_put_bool(params, "progress", true);
	rc = tora_conn_call(conn, "check", params, (int64_t)WAIT_S_MAX * 1000, &answer, err);
	clear_progress(cli);
	if (rc == TORA_E_CANCELED)
		rc = tora_fail(err, rc,
		               "the daemon stopped before the check ended; the check goes on when "
		               "the daemon is started again (tora status)");
	else if (rc && rc != TORA_E_USAGE)
		rc = tora_wrap(err, "could not check");
	if (rc == TORA_OK)
		*ret = record_of(answer);
out:
	cJSON_Delete(params);
	cJSON_Delete(answer);
	tora_conn_free(conn);
	return rc;
}

static int without_daemon(struct tora_cli *cli, const struct tora_here *where,
                          const struct range *r, cJSON **ret, struct tora_err *err)
{
	const char *args[20] = { "check", "--repo", tora_where_path(where) };
	char seconds[16];
	size_t n = 3;

	if (r->base)
		args[n++] = "--base", args[n++] = r->base;
	if (r->head)
		args[n++] = "--head", args[n++] = r->head;
	if (cli->engine)
		args[n++] = "--engine", args[n++] = cli->engine;
	if (cli->timeout_s) {
		(void)snprintf(seconds, sizeof seconds, "%u", cli->timeout_s);
		args[n++] = "--timeout", args[n++] = seconds;
	}
	if (cli->given & TORA_OPT_NO_CACHE)
		args[n++] = "--no-cache";
	return tora_offline_run(cli, args, "record", WAIT_S_MAX, ret, err);
}

static enum tora_exit exit_of(const cJSON *record)
{
	const char *state = tora_json_text(record, "state", "");
	const cJSON *f;

	if (strcmp(state, "failed") == 0 || strcmp(state, "canceled") == 0)
		return TORA_EXIT_FAILED;
	cJSON_ArrayForEach(
		f, tora_json_list(record, "findings")) if (tora_finding_shown(f) &&
	                                                   strcmp(tora_json_text(f, "verdict", ""),
	                                                          "unintended") ==
	                                                           0) return TORA_EXIT_UNINTENDED;
	if (strcmp(state, "done") == 0 && tora_json_text(record, "reason", NULL))
		return TORA_EXIT_FAILED; /* not to the end, and all that was found is acknowledged */
	return TORA_EXIT_OK;
}

static void say_why_not(const cJSON *record)
{
	struct tora_str text = TORA_STR_INIT(4096);
	const char *reason = tora_json_text(record, "reason", "");
	bool is_told = strcmp(reason, "internal") == 0 || strcmp(reason, "no-such-commit") == 0;

	tora_str_adds(&text, "could not check: ");
	if (*reason && !is_told &&
	    tora_json_text(record, "detail", NULL)) /* a sentence by itself */
		tora_str_addf(&text, "%s: ", reason);
	tora_str_adds(&text,
	              tora_json_text(record, "detail", tora_json_text(record, "reason", "?")));
	tora_client_complain(text.buf);
	tora_str_free(&text);
}

int tora_cmd_check(struct tora_cli *cli, struct tora_err *err)
{
	struct tora_here where;
	cJSON *record = NULL;
	struct range r;
	int rc;

	rc = parse_range(cli, &r, err);
	if (rc == TORA_OK)
		rc = tora_where_find(&where, err);
	if (rc)
		return rc;
	/* In CI a daemon would outlive the job. */
	if ((cli->given & TORA_OPT_NO_DAEMON) || tora_hook_is_off())
		rc = without_daemon(cli, &where, &r, &record, err);
	else
		rc = through_daemon(cli, &where, &r, &record, err);
	if (rc)
		return rc;
	cli->status = exit_of(record);
	/* For a person the sentence on stderr says all there is, but for findings and notes. */
	cli->is_reason_said = cli->status == TORA_EXIT_FAILED;
	if (cli->status != TORA_EXIT_FAILED || cli->format != &tora_format_human ||
	    cJSON_GetArraySize(tora_json_list(record, "notes")) > 0)
		tora_ask_print(cli, cli->format->record, record);
	if (cli->status == TORA_EXIT_FAILED)
		say_why_not(record);
	cJSON_Delete(record);
	return TORA_OK;
}
