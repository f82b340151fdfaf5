/*
 * foretold.h - "Bills of families with several dogs can change": what is written for users says of what comes out that it will be another. Pure.
 */
#ifndef TORA_JUDGE_FORETOLD_H
#define TORA_JUDGE_FORETOLD_H

#include "judge/evidence.h"

/*
 * The sentence of a changelog, or of a message, that says so of things which have the name of the function, or of a function whose result the
 * test prints: "bills" of bill(). A message says "will": that prices can change in the course of a day is no news. Empty: there is none.
 */
struct tora_sv tora_foretold(const struct tora_case *c);

#endif
