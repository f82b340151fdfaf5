/*
 * mine.h - what is known of the single files of both trees before tests are generated.
 *
 * Looks each file up in the store by its blob; those that nobody mined yet are mined now, in one go a side, and kept, but for
 * the few that a branch touched. Nothing depends on it: the engine mines itself what it is not given, in its own time. So no failure counts.
 */
#ifndef TORA_CHECK_MINE_H
#define TORA_CHECK_MINE_H

#include "model/check.h"

/* Fills check->mined. After building. Always TORA_OK. */
int tora_mine(struct tora_check *check, struct tora_err *err);

#endif
