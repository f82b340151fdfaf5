#include "tora/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void put(struct tora_err *err, const char *fmt, va_list ap) TORA_PRINTF(2, 0);

/* A sentence that does not fit is cut, and says so, because half a path misleads. */
static void mark_cut(char *msg, size_t size, int wanted)
{
	if (wanted >= (int)size)
		memcpy(msg + size - 4, "...", 4);
}

static void put(struct tora_err *err, const char *fmt, va_list ap)
{
	mark_cut(err->msg, sizeof(err->msg), vsnprintf(err->msg, sizeof(err->msg), fmt, ap));
}

int tora_fail(struct tora_err *err, int rc, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return rc;
	err->rc = rc;
	err->sys = 0;
	va_start(ap, fmt);
	put(err, fmt, ap);
	va_end(ap);
	return rc;
}

int tora_fail_sys(struct tora_err *err, const char *fmt, ...)
{
	int sys = errno;
	char what[sizeof(err->msg)];
	va_list ap;

	if (!err)
		return TORA_E_SYS;
	err->rc = TORA_E_SYS;
	err->sys = sys;
	va_start(ap, fmt);
	(void)vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	mark_cut(err->msg, sizeof(err->msg),
	         snprintf(err->msg, sizeof(err->msg), "%s: %s", what, strerror(sys)));
	return TORA_E_SYS;
}

int tora_wrap(struct tora_err *err, const char *fmt, ...)
{
	char inner[sizeof(err->msg)];
	va_list ap;
	size_t used;

	if (!err)
		return TORA_E_SYS;
	memcpy(inner, err->msg, sizeof(inner));
	va_start(ap, fmt);
	put(err, fmt, ap);
	va_end(ap);
	used = strlen(err->msg);
	mark_cut(err->msg, sizeof(err->msg),
	         (int)used + snprintf(err->msg + used, sizeof(err->msg) - used, ": %s", inner));
	return err->rc;
}
