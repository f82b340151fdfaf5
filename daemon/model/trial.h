/*
 * trial.h - one execution of one test on one side, and how it ended.
 *
 * A test that crashes or hangs is data, not an error. What "ended" means is told
 * apart before any code is read: exit, signal, timeout, limit.
 */
#ifndef TORA_MODEL_TRIAL_H
#define TORA_MODEL_TRIAL_H

#include "model/build.h"
#include "tora/arena.h"

enum tora_trial_status {
	TORA_TRIAL_OK,        /* ran to its end */
	TORA_TRIAL_EXCEPTION, /* an exception nobody caught */
	TORA_TRIAL_EXIT,      /* left by itself with a status, code has it */
	TORA_TRIAL_SIGNAL,    /* died of a signal, code has it */
	TORA_TRIAL_TIMEOUT,   /* stopped by us: wall clock or CPU */
	TORA_TRIAL_LIMIT, /* stopped by us or failed by a limit: memory, output, files, processes */
};
const char *tora_trial_status_name(enum tora_trial_status s); /* "ok", "exception", ... */
int tora_trial_status_parse(const char *name,
                            enum tora_trial_status *ret); /* 0, or -1 when unknown */

#define TORA_TEST_FILE "<test>" /* lang/PROTOCOL.md: what frames of the test itself are in */

struct tora_frame {
	const char *
		file; /* as the code under test saw it: under TORA_MOUNT, TORA_TEST_FILE, or a library's */
	unsigned line;
	const char *function;
};

struct tora_exception {
	const char *type; /* qualified, without "builtins." */
	const char *message;
	TORA_VEC(struct tora_frame) frames; /* outermost first */
	struct tora_sv line; /* where the last of them is, as read for judging; empty: not read */
};

struct tora_warning {
	const char *category, *message;
	bool is_hidden; /* not shown unless asked for: blamed on a library's line */
};

struct tora_lines_hit {
	const char *file; /* repository path */
	unsigned line;
};

/* A way out of a decision (an if, a loop): into the block it guards, or past it. */
struct tora_branch {
	const char *file;     /* repository path */
	unsigned line, block; /* of the decision, and where the block begins */
	bool into;
	unsigned from,
		to; /* bytes of the block's line, where it has no lines of its own; to 0: it has */
};

struct tora_trial {
	enum tora_trial_status status;
	int code;                         /* exit status or signal; 0 otherwise */
	struct tora_exception *exception; /* NULL unless status is EXCEPTION */
	struct tora_sv out,
		err; /* stdout, stderr without warnings and tracebacks; UTF-8, no NULs */
	bool cut;    /* more was printed than the cap */
	TORA_VEC(struct tora_warning) warnings;
	bool measured;                           /* coverage was on */
	TORA_VEC(struct tora_lines_hit) covered; /* changed lines that ran */
	TORA_VEC(struct tora_branch)
	branches; /* ways out of decisions on them, where those are known */
	unsigned ms;
};

/* Else there was no time for it, and it says nothing: a limit that a test meets is named on stderr. */
bool tora_trial_was_run(const struct tora_trial *t);

/* Both sides of one candidate, as the run stage leaves them for judging. */
struct tora_pair {
	size_t candidate; /* index into the check's candidates */
	struct tora_trial base, head;
	bool reached; /* a changed line ran on either side */
};

#endif
