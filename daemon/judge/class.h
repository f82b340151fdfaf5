/*
 * class.h - differences of what an object is, or can be asked, and who tells of them. Pure.
 */
#ifndef TORA_JUDGE_CLASS_H
#define TORA_JUDGE_CLASS_H

#include "judge/evidence.h"

/* The value is printed as another class, and a message tells of it: "f() gives a Control now", or of the one that is
 * no longer there: "OrderedDict isn't needed", or the diff makes the class that it speaks of. What calls itself a refactoring keeps the rest, not this. */
bool tora_class_told(const struct tora_case *c);

/* "object of type 'Plan' has no len()", and the diff adds __len__: a name that was not there, asked for in another way. */
bool tora_class_lacked(const struct tora_case *c, struct tora_sv added);

/* "Readable repr for notes" speaks of what __repr__() does, and equality is __eq__(). */
bool tora_class_speaks_of(struct tora_sv messages, struct tora_sv method);

#endif
