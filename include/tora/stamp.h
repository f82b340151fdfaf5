/*
 * stamp.h - how a file is: enough to see that it is another one, or that it was written since.
 *
 * Linked into the hook: needs str and paths, and nothing that they do not.
 */
#ifndef TORA_STAMP_H
#define TORA_STAMP_H

#include "tora/paths.h"
#include "tora/str.h"

#include <stdbool.h>
#include <stdint.h>

struct tora_stamp { /* all zero: it is not there */
	int64_t mtime_ns, size, inode;
};

struct tora_stamp tora_stamp_of(const char *path); /* waits as long as the file system does */

/* As text: "<mtime_ns> <size> <inode>". Parsing: false, and *ret untouched, where it is not three numbers. */
void tora_stamp_put(const struct tora_stamp *stamp, struct tora_str *out);
bool tora_stamp_parse(const char *text, struct tora_stamp *ret);

#define TORA_STAMP_GIT_FILES 4

/* The files that git's configuration is in, there or not, but for those that they include; -> how many. */
size_t tora_stamp_git_files(const char *common_dir, char ret[TORA_STAMP_GIT_FILES][TORA_PATH_MAX]);

/* The environment gives git settings that are in none of them. */
bool tora_stamp_git_has_others(void);

#endif
