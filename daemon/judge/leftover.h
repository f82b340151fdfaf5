/*
 * leftover.h - a line that printed what a developer wanted to see was left in the source, and goes. Pure.
 *
 * "Fixing uncaught print statement": what is printed no more is what that line printed, in whatever program. Who says that such a line
 * is gone says all of it.
 */
#ifndef TORA_JUDGE_LEFTOVER_H
#define TORA_JUDGE_LEFTOVER_H

#include "judge/evidence.h"

/* A message speaks of such a line, the source lost one, both sides end in the same way, and the output is as it was without some of its
 * lines. Whether it was that line which printed them is not asked. */
bool tora_leftover_gone(const struct tora_case *c);

#endif
