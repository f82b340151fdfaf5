/*
 * wrote.h - did a change write the words that came out, or catch those that do not any more? Pure.
 *
 * Who writes `raise ValueError("expected a name")` means that error, whatever the message says of it.
 */
#ifndef TORA_JUDGE_WROTE_H
#define TORA_JUDGE_WROTE_H

#include "model/change.h"
#include "model/trial.h"

/* A run of `text` that is not found by chance stands in the added lines; with values, also what is in quotes. */
bool tora_wrote_run(struct tora_sv added, struct tora_sv text, bool values);
/* A run of words in an exception's message that is no value: what a raise in the source would
 * have as its literal, or the first line of it. */
bool tora_wrote_message(struct tora_sv added, const char *message);
/* The line of a changed file that it came from raises this type: `throw new RangeError(`bad ${name}`)` is no accident. */
bool tora_wrote_raise(const struct tora_change *change, const struct tora_exception *x,
                      struct tora_sv type);
/* More lines of the new text catch errors of this type than of the old one. */
bool tora_wrote_catch(struct tora_sv added, struct tora_sv removed, struct tora_sv type);
/* The same of a function of the change and of those that the change adds for it to call. */
bool tora_wrote_catch_for(const struct tora_change *change, const struct tora_function *f,
                          struct tora_sv type);
/* The diff adds errors of this type, and this is none of them: one that was there is met by input
 * that used to be fine. */
bool tora_wrote_others(struct tora_sv type, struct tora_sv added, const char *message);

#endif
