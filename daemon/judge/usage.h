/*
 * usage.h - what the project itself passes: the kinds of value that calls in its tests and documents have in each place. Pure.
 *
 * `nodes_for("user:1041", 1.0)` says little where each of five calls that are known has a whole number there.
 */
#ifndef TORA_JUDGE_USAGE_H
#define TORA_JUDGE_USAGE_H

#include "model/change.h"
#include "model/trial.h"

#define TORA_USAGE_MAX 100000 /* values that are looked at; what comes after them is not read */

/* Where a value stands: an argument of a call by its position or its name, or what a key of a mapping has; `depth` lists deep. */
struct tora_slot {
	struct tora_sv callee; /* empty: of a mapping */
	struct tora_sv name;   /* empty: by its position */
	unsigned position, depth;
};

struct tora_use {
	struct tora_slot slot;
	unsigned kinds;             /* of literals, a bit each */
	unsigned literals, unknown; /* how many of them, and of what is none */
};

struct tora_usage {
	TORA_VEC(struct tora_use) of; /* ordered by place, each once */
	TORA_VEC(struct tora_sv)
	own; /* names of what is changed, and of the classes that have it */
};

/* How far the values of a test are from those that are known. */
enum tora_unusual {
	TORA_USUAL,   /* not, or nobody knows */
	TORA_UNUSUAL, /* a fraction where whole numbers are passed */
	TORA_OF_OTHER_KIND /* a number for texts, a text for numbers, one value for lists of them, a list for mappings */
};

/* Of both sides of the changed files, and of what uses them in the base; `ret` borrows their texts. */
void tora_usage_read(const struct tora_change *change, struct tora_arena *arena,
                     struct tora_usage *ret);

/* The farthest of all values that a test gives to what is changed, or to the classes that have it, and of keys of mappings: what another
 * function of that name takes is another question. */
enum tora_unusual tora_usage_of(const struct tora_usage *usage, struct tora_sv test);

/* Of calls on one line: a number for an argument of which calls are known, and none has one. */
bool tora_usage_odd_number(const struct tora_usage *usage, struct tora_sv line);

/* A mapping that is written out for what is changed, where each of three calls or more that are known passes what something made. */
bool tora_usage_odd_mapping(const struct tora_usage *usage, struct tora_sv test);

/* `null` for a key that has a value wherever it is written out: who has none leaves the key out. */
bool tora_usage_odd_nothing(const struct tora_usage *usage, struct tora_sv test);

/* An error names the type of a value that the test gives to what is changed, and no call that is known gives one of that. */
bool tora_usage_unheard_of(const struct tora_usage *usage, struct tora_sv test,
                           const struct tora_exception *error);

#endif
