/*
 * batch.h - which texts of tests may be compiled as one source file, and how they are written into it.
 *
 * In that file the `main` of each has another name. Only a text of which another one can see nothing, and that
 * cannot see where it stands either, is put with others.
 */
#ifndef TORA_LANG_C_NATIVE_BATCH_H
#define TORA_LANG_C_NATIVE_BATCH_H

#include "tora/str.h"

#include <stdio.h>

/* #includes, then main, and nothing else; none of what a preprocessor or an assert would show differently. */
bool batch_takes(const char *source);
bool batch_fits(const char *a, const char *b); /* of two that it takes: they include the same */

/* The main of sources[i] is the symbol tora_test_<symbol + i>. */
void batch_write(FILE *f, const char *const *sources, size_t n, unsigned symbol);

/* Is in this object, through a macro of a header say, what the function or the file of a test is called here? */
bool batch_is_seen(const char *object, size_t len);

#endif
