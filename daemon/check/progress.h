/*
 * progress.h - how far a check is: JSON lines on stdout, and one line of a terminal that is written over.
 */
#ifndef TORA_CHECK_PROGRESS_H
#define TORA_CHECK_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tora_progress {
	const char *stage;
	int64_t last_ms;
	bool terminal; /* stderr is one, and ours */
};

/* check->progress, with a struct tora_progress as its ctx. `of` 0: it is not known yet of how many. */
void tora_progress_say(void *ctx, const char *stage, size_t done, size_t of);

#endif
