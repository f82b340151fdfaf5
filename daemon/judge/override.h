/*
 * override.h - an heir's method is asked no more. Pure.
 *
 * A README tells users to override a method of a class; a change works out by itself what the class asked that method for. For the class
 * alone nothing is different, and no message speaks of heirs.
 */
#ifndef TORA_JUDGE_OVERRIDE_H
#define TORA_JUDGE_OVERRIDE_H

#include "judge/evidence.h"

/*
 * The test has a class with a method that a changed function asked of its own object before, and does not have since; the result is
 * another. No message or changelog has a word about heirs and what they override.
 */
bool tora_override_lost(const struct tora_case *c);

#endif
