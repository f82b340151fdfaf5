/*
 * madeup.h - what an error says of input that no test of the project passes: that nobody could pass it. Pure.
 */
#ifndef TORA_JUDGE_MADEUP_H
#define TORA_JUDGE_MADEUP_H

#include "judge/evidence.h"

/*
 * How legal the input of a case is, now that is known what came of it. `facts`: those of the difference.
 * Illegal where the project's own words leave it out (judge/domain.h), the base, or the head, asks it for something that its type has not, or the base declined it, or it is NaN or
 * infinity and nothing of the change speaks of those; unknown where a large number that stands nowhere in the changed files
 * meets an accident, or a value of a guessed type, or a number where no call has one, is asked for what it has not.
 * What unlike.h, indexed.h and choices.h say is illegal, what lacking.h says unknown.
 */
enum tora_legality tora_made_up(const struct tora_case *c, tora_facts facts);

#endif
