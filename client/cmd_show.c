#include "client/ask.h"
#include "client/id.h"

int tora_cmd_show(struct tora_cli *cli, struct tora_err *err)
{
	cJSON *params, *answer = NULL;
	int rc = tora_id_take(cli->args[0], 'K', err);

	if (rc)
		return rc;
	params = cJSON_CreateObject();
	tora_json_put_text(params, "id", cli->args[0]);
	rc = tora_ask(cli, "finding", params, TORA_ASK_MS, &answer, err);
	if (rc == TORA_OK && !tora_json_obj(answer, "finding"))
		rc = tora_fail(err, TORA_E_FORMAT, "the daemon's answer has no finding");
	if (rc == TORA_OK)
		tora_ask_print(cli, cli->format->finding, tora_json_obj(answer, "finding"));
	cJSON_Delete(params);
	cJSON_Delete(answer);
	return rc;
}
