/*
 * inserted.h - a text that was put into another one as it is, and is read as a template now. Pure.
 *
 * What replaces the match of an expression may speak of its groups: `re.sub(mark, value, text)` and `text.replace(/mark/, value)` read
 * `\1` and `$&` in a value that somebody passed. A path of Windows and a price are such values. It comes with the wish to ignore
 * letter case or to take blanks along, and no message that says so means it.
 */
#ifndef TORA_JUDGE_INSERTED_H
#define TORA_JUDGE_INSERTED_H

#include "judge/evidence.h"

/*
 * The change replaces matches; a text of the test stands in the base's outcome as it is, and the head's has, in its place, what a template
 * would make of it: groups are what the program has somewhere, or nothing. Or the library of expressions complains, and the
 * base printed a text with a backslash. A message that speaks of such marks, and a change that looks for them, mean it.
 */
bool tora_inserted_read(const struct tora_case *c);

#endif
