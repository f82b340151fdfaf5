/*
 * awaited.h - is the error that comes now what a test of the project expects? Pure.
 *
 * "tests: fix remaining tests" makes a parser refuse what a test has as an invalid date. The test was there before and failed; a program
 * that was made of it shows a call that fails now, and nobody is to be warned of that.
 */
#ifndef TORA_JUDGE_AWAITED_H
#define TORA_JUDGE_AWAITED_H

#include "judge/evidence.h"
#include "judge/telling.h"

/*
 * The program is one of the project's tests as it is written, and the line that it stems from expects the new error, itself or by the
 * block around it (`with raises(ParseError):`). The change leaves the test alone, or gave it the row that fails now.
 */
bool tora_awaited(const struct tora_case *c, const struct tora_telling *t);

#endif
