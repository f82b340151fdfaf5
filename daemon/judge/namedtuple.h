/*
 * namedtuple.h - a tuple is printed with a name and names for its items, and is the same tuple. Pure.
 *
 * "tidy up parser: tokens get names": `Token(kind='word', line=1)` equals `('word', 1)`, is unpacked and indexed like it.
 */
#ifndef TORA_JUDGE_NAMEDTUPLE_H
#define TORA_JUDGE_NAMEDTUPLE_H

#include "judge/evidence.h"

/* The change makes named tuples, and the new value is the old one but for the names in it. */
bool tora_named_tuple(const struct tora_case *c);

#endif
