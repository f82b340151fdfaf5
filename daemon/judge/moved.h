/*
 * moved.h - is what a program asks for only somewhere else now, and does the message say that things move? Pure.
 *
 * "Split colour.js" with rgbToHsl() in convert.js: the name is not gone, and where it stands is what the message is
 * about. The same of a method where things are moved out of its class, and of what an error and the subject name. Whether others may
 * ask for it at its old place is another question, which a promise answers.
 */
#ifndef TORA_JUDGE_MOVED_H
#define TORA_JUDGE_MOVED_H

#include "judge/evidence.h"

bool tora_moved_told(const struct tora_case *c);

/* "Rename decorator to signature": the diff takes away the definition of `lost`, and brings that of a name that stands
 * behind a "to" of a subject which renames. What was renamed may be told by what it is. */
bool tora_moved_renamed(const struct tora_case *c, struct tora_sv lost);

/* The sources have lines with `lost` no more, and neither have tests or documents that the change edits, and that had it: whoever
 * edited them knows that it is gone. Those who forget a name leave it there. */
bool tora_moved_given_up(const struct tora_case *c, struct tora_sv lost);

#endif
