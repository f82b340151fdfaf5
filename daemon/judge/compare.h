/*
 * compare.h - two trials of one test become one typed difference.
 *
 * Exit status, signals and exceptions are compared as structure, never searched for in
 * text. Printed lines are compared after normalise.h, with noise.h deciding about
 * floats. The order of questions: does one side hang, does one side fail, do both fail
 * differently, which line is the first to differ, and only then stderr and warnings.
 *
 * Two sides that fail with the same type and message are equal, wherever they failed.
 * A trial that was never run is equal
 * to everything: nobody knows.
 */
#ifndef TORA_JUDGE_COMPARE_H
#define TORA_JUDGE_COMPARE_H

#include "model/difference.h"

#define TORA_EXCERPT_MAX 200 /* bytes of difference.before and .after */

/* Total; *ret lives in `arena` and may borrow from the trials. */
void tora_compare(const struct tora_trial *base, const struct tora_trial *head,
                  struct tora_arena *arena, struct tora_difference *ret);

/*
 * The same, but where a printed line that is not the first to differ does so in none of the ways of `known` (manner.h), it is
 * that line: what else differs in an output in which something announced does. ret->beside is `known` then, else 0.
 */
void tora_compare_beside(const struct tora_trial *base, const struct tora_trial *head,
                         unsigned known, struct tora_arena *arena, struct tora_difference *ret);
/* In which ways the first printed line that differs does, or all of them do. */
unsigned tora_compare_manners(const struct tora_trial *base, const struct tora_trial *head,
                              bool all, struct tora_arena *arena);

/* It ended otherwise than by running to its end or leaving with status 0. */
bool tora_compare_failed(const struct tora_trial *t);
/* "ValueError: no such thing", "exit status 3", "killed by signal 11", "does not end". */
const char *tora_compare_ending(const struct tora_trial *t, struct tora_arena *arena);

#endif
