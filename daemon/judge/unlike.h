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
 * A length, or a place in a stream, below zero that the language refuses. A call without arguments of what has a parameter since that it needs, where no test or
 * document calls it; a name that stands in another module since a "split", where none has the name or the old module. A whole number
 * written as a fraction that comes back as it was passed on one side alone, or is refused as an index since, where no test and no
 * changed file has a fraction; True for 1 that comes back so, where no test has a truth value. A tuple of two numbers where all that are
 * known have three, of which Python says that they are too few.
 */
bool tora_unlike_any_use(const struct tora_case *c);

/*
 * "The resistance depends on the kind", and the change reads `part.kind` where nothing did: what comes of an object of JavaScript without
 * one, a NaN or a mistake that names it, is by chance. `facts`: those of the difference.
 */
bool tora_unlike_announced(const struct tora_case *c, tora_facts facts);

/*
 * A list of JavaScript with `undefined` in it, of which something is asked that it has not. No test of the base has such a list.
 */
bool tora_unlike_list(const struct tora_case *c);

/*
 * An object of JavaScript that was made up lacks what is printed of it: `undefined` stood where nothing stands now. Who makes one of the kind
 * that is meant fills it in.
 */
bool tora_unlike_whole(const struct tora_case *c);

#endif
