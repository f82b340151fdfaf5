/*
 * cmd_ack.c - what the user says of a finding: intended after all, or not useful.
 */
#include "client/ask.h"
#include "client/id.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* It has a line of its own. */
static bool is_named(const struct tora_cli *cli, const char *id)
{
	for (int i = 0; i < cli->nargs; i++)
		if (strcasecmp(cli->args[i], id) == 0)
			return true;
	return false;
}

/* The others of the same function with the same kind of difference. */
static const cJSON *others(const struct tora_cli *cli, cJSON *answer)
{
	cJSON *alike = cJSON_GetObjectItemCaseSensitive(answer, "alike"), *id, *next;

	for (id = alike ? alike->child : NULL; id; id = next) {
		next = id->next;
		if (!cJSON_IsString(id) || is_named(cli, id->valuestring))
			cJSON_Delete(cJSON_DetachItemViaPointer(alike, id));
	}
	return alike;
}

/* "K2 K3" */
static void print_ids(const cJSON *ids)
{
	const cJSON *id;

	cJSON_ArrayForEach(id, ids)(void) printf(" %s", id->valuestring);
}

/* What was said of the one is said of its like only where that was asked for: they may be another
 * mistake in the same function. */
static void say_alike(const struct tora_cli *cli, const char *method, cJSON *answer)
{
	const cJSON *alike = others(cli, answer);

	if (!cJSON_GetArraySize(alike))
		return;
	(void)fputs((cli->given & TORA_OPT_ALIKE)  ? "also, of the same function and kind:"
	            : (cli->given & TORA_OPT_UNDO) ? "of the same function and kind, as they were:"
	                                           : "of the same function and kind, and open:",
	            stdout);
	print_ids(alike);
	if (!(cli->given & TORA_OPT_ALIKE))
		(void)printf("; tora %s --alike%s %s covers %s", method,
		             (cli->given & TORA_OPT_UNDO) ? " --undo" : "",
		             tora_json_text(answer, "id", "ID"),
		             cJSON_GetArraySize(alike) == 1 ? "it" : "them");
	(void)puts("");
}

/* What was said before is taken back, whichever of the two it was. */
static void say_undone(const cJSON *answer)
{
	const char *was = tora_json_text(answer, "was", NULL);

	if (was)
		(void)printf("taken back; you had said: %s\n",
		             strcmp(was, "ack") == 0 ? "intended" : "not useful");
	else
		(void)puts(cJSON_HasObjectItem(answer, "was")
		                   ? "nothing to take back; you had said nothing of it"
		                   : "taken back"); /* a daemon that does not tell */
}

static void print_said(const struct tora_cli *cli, const char *method, cJSON *answer)
{
	(void)printf("%s: ", tora_json_text(answer, "id", "ID"));
	if (cli->given & TORA_OPT_UNDO)
		say_undone(answer);
	else
		(void)puts(strcmp(method, "ack") == 0
		                   ? "intended; not shown again, also after a rebase"
		                   : "not useful; not shown again");
	say_alike(cli, method, answer);
}

static int say(struct tora_cli *cli, const char *method, char *id, struct tora_err *err)
{
	bool undo = (cli->given & TORA_OPT_UNDO) != 0;
	cJSON *params, *answer = NULL;
	int rc = tora_id_take(id, 'K', err);

	if (rc)
		return rc;
	params = cJSON_CreateObject();
	tora_json_put_text(params, "id", id);
	tora_json_put_bool(params, "undo", undo);
	tora_json_put_bool(params, "alike", (cli->given & TORA_OPT_ALIKE) != 0);
	rc = tora_ask_to_keep(cli, method, params, TORA_ASK_MS, &answer, err);
	if (rc == TORA_OK)
		print_said(cli, method, answer);
	cJSON_Delete(params);
	cJSON_Delete(answer);
	return rc;
}

static int say_all(struct tora_cli *cli, const char *method, struct tora_err *err)
{
	int rc = TORA_OK;

	for (int i = 0; i < cli->nargs && rc == TORA_OK; i++)
		rc = say(cli, method, cli->args[i], err);
	return rc;
}

int tora_cmd_ack(struct tora_cli *cli, struct tora_err *err)
{
	return say_all(cli, "ack", err);
}

int tora_cmd_dismiss(struct tora_cli *cli, struct tora_err *err)
{
	return say_all(cli, "dismiss", err);
}
