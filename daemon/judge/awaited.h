/*
 * awaited.h - is what comes out now what a test of the project asked for all along? Pure.
 *
 * "tests: fix remaining tests" makes a parser refuse what a test has as an invalid date. The test was there before and failed; a program
 * that was made of it shows a call that fails now, and nobody is to be warned of that.
 */
#ifndef TORA_JUDGE_AWAITED_H
#define TORA_JUDGE_AWAITED_H

#include "judge/evidence.h"
#include "judge/telling.h"

/*
 * The program is one of the project's tests as it is written, and that test expects the new error with `raises` and the like, or has the
 * new value beside the very call. The change leaves the test alone, or gave it the row that fails now.
 */
bool tora_awaited(const struct tora_case *c, const struct tora_telling *t,
                  struct tora_arena *arena);

#endif
