/*
 * lines.h - which lines must run for a test to have reached the change.
 *
 * Changed lines that belong to statements; for a pure deletion the statements beside it.
 * A line that runs only while the code is imported (a signature, a decorator, a class's or
 * module's own statements) is never seen by a test, so what depends on it stands in: the first
 * statement of the body, and the lines of functions in the same file that use a name it binds.
 */
#ifndef TORA_CHANGE_LINES_H
#define TORA_CHANGE_LINES_H

#include "change/sources.h"

/* Appends to change->base_lines and change->head_lines: one entry a file that has any. */
void tora_lines_find(struct tora_sources *s, struct tora_change *change);

#endif
