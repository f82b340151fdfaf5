/*
 * near.h - which of some words a person most likely meant. Pure.
 */
#ifndef TORA_NEAR_H
#define TORA_NEAR_H

#include <stddef.h>

/*
 * Letters to put in, take away, replace or swap with the next one, case aside, to make one word of the other.
 * TORA_NEAR_FAR: more than half of the longer one, or a word is longer than any of ours.
 */
#define TORA_NEAR_FAR 1000
unsigned tora_near_steps(const char *a, const char *b);

/* The next nearer word: `best`, or `word` where that takes fewer steps from `typed`. Both may be NULL. */
const char *tora_near(const char *typed, const char *word, const char *best);

#endif
