/*
 * taken.h - what a callback raises is taken for something else. Pure.
 *
 * A lookup and the call of what was found stand in one `try` now: the KeyError of the one is an unknown key, and so is that of the
 * other, which is the caller's own. A message that speaks of unknown keys does not speak of that.
 */
#ifndef TORA_JUDGE_TAKEN_H
#define TORA_JUDGE_TAKEN_H

#include "judge/evidence.h"
#include "judge/telling.h"

/*
 * The base gave on what a function of the test raised. Now another error comes, which the function under test raised before, for
 * something else; or none, of what a line of the test raises on purpose, where a changed file catches errors. No message names that type
 * of error, or speaks of timeouts and the like where it is one, and none and no changelog has a word about callbacks or about trying again.
 */
bool tora_taken(const struct tora_case *c, const struct tora_telling *t);

#endif
