/*
 * cmd_log.c - the daemon's log, from the daemon; `-f` reads the file itself.
 */
#include "client/ask.h"
#include "client/conn.h"
#include "client/id.h"
#include "tora/answers.h"

#include <stdio.h>
#include <unistd.h>

/* Old lines are dropped when the log is rotated: no line does not mean no check. */
static int check_is_known(struct tora_cli *cli, const char *id, struct tora_err *err)
{
	cJSON *params = cJSON_CreateObject(), *answer = NULL;
	int rc;

	tora_json_put_text(params, "check", id);
	rc = tora_ask(cli, "checks", params, TORA_ASK_MS, &answer, err);
	cJSON_Delete(params);
	cJSON_Delete(answer);
	return rc;
}

static void print_lines(const cJSON *answer)
{
	const cJSON *line;
	struct tora_str out = TORA_STR_INIT(16u << 20);

	cJSON_ArrayForEach(line, tora_json_list(answer, "lines"))
	{
		tora_str_add_escaped(&out, tora_sv(cJSON_IsString(line) ? line->valuestring : ""),
		                     false);
		tora_str_addc(&out, '\n');
	}
	tora_client_put(tora_str_view(&out));
	tora_str_free(&out);
}

/* tail follows a file over rotation without polling; nothing of ours is left to do. */
static int follow(const struct tora_cli *cli, struct tora_err *err)
{
	char lines[16];
	int rc = tora_answers(cli->paths.state, TORA_ANSWERS_MS, err);

	if (rc)
		return rc;
	(void)snprintf(lines, sizeof lines, "-n%u", cli->lines ? cli->lines : 20);
	(void)execlp("tail", "tail", lines, "-F", cli->paths.log, (char *)NULL);
	return tora_fail_sys(err, "running tail");
}

int tora_cmd_log(struct tora_cli *cli, struct tora_err *err)
{
	cJSON *params, *answer = NULL;
	int rc;

	if ((cli->given & TORA_OPT_FOLLOW) && cli->nargs)
		return tora_fail(err, TORA_E_USAGE, "-f follows the whole log, not one check");
	if (cli->given & TORA_OPT_FOLLOW)
		return follow(cli, err);
	rc = cli->nargs ? tora_id_take(cli->args[0], 'c', err) : TORA_OK;
	if (rc)
		return rc;
	params = cJSON_CreateObject();
	if (cli->nargs)
		tora_json_put_text(params, "check", cli->args[0]);
	if (cli->lines)
		tora_json_put_int(params, "lines", cli->lines);
	rc = cli->nargs ? check_is_known(cli, cli->args[0], err) : TORA_OK;
	if (rc == TORA_OK)
		rc = tora_ask(cli, "log", params, TORA_ASK_MS, &answer, err);
	if (rc == TORA_OK)
		print_lines(answer);
	cJSON_Delete(params);
	cJSON_Delete(answer);
	return rc;
}
