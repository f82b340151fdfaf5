/*
 * build.h - one side's tree, on disk, built and frozen.
 */
#ifndef TORA_MODEL_BUILD_H
#define TORA_MODEL_BUILD_H

#include "model/oid.h"
#include "tora/str.h"

#include <string.h>

enum tora_side { TORA_BASE, TORA_HEAD };
const char *tora_side_name(enum tora_side s); /* "base", "head" */

struct tora_build {
	enum tora_side side;
	struct tora_oid tree;
	const char *key; /* cache key: tree, build configuration, toolchain */
	const char *dir; /* absolute, read-only; what is mounted at TORA_MOUNT for this side */
	bool reused;     /* it was in the cache: nothing was written */
	bool by_command; /* what is there was made by a command, of the files of the tree */
	bool failed;     /* does not build; `log` has what the command printed */
	struct tora_sv log;
	int lock; /* 0: none; a descriptor, shared: nobody removes the tree as long as it, or a copy of it, is open */
	unsigned files, shared; /* files in the tree; of those, shared with another cached tree */
};

#define TORA_MOUNT "/repo" /* where either side appears to the code under test */

/* The repository path of a file as the code under test saw it; NULL: it is not of the repository. */
static inline const char *tora_build_path(const char *seen)
{
	return strncmp(seen, TORA_MOUNT "/", sizeof TORA_MOUNT) == 0 ? seen + sizeof TORA_MOUNT
	                                                             : NULL;
}

#endif
