/*
 * bounds.h - input outside the numbers that the README says there are: "Heights are whole centimetres, from 1 to 150." Pure.
 *
 * Whether anybody checks that is not said. Where the base refused the input it is no matter of what is allowed, but of a check
 * that somebody may have lost; where it took it, nobody who reads the README passes it. domain.h reads what is said not to be defined.
 */
#ifndef TORA_JUDGE_BOUNDS_H
#define TORA_JUDGE_BOUNDS_H

#include "tora/arena.h"

struct tora_case;

#define TORA_BOUNDS_MAX 32 /* of one README; what comes after them is not read */

struct tora_bound {
	struct tora_sv of; /* the subject of the sentence, as it stands there: "Heights" */
	bool has_high, is_whole;
	double low, high;
	struct tora_sv low_text, high_text; /* as they stand there; views */
};

struct tora_bounds {
	TORA_VEC(struct tora_bound) of;
};

/* Sentences that begin with what they are about and say no more of it than that it is from some number on: "Heights are whole
 * centimetres, from 1 to 150." One that goes on, "or -1 for none", "from 1 to 5 letters", says nothing. `ret` borrows `readme`. */
void tora_bounds_read(struct tora_sv readme, struct tora_arena *arena, struct tora_bounds *ret);

/*
 * The test passes such a number by the name of such a subject, or its singular: as a key, an argument by its name, a variable that is one, or
 * by its place where a changed file of the base defines the function. Beyond a bound, or no whole number where they are whole.
 * The base did not fail. Where a number is beyond a bound it did not say no either, and no changed function of it looks for a bound, or
 * for the lower or the higher of two numbers.
 */
bool tora_bounds_left(const struct tora_case *c);

#endif
