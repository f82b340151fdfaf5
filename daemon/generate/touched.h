/*
 * touched.h - the file of a name, and whether a change wrote a line of it. Pure.
 */
#ifndef TORA_GENERATE_TOUCHED_H
#define TORA_GENERATE_TOUCHED_H

#include "model/change.h"

#include <stdbool.h>

/* By its path on the head; NULL: the change has none of that name. */
const struct tora_file_change *tora_touched_file(const struct tora_change *change,
                                                 const char *path);

/* Is `line` of the head in a hunk? Lines that only stand in for what runs at import are not. */
bool tora_touched_line(const struct tora_file_change *file, unsigned line);

#endif
