/*
 * choices.h - is a text none of those that the function's own words allow? Pure.
 *
 * `the season is "low", "mid" or "high"`, and a table in the place of an else: "B" was taken for "high", and is a KeyError since. Whoever
 * wrote the words knew which there are.
 */
#ifndef TORA_JUDGE_CHOICES_H
#define TORA_JUDGE_CHOICES_H

#include "judge/evidence.h"

/*
 * An error that was not there is about a text which the test hands over, or about nothing but a number, as of a key, and
 *
 * - both versions of the function have a list of other texts in quotes, two at least and "or" before the last one, each on one line;
 * - or it is all that the error says, as of a KeyError, and both ask a table with a name in capitals for the same key, `LISTS[name]`, where
 *   the base looks nowhere whether it is there.
 */
bool tora_choices_left(const struct tora_case *c);

#endif
