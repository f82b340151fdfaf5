/*
 * callers.h - a public way in to private code: for each private changed function the nearest
 * public function that reaches it by name, in the same module first, then in the other
 * changed files. By name means: an identifier of that name stands in its body.
 */
#ifndef TORA_CHANGE_CALLERS_H
#define TORA_CHANGE_CALLERS_H

#include "change/sources.h"

/* Sets public_caller where there is one; 6 steps and 2000 definitions are looked at, at most. */
void tora_callers_find(struct tora_sources *s, struct tora_change *change);

#endif
