#include "client/ask.h"
#include "client/where.h"

int tora_cmd_status(struct tora_cli *cli, struct tora_err *err)
{
	cJSON *params = cJSON_CreateObject(), *answer = NULL;
	int rc;

	tora_json_put_bool(params, "all", (cli->given & TORA_OPT_ALL) != 0);
	rc = tora_ask(cli, "status", params, TORA_ASK_MS, &answer, err);
	if (rc == TORA_OK)
		tora_ask_print(cli, cli->format->status, answer);
	cJSON_Delete(params);
	cJSON_Delete(answer);
	return rc;
}
