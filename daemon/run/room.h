/*
 * room.h - how much of the machine one check uses.
 */
#ifndef TORA_RUN_ROOM_H
#define TORA_RUN_ROOM_H

#include "model/config.h"
#include "run/group.h"

/*
 * Runners that compute all the time, at the same time: 1 or 2. On one processor two of them would gain nothing,
 * and each has a deadline by the clock.
 */
unsigned tora_room_engines(const struct tora_config *config);

/* Of all that is run together: room for each runner and for as many tests as may run at once, each at its limit. */
struct tora_group_limits tora_room_limits(const struct tora_config *config);

/* What runners and their sandbox are made for: with another one they do not fit. */
struct tora_room {
	unsigned trials; /* at the same time */
	struct tora_group_limits together;
};
struct tora_room tora_room_of(const struct tora_config *config);

#endif
