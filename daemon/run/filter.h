/*
 * filter.h - the filter of system calls that every program in the sandbox runs under.
 *
 * It denies what no test needs and what has been a way out before: other processes' memory, mounts,
 * namespaces, keys, kernel interfaces, pushing input into a terminal, sockets of families other than
 * unix, inet and netlink-route; limits and priorities of the runner; and what would outlive its process inside,
 * System V and POSIX queues.
 *
 * In the Landlock tier nothing but this filter and Landlock stands between a test and the user, so it
 * also denies what Landlock does not see: changing owners and attributes of files (modes and times it
 * only pretends to change), watching folders, settings of other processes, what other programs keep in System V memory, and
 * every socket but a pair connected to itself (a pair of datagram sockets could be sent elsewhere).
 */
#ifndef TORA_RUN_FILTER_H
#define TORA_RUN_FILTER_H

#include "run/sandbox.h"
#include "tora/err.h"

/* Write it to `fd` as a BPF program. TORA_E_SYS: not written. */
int tora_box_filter(enum tora_tier tier, int fd, struct tora_err *err);

#endif
