/*
 * rearrange.h - does a subject say, in words of its own, that code is arranged in another way? Pure.
 *
 * Who tidies up seldom writes "refactor": "one loop, and off() for what is done", "operators as data", "less nesting".
 * There is no verb to go by, so each rule asks for a way of putting it, and for a thing that only code has. means.h
 * knows the verbs ("use divmod", "remove our own parser").
 */
#ifndef TORA_JUDGE_REARRANGE_H
#define TORA_JUDGE_REARRANGE_H

#include "tora/str.h"

/* `subject` without a "scope:" in front. False where it speaks of an outcome as well. */
bool tora_rearranges(struct tora_sv subject);

#endif
