/*
 * lengths.h - is a tuple of another length than the function's annotation says? Pure.
 *
 * `lines: tuple[str, str, str]` says how many there are, whether or not anybody looks.
 */
#ifndef TORA_JUDGE_LENGTHS_H
#define TORA_JUDGE_LENGTHS_H

#include "judge/evidence.h"

/*
 * The test hands a changed function a tuple or a list, written out in the call or in a line that gives it a name, with more or fewer items
 * than a `tuple[...]` without `...` has that the parameter is annotated with. `*rest` in it, and text that is no Python, say nothing.
 */
bool tora_lengths_left(const struct tora_case *c);

#endif
