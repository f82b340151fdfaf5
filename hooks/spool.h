/*
 * spool.h - what a hook has to say and needs no answer to (PROTOCOL.md section 4).
 *
 * A file here is a hint, not a record: the daemon looks at the repository itself
 * when it starts. So it is renamed into place whole, but not forced to disk.
 */
#ifndef TORA_HOOKS_SPOOL_H
#define TORA_HOOKS_SPOOL_H

#include "tora/paths.h"
#include "tora/str.h"

#include <stdint.h>

/* One JSON line. TORA_E_LIMIT: over 1 MiB. */
int tora_spool_put(const struct tora_paths *paths, struct tora_sv line, struct tora_err *err);

/* Is something there that no daemon has read for `ms`? */
bool tora_spool_has_old(const struct tora_paths *paths, int64_t ms);

#endif
