/*
 * functions.h - from changed files to changed functions.
 *
 * A function is changed when its code is, not when a hunk is near it: definitions of both
 * sides are matched by name and compared by the hash of their code, so comments and moved
 * lines do not count and nothing is lost to context lines. What exists on one side only
 * is looked for under another name.
 */
#ifndef TORA_CHANGE_FUNCTIONS_H
#define TORA_CHANGE_FUNCTIONS_H

#include "change/sources.h"

/*
 * Appends to change->functions, in no order of importance. Files that are no importable
 * module get a note in s->notes.
 */
void tora_functions_find(struct tora_sources *s, struct tora_change *change);

/* Most important first; what is beyond `max` is dropped and counted in functions_shed. */
void tora_functions_rank(struct tora_change *change, size_t max);

#endif
