#include "hooks/event.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *const tora_hook_events[TORA_HOOK_EVENTS + 1] = { "post-commit", "post-merge",
	                                                     "post-rewrite", "pre-push", NULL };

const char *tora_hook_event(const char *called)
{
	const char *slash = strrchr(called, '/'), *name = slash ? slash + 1 : called;
	size_t len = strcspn(name, ".");

	for (size_t i = 0; tora_hook_events[i]; i++)
		if (strlen(tora_hook_events[i]) == len &&
		    strncmp(tora_hook_events[i], name, len) == 0)
			return tora_hook_events[i];
	return NULL;
}

bool tora_hook_is_off(void)
{
	const char *tora = getenv("TORA");

	return (tora && strcmp(tora, "0") == 0) || getenv("CI") || getenv("GITHUB_ACTIONS");
}
