/*
 * marked.h - a function before and after a change as one text: lines that went begin with "-", lines
 * that came with "+", the others with a blank. Pure.
 */
#ifndef TORA_GENERATE_MARKED_H
#define TORA_GENERATE_MARKED_H

#include "model/change.h"

/* Appends it; stretches of unchanged lines further than `near` lines from any change become "...". `file` is
 * the function's, with both texts. */
void tora_marked_add(struct tora_str *out, const struct tora_file_change *file,
                     const struct tora_function *f, unsigned near);

#endif
