/*
 * proc.h - one program, run without waiting for it.
 *
 * It gets its own process group, default signals, no descriptor but the ones
 * given to it, /dev/null or a pipe for input, and a wall-clock budget (TERM to
 * the group, KILL two seconds later). It is over when three facts are in, in any
 * order: exit seen, stdout closed, stderr closed; one second after the exit
 * nobody waits longer for pipes that a grandchild holds open, and the group is
 * killed. Whatever of the group is left when it is over is killed. Ten seconds after the first KILL
 * one that the kernel does not let go is over, too.
 *
 * done() is called exactly once, from the loop, never from inside start; the
 * callbacks may free the object. Freeing early kills the group, and done() is
 * never called.
 */
#ifndef TORA_LOOP_PROC_H
#define TORA_LOOP_PROC_H

#include "loop/loop.h"
#include "tora/str.h"

#define TORA_PROC_FDS_MAX 8

enum tora_proc_end {
	TORA_PROC_EXIT,    /* code is the exit status */
	TORA_PROC_SIGNAL,  /* code is the signal, and nobody here sent it */
	TORA_PROC_TIMEOUT, /* the budget was spent; code is 0 */
	TORA_PROC_KILLED,  /* tora_proc_kill() was called; code is 0 */
};

struct tora_outcome {
	enum tora_proc_end how;
	int code;
	bool cut;                /* more than out_max was printed and dropped */
	struct tora_sv out, err; /* what was kept; borrowed from the proc, die with it */
	int64_t wall_ms;         /* from start to done */
};

struct tora_proc_fd {
	int fd;       /* ours, borrowed */
	int child_fd; /* what the program calls it: 3 or more */
};

struct tora_proc_spec {
	const char *name;        /* for the log; lives as long as the proc */
	const char *const *argv; /* argv[0] with a slash is a path, else searched in PATH */
	/*
	 * NULL, or what is run in the child instead of a program (argv is not looked at): a copy of this process with no
	 * descriptor but the given ones, for what may hang. Its result is the exit status. It must not touch the loop. At its
	 * budget it is killed and over, whether the kernel lets go of it or not.
	 */
	int (*work)(void *arg);
	void *arg;
	const char *const *env;         /* NULL: ours without GIT_*, see tora_spawn_env() */
	const char *dir;                /* NULL: ours */
	size_t in_max;                  /* bytes that may wait for it on stdin; 0: /dev/null */
	size_t out_max;                 /* bytes kept of each of stdout and stderr */
	const struct tora_proc_fd *fds; /* at most TORA_PROC_FDS_MAX, all child_fd different */
	size_t n_fds;
	int64_t budget_ms; /* 0: none */
	unsigned cpu_s;    /* RLIMIT_CPU; 0: none */
	int nice;          /* added to ours */
	bool dies_with_us; /* PDEATHSIG: the program (not its group) is killed when we end */

	/* NULL: kept for the outcome. Else called with each chunk, which dies with the call. */
	void (*on_out)(void *ctx, struct tora_sv chunk);
	void (*on_err)(void *ctx, struct tora_sv chunk);
	void (*done)(void *ctx, const struct tora_outcome *outcome);
	void *ctx;
};

struct tora_proc;

/*
 * The spec and all it points to, but `name` and `ctx`, may go when this returns.
 * TORA_E_NOTFOUND: no such program. TORA_E_SYS: it could not be started. What takes over half a second to fail to
 * start is an exit with status 127 instead.
 */
int tora_proc_start(struct tora_loop *loop, const struct tora_proc_spec *spec,
                    struct tora_proc **ret_proc, struct tora_err *err);
void tora_proc_free(struct tora_proc *p); /* NULL is fine */

/*
 * Queue bytes for its stdin. TORA_E_LIMIT: more than in_max would wait, nothing was taken.
 * TORA_E_REMOTE: it reads no more (it closed its input, it ended, or we closed it).
 */
int tora_proc_write(struct tora_proc *p, struct tora_sv bytes, struct tora_err *err);
void tora_proc_close_input(struct tora_proc *p); /* once what was queued is through */

/* Does it run and read, and is not being stopped, as far as is known? */
bool tora_proc_is_well(const struct tora_proc *p);
void tora_proc_kill(struct tora_proc *p); /* KILL to the group, now; done() follows from the loop */
/* From now on; 0: none any more. Nothing when it is being stopped already. */
void tora_proc_set_budget(struct tora_proc *p, int64_t ms);
int tora_proc_pid(const struct tora_proc *p);

#endif
