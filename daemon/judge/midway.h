/*
 * midway.h - what is gone through is changed in the middle of it, and comes out otherwise: a generator that goes over the thing itself where there was
 * a copy. Pure.
 *
 * "Don't build arrays": whoever opens a jar while a loop goes over those that are ready leaves out the next one.
 */
#ifndef TORA_JUDGE_MIDWAY_H
#define TORA_JUDGE_MIDWAY_H

#include "judge/evidence.h"

/*
 * The test calls a method of an object in a loop over what a changed function of the same object gives, and not only to print what comes of it, or
 * between two of its steps. The change writes a `yield`, or takes away what makes a copy, and writes none: `list()`, `[...`, `filter()`. No message, changelog or document of the change has a
 * word for copies, or for changes on the way.
 */
bool tora_midway(const struct tora_case *c);

#endif
