/*
 * touched.h - whether a change wrote a line of a file. Pure.
 */
#ifndef TORA_GENERATE_TOUCHED_H
#define TORA_GENERATE_TOUCHED_H

#include "model/change.h"

#include <stdbool.h>

/* Is `line` of the head in a hunk? Lines that only stand in for what runs at import are not. */
bool tora_touched_line(const struct tora_file_change *file, unsigned line);

#endif
