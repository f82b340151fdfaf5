/*
 * unlike.h - input that no user of the project has, by what the project shows and by what comes of it. Pure.
 *
 * madeup.h asks the error, or the README; here the tests and documents of the base say what is passed. Each of these differences was
 * seen in a change that kept everything that anybody uses.
 */
#ifndef TORA_JUDGE_UNLIKE_H
#define TORA_JUDGE_UNLIKE_H

#include "judge/evidence.h"

/*
 * A length below zero that the language refuses; a call without arguments of what has a parameter since that it needs, and a name that stands in another
 * module since a "split", where no test or document has either, or the module; a fraction for a whole number, or True for 1, that comes back as it was
 * passed on one side alone, where the tests have none.
 */
bool tora_unlike_any_use(const struct tora_case *c);

/*
 * "The resistance depends on the kind", and the change reads `part.kind` where nothing did: what comes of an object of JavaScript without
 * one, a NaN or a mistake that names it, is by chance. `facts`: those of the difference.
 */
bool tora_unlike_announced(const struct tora_case *c, tora_facts facts);

#endif
