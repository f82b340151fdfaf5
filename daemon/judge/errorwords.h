/*
 * errorwords.h - a message that speaks of what errors say, below which something other differs.
 * Pure.
 *
 * "Say which atom is wrong": another text of an error that was there is what such a change is for,
 * and no input that was taken becomes an error by it, nor another value.
 */
#ifndef TORA_JUDGE_ERRORWORDS_H
#define TORA_JUDGE_ERRORWORDS_H

#include "judge/evidence.h"

/* "Better error messages", "name the line in parse errors", "say which atom is wrong". Who handles
 * or raises errors does more. */
bool tora_error_words(struct tora_sv subject);

/* Each message of the branch is about no more, the base took the input, and what the head raises, if anything, has no words that the change
 * brings. `c->said` is there. */
bool tora_error_words_only(const struct tora_case *c);

#endif
