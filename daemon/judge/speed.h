/*
 * speed.h - does a message say that a change is about time? Pure.
 *
 * Who measures says what for: the same, sooner.
 */
#ifndef TORA_JUDGE_SPEED_H
#define TORA_JUDGE_SPEED_H

#include "tora/str.h"

/* "before 1.94 s, after 0.83 s", "takes 1.6 s less", "three times as fast": of the whole message; where it speaks of time-outs and pauses, seconds are what it is about. */
bool tora_speed_is_measured(struct tora_sv message);
/* "timestamp() was a third of the run", "profiling showed that", "takes half as long": what a body says of time, where it
 * speaks of nothing that callers have to know. */
bool tora_speed_is_told(struct tora_sv body);
/* "`ladder()` is a good deal faster": a line of a changelog that speaks of time or memory, and of nothing that comes of it. */
bool tora_speed_is_all(struct tora_sv line);

#endif
