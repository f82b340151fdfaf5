/*
 * rewrapped.h - the same error in the words that it had, and of a class that nobody catches. Pure.
 *
 * "Say which file a bad token is in": `throw new Error(name + ": " + error.message)` tells more to people, and what a README has
 * callers catch, `error instanceof TokenError`, catches it no more.
 */
#ifndef TORA_JUDGE_REWRAPPED_H
#define TORA_JUDGE_REWRAPPED_H

#include "judge/evidence.h"
#include "judge/telling.h"

/*
 * Both sides fail, the head with all words of the base and an error of another class; the README has the name of the old one, and has
 * it still. The old one is no root such as Error. Neither a message nor a changelog names one of the two, or has a word about classes, and
 * the new one is known, as one of the language or of the change, and not to be of the other's kind.
 */
bool tora_rewrapped(const struct tora_case *c, const struct tora_telling *t);

#endif
