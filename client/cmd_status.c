/*
 * cmd_status.c - every watched branch, as the refs are now.
 */
#include "client/ask.h"
#include "client/conn.h"
#include "client/where.h"

#include <assert.h>

#define LOOK_MS 300 /* for a look at refs that moved just now; a scan takes some milliseconds */

/* What was committed a moment ago is seen before it is answered. Late: what is known is shown. */
static int look_at_refs(struct tora_cli *cli, struct tora_err *err)
{
	cJSON *params = cJSON_CreateObject(), *answer = NULL;
	int rc;

	tora_json_put_int(params, "timeout_ms", LOOK_MS);
	rc = tora_ask(cli, "sync", params, TORA_ASK_MS, &answer, err);
	cJSON_Delete(params);
	cJSON_Delete(answer);
	return rc;
}

/* Somewhere else there is nothing to start it for. */
static int is_of_use(struct tora_cli *cli, struct tora_err *err)
{
	struct tora_here where;
	struct tora_conn *conn = NULL;
	struct tora_err ignored;
	int rc;

	if (tora_where_find(&where, &ignored) != TORA_E_NOTFOUND)
		return TORA_OK;
	rc = tora_conn_open(&cli->paths, TORA_ASK_MS, &conn, &ignored);
	tora_conn_free(conn);
	return rc == TORA_E_NOTFOUND
	               ? tora_fail(err, rc,
	                           "the daemon does not run, and this is no repository; tora "
	                           "daemon start starts it")
	               : TORA_OK;
}

int tora_cmd_status(struct tora_cli *cli, struct tora_err *err)
{
	cJSON *params, *answer = NULL;
	int rc;

	assert(cli->format->status); /* main() refuses the format that has none */
	rc = is_of_use(cli, err);
	if (rc == TORA_OK)
		rc = look_at_refs(cli, err);
	if (rc)
		return rc;
	params = cJSON_CreateObject();
	tora_json_put_bool(params, "all", (cli->given & TORA_OPT_ALL) != 0);
	rc = tora_ask(cli, "status", params, TORA_ASK_MS, &answer, err);
	if (rc == TORA_OK)
		tora_ask_print(cli, cli->format->status, answer);
	cJSON_Delete(params);
	cJSON_Delete(answer);
	return rc;
}
