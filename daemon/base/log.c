#include "tora/log.h"

#include "tora/clock.h"
#include "tora/str.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#define TEXT_MAX 4096
#define LINE_MAX (4 * TEXT_MAX + 256) /* every byte of the text may become \xNN */

static const char *level_name(enum tora_log_level level)
{
	switch (level) {
	case TORA_LOG_DEBUG:
		return "debug";
	case TORA_LOG_INFO:
		return "info";
	case TORA_LOG_WARN:
		return "warning";
	case TORA_LOG_ERROR:
		return "error";
	}
	return "?";
}

void tora_log(const struct tora_log *log, enum tora_log_level level, const char *subsystem,
              const char *fmt, ...)
{
	struct tora_str line = TORA_STR_INIT(LINE_MAX);
	char text[TEXT_MAX], when[32];
	int sys = errno, n;
	va_list ap;

	if (!log || log->fd < 0 || level < log->level)
		return;
	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	tora_clock_format(tora_clock_wall_ms(), when, sizeof(when));
	tora_str_addf(&line, "%s %s %s ", when, level_name(level), subsystem);
	if (log->context)
		tora_str_addf(&line, "%s ", log->context);
	tora_str_add_escaped(&line, tora_sv(text), false);
	tora_str_adds(&line, n >= (int)sizeof(text) ? "...\n" : "\n");
	(void)!write(log->fd, line.buf,
	             line.len); /* one write: lines of several writers do not mix */
	tora_str_free(&line);
	errno = sys;
}
