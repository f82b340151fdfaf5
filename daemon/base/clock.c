#include "tora/clock.h"

#include <stdio.h>
#include <time.h>

static int64_t now_ms(clockid_t which)
{
	struct timespec t;

	(void)clock_gettime(which, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t tora_clock_mono_ms(void)
{
	return now_ms(CLOCK_MONOTONIC);
}

int64_t tora_clock_wall_ms(void)
{
	return now_ms(CLOCK_REALTIME);
}

void tora_clock_format(int64_t wall_ms, char *buf, size_t size)
{
	time_t seconds = (time_t)(wall_ms / 1000 - (wall_ms % 1000 < 0));
	struct tm t;

	if (!gmtime_r(&seconds, &t) || !strftime(buf, size, "%Y-%m-%dT%H:%M:%SZ", &t))
		(void)snprintf(buf, size, "?");
}
