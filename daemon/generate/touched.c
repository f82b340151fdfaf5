#include "generate/touched.h"

#include <string.h>

const struct tora_file_change *tora_touched_file(const struct tora_change *change, const char *path)
{
	for (size_t i = 0; i < change->files.n; i++)
		if (strcmp(change->files.at[i].path, path) == 0)
			return &change->files.at[i];
	return NULL;
}

bool tora_touched_line(const struct tora_file_change *file, unsigned line)
{
	for (size_t i = 0; i < file->hunks.n; i++)
		if (line >= file->hunks.at[i].head_first &&
		    line < file->hunks.at[i].head_first + file->hunks.at[i].head_count)
			return true;
	return false;
}
