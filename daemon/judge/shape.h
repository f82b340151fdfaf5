/*
 * shape.h - does a text give an example of what a value looks like now?
 *
 * "spans of a week are printed in weeks ("1w 2d")" announces 26d -> 3w 5d as well: with other
 * numbers, the new value is the example, and the old one is not.
 */
#ifndef TORA_JUDGE_SHAPE_H
#define TORA_JUDGE_SHAPE_H

#include "tora/str.h"

/* "It knows true and false, and took our words for text" shows that False is false now. Other examples are what `text` has in quotes of any kind on one line, or as a line, with a number and a letter or mark in them. */
bool tora_shape_shown(struct tora_sv text, struct tora_sv before, struct tora_sv after);

#endif
