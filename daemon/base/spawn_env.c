/* The environment of programs we start: ours, without what binds git to the repository we were called from. */
#include "tora/spawn.h"

#include <stdlib.h>
#include <string.h>

extern char **environ;

/*
 * What stays of GIT_*: how to reach and ask, never where the repository is. A hook runs with
 * GIT_DIR and GIT_INDEX_FILE set to the very repository that tora must not write to.
 */
static bool is_git_binding(const char *entry)
{
	static const char *const kept[] = {
		"GIT_SSH=",       "GIT_SSH_COMMAND=",     "GIT_SSH_VARIANT=",
		"GIT_ASKPASS=",   "GIT_TERMINAL_PROMPT=", "GIT_SSL_CAINFO=",
		"GIT_SSL_CAPATH="
	};

	if (strncmp(entry, "GIT_", 4) != 0)
		return false;
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		if (strncmp(entry, kept[i], strlen(kept[i])) == 0)
			return false;
	return true;
}

static size_t count(const char *const *list)
{
	size_t n = 0;

	while (list && list[n])
		n++;
	return n;
}

static bool is_overridden(const char *entry, const char *const *extra)
{
	size_t name = strcspn(entry, "=") + 1;

	for (size_t i = 0; extra && extra[i]; i++)
		if (strncmp(entry, extra[i], name) == 0)
			return true;
	return false;
}

char **tora_spawn_env(const char *const *extra)
{
	char **env =
		tora_xcalloc(count((const char *const *)environ) + count(extra) + 1, sizeof(*env));
	size_t n = 0;

	for (char **e = environ; e && *e; e++)
		if (!is_git_binding(*e) && !is_overridden(*e, extra) &&
		    strncmp(*e, "TORA_READY_FD=", 14) != 0)
			env[n++] = tora_xstrdup(*e);
	for (size_t i = 0; extra && extra[i]; i++)
		env[n++] = tora_xstrdup(extra[i]);
	return env;
}

void tora_spawn_env_free(char **env)
{
	for (char **e = env; e && *e; e++)
		free(*e);
	free(env);
}
