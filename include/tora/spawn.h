/*
 * spawn.h - run one program and wait for it, for code that has no event loop.
 *
 * The client, the hooks and the stages of a check (which may block) use this;
 * the supervisor uses loop/proc.h. Who else may fork stands in tests/lint.
 * The child gets its own process group, default signals, /dev/null for input
 * unless `input` is given, no inherited descriptors, a wall-clock budget (TERM,
 * then KILL after 2 s to the whole group) and an output cap.
 */
#ifndef TORA_SPAWN_H
#define TORA_SPAWN_H

#include "tora/str.h"

enum tora_spawn_end {
	TORA_SPAWN_EXIT,    /* code is the exit status */
	TORA_SPAWN_SIGNAL,  /* code is the signal; nobody here sent it */
	TORA_SPAWN_TIMEOUT, /* we stopped it: budget spent */
};

/* Told while it runs; a function may take its time, which counts as the program's. Any may be NULL. */
struct tora_spawn_watch {
	void *ctx;
	void (*sent)(void *ctx);                      /* it read all of the input */
	void (*heard)(void *ctx, struct tora_sv out); /* all it printed on stdout so far */
};

struct tora_spawn_spec {
	const char *const *argv; /* argv[0] with a slash is a path, else searched in PATH */
	const char *const *env;  /* NULL: ours without GIT_* variables that bind to a repository */
	const char *dir;         /* NULL: ours */
	struct tora_sv input;    /* written to its stdin; len 0: /dev/null */
	unsigned budget_ms;      /* not 0: every wait has a deadline */
	size_t out_max; /* bytes kept of each of stdout and stderr; the rest is read and dropped */
	bool pass_stderr; /* stderr goes to ours instead of being kept */
	bool pass_stdout; /* likewise stdout */
	struct tora_spawn_watch watch;
};

struct tora_spawn_result { /* tora_spawn_done() frees */
	enum tora_spawn_end how;
	int code; /* 0 for TORA_SPAWN_TIMEOUT */
	bool cut; /* it printed more than out_max */
	struct tora_str out, err;
};

/*
 * A program that could not be started is TORA_E_NOTFOUND or TORA_E_SYS (and *ret is untouched); how
 * it ended is data, not an error. Nothing of its process group outlives the call: what it left
 * behind is killed, at the latest one second after its exit when it holds our pipes open.
 */
int tora_spawn_run(const struct tora_spawn_spec *spec, struct tora_spawn_result *ret,
                   struct tora_err *err);
void tora_spawn_done(struct tora_spawn_result *r);

/*
 * Start a daemon: new session, stdio to /dev/null, working directory /, GIT_* scrubbed, and a
 * pipe whose number it finds in $TORA_READY_FD. Success when "ok" comes back on the pipe;
 * any other text is the daemon's own reason and becomes the error (TORA_E_REMOTE).
 * No answer in time is TORA_E_TIMEOUT, and the daemon is left to come up.
 */
int tora_spawn_daemon(const char *const *argv, unsigned ready_ms, struct tora_err *err);

/* A copy of environ without GIT_* (bar GIT_SSH*, GIT_ASKPASS...: see spawn_env.c); heap, freed with tora_spawn_env_free. */
char **tora_spawn_env(
	const char *const *extra); /* extra: "NAME=value" entries that win; NULL-ended or NULL */
void tora_spawn_env_free(char **env);

#endif
