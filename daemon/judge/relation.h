/*
 * relation.h - input that breaks what is said of two things beside each other: "a run is at least
 * as long as a picket is wide", "`end` is never before `start`". Pure.
 *
 * bounds.h reads what is said of one number by itself, and has the same reasons.
 */
#ifndef TORA_JUDGE_RELATION_H
#define TORA_JUDGE_RELATION_H

#include "tora/arena.h"

struct tora_case;
struct tora_change;

#define TORA_RELATIONS_MAX 32 /* of one README and the functions of one change */

/* `high` is never less than `low`, nor as much where it is said so. Names as they stand there;
 * views. */
struct tora_relation {
	struct tora_sv high, low;
	bool is_strict;
	bool is_of_parameters; /* by these very names: `marcher` is not one of the `marchers` */
};

struct tora_relations {
	TORA_VEC(struct tora_relation) of;
};

/* Adds what a text says: a README, or what a function says of itself. Of a text 8192 tokens are
 * read. `ret` borrows it. */
void tora_relations_read(struct tora_sv text, struct tora_arena *arena, struct tora_relations *ret);
/* Adds those of the README and of the changed functions of the base, of their parameters as well: "@param {number} marcher from 0 to marchers - 1".
 * Borrows the change. */
void tora_relations_read_change(const struct tora_change *change, struct tora_arena *arena,
                                struct tora_relations *ret);

/*
 * A call of the test, or an object that is written out in it, has both, as numbers, as dates such
 * as '2022-03-01' or as lists of these, and `high` is less than `low`. They are known by the names
 * of parameters, of a definition in a changed file of the base, or of keys, or their singulars.
 * The base did not fail, and did not say no. Of a test the first 64 calls and objects are looked
 * at, and of each 512 tokens.
 */
bool tora_relation_left(const struct tora_case *c);

#endif
