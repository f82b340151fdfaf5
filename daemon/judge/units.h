/*
 * units.h - a number that a text writes in another unit than a program counts in.
 *
 * "shipping costs 5.90" is 590 where a program counts cents, "wait 30 s" 30000 where it counts milliseconds, "10 %" is 0.1,
 * and "10,000" is 10000. Pure.
 */
#ifndef TORA_JUDGE_UNITS_H
#define TORA_JUDGE_UNITS_H

#include "tora/str.h"

/* Does the text say `value`, a printed number, in a unit that is another one, or written otherwise? */
bool tora_units_say(struct tora_sv text, struct tora_sv value);

#endif
