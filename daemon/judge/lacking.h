/*
 * lacking.h - a value lacks what both versions ask of such a one, and the base had no occasion to ask. Pure.
 *
 * `neighbours(totals(finds), 4)`: the base compares pairs of what it is given, and there is one alone. It reads `.along` of it as the head does.
 */
#ifndef TORA_JUDGE_LACKING_H
#define TORA_JUDGE_LACKING_H

#include "judge/evidence.h"

/*
 * The test was made up. A value of a type of the language lacks an attribute, which the function, or one that it calls in its file, reads on
 * both sides; the base gave lists with nothing in them. The function is given what another one gives, and no test, document or changed file does so.
 */
bool tora_lacks_as_before(const struct tora_case *c);

#endif
