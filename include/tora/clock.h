/*
 * clock.h - the two clocks, in milliseconds, and one way to print a time.
 */
#ifndef TORA_CLOCK_H
#define TORA_CLOCK_H

#include <stddef.h>
#include <stdint.h>

int64_t tora_clock_mono_ms(void); /* never goes back; for deadlines and durations */
int64_t tora_clock_wall_ms(void); /* since the epoch; for people and records */
/* "2026-11-20T08:05:48Z"; `size` at least 24. */
void tora_clock_format(int64_t wall_ms, char *buf, size_t size);

#endif
