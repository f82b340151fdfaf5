/*
 * iterator.h - does a program hand over what can be gone through once? Pure.
 */
#ifndef TORA_JUDGE_ITERATOR_H
#define TORA_JUDGE_ITERATOR_H

#include "tora/str.h"

/*
 * `iter(x)` of Python is made in it; or it gives to something that it calls the values() or the [Symbol.iterator]() of what it writes out, or
 * what a generator gives that it writes itself, a `function*` or a `def` that yields.
 */
bool tora_iterator_handed(struct tora_sv program);

#endif
