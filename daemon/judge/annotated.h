/*
 * annotated.h - is something handed over that is not what the function's annotation says? Pure.
 *
 * `lines: tuple[str, str, str]` says how many there are, and `runs: list[Run]` that they can be
 * gone through again, whether or not anybody looks.
 */
#ifndef TORA_JUDGE_ANNOTATED_H
#define TORA_JUDGE_ANNOTATED_H

#include "judge/evidence.h"

/*
 * The test hands a changed function, by an argument that is written out in the call or in a line
 * that gives it a name, what the annotation of the base does not say:
 *
 * - of a `tuple[...]` without `...` more or fewer items, or in a list of such something else;
 * - what `iter()` gives for a list, a tuple, a set, a mapping or another collection;
 * - a number with a point for an `int`;
 * - None as a value of a mapping of plain types, where the base has no word of None.
 *
 * `*rest`, a name that is changed on the way, functions by names that the language's own lists and
 * mappings have, and text that is no Python, say nothing.
 */
bool tora_annotated_left(const struct tora_case *c);

#endif
