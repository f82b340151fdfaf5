/*
 * likewise.h - a value is written otherwise in the way in which a line of a test is written otherwise now.
 *
 * `"\\fBread-only\\fR"` became `"\\fBread\\-only\\fR"` in a test: that another word in bold gets the same mark at the same letter is
 * what the change is for. Pure.
 */
#ifndef TORA_JUDGE_LIKEWISE_H
#define TORA_JUDGE_LIKEWISE_H

#include "model/change.h"

/*
 * Between `before` and `after` one thing is put in, taken out or replaced, a mark is part of that, and a line that the change edits in a
 * test differs by the same, with the same character before or behind it. `\\` of a string literal is one backslash.
 */
bool tora_likewise(const struct tora_change *change, struct tora_sv before, struct tora_sv after,
                   struct tora_arena *arena);

#endif
