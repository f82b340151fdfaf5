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

/* Asks the daemon that runs and starts none. Where none does, that is said and *ret_conn stays NULL. */
static int ask_it(struct tora_cli *cli, const char *method, struct tora_conn **ret_conn,
                  cJSON **ret_answer, struct tora_err *err)
{
	int rc = tora_conn_open(&cli->paths, TORA_ASK_MS, ret_conn, err);

	if (rc == TORA_E_NOTFOUND) {
		(void)puts("no daemon is running");
		return TORA_OK;
	}
	return rc ? rc : tora_conn_call(*ret_conn, method, NULL, TORA_ASK_MS, ret_answer, err);
}

/* The daemon closes the connection as its last act: that is waited for. */
static int stop(struct tora_cli *cli, struct tora_err *err)
{
	struct tora_conn *conn = NULL;
	cJSON *answer = NULL;
	int rc = ask_it(cli, "shutdown", &conn, &answer, err);

	/* It may still answer while it ends its checks: only the end of the connection means stopped. */
	if (answer && tora_conn_wait_closed(conn, STOP_MS, err))
		rc = tora_fail(err, TORA_E_TIMEOUT,
		               "the daemon does not stop; tora log tells what it is doing");
	if (answer && rc == TORA_OK)
		(void)puts("stopped");
	cJSON_Delete(answer);
	tora_conn_free(conn);
	return rc;
}

/* Asks only: tora status starts one. */
static int status(struct tora_cli *cli, struct tora_err *err)
{
	struct tora_conn *conn = NULL;
	cJSON *hello = NULL;
	int rc = ask_it(cli, "hello", &conn, &hello, err);

	if (hello)
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
