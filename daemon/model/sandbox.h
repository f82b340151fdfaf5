/*
 * sandbox.h - running one command of the project where it can do no harm.
 *
 * run/ owns the sandbox; stages never include each other, so the service travels as a record
 * of a function in the check, as exec.h does for tests. Who fills check->sandbox keeps `ctx`
 * alive until the check is over. NULL there means that this machine has no sandbox, and then
 * nothing of the project runs.
 */
#ifndef TORA_MODEL_SANDBOX_H
#define TORA_MODEL_SANDBOX_H

#include "tora/str.h"

struct tora_err;
struct tora_lang;

/* Asked some times a second while a command runs; false: it is killed. */
struct tora_sandbox_watch {
	bool (*may_go_on)(void *ctx);
	void *ctx;
};

/* ccache for a command: where it keeps what it compiled, and where compilers' names lead to it. */
struct tora_sandbox_ccache {
	const char *folder; /* absolute, ours; writable for the command */
	const char *programs;
	unsigned max_mib; /* what it keeps */
};

enum { TORA_SANDBOX_TIMEOUT = -1, TORA_SANDBOX_STOPPED = -2 };

struct tora_sandbox {
	void *ctx;
	/*
	 * Run argv (argv[0] is a path or searched in the sandbox's PATH) with `dir_rw` (absolute,
	 * ours) mounted writable at TORA_MOUNT as its working directory. Guaranteed: no network,
	 * no HOME of the user, no variables of ours, everything else but `ccache` (NULL: none)
	 * read-only or gone; all of its processes are over when this returns.
	 * *ret_log: stdout and stderr together, at most out_max bytes, its end when there was more;
	 * in the check's arena. *ret_status: the exit status, 128 + n when it died of signal n,
	 * TORA_SANDBOX_TIMEOUT when budget_ms was spent, TORA_SANDBOX_STOPPED when `watch` (NULL:
	 * none) said no. How it ended is data; an error means it was never started.
	 */
	int (*run)(void *ctx, const char *const *argv, const char *dir_rw,
	           const struct tora_sandbox_ccache *ccache, unsigned budget_ms, size_t out_max,
	           const struct tora_sandbox_watch *watch, struct tora_sv *ret_log, int *ret_status,
	           struct tora_err *err);
	/*
	 * Let the change's language compile the sources that `out`/todo names (lang/compile.h) of
	 * `tree`, which appears read-only at TORA_MOUNT, into `out`, which is writable for
	 * anybody. NULL: that language compiles nothing ahead, or has no toolchain here.
	 */
	int (*compile)(void *ctx, const char *tree, const char *out, unsigned budget_ms,
	               struct tora_err *err);
	const char *lacks; /* what a build cannot do in this one, as a sentence; NULL: nothing */
	const struct tora_lang *lang; /* of compile */
	const char *version;          /* of its interpreter */
	const char *compiler;         /* which one exactly: part of the key of what it made */
};

#endif
