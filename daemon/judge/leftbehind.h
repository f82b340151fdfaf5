/*
 * leftbehind.h - who asks for something leaves it behind: a table that makes what is missing has it from then on. Pure.
 *
 * "Use defaultdict" takes three lines out of what adds, and each look-up adds since.
 */
#ifndef TORA_JUDGE_LEFTBEHIND_H
#define TORA_JUDGE_LEFTBEHIND_H

#include "judge/evidence.h"

/*
 * The change writes a table that makes what is missing, and takes none away: `defaultdict()`, `setdefault()`, `??=`. The test calls something for nothing, whose value it
 * does not use, with a literal; what it prints then has that literal where the base did not have it, or asks for it in vain no
 * more; a number counts in what is shown of a list or a table. No message or changelog says that something is added or made on the way.
 */
bool tora_left_behind(const struct tora_case *c);

#endif
