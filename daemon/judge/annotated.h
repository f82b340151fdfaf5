/*
 * annotated.h - is something handed over that is not what the function's annotation says? Pure.
 *
 * `lines: tuple[str, str, str]` says how many there are, and `runs: list[Run]` that they can be gone through again, whether or not
 * anybody looks.
 */
#ifndef TORA_JUDGE_ANNOTATED_H
#define TORA_JUDGE_ANNOTATED_H

#include "judge/evidence.h"

/*
 * The test hands a changed function a tuple or a list, written out in the call or in a line that gives it a name, with more or fewer items
 * than a `tuple[...]` without `...` has that the parameter of the base is annotated with, or a list of such with something else in it; or None as a value of a mapping of plain types; or what `iter()` gives where that is a list, a tuple, a
 * set, a mapping or another collection. `*rest` in it, a name that is changed on the way, functions by names that the language's own lists and
 * mappings have, and text that is no Python, say nothing.
 */
bool tora_annotated_left(const struct tora_case *c);

#endif
