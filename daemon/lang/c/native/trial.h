/*
 * trial.h - a piece of work in a process of its own, of which nothing is left afterwards.
 *
 * In the sandbox the runner is process 1 of a pid namespace (or, in the Landlock tier, alone in a
 * domain): kill(-1) reaches exactly what a test left. Elsewhere, which is only where the runner itself
 * is tested, the group of the test is killed.
 */
#ifndef TORA_LANG_C_NATIVE_TRIAL_H
#define TORA_LANG_C_NATIVE_TRIAL_H

#include "tora/str.h"

#include <limits.h>
#include <stdint.h>

struct trial_limits {
	long timeout_ms, memory_mib, output_kib, processes, file_mib, files;
};

/* Whom a child tells which lines ran. The word keeps stray writes apart from what it says. */
struct trial_report {
	int fd;
	char word[20];
};

struct trial_spec {
	long timeout_ms, output_max; /* of stdout and stderr together, in bytes */
	size_t report_max;
	int asker;  /* its hang-up ends the runner */
	bool keeps; /* a compiler: it has no folder of its own, and files are left */
	/* In the child, which has /dev/null for input. When it returns the process exits with 0. */
	void (*work)(void *ctx, const struct trial_report *report);
	void *ctx;
};

enum trial_over { TRIAL_ENDED, TRIAL_TIMEOUT, TRIAL_OUTPUT };

struct trial {
	enum trial_over over;
	int status; /* of waitpid */
	struct tora_str out, err;
	struct tora_str report; /* every byte of it */
	char word[20];          /* that a line of the report begins with, if the child wrote it */
	long ms;
	const char *spoiled; /* NULL: nothing is left */
};

long trial_now_ms(void);
void trial_setup(void); /* once, before anything else of here */
struct trial_limits trial_defaults(void);
const char *trial_scratch(
	void); /* a folder that may be written to; what is in it goes with the next trial */

/* 0, or -1: no process could be made. On success trial_done() is due. */
int trial_run(const struct trial_spec *spec, struct trial *ret);
void trial_done(struct trial *t);

/* From here on this process is limited; what it has by now does not count. */
void trial_confine(const struct trial_limits *limits);
/* "<word> <kind> <number>"; may be called in a signal handler. */
void trial_say(const struct trial_report *report, char kind, unsigned long number);

/* Ends whatever is below the runner. -> how many processes that were. */
long trial_end_rest(void);

#endif
