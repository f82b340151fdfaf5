#include "client/ask.h"
#include "client/conn.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define STOP_MS 10000

static int start(struct tora_cli *cli, struct tora_err *err)
{
	bool started = false;
	int rc = tora_conn_ensure(&cli->paths, cli->program, &started, err);

	if (rc == TORA_OK)
		(void)puts(started ? "started" : "the daemon is running already");
	return rc;
}

/* The daemon closes the connection as its last act: that is waited for. */
static int stop(struct tora_cli *cli, struct tora_err *err)
{
	struct tora_conn *conn = NULL;
	cJSON *answer = NULL;
	int rc = tora_conn_open(&cli->paths, TORA_ASK_MS, &conn, err);

	if (rc == TORA_E_NOTFOUND) {
		(void)puts("no daemon is running");
		return TORA_OK;
	}
	if (rc == TORA_OK)
		rc = tora_conn_call(conn, "shutdown", NULL, STOP_MS, &answer, err);
	/* It may still answer while it ends its checks: only the end of the connection means stopped. */
	if (rc == TORA_OK && tora_conn_wait_closed(conn, STOP_MS, err))
		rc = tora_fail(err, TORA_E_TIMEOUT,
		               "the daemon does not stop; tora log tells what it is doing");
	cJSON_Delete(answer);
	tora_conn_free(conn);
	if (rc == TORA_OK)
		(void)puts("stopped");
	return rc;
}

/* Asks only: tora status starts one. */
static int status(struct tora_cli *cli, struct tora_err *err)
{
	struct tora_conn *conn = NULL;
	cJSON *hello = NULL;
	int rc = tora_conn_open(&cli->paths, TORA_ASK_MS, &conn, err);

	if (rc == TORA_E_NOTFOUND) {
		(void)puts("no daemon is running");
		return TORA_OK;
	}
	if (rc == TORA_OK)
		rc = tora_conn_call(conn, "hello", NULL, TORA_ASK_MS, &hello, err);
	if (rc == TORA_OK)
		(void)printf("running: version %s, pid %lld, %s\n",
		             tora_json_text(hello, "version", "?"),
		             (long long)tora_json_int(hello, "pid", 0), cli->paths.socket);
	cJSON_Delete(hello);
	tora_conn_free(conn);
	return rc;
}

static int run_in_front(struct tora_cli *cli, struct tora_err *err)
{
	char torad[PATH_MAX];
	int rc = tora_conn_beside(cli->program, "torad", torad, sizeof torad, err);

	if (rc)
		return rc;
	(void)execl(torad, torad, "run", "--foreground", (char *)NULL);
	return tora_fail_sys(err, "running %s", torad);
}

int tora_cmd_daemon(struct tora_cli *cli, struct tora_err *err)
{
	static const char *const words[] = { "start", "stop", "restart", "status", "run", NULL };
	const char *what = cli->args[0];
	int rc;

	if (strcmp(what, "start") == 0)
		return start(cli, err);
	if (strcmp(what, "stop") == 0)
		return stop(cli, err);
	if (strcmp(what, "restart") == 0) {
		rc = stop(cli, err);
		return rc ? rc : start(cli, err);
	}
	if (strcmp(what, "status") == 0)
		return status(cli, err);
	if (strcmp(what, "run") == 0)
		return run_in_front(cli, err);
	return tora_cli_no_word("daemon", what, words, err);
}
