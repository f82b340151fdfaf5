#include "run/room.h"

#include <sched.h>

#define AT_ONCE_MAX 8 /* trials, unless tora.jobs says more */

#define GROUP_MIB       1024
#define GROUP_PROCESSES 512

static unsigned processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 2;
}

/* At least two, so that both sides make progress at once. Several checks may run beside this one. */
static unsigned trials(const struct tora_config *config)
{
	unsigned n = processors();

	if (config->jobs)
		return config->jobs;
	return n < 2 ? 2 : n > AT_ONCE_MAX ? AT_ONCE_MAX : n;
}

unsigned tora_room_engines(const struct tora_config *config)
{
	return (config->jobs ? config->jobs : processors()) < 2 ? 1 : 2;
}

struct tora_group_limits tora_room_limits(const struct tora_config *config)
{
	unsigned jobs = config->jobs ? config->jobs : AT_ONCE_MAX;

	return (struct tora_group_limits){ GROUP_MIB + 2 * jobs * config->test_memory_mib,
		                           GROUP_PROCESSES + 128 * jobs };
}

struct tora_room tora_room_of(const struct tora_config *config)
{
	return (struct tora_room){ trials(config), tora_room_limits(config) };
}
