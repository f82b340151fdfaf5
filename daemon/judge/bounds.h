/*
 * bounds.h - input outside the numbers that the README, or a function of itself, says there are:
 * "Heights are whole centimetres, from 1 to 150.", "@param {number} cell 0 to 32". Pure.
 *
 * Whether anybody checks that is not said. Where the base refused the input it is no matter of
 * what is allowed, but of a check that somebody may have lost; where it took it, nobody who reads
 * the README passes it. domain.h reads what is said not to be defined.
 */
#ifndef TORA_JUDGE_BOUNDS_H
#define TORA_JUDGE_BOUNDS_H

#include "tora/arena.h"

struct tora_case;
struct tora_change;

#define TORA_BOUNDS_MAX                                                                            \
	64 /* of one README and the functions of one change; what comes after them is not read */
#define TORA_BOUND_ANYWHERE (-1)

struct tora_bound {
	struct tora_sv
		of; /* the subject of the sentence, as it stands there: "Heights"; of a parameter its name */
	struct tora_sv
		callee; /* only of what is passed to this function or class; empty: wherever the subject is */
	int place; /* of a parameter, from 0; TORA_BOUND_ANYWHERE: any list that is passed to `callee` */
	bool is_each; /* of the items of a list */
	bool is_of_all; /* "All measures": of each number that is passed for a parameter, by its place */
	bool is_above; /* `low` itself is out: "greater than zero" */
	bool may_be_checked; /* a changed function of the base looks for it, or for the lower or the higher of two numbers */
	bool has_high, is_whole;
	double low, high;
	struct tora_sv low_text, high_text; /* as they stand there; views */
};

struct tora_bounds {
	TORA_VEC(struct tora_bound) of;
};

/* Sentences that begin with what they are about and say no more of it than that it is from some number on: "Heights are whole
 * centimetres, from 1 to 150.", "`weeks` is a whole number, 1 or more", "All measures are greater than zero". One that goes on, "or -1 for none", "from 1 to 5 letters", says nothing. "Each is an integer from 0 to
 * 32" is said of the lists that the last call before it in the same item takes. `ret` borrows `readme`. */
void tora_bounds_read(struct tora_sv readme, struct tora_arena *arena, struct tora_bounds *ret);

/* Adds what the changed functions said on the base of their parameters, on a line each that ends with the numbers: "@param {number[]}
 * cells each 0 to 32", ":param day: from 1 to 31", "day (int): at least 1"; and the changed files of what objects have: "@property {number}
 * weeks at least 1". Borrows the change. */
void tora_bounds_read_docs(const struct tora_change *change, struct tora_arena *arena,
                           struct tora_bounds *ret);

/*
 * The test passes such a number by the name of such a subject, or its singular: as a key, an
 * argument by its name, a variable that is one, or by its place where a changed file of the base
 * defines the function; or to the function of which it is said. Beyond a bound, or no whole number
 * where they are whole. Where a list is gone through, `[1, 2.5].map((n) => f(n))`, what is written
 * out in it is passed. By names that lists and mappings of the language have, too, nothing is
 * known of a function, and of a call 512 tokens are read. The base did not fail. Where a number is
 * beyond a bound it did not say no either, and no changed function of it looks for a bound, or for
 * the lower or the higher of two numbers.
 */
bool tora_bounds_left(const struct tora_case *c);

/* What the base printed is `False`, "ValueError: no": somebody looked, and this is how it is said.
 */
bool tora_bounds_says_no(const struct tora_case *c);

#endif
