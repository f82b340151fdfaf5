/*
 * helper.h - does a message say only that a helper goes, whose callers do its work in another way? Pure.
 *
 * "Remove seconds_between()", and where it was called stands `(end - start).seconds`: what the callers give is no part of
 * what is announced. A call that was a statement, or of which only its argument is left, did something that is done no more.
 */
#ifndef TORA_JUDGE_HELPER_H
#define TORA_JUDGE_HELPER_H

#include "model/change.h"

bool tora_helper_gone(struct tora_sv subject, const struct tora_change *change);

#endif
