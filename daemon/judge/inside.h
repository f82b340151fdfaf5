/*
 * inside.h - does a program look where nobody outside of the project is meant to look? Pure.
 *
 * At private names; at what a module lists and says of itself, and at its source, which any new function changes; and for a function of a
 * private module in one that only uses it: `from p.parser import f` where f is one of p._inline. A package that the
 * private module is part of may hand it on. At a test that stands in the module which it tests. And at an attribute that
 * an object shows no more, since the change gave it a private name.
 */
#ifndef TORA_JUDGE_INSIDE_H
#define TORA_JUDGE_INSIDE_H

#include "judge/evidence.h"

bool tora_inside(const struct tora_case *c);

#endif
