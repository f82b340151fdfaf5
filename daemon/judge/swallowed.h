/*
 * swallowed.h - an error in a `with` block does not come through any more. Pure.
 *
 * What __exit__ gives says whether the error in the block is over. "close() returns the number of rows", __exit__ returns what close() does,
 * and whoever meets an error in the block never hears of it. Who means that has a word for it.
 */
#ifndef TORA_JUDGE_SWALLOWED_H
#define TORA_JUDGE_SWALLOWED_H

#include "judge/evidence.h"

/*
 * The base ended, or came, with an error that a line of the test within a `with` block met, and the head comes out of the block without one.
 * The block is of an object of a class whose __exit__ gives something, and that or a method that it calls is changed; none of the functions that the
 * error came through is. No message or changelog has a word about errors or such blocks.
 */
bool tora_swallowed(const struct tora_case *c);

#endif
