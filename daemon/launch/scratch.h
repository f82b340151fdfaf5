/*
 * scratch.h - the one folder that a guarded program may write to.
 *
 * What is in it was made by a stranger: links are never followed, depth and number are bounded.
 */
#ifndef TORA_LAUNCH_SCRATCH_H
#define TORA_LAUNCH_SCRATCH_H

#include "tora/err.h"

#include <stdbool.h>

/* Make it, for `uid` alone (-1: for us). TORA_E_SYS: it is there already, or cannot be made. */
int tora_scratch_make(const char *path, long uid, struct tora_err *err);

/* Is more in it than `mib`, or so many or so deep folders that nobody can say? */
bool tora_scratch_is_full(const char *path, unsigned mib);

/* Nobody writes to it any more: all of it goes, as far as that is possible in five seconds. */
void tora_scratch_remove(const char *path);

#endif
