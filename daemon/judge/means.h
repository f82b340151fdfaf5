/*
 * means.h - does a subject say how code is written, or what it does?
 *
 * "Use divmod in f", "Remove our own parser" and "Convert to f-strings" are verbs of a change with
 * an object that only programmers see: they announce no behaviour, whatever the verb is. The
 * verb alone says nothing: "Remove the timeout" and "Use UTC" do announce some. To hand results over
 * one by one is between the two: that they come so is behaviour, what they are stays.
 */
#ifndef TORA_JUDGE_MEANS_H
#define TORA_JUDGE_MEANS_H

#include "tora/str.h"

/* `subject` without a "scope:" in front. False where it also speaks of an outcome: errors,
 * defaults, what is accepted or fixed. */
bool tora_means_only(struct tora_sv subject);

/* It names a construct of a language: "a comprehension", "yield from", "typeof". */
bool tora_means_construct(struct tora_sv text);

/* It speaks of something that somebody sees: an error, a default, what is accepted or wrong. */
bool tora_means_outcome(struct tora_sv subject);

/* "parse_log: yield entries one by one", "Make tokens() lazy": how results are handed over is
 * announced, and nothing about what they are. `message`: the whole of it. */
bool tora_means_lazier(struct tora_sv subject, struct tora_sv message);

#endif
