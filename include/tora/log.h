/*
 * log.h - lines for the person who was not there.
 *
 *	2026-11-20T08:05:48Z info queue check=c17 what happened: 'value'
 *
 * One writer per process, made by whoever starts its work and handed down. Text
 * from outside is escaped by the logger (control characters, newlines), so a line
 * is always one line.
 */
#ifndef TORA_LOG_H
#define TORA_LOG_H

#include "tora/err.h"

enum tora_log_level { TORA_LOG_DEBUG, TORA_LOG_INFO, TORA_LOG_WARN, TORA_LOG_ERROR };

struct tora_log {
	int fd;                    /* -1: drop everything */
	enum tora_log_level level; /* lines below it are dropped */
	const char *context;       /* "check=c17" or NULL; borrowed */
};

/* `log` may be NULL: nothing is written. */
void tora_log(const struct tora_log *log, enum tora_log_level level, const char *subsystem,
              const char *fmt, ...) TORA_PRINTF(4, 5);

#endif
