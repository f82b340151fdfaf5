/*
 * edge.h - does a change move where comparisons end, and does its message speak of that?
 *
 * "The last day is a day of the season" names no value and no function; `<` that became `<=` in
 * each changed line says what it is about. Pure.
 */
#ifndef TORA_JUDGE_EDGE_H
#define TORA_JUDGE_EDGE_H

#include "judge/judge.h"

/*
 * The message has a word for an end, and every line of code that the change touches is the old one
 * with a comparison open in place of closed or the other way round, or with one more or one less.
 * Lines that are comments do not count. False where not all of the diff is at hand.
 */
bool tora_edge(const struct tora_case *c);

#endif
