/*
 * ease.h - is this a bad moment for work that nobody waits for?
 *
 * Checks that a commit set off wait while the machine runs on a battery below 30 %, and while
 * programs stall for want of memory. What a person asked for, by a push or `tora check`, is done all the
 * same.
 */
#ifndef TORA_QUEUE_EASE_H
#define TORA_QUEUE_EASE_H

#include "model/reason.h"

#define TORA_EASE_BATTERY  30    /* percent; below it, and discharging */
#define TORA_EASE_PRESSURE 10.0  /* percent of the last 10 s in which something waited for memory */
#define TORA_EASE_LOOK_MS  30000 /* between looks, only while something waits because of it */

struct tora_ease {
	enum tora_reason reason; /* NONE, BATTERY or MEMORY_PRESSURE */
	char detail[96];         /* a clause for people; "" for NONE */
};

/* Reads /sys/class/power_supply and /proc/pressure/memory below `root` ("" outside of tests). What is
 * not there or cannot be read holds nothing up. */
void tora_ease_look(const char *root, struct tora_ease *ret);

#endif
