/*
 * group.h - a control group around all that one check runs, where one can be had.
 *
 * Limits of a process (setrlimit) do not add up: many processes may each take what one may. Only a
 * group bounds the sum, of memory and of processes, builds of root included. Root has one; a user
 * has one where systemd delegates (control groups 2); elsewhere there is none, and nothing fails.
 */
#ifndef TORA_RUN_GROUP_H
#define TORA_RUN_GROUP_H

#include "tora/arena.h"

struct tora_group_limits {
	unsigned memory_mib, processes; /* threads count as processes */
};

struct tora_group {          /* tora_group_remove() when it was made */
	const char *dirs[2]; /* one a controller, or one for both */
	const char *join[2]; /* files that a process writes its number to */
	size_t n;            /* 0: there is none */
};

/* Groups that a killed check has left go as well. */
void tora_group_make(struct tora_group *g, const struct tora_group_limits *limits,
                     struct tora_arena *arena);

/* Waits half a second at most for those in it, which are being killed; then `g` is empty. */
void tora_group_remove(struct tora_group *g);

/*
 * Of the text of /proc/self/cgroup: where our group of `controller` is ("memory", "pids"; "" for
 * control groups 2), as an absolute path below /sys/fs/cgroup; NULL: nowhere. In the arena.
 */
const char *tora_group_place(struct tora_sv text, const char *controller, struct tora_arena *arena);

#endif
