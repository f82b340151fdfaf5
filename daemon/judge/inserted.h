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
 * The change puts something in for the match of an expression, the test has a text with a backslash or a dollar sign in it, and
 * the outcome lacks that text where the base has it, or the expression library complains of it. A message that speaks of
 * such marks, and a change that looks for them, mean it.
 */
bool tora_inserted_read(const struct tora_case *c);

#endif
