/*
 * posix_spawn(3) does what this needs without copying our page tables: glibc runs the child
 * in our memory until it has replaced itself, with signals blocked and every step's errno
 * handed back, so "no such program" is known before the call returns.
 */
#include "tora/spawn.h"

#include "tora/clock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define TERM_MS  2000 /* between TERM and KILL */
#define DRAIN_MS 1000 /* for pipes that others hold open after the exit */
#define LOOK_MS  10   /* between looks at the child where the kernel has no pidfd */

/* ---- starting ----------------------------------------------------------------------- */

static void close_fd(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

/* Above 2, so that putting it in a standard place of the child cannot overwrite another. */
static int move_up(int *fd)
{
	int high;

	if (*fd > 2)
		return 0;
	high = fcntl(*fd, F_DUPFD_CLOEXEC, 3);
	if (high < 0)
		return -1;
	(void)close(*fd);
	*fd = high;
	return 0;
}

static int make_pipe(int ends[2], struct tora_err *err)
{
	if (pipe2(ends, O_CLOEXEC) < 0) {
		ends[0] = ends[1] = -1;
		return tora_fail_sys(err, "making a pipe");
	}
	if (move_up(&ends[0]) < 0 || move_up(&ends[1]) < 0)
		return tora_fail_sys(err, "moving a pipe");
	return TORA_OK;
}

/* Where the child's descriptors 0, 1 and 2 (a daemon's 3, too) come from; -1: /dev/null, KEEP: ours. */
#define KEEP (-2)
struct wiring {
	int from[4];
	int n;   /* how many of them there are; everything above is closed */
	int dir; /* -1: ours */
	short flags;
};

static int wire_up(posix_spawn_file_actions_t *acts, const struct wiring *w)
{
	int sys = 0;

	if (w->dir >= 0) /* first: its number may be one that is filled below */
		sys = posix_spawn_file_actions_addfchdir_np(acts, w->dir);
	for (int to = 0; !sys && to < w->n; to++) {
		if (w->from[to] == -1)
			sys = posix_spawn_file_actions_addopen(acts, to, "/dev/null", O_RDWR, 0);
		else if (w->from[to] >= 0)
			sys = posix_spawn_file_actions_adddup2(acts, w->from[to], to);
	}
	if (!sys)
		sys = posix_spawn_file_actions_addclosefrom_np(acts, w->n);
	return sys;
}

/* POSIX promises that exec changes none of the strings; its prototype is older than const. */
static char *const *plain(const char *const *list)
{
	union {
		const char *const *in;
		char *const *out;
	} both = { .in = list };

	return both.out;
}

/* Default dispositions for all signals, none blocked. Returns 0 or an errno. */
static int start(const struct wiring *w, const char *const *argv, char *const *env, pid_t *ret_pid)
{
	posix_spawn_file_actions_t acts;
	posix_spawnattr_t attr;
	sigset_t all, none;
	int sys;

	(void)sigfillset(&all);
	(void)sigemptyset(&none);
	(void)posix_spawn_file_actions_init(&acts);
	(void)posix_spawnattr_init(&attr);
	(void)posix_spawnattr_setsigdefault(&attr, &all);
	(void)posix_spawnattr_setsigmask(&attr, &none);
	(void)posix_spawnattr_setpgroup(&attr, 0);
	(void)posix_spawnattr_setflags(
		&attr, (short)(w->flags | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
	sys = wire_up(&acts, w);
	if (!sys)
		sys = posix_spawnp(ret_pid, argv[0], &acts, &attr, plain(argv), env);
	(void)posix_spawnattr_destroy(&attr);
	(void)posix_spawn_file_actions_destroy(&acts);
	return sys;
}

static int start_failed(int sys, const char *name, struct tora_err *err)
{
	if (sys == ENOENT || sys == ENOTDIR)
		return tora_fail(err, TORA_E_NOTFOUND, "no program '%s'", name);
	errno = sys;
	return tora_fail_sys(err, "starting '%s'", name);
}

/* ---- running ------------------------------------------------------------------------ */

enum { IN, OUT, ERR, EXIT, SLOTS };

struct run {
	pid_t pid;
	int fds[SLOTS]; /* our ends; EXIT: a pidfd, or -1 where there are none */
	struct tora_sv input;
	struct tora_spawn_watch watch;
	struct tora_spawn_result result;
	bool timed_out, exited;
	int64_t deadline; /* of what we wait for now */
	int next_signal;  /* sent to the group when the deadline passes */
};

/*
 * A zombie keeps its number, and so its group's: kills that follow cannot hit a stranger. No child any more: somebody
 * has reaped it, and nothing will ever be heard of it.
 */
static bool has_exited(pid_t pid)
{
	siginfo_t info = { 0 };

	if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0)
		return errno == ECHILD;
	return info.si_pid == pid;
}

static void feed_input(struct run *r)
{
	ssize_t n = write(r->fds[IN], r->input.at, r->input.len);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n > 0) {
		r->input.at += n;
		r->input.len -= (size_t)n;
		if (!r->input.len && r->watch.sent)
			r->watch.sent(r->watch.ctx);
	}
	if (n < 0 || !r->input.len) /* EPIPE: it does not want to read; its business */
		close_fd(&r->fds[IN]);
}

static void collect(struct run *r, int slot)
{
	struct tora_str *into = slot == OUT ? &r->result.out : &r->result.err;
	char chunk[16384];
	ssize_t n = read(r->fds[slot], chunk, sizeof(chunk));

	if (n > 0) {
		tora_str_add_clip(into, (struct tora_sv){ chunk, (size_t)n });
		r->result.cut |= into->over;
		if (slot == OUT && r->watch.heard)
			r->watch.heard(r->watch.ctx, tora_str_view(into));
	} else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
		close_fd(&r->fds[slot]);
	}
}

static int poll_ms(const struct run *r)
{
	int64_t left = r->deadline - tora_clock_mono_ms();

	if (!r->exited && r->fds[EXIT] < 0 && left > LOOK_MS)
		left = LOOK_MS;
	return left < 0 ? 0 : left > 60000 ? 60000 : (int)left;
}

static void wait_a_bit(struct run *r)
{
	struct pollfd p[SLOTS];

	for (int i = 0; i < SLOTS; i++)
		p[i] = (struct pollfd){ .fd = r->fds[i], .events = i == IN ? POLLOUT : POLLIN };
	if (poll(p, SLOTS, poll_ms(r)) < 0)
		return; /* EINTR: look again */
	if (p[IN].revents)
		feed_input(r);
	if (p[OUT].revents)
		collect(r, OUT);
	if (p[ERR].revents)
		collect(r, ERR);
	if (!r->exited && (p[EXIT].revents || r->fds[EXIT] < 0) && has_exited(r->pid)) {
		r->exited = true;
		close_fd(&r->fds[EXIT]);
		close_fd(&r->fds[IN]);
		r->deadline = tora_clock_mono_ms() + DRAIN_MS;
		r->next_signal = SIGKILL;
	}
}

/* TERM when the budget is spent, KILL two seconds later, then no more waiting for pipes. */
static bool deadline_passed(struct run *r)
{
	if (tora_clock_mono_ms() < r->deadline)
		return false;
	if (r->exited)
		return true;
	r->timed_out = true;
	(void)kill(-r->pid, r->next_signal);
	r->deadline = tora_clock_mono_ms() + TERM_MS;
	r->next_signal = SIGKILL;
	return false;
}

static void finish(struct run *r)
{
	int status = 0;
	pid_t got;

	(void)kill(-r->pid, SIGKILL); /* what it left behind */
	do
		got = waitpid(r->pid, &status, 0);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		status = SIGKILL; /* somebody else has reaped it: what nobody knows is no success */
	if (r->timed_out) {
		r->result.how = TORA_SPAWN_TIMEOUT;
	} else if (WIFSIGNALED(status)) {
		r->result.how = TORA_SPAWN_SIGNAL;
		r->result.code = WTERMSIG(status);
	} else {
		r->result.how = TORA_SPAWN_EXIT;
		r->result.code = WEXITSTATUS(status);
	}
}

static void wait_for_all(struct run *r, unsigned budget_ms)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before;

	(void)sigaction(SIGPIPE, &ignore, &before); /* it may close its input early */
	r->deadline = tora_clock_mono_ms() + budget_ms;
	r->next_signal = SIGTERM;
	r->fds[EXIT] = (int)syscall(SYS_pidfd_open, r->pid, 0);
	while (!r->exited || r->fds[OUT] >= 0 || r->fds[ERR] >= 0) {
		wait_a_bit(r);
		if (deadline_passed(r))
			break;
	}
	finish(r);
	(void)sigaction(SIGPIPE, &before, NULL);
}

/* One pipe: our end into *ours, not blocking; the child's into *theirs. */
static int half_pipe(int *ours, int *theirs, bool child_reads, struct tora_err *err)
{
	int ends[2], rc;

	rc = make_pipe(ends, err);
	*ours = ends[child_reads ? 1 : 0];
	*theirs = ends[child_reads ? 0 : 1];
	if (!rc && fcntl(*ours, F_SETFL, O_NONBLOCK) < 0)
		rc = tora_fail_sys(err, "setting up a pipe");
	return rc;
}

static int make_pipes(const struct tora_spawn_spec *spec, struct run *r, int theirs[3],
                      struct tora_err *err)
{
	int rc = TORA_OK;

	if (spec->input.len)
		rc = half_pipe(&r->fds[IN], &theirs[0], true, err);
	if (!rc && !spec->pass_stdout)
		rc = half_pipe(&r->fds[OUT], &theirs[1], false, err);
	if (!rc && !spec->pass_stderr)
		rc = half_pipe(&r->fds[ERR], &theirs[2], false, err);
	return rc;
}

static int launch(const struct tora_spawn_spec *spec, const int theirs[3], pid_t *ret_pid,
                  struct tora_err *err)
{
	struct wiring w = { .n = 3, .dir = -1, .flags = POSIX_SPAWN_SETPGROUP };
	char **own = spec->env ? NULL : tora_spawn_env(NULL);
	int sys, rc = TORA_OK;

	w.from[0] = theirs[0];
	w.from[1] = spec->pass_stdout ? KEEP : theirs[1];
	w.from[2] = spec->pass_stderr ? KEEP : theirs[2];
	if (spec->dir) { /* opened here, so that a missing folder is not taken for a missing program */
		w.dir = open(spec->dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
		if (w.dir < 0 || move_up(&w.dir) < 0)
			rc = tora_fail_sys(err, "folder '%s'", spec->dir);
	}
	if (!rc) {
		sys = start(&w, spec->argv, own ? own : plain(spec->env), ret_pid);
		if (sys)
			rc = start_failed(sys, spec->argv[0], err);
	}
	close_fd(&w.dir);
	tora_spawn_env_free(own);
	return rc;
}

/*
 * Ignored, as whoever started us may have left it, the kernel reaps children and says nothing. A handler stays: it is
 * a loop's, which would miss the children of its own.
 */
static void heed_children(struct sigaction *before)
{
	struct sigaction plain_end = { .sa_handler = SIG_DFL };

	(void)sigaction(SIGCHLD, NULL, before);
	if (before->sa_handler == SIG_IGN)
		(void)sigaction(SIGCHLD, &plain_end, NULL);
}

int tora_spawn_run(const struct tora_spawn_spec *spec, struct tora_spawn_result *ret,
                   struct tora_err *err)
{
	struct run r = { .fds = { -1, -1, -1, -1 }, .input = spec->input, .watch = spec->watch };
	struct sigaction before;
	int theirs[3] = { -1, -1, -1 }, rc;

	assert(spec->budget_ms > 0);
	heed_children(&before);
	tora_str_init(&r.result.out, spec->out_max);
	tora_str_init(&r.result.err, spec->out_max);
	rc = make_pipes(spec, &r, theirs, err);
	if (!rc)
		rc = launch(spec, theirs, &r.pid, err);
	for (int i = 0; i < 3; i++)
		close_fd(&theirs[i]);
	if (!rc)
		wait_for_all(&r, spec->budget_ms);
	if (before.sa_handler == SIG_IGN)
		(void)sigaction(SIGCHLD, &before, NULL);
	for (int i = 0; i < SLOTS; i++)
		close_fd(&r.fds[i]);
	if (rc)
		tora_spawn_done(&r.result);
	else
		*ret = r.result;
	return rc;
}

void tora_spawn_done(struct tora_spawn_result *r)
{
	tora_str_free(&r->out);
	tora_str_free(&r->err);
}

/* ---- daemons ------------------------------------------------------------------------ */

static int daemon_said(struct tora_sv text, struct tora_err *err)
{
	struct tora_str shown = TORA_STR_INIT(sizeof(err->msg));
	int rc;

	text = tora_sv_trim(text);
	tora_str_add_escaped(&shown, text, false);
	if (text.len)
		rc = tora_fail(err, TORA_E_REMOTE, "%s", shown.buf);
	else
		rc = tora_fail(err, TORA_E_REMOTE, "it ended without saying why");
	tora_str_free(&shown);
	return rc;
}

/* Reads until "ok", the end of the pipe, or the deadline. */
static int wait_ready(int fd, unsigned ready_ms, struct tora_err *err)
{
	int64_t deadline = tora_clock_mono_ms() + ready_ms;
	char text[256];
	size_t len = 0;

	for (;;) {
		int64_t left = deadline - tora_clock_mono_ms();
		struct pollfd p = { .fd = fd, .events = POLLIN };
		ssize_t n;

		if (left <= 0)
			return tora_fail(err, TORA_E_TIMEOUT, "not ready after %u ms", ready_ms);
		if (poll(&p, 1, (int)left) <= 0)
			continue;
		n = read(fd, text + len, sizeof(text) - len);
		if (n < 0 && errno == EINTR)
			continue;
		len += n > 0 ? (size_t)n : 0;
		if (tora_sv_is(tora_sv_trim((struct tora_sv){ text, len }), "ok"))
			return TORA_OK;
		if (n <= 0 || len == sizeof(text))
			return daemon_said((struct tora_sv){ text, len }, err);
	}
}

int tora_spawn_daemon(const char *const *argv, unsigned ready_ms, struct tora_err *err)
{
	static const char *const told[] = { "TORA_READY_FD=3", NULL };
	struct wiring w = {
		.from = { -1, -1, -1 }, .n = 4, .dir = -1, .flags = POSIX_SPAWN_SETSID
	};
	int ready[2], rc, sys;
	char **env = tora_spawn_env(told);
	pid_t pid = 0;

	rc = make_pipe(ready, err);
	w.from[3] = ready[1];
	w.dir = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (!rc && (w.dir < 0 || move_up(&w.dir) < 0))
		rc = tora_fail_sys(err, "opening /");
	sys = rc ? 0 : start(&w, argv, env, &pid);
	if (sys)
		rc = start_failed(sys, argv[0], err);
	close_fd(&ready[1]);
	close_fd(&w.dir);
	if (!rc)
		rc = wait_ready(ready[0], ready_ms, err);
	close_fd(&ready[0]);
	if (rc && pid)
		(void)waitpid(pid, NULL,
		              WNOHANG); /* if it is gone already; else our end frees it */
	tora_spawn_env_free(env);
	return rc ? tora_wrap(err, "starting the daemon") : TORA_OK;
}
