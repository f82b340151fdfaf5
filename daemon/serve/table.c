/*
 * table.c - the commands.
 */
#include "serve/table.h"

#include <string.h>

#define TEXT(name, max)                                                                            \
	{                                                                                          \
		name, TORA_FIELD_TEXT, false, 0, max                                               \
	}
#define TEXT_NEEDED(name, max)                                                                     \
	{                                                                                          \
		name, TORA_FIELD_TEXT, true, 0, max                                                \
	}
#define PATH(name)                                                                                 \
	{                                                                                          \
		name, TORA_FIELD_PATH, false, 0, 1023                                              \
	}
#define PATH_NEEDED(name)                                                                          \
	{                                                                                          \
		name, TORA_FIELD_PATH, true, 0, 1023                                               \
	}
#define REV(name)                                                                                  \
	{                                                                                          \
		name, TORA_FIELD_REV, false, 0, 255                                                \
	}
#define INT(name, min, max)                                                                        \
	{                                                                                          \
		name, TORA_FIELD_INT, false, min, max                                              \
	}
#define BOOL(name)                                                                                 \
	{                                                                                          \
		name, TORA_FIELD_BOOL, false, 0, 0                                                 \
	}
#define LIST(name, max)                                                                            \
	{                                                                                          \
		name, TORA_FIELD_LIST, false, 0, max                                               \
	}

const char *const tora_capabilities[] = { "events",     "hook",     "push-wait",
	                                  "sync",       "drain",    "check-progress",
	                                  "say",        "alike",    "condition",
	                                  "was",        "places",   "push-sure",
	                                  "hook-files", "screened", NULL };

const struct tora_command tora_commands[] = {
	{ "hello", tora_do_hello, { TEXT("client", 200) } },
	{ "status", tora_do_status, { PATH("repo"), TEXT("branch", 255), BOOL("all") } },
	{ "check",
	  tora_do_check,
	  { PATH_NEEDED("repo"), TEXT("branch", 255), REV("base"), REV("head"), TEXT("engine", 16),
	    BOOL("no_cache"), INT("timeout_s", 1, 86400), BOOL("wait"), BOOL("progress") } },
	{ "checks",
	  tora_do_checks,
	  { PATH("repo"), TEXT("branch", 255), TEXT("check", 20), TEXT("state", 16),
	    INT("limit", 1, 500), TEXT("before", 20) } },
	{ "findings",
	  tora_do_findings,
	  { PATH("repo"), TEXT("branch", 255), TEXT("check", 20), TEXT("verdict", 32), BOOL("all"),
	    INT("limit", 1, 500), TEXT("before", 20) } },
	{ "finding", tora_do_finding, { TEXT_NEEDED("id", 20) } },
	{ "ack", tora_do_ack, { TEXT_NEEDED("id", 20), BOOL("undo"), BOOL("alike") } },
	{ "dismiss", tora_do_dismiss, { TEXT_NEEDED("id", 20), BOOL("undo"), BOOL("alike") } },
	{ "subscribe",
	  tora_do_subscribe,
	  { INT("since", 0, 9007199254740991), PATH("repo"), BOOL("off") } },
	{ "sync", tora_do_sync, { BOOL("idle"), INT("timeout_ms", 1, 600000) } },
	{ "pause", tora_do_pause, { INT("seconds", 1, 604800) } },
	{ "resume", tora_do_resume, { { 0 } } },
	{ "log", tora_do_log, { TEXT("check", 20), INT("lines", 1, 5000) } },
	{ "repo.add", tora_do_repo_add, { PATH_NEEDED("repo"), PATH("work") } },
	{ "repo.remove", tora_do_repo_remove, { PATH_NEEDED("repo"), BOOL("forget") } },
	{ "hook",
	  tora_do_hook,
	  { TEXT_NEEDED("event", 16), PATH_NEEDED("repo"), PATH("work"), TEXT("detail", 16),
	    TEXT("remote", 255), LIST("refs", 1000), LIST("files", 16),
	    INT("wait_ms", 0, 3600000) } },
	{ "shutdown", tora_do_shutdown, { BOOL("drain") } },
};
const size_t tora_commands_count = sizeof tora_commands / sizeof *tora_commands;

const struct tora_command *tora_command_find(const char *name)
{
	for (size_t i = 0; i < tora_commands_count; i++)
		if (strcmp(tora_commands[i].name, name) == 0)
			return &tora_commands[i];
	return NULL;
}

size_t tora_command_fields(const struct tora_command *command)
{
	size_t n = 0;

	while (n < TORA_COMMAND_FIELDS && command->fields[n].name)
		n++;
	return n;
}
