/*
 * whole.h - is the difference what the whole change is? Pure.
 *
 * A change may do one thing in one place: then who says that something is changed or fixed means what comes of it there. Where
 * it touches more than one function or class, what comes of one may be a slip beside what was meant of another.
 */
#ifndef TORA_JUDGE_WHOLE_H
#define TORA_JUDGE_WHOLE_H

#include "judge/evidence.h"

/* All code that the change touches lies in one function or one class, and the difference comes from there. */
bool tora_whole(const struct tora_case *c);

/*
 * "typo", and nothing else is said; one line of code stands in the place of another, and nothing else is done. Who
 * mistyped code and says so mends what it does, and has no test to write for that. Below comments and documents there is no
 * difference to be judged.
 */
bool tora_whole_typo(const struct tora_case *c);

/* Of p.C.__repr__ the class C: a message that tells of a method which only the language calls names its class. Empty: `name`
 * is none of those. */
struct tora_sv tora_whole_class(const char *name);

/* The difference comes from such a method, and the change wrote it: the language did without it before. */
bool tora_whole_writes_method(const struct tora_case *c);

#endif
