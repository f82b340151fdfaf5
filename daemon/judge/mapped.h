/*
 * mapped.h - a function that is handed to map() as it is got another parameter, which map() fills in. Pure.
 *
 * `lines.map(parseOutline)` gives it the place of each line as well. A limit that is left out means none, and here it is 0, 1, 2.
 */
#ifndef TORA_JUDGE_MAPPED_H
#define TORA_JUDGE_MAPPED_H

#include "judge/evidence.h"

/*
 * The test has `.map(name)` of a changed function, which has more parameters on the head. No message or changelog speaks of places, callbacks or
 * map().
 */
bool tora_mapped(const struct tora_case *c);

#endif
