/*
 * trim.c - walk our own mappings.
 */
#include "serve/trim.h"

#include <malloc.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* "start-end r-xp offset dev inode /path": code of a file. Data, even if read-only now, was relocated: it stays. */
static void drop_code(const char *line)
{
	uintptr_t start, end;
	char perms[5];

	if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &start, &end, perms) != 3)
		return;
	if (strcmp(perms, "r-xp") != 0 || !strchr(line, '/'))
		return;
	(void)madvise((void *)start, end - start, MADV_DONTNEED);
}

void tora_trim(void)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[4500];

	while (maps && fgets(line, sizeof line, maps))
		drop_code(line);
	if (maps)
		(void)fclose(maps);
	(void)malloc_trim(0);
}
