/*
 * digits.h - a number is written with fewer digits, and is another number. Pure.
 *
 * "Leave out trailing zeros" and `%g`, "Thousands separators" and toLocaleString(): the new way of writing keeps six digits, or three
 * behind the point, of which nobody speaks.
 */
#ifndef TORA_JUDGE_DIGITS_H
#define TORA_JUDGE_DIGITS_H

#include "judge/evidence.h"

/*
 * Numbers of the printed text are what the old ones come to with fewer digits, all else is the same but for commas between
 * digits, no message or changelog has a word about rounding, digits or places, and no line that is added to a test gives a call a number and has the same with fewer
 * digits outside of its brackets.
 */
bool tora_digits_lost(const struct tora_case *c);

#endif
