#include "client/ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "90", "90s", "30m", "2h", "1d" in seconds; 0 when it is nothing like that. */
static long seconds_of(const char *text)
{
	char *unit;
	long n = strtol(text, &unit, 10);
	long factor = *unit == '\0' || *unit == 's' ? 1
	              : *unit == 'm'                ? 60
	              : *unit == 'h'                ? 3600
	              : *unit == 'd'                ? 86400
	                                            : 0;

	if (n <= 0 || n > 604800 || (*unit && unit[1]) || n * factor > 604800)
		return 0;
	return n * factor;
}

static bool without_unit(const struct tora_cli *cli)
{
	return cli->nargs && !cli->args[0][strspn(cli->args[0], "0123456789")];
}

int tora_cmd_pause(struct tora_cli *cli, struct tora_err *err)
{
	cJSON *params = cJSON_CreateObject(), *answer = NULL;
	long seconds = cli->nargs ? seconds_of(cli->args[0]) : 0;
	int rc;

	if (cli->nargs && !seconds) {
		cJSON_Delete(params);
		return tora_fail(err, TORA_E_USAGE,
		                 "'%s' is no duration; say 30m, 2h, 1d (at most a week)",
		                 cli->args[0]);
	}
	if (seconds)
		tora_json_put_int(params, "seconds", seconds);
	rc = tora_ask(cli, "pause", params, TORA_ASK_MS, &answer, err);
	if (rc == TORA_OK)
		(void)printf("paused%s%s%s; tora resume goes on\n", seconds ? " for " : "",
		             seconds ? cli->args[0] : "", without_unit(cli) ? " s" : "");
	cJSON_Delete(params);
	cJSON_Delete(answer);
	return rc;
}

int tora_cmd_resume(struct tora_cli *cli, struct tora_err *err)
{
	cJSON *answer = NULL;
	int rc = tora_ask(cli, "resume", NULL, TORA_ASK_MS, &answer, err);

	if (rc == TORA_OK)
		(void)puts("checking again");
	cJSON_Delete(answer);
	return rc;
}
