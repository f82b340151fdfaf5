/*
 * oddnumber.h - a number where every call that is known passes something else. Pure.
 *
 * urljoin(0, '') gave what it was given, since 0 is false, and asks it for startswith() now: the second half of the
 * error says what was meant, and the calls that tests and documents of the change have say it, too.
 */
#ifndef TORA_JUDGE_ODDNUMBER_H
#define TORA_JUDGE_ODDNUMBER_H

#include "judge/evidence.h"

/* The error that appeared asks a value for what its type has not; the line of the test that met it passes a bare number to
 * a function, and the changed files have calls of that, none of them with one. */
bool tora_odd_number(const struct tora_case *c);

#endif
