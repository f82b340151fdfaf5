/*
 * indexed.h - a number where a function asks for a length, or where it looks into rows. Pure.
 *
 * `segmentEnd(0, 0)` of a function that reads `rows.length` and `rows[i][0]`: JavaScript says that these are undefined, and what the function
 * makes of that is by chance.
 */
#ifndef TORA_JUDGE_INDEXED_H
#define TORA_JUDGE_INDEXED_H

#include "judge/evidence.h"

/*
 * The test was made up, and gives the function a number for a parameter of which both versions read the length or an element, or an array with
 * numbers where both read an element of an element. Neither asks for a type or sets the parameter, and no test, document or changed file
 * gives a number there.
 */
bool tora_indexed_unfit(const struct tora_case *c);

#endif
