/*
 * synopsis.h - the first line of a program's help names an option more. Pure.
 *
 * "usage: toads [-h] FILE" becomes "usage: toads [-h] [--order {name,number}] FILE": who adds an option adds it there, says so or not.
 */
#ifndef TORA_JUDGE_SYNOPSIS_H
#define TORA_JUDGE_SYNOPSIS_H

#include "judge/evidence.h"

/* Both pieces begin with "usage: ", and the head's is the base's but for such options in brackets, each of which a line that the source
 * gained names. All other lines of the base's output are in the head's, too. A usage of several lines is another matter,
 * and so is one with more than 200 lines of output. */
bool tora_synopsis_grew(const struct tora_case *c);

#endif
