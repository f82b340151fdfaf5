/*
 * aimed.h - is a test's input what the new literals of a change are about?
 *
 * A feature that adds `//` to a pattern, or a word to a table, means the inputs that have it: what
 * differs for them is the feature. A difference of any other input is the neighbour it broke.
 */
#ifndef TORA_JUDGE_AIMED_H
#define TORA_JUDGE_AIMED_H

#include "tora/str.h"

/* A mark or a word that stands in literals of `added` and nowhere in `removed` stands in a literal of
 * the test. */
bool tora_aimed(struct tora_sv added, struct tora_sv removed, struct tora_sv test);

#endif
