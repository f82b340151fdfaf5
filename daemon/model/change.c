#include "model/change.h"

#include <string.h>

const struct tora_file_change *tora_change_file(const struct tora_change *change, const char *path)
{
	for (size_t i = 0; i < change->files.n; i++)
		if (strcmp(change->files.at[i].path, path) == 0)
			return &change->files.at[i];
	return NULL;
}

const struct tora_function *tora_change_function(const struct tora_change *change, const char *name)
{
	for (size_t i = 0; i < change->functions.n; i++)
		if (strcmp(change->functions.at[i].name, name) == 0)
			return &change->functions.at[i];
	return NULL;
}
