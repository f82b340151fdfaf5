/*
 * madeby.h - what a line of a test asserts something of: the calls that made it. Pure.
 *
 * `assert got == 'b'` says nothing of how f() was called; `got = f('a', season=2)` above it does.
 */
#ifndef TORA_JUDGE_MADEBY_H
#define TORA_JUDGE_MADEBY_H

#include "model/change.h"
#include "model/intent.h"

/*
 * The statement of the added test line `at`, or the next one that uses the name it gives to a value. Where it calls no
 * function that got parameters, with the nearest ones above that assign the names it has, and those of which they are made,
 * up to one that does. Not beyond the beginning of the test.
 */
struct tora_sv tora_made_by(const struct tora_change *change, const struct tora_intent *intent,
                            size_t at, struct tora_arena *arena);

#endif
