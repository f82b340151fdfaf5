/*
 * fail.h - libgit2's failures as ours, and the one sentence about missing objects.
 *
 * Pure helpers of git/: nothing outside the folder includes it.
 */
#ifndef TORA_GIT_FAIL_H
#define TORA_GIT_FAIL_H

#include "tora/err.h"

/*
 * Call right after a libgit2 function returned `git_rc`: "<what>: <libgit2's sentence>".
 * GIT_ENOTFOUND is TORA_E_NOTFOUND, GIT_EOWNER TORA_E_DENIED, all others TORA_E_REMOTE.
 */
int tora_git_fail(struct tora_err *err, int git_rc, const char *fmt, ...) TORA_PRINTF(3, 4);

/* TORA_E_NOTFOUND: an object the history names is not in this clone. */
int tora_git_missing(struct tora_err *err, const char *kind, const char *hex);

#endif
