/*
 * diff.h - the lines that a unified diff takes away and brings. Pure.
 *
 * What is taken away may look like a heading, `-- of SQL` or `++i`: a heading is two lines, `--- a/file` and `+++ b/file`.
 */
#ifndef TORA_MODEL_DIFF_H
#define TORA_MODEL_DIFF_H

#include "tora/str.h"

/* The next of these lines without its mark, which is the answer: '-' or '+'. 0: there is none. A view into *rest. */
char tora_diff_line(struct tora_sv *rest, struct tora_sv *ret_line);

#endif
