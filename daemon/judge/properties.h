/*
 * properties.h - an object without what the type of the parameter says each has: "@property
 * {number} weeks", and no brackets around it. Pure.
 *
 * Who calls a function with such an object goes by the type; whether anybody looks is not said
 * (bounds.h has the same reasons).
 */
#ifndef TORA_JUDGE_PROPERTIES_H
#define TORA_JUDGE_PROPERTIES_H

#include "judge/evidence.h"

/*
 * A changed file of the base says of a type what each has: "@typedef {object} Horse" with
 * "@property {number} weeks", or "@typedef {{name: string, weeks: number}} Horse". The test
 *
 * - hands a changed function, where the base says "@param {Horse} horse" or "@param {Horse[]}
 *   horses", an object that lacks something of that, or a number or a text;
 * - hands it a name that it has for a parameter of another type, `missing(scans, people)`;
 * - has an object that is one of them by what it has, half of the keys and no others, and lacks
 *   some, and no function that changes or looks for one by its name is given it.
 *
 * Of `{ ...other }` nothing is known, nor of what a changed function asks for, `weeks ?? 6`, and of
 * a type that is imported only that it is no number. The base did not fail, and did not say no. Of
 * a test the first 64 calls and objects are looked at.
 */
bool tora_properties_left(const struct tora_case *c);

/* The test passes `gap: undefined`, and a changed function of the base has a value for that: `gap
 * === undefined ? 8 : gap`. */
bool tora_properties_filled_in(const struct tora_case *c);

#endif
