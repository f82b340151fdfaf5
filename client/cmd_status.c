/*
 * cmd_status.c - every watched branch, as the refs are now.
 */
#include "client/ask.h"
#include "client/conn.h"
#include "client/where.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

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

/* Outside of a repository (*ret_common "") there is nothing to start it for. */
static int is_of_use(struct tora_cli *cli, char ret_common[PATH_MAX], struct tora_err *err)
{
	struct tora_here where;
	struct tora_conn *conn = NULL;
	struct tora_err ignored;
	int rc = tora_where_find(&where, &ignored);

	*ret_common = '\0';
	if (rc == TORA_OK && !realpath(where.common, ret_common))
		*ret_common = '\0';
	if (rc != TORA_E_NOTFOUND)
		return TORA_OK;
	rc = tora_conn_open(&cli->paths, TORA_ASK_MS, &conn, &ignored);
	tora_conn_free(conn);
	return rc == TORA_E_NOTFOUND
	               ? tora_fail(err, rc,
	                           "the daemon does not run, and this is no repository; tora "
	                           "daemon start starts it")
	               : TORA_OK;
}

/* The repository one is in comes first, the others in the order they were registered. */
static void put_first(cJSON *repos, const char *common)
{
	cJSON *repo;

	cJSON_ArrayForEach(repo, repos)
	{
		if (strcmp(tora_json_text(repo, "common_dir", ""), common) == 0) {
			cJSON_InsertItemInArray(repos, 0, cJSON_DetachItemViaPointer(repos, repo));
			break;
		}
	}
}

int tora_cmd_status(struct tora_cli *cli, struct tora_err *err)
{
	cJSON *params, *answer = NULL;
	char common[PATH_MAX];
	int rc;

	assert(cli->format->status); /* main() refuses the format that has none */
	rc = is_of_use(cli, common, err);
	if (rc == TORA_OK)
		rc = look_at_refs(cli, err);
	if (rc)
		return rc;
	params = cJSON_CreateObject();
	tora_json_put_bool(params, "all", (cli->given & TORA_OPT_ALL) != 0);
	rc = tora_ask(cli, "status", params, TORA_ASK_MS, &answer, err);
	if (rc == TORA_OK)
		put_first(cJSON_GetObjectItemCaseSensitive(answer, "repos"), common);
	if (rc == TORA_OK)
		tora_ask_print(cli, cli->format->status, answer);
	cJSON_Delete(params);
	cJSON_Delete(answer);
	return rc;
}
