/*
 * kept.h - does a message say of one function by its name that it stays as it was?
 *
 * "around() stays what it is, it shares the arithmetic with excerpts()" is a promise, if about nothing
 * but around(); taken for a mention of the function it would speak for what it speaks against.
 */
#ifndef TORA_JUDGE_KEPT_H
#define TORA_JUDGE_KEPT_H

#include "tora/arena.h"
#include "tora/str.h"

/* `name`: dotted; `messages` speak of its last part. What comes with an exception ("but for empty lists") is no promise. */
bool tora_kept_told(struct tora_sv messages, const char *name, struct tora_arena *arena);

#endif
