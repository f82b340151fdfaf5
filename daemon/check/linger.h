/*
 * linger.h - one process for several checks, one after the other: `torad check --linger`.
 *
 * After a check that leaves warm runners behind, the process says {"ready":true} and waits for a line on
 * its stdin, {"check":["check","--repo",...]}: the arguments of the next one. The end of the input, or
 * TORA_LINGER_MS without a line, ends it. Each check has its own session, arena and log; what goes from one to the
 * next are the loop and what run/ keeps. A check that leaves nothing ends the process.
 */
#ifndef TORA_CHECK_LINGER_H
#define TORA_CHECK_LINGER_H

#include "tora/json.h"

#include <stdbool.h>

#define TORA_LINGER_MS   150000 /* the supervisor's own limit comes first: queue/crew.h */
#define TORA_LINGER_ARGS 64

struct tora_linger_line { /* tora_linger_done() */
	cJSON *json;
	char *argv[TORA_LINGER_ARGS + 1]; /* borrowed from it */
	int argc;
};

/* Waits. False: there is none. */
bool tora_linger_next(int fd, int wait_ms, struct tora_linger_line *ret);
void tora_linger_done(struct tora_linger_line *line);

#endif
