/*
 * manner.h - in which of a few ways a line differs, told apart roughly.
 *
 * An announced change may change many lines, and all in one of these ways; a line of the same output that differs in
 * another way is judged by itself (difference.h, beside). Pure.
 */
#ifndef TORA_JUDGE_MANNER_H
#define TORA_JUDGE_MANNER_H

#include "tora/str.h"

/* One bit, never 0: white space alone, upper or lower case, numbers, something more, something less, or other words. */
unsigned tora_manner(struct tora_sv before, struct tora_sv after);

#endif
