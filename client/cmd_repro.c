/*
 * cmd_repro.c - run a finding's test on both builds again, now.
 */
#include "client/ask.h"
#include "client/id.h"
#include "client/offline.h"
#include "client/where.h"

#include <stdio.h>

#define REPRO_S 300

int tora_cmd_repro(struct tora_cli *cli, struct tora_err *err)
{
	const char *args[] = { "repro", cli->args[0], "--repo", ".", NULL };
	struct tora_here where;
	struct tora_err ignored;
	cJSON *result = NULL;
	bool differs;
	int rc = tora_id_take(cli->args[0], 'K', err);

	if (rc)
		return rc;
	if (tora_where_find(&where, &ignored) == TORA_OK)
		args[3] = tora_where_path(&where);
	rc = tora_offline_run(cli, args, "repro", REPRO_S, &result, err);
	if (rc)
		return rc;
	if (tora_json_text(result, "error", NULL)) {
		rc = tora_fail(err, TORA_E_REMOTE, "%s", tora_json_text(result, "error", ""));
		cJSON_Delete(result);
		return rc;
	}
	differs = tora_json_bool(result, "differs", false);
	tora_ask_print(cli, cli->format->finding, tora_json_obj(result, "finding"));
	if (cli->format == &tora_format_human)
		(void)puts(differs ? "\nrun again just now, in fresh processes: the difference is "
		                     "there"
		                   : "\nrun again just now, in fresh processes: no difference any "
		                     "more");
	cli->status = differs ? TORA_EXIT_UNINTENDED : TORA_EXIT_OK;
	cJSON_Delete(result);
	return TORA_OK;
}
