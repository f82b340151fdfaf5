#include "git/fail.h"

#include <git2.h>
#include <stdarg.h>
#include <stdio.h>

static int rc_of(int git_rc)
{
	if (git_rc == GIT_ENOTFOUND)
		return TORA_E_NOTFOUND;
	if (git_rc == GIT_EOWNER)
		return TORA_E_DENIED;
	return TORA_E_REMOTE;
}

int tora_git_fail(struct tora_err *err, int git_rc, const char *fmt, ...)
{
	const git_error *last = git_error_last();
	char what[128];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return tora_fail(err, rc_of(git_rc), "%s: %s", what,
	                 last && last->message ? last->message : "libgit2 gave no reason");
}

int tora_git_missing(struct tora_err *err, const char *kind, const char *hex)
{
	return tora_fail(err, TORA_E_NOTFOUND,
	                 "%s %.12s is not in this clone (partial, shallow or damaged), and nothing "
	                 "is fetched unasked",
	                 kind, hex);
}
