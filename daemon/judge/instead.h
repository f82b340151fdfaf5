/*
 * instead.h - what a message says there was before: "raises ValueError instead of returning None".
 *
 * Who says so announces the new outcome where there was the old one, and nowhere else: that a call
 * which gave 5 raises ValueError now is not what these words are about. Pure.
 */
#ifndef TORA_JUDGE_INSTEAD_H
#define TORA_JUDGE_INSTEAD_H

#include "judge/telling.h"

/*
 * The messages speak of this new outcome only in place of outcomes that the base did not have. False
 * where no sentence has that form, and where what it names cannot be compared: "instead of failing
 * silently".
 */
bool tora_instead_of_other(struct tora_sv messages, const struct tora_telling *t,
                           const struct tora_difference *d, struct tora_arena *arena);

#endif
