/*
 * The life of one program:
 *
 *	start --exec--> RUNNING --budget--> ASKED (TERM) --2 s--> KILL, again every 2 s, 5 times --> over: done()
 *	                   |                   |
 *	                   +------ exit -------+--> DRAINING --pipes closed, or 1 s--> over: done()
 *
 * One timer (`alarm`) serves all of it, because only one thing is ever waited for. A process that waits for a file
 * server that is gone may not even end by KILL: it is left to the kernel, and nobody waits for it any longer.
 */
#include "loop/proc.h"

#include "loop/inner.h"
#include "loop/outq.h"
#include "tora/clock.h"
#include "tora/spawn.h"

#include <assert.h>
#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define ASKED_S  2.0
#define DRAIN_S  1.0
#define KILLS    5   /* and then it is given up */
#define BIRTH_MS 500 /* a folder, or one of PATH, may be where nobody answers */
#define CHUNK    (64u << 10)
#define STD_FDS  3

enum phase { RUNNING, ASKED, DRAINING, OVER };

struct stream { /* stdout or stderr */
	int fd;
	ev_io ev;
	struct tora_str kept;
	void (*fn)(void *ctx, struct tora_sv chunk);
};

struct tora_proc {
	struct tora_loop *loop;
	struct ev_loop *ev;
	const char *name;
	void (*done)(void *ctx, const struct tora_outcome *outcome);
	void *ctx;
	pid_t pid;
	int64_t began_ms;
	enum phase phase;
	int status; /* of waitpid, once DRAINING */
	bool timed_out, killed;
	unsigned kills; /* sent while it was ASKED */
	bool is_ours;   /* a function, no program */
	ev_child exit;
	ev_timer alarm;
	struct stream out, err;
	int in_fd;
	ev_io in;
	struct tora_outq queue;
	bool is_input_ending;
	unsigned busy;  /* callbacks of the owner that are running right now */
	bool is_doomed; /* freed by one of them */
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

/* ---- being born: runs in the child, so only async-signal-safe calls ------------------- */

enum step { STEP_GROUP, STEP_DIR, STEP_FDS, STEP_LIMITS, STEP_EXEC };

struct report {
	enum step step;
	int sys;
};

struct birth {
	const struct tora_proc_spec *spec;
	char *const *argv, *const *env;
	int fds[STD_FDS + TORA_PROC_FDS_MAX]; /* sources: 0, 1, 2, then those of the spec */
	int report;                           /* close-on-exec: its end means "running" */
	pid_t parent;
};

static _Noreturn void stillborn(const struct birth *b, enum step step)
{
	struct report r = { step, errno };

	(void)!write(b->report, &r, sizeof(r));
	_exit(127);
}

/* The highest number the child puts a descriptor at; sources live above it. */
static int highest(const struct tora_proc_spec *spec)
{
	int high = STD_FDS - 1;

	for (size_t i = 0; i < spec->n_fds; i++)
		if (spec->fds[i].child_fd > high)
			high = spec->fds[i].child_fd;
	return high;
}

/* Everything but what is put in place afterwards goes at exec, also what some library forgot to mark. */
static void close_on_exec_all(void)
{
	if (close_range(STD_FDS, ~0u, CLOSE_RANGE_CLOEXEC) == 0)
		return;
	for (int fd = STD_FDS; fd < 1024; fd++) /* a kernel before 5.11 */
		(void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* Without exec: a listening socket, a lock or a store's file must not live on in a child that hangs. */
static void close_all_but(int floor, const struct tora_proc_spec *spec)
{
	bool is_given;

	for (int fd = STD_FDS; fd < floor; fd++) {
		is_given = false;
		for (size_t i = 0; i < spec->n_fds; i++)
			is_given = is_given || spec->fds[i].child_fd == fd;
		if (!is_given)
			(void)close(fd);
	}
	if (close_range((unsigned)floor, ~0u, 0) == 0)
		return;
	for (int fd = floor; fd < 1024; fd++)
		(void)close(fd);
}

static bool put_fds_in_place(const struct birth *b)
{
	close_on_exec_all();
	for (int i = 0; i < STD_FDS; i++)
		if (dup2(b->fds[i], i) < 0)
			return false;
	for (size_t i = 0; i < b->spec->n_fds; i++)
		if (dup2(b->fds[STD_FDS + i], b->spec->fds[i].child_fd) < 0)
			return false;
	return true;
}

static bool set_limits(const struct tora_proc_spec *spec)
{
	struct rlimit cpu = { spec->cpu_s, spec->cpu_s + 1 }; /* XCPU, then KILL */

	if (spec->cpu_s && setrlimit(RLIMIT_CPU, &cpu) < 0)
		return false;
	errno = 0;
	return !spec->nice || nice(spec->nice) != -1 || !errno;
}

static void reset_signals(void)
{
	struct sigaction dfl = { .sa_handler = SIG_DFL };
	sigset_t none;

	for (int sig = 1; sig < NSIG; sig++)
		(void)sigaction(sig, &dfl, NULL); /* KILL, STOP and glibc's own refuse: fine */
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void be_child(const struct birth *b)
{
	if (setpgid(0, 0) < 0)
		stillborn(b, STEP_GROUP);
	if (b->spec->dies_with_us) {
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != b->parent) /* it died before we could ask */
			_exit(127);
	}
	if (b->spec->dir && chdir(b->spec->dir) < 0)
		stillborn(b, STEP_DIR);
	if (!put_fds_in_place(b))
		stillborn(b, STEP_FDS);
	if (!set_limits(b->spec))
		stillborn(b, STEP_LIMITS);
	reset_signals();
	if (b->spec->work) {
		close_all_but(highest(b->spec) + 1, b->spec);
		_exit(b->spec->work(b->spec->arg));
	}
	(void)execvpe(b->argv[0], b->argv, b->env);
	stillborn(b, STEP_EXEC);
}

/* ---- giving birth --------------------------------------------------------------------- */

static int report_failure(const struct report *r, const struct tora_proc_spec *spec,
                          struct tora_err *err)
{
	errno = r->sys;
	switch (r->step) {
	case STEP_EXEC:
		if (r->sys == ENOENT || r->sys == ENOTDIR)
			return tora_fail(err, TORA_E_NOTFOUND, "no program '%s'", spec->argv[0]);
		return tora_fail_sys(err, "starting '%s'", spec->argv[0]);
	case STEP_DIR:
		return tora_fail_sys(err, "folder '%s'", spec->dir);
	case STEP_GROUP:
	case STEP_FDS:
	case STEP_LIMITS:
		break;
	}
	return tora_fail_sys(err, "preparing '%s'", spec->name);
}

/* Replaces *fd by a copy above `floor`, where no dup2 of the child can hit it. */
static int move_above(int *fd, int floor, struct tora_err *err)
{
	int copy = fcntl(*fd, F_DUPFD_CLOEXEC, floor + 1);

	if (copy < 0)
		return tora_fail_sys(err, "copying a descriptor");
	close_fd(fd);
	*fd = copy;
	return TORA_OK;
}

static int copy_sources(struct birth *b, struct tora_err *err)
{
	int floor = highest(b->spec), rc;

	for (int i = 0; i < STD_FDS; i++) {
		if (b->fds[i] < 0)
			b->fds[i] = open("/dev/null", O_RDWR | O_CLOEXEC);
		if (b->fds[i] < 0)
			return tora_fail_sys(err, "opening /dev/null");
		rc = move_above(&b->fds[i], floor, err);
		if (rc)
			return rc;
	}
	for (size_t i = 0; i < b->spec->n_fds; i++) {
		int copy = fcntl(b->spec->fds[i].fd, F_DUPFD_CLOEXEC, floor + 1);

		if (copy < 0)
			return tora_fail_sys(err, "copying descriptor %d", b->spec->fds[i].fd);
		b->fds[STD_FDS + i] = copy;
	}
	return move_above(&b->report, floor, err);
}

/* All signals are held back meanwhile: a handler of ours must not run in the child. */
static pid_t fork_quietly(const struct birth *b)
{
	sigset_t all, before;
	pid_t pid;
	int sys;

	(void)sigfillset(&all);
	(void)sigprocmask(SIG_SETMASK, &all, &before);
	pid = fork();
	if (pid == 0)
		be_child(b);
	sys = errno;
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	errno = sys;
	return pid;
}

/* Does it say why it does not run? One that has said nothing in time runs, or ends at its budget. */
static bool is_stillborn(int told, struct report *ret)
{
	int64_t until = tora_clock_mono_ms() + BIRTH_MS, left;
	struct pollfd p = { .fd = told, .events = POLLIN };
	int ready;

	do {
		left = until - tora_clock_mono_ms();
		ready = poll(&p, 1, left > 0 ? (int)left : 0);
	} while (ready < 0 && errno == EINTR);
	return ready > 0 && read(told, ret, sizeof(*ret)) == (ssize_t)sizeof(*ret);
}

/* Forks, and returns when the program runs or has said why it cannot. */
static int give_birth(struct birth *b, pid_t *ret_pid, struct tora_err *err)
{
	struct report r;
	int told[2], rc;
	pid_t pid = -1;

	if (pipe2(told, O_CLOEXEC) < 0)
		return tora_fail_sys(err, "making a pipe");
	b->report = told[1];
	rc = copy_sources(b, err);
	if (!rc) {
		pid = fork_quietly(b);
		if (pid < 0)
			rc = tora_fail_sys(err, "starting '%s'", b->spec->name);
	}
	close_fd(&b->report);
	if (!rc && is_stillborn(told[0], &r)) {
		(void)waitpid(pid, NULL, 0); /* it is on its way out */
		rc = report_failure(&r, b->spec, err);
	}
	close_fd(&told[0]);
	if (!rc)
		*ret_pid = pid;
	return rc;
}

/* ---- living --------------------------------------------------------------------------- */

/*
 * libev has reaped the leader by the time its exit is seen. While anybody is left in the group its number stays taken; an
 * empty one is a stranger's only after all other numbers were given out in DRAIN_S.
 */
static void signal_group(const struct tora_proc *p, int sig)
{
	(void)kill(-p->pid, sig);
}

static void set_alarm(struct tora_proc *p, double seconds)
{
	ev_timer_stop(p->ev, &p->alarm);
	ev_now_update(p->ev);
	ev_timer_set(&p->alarm, seconds, 0);
	ev_timer_start(p->ev, &p->alarm);
}

static void stop_input(struct tora_proc *p)
{
	ev_io_stop(p->ev, &p->in);
	close_fd(&p->in_fd);
	tora_outq_done(&p->queue);
}

static void stop_stream(struct tora_proc *p, struct stream *s)
{
	ev_io_stop(p->ev, &s->ev);
	close_fd(&s->fd);
}

static void stop_everything(struct tora_proc *p)
{
	stop_input(p);
	stop_stream(p, &p->out);
	stop_stream(p, &p->err);
	ev_timer_stop(p->ev, &p->alarm);
	ev_child_stop(p->ev, &p->exit);
	if (p->phase != OVER)
		signal_group(p, SIGKILL);
	p->phase = OVER;
}

static void destroy(struct tora_proc *p)
{
	stop_everything(p);
	tora_str_free(&p->out.kept);
	tora_str_free(&p->err.kept);
	free(p);
}

static struct tora_outcome outcome_of(const struct tora_proc *p)
{
	struct tora_outcome o = { .cut = p->out.kept.over || p->err.kept.over,
		                  .out = tora_str_view(&p->out.kept),
		                  .err = tora_str_view(&p->err.kept),
		                  .wall_ms = tora_clock_mono_ms() - p->began_ms };

	if (p->timed_out) {
		o.how = TORA_PROC_TIMEOUT;
	} else if (p->killed) {
		o.how = TORA_PROC_KILLED;
	} else if (WIFSIGNALED(p->status)) {
		o.how = TORA_PROC_SIGNAL;
		o.code = WTERMSIG(p->status);
	} else {
		o.how = TORA_PROC_EXIT;
		o.code = WEXITSTATUS(p->status);
	}
	return o;
}

/* The owner's functions run between these two; it may free the proc in any of them. */
static void enter(struct tora_proc *p)
{
	p->busy++;
}

static bool leave(struct tora_proc *p)
{
	p->busy--;
	if (!p->is_doomed)
		return true;
	if (!p->busy)
		destroy(p);
	return false;
}

static void finish(struct tora_proc *p)
{
	struct tora_outcome o;

	stop_everything(p);
	o = outcome_of(p);
	enter(p);
	p->done(p->ctx, &o);
	(void)leave(p);
}

/* The join: exit seen, stdout closed, stderr closed. */
static void end_if_over(struct tora_proc *p, bool is_drained)
{
	if (p->phase == DRAINING && (is_drained || (p->out.fd < 0 && p->err.fd < 0)))
		finish(p);
}

static void on_exit_seen(struct ev_loop *ev, ev_child *w, int events)
{
	struct tora_proc *p = w->data;
	struct tora_loop *loop = p->loop;
	const char *name = p->name;
	int64_t began = tora_loop_begin();

	(void)events;
	ev_child_stop(ev, w);
	p->status = w->rstatus;
	p->phase = DRAINING;
	stop_input(p);
	set_alarm(p, DRAIN_S);
	end_if_over(p, false);
	tora_loop_end(loop, began, name);
}

static void on_alarm(struct ev_loop *ev, ev_timer *w, int events)
{
	struct tora_proc *p = w->data;
	struct tora_loop *loop = p->loop;
	const char *name = p->name;
	int64_t began = tora_loop_begin();

	(void)ev;
	(void)events;
	switch (p->phase) {
	case RUNNING:
		p->timed_out = !p->killed;
		if (p->is_ours) { /* it holds nothing that it could tidy up: killed, and not waited for */
			finish(p);
			break;
		}
		p->phase = ASKED;
		signal_group(p, SIGTERM);
		signal_group(p, SIGCONT); /* a stopped program cannot hear it */
		set_alarm(p, ASKED_S);
		break;
	case ASKED:
		if (p->kills++ == KILLS) {
			finish(p);
			break;
		}
		signal_group(p, SIGKILL);
		set_alarm(p, ASKED_S);
		break;
	case DRAINING:
		end_if_over(p, true);
		break;
	case OVER:
		break;
	}
	tora_loop_end(loop, began, name);
}

static void on_chunk(struct tora_proc *p, struct stream *s, struct tora_sv chunk)
{
	if (!s->fn) {
		tora_str_add_clip(&s->kept, chunk);
		return;
	}
	enter(p);
	s->fn(p->ctx, chunk);
	(void)leave(p);
}

static void on_output(struct ev_loop *ev, ev_io *w, int events)
{
	struct tora_proc *p = w->data;
	struct stream *s = w == &p->out.ev ? &p->out : &p->err;
	struct tora_loop *loop = p->loop;
	const char *name = p->name;
	int64_t began = tora_loop_begin();
	char chunk[CHUNK];
	ssize_t n = read(s->fd, chunk, sizeof(chunk));

	(void)ev;
	(void)events;
	if (n > 0) {
		on_chunk(p, s, (struct tora_sv){ chunk, (size_t)n });
	} else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
		stop_stream(p, s);
		end_if_over(p, false);
	}
	tora_loop_end(loop, began, name);
}

static void send_input(struct tora_proc *p)
{
	if (p->in_fd < 0)
		return;
	if (tora_outq_flush(&p->queue, p->in_fd) < 0 ||
	    (p->is_input_ending && !tora_outq_left(&p->queue)))
		stop_input(p);
	else if (tora_outq_left(&p->queue))
		ev_io_start(p->ev, &p->in);
	else
		ev_io_stop(p->ev, &p->in);
}

static void on_writable(struct ev_loop *ev, ev_io *w, int events)
{
	(void)ev;
	(void)events;
	send_input(w->data);
}

/* ---- the contract --------------------------------------------------------------------- */

/* One pipe: our end into *ours, not blocking; the child's into *theirs. */
static int half_pipe(int *ours, int *theirs, bool child_reads, struct tora_err *err)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return tora_fail_sys(err, "making a pipe");
	*ours = ends[child_reads ? 1 : 0];
	*theirs = ends[child_reads ? 0 : 1];
	if (fcntl(*ours, F_SETFL, O_NONBLOCK) < 0)
		return tora_fail_sys(err, "setting up a pipe");
	return TORA_OK;
}

static int make_pipes(struct tora_proc *p, struct birth *b, struct tora_err *err)
{
	int rc = TORA_OK;

	if (b->spec->in_max)
		rc = half_pipe(&p->in_fd, &b->fds[0], true, err);
	if (!rc)
		rc = half_pipe(&p->out.fd, &b->fds[1], false, err);
	if (!rc)
		rc = half_pipe(&p->err.fd, &b->fds[2], false, err);
	return rc;
}

static void init_stream(struct tora_proc *p, struct stream *s, size_t max,
                        void (*fn)(void *ctx, struct tora_sv chunk))
{
	s->fd = -1;
	s->fn = fn;
	tora_str_init(&s->kept, max);
	ev_init(&s->ev, on_output);
	s->ev.data = p;
}

static struct tora_proc *new_proc(struct tora_loop *loop, const struct tora_proc_spec *spec)
{
	struct tora_proc *p = tora_xcalloc(1, sizeof(*p));

	p->loop = loop;
	p->ev = tora_loop_ev(loop);
	p->name = spec->name;
	p->done = spec->done;
	p->ctx = spec->ctx;
	p->is_ours = spec->work;
	p->phase = OVER;
	p->in_fd = -1;
	tora_outq_init(&p->queue, spec->in_max);
	init_stream(p, &p->out, spec->out_max, spec->on_out);
	init_stream(p, &p->err, spec->out_max, spec->on_err);
	ev_init(&p->exit, on_exit_seen);
	ev_init(&p->alarm, on_alarm);
	ev_init(&p->in, on_writable);
	p->exit.data = p->alarm.data = p->in.data = p;
	return p;
}

static void watch(struct tora_proc *p, int64_t budget_ms)
{
	p->phase = RUNNING;
	p->began_ms = tora_clock_mono_ms();
	ev_child_set(&p->exit, p->pid, 0);
	ev_child_start(p->ev, &p->exit);
	ev_io_set(&p->out.ev, p->out.fd, EV_READ);
	ev_io_start(p->ev, &p->out.ev);
	ev_io_set(&p->err.ev, p->err.fd, EV_READ);
	ev_io_start(p->ev, &p->err.ev);
	if (p->in_fd >= 0)
		ev_io_set(&p->in, p->in_fd, EV_WRITE);
	if (budget_ms)
		set_alarm(p, (double)budget_ms / 1000);
}

int tora_proc_start(struct tora_loop *loop, const struct tora_proc_spec *spec,
                    struct tora_proc **ret_proc, struct tora_err *err)
{
	union {
		const char *const *in;
		char *const *out; /* POSIX: exec changes none of the strings */
	} argv = { .in = spec->argv }, env = { .in = spec->env };
	struct tora_proc *p = new_proc(loop, spec);
	char **own = spec->env || spec->work ? NULL : tora_spawn_env(NULL);
	struct birth b = { .spec = spec, .argv = argv.out, .parent = getpid() };
	int rc;

	assert(spec->done && spec->n_fds <= TORA_PROC_FDS_MAX);
	b.env = own ? own : env.out;
	for (size_t i = 0; i < STD_FDS + TORA_PROC_FDS_MAX; i++)
		b.fds[i] = -1;
	rc = make_pipes(p, &b, err);
	if (!rc)
		rc = give_birth(&b, &p->pid, err);
	for (size_t i = 0; i < STD_FDS + TORA_PROC_FDS_MAX; i++)
		close_fd(&b.fds[i]);
	tora_spawn_env_free(own);
	if (rc) {
		destroy(p);
		return rc;
	}
	watch(p, spec->budget_ms);
	*ret_proc = p;
	return TORA_OK;
}

void tora_proc_free(struct tora_proc *p)
{
	if (!p)
		return;
	stop_everything(p);
	if (p->busy)
		p->is_doomed = true;
	else
		destroy(p);
}

int tora_proc_write(struct tora_proc *p, struct tora_sv bytes, struct tora_err *err)
{
	int rc;

	if (p->in_fd < 0 || p->is_input_ending)
		return tora_fail(err, TORA_E_REMOTE, "'%s' reads no more", p->name);
	rc = tora_outq_add(&p->queue, bytes, err);
	if (rc)
		return tora_wrap(err, "input of '%s'", p->name);
	send_input(p);
	return TORA_OK;
}

bool tora_proc_is_well(const struct tora_proc *p)
{
	return p->phase == RUNNING && !p->killed && !p->timed_out && p->in_fd >= 0;
}

void tora_proc_close_input(struct tora_proc *p)
{
	p->is_input_ending = true;
	send_input(p);
}

void tora_proc_kill(struct tora_proc *p)
{
	if (p->phase == OVER)
		return;
	if (p->phase != DRAINING && !p->timed_out)
		p->killed = true;
	signal_group(p, SIGKILL);
	if (p->phase == RUNNING) {
		p->phase = ASKED;
		set_alarm(p, ASKED_S);
	}
}

void tora_proc_set_budget(struct tora_proc *p, int64_t ms)
{
	if (p->phase != RUNNING)
		return;
	if (ms)
		set_alarm(p, (double)ms / 1000);
	else
		ev_timer_stop(p->ev, &p->alarm);
}

int tora_proc_pid(const struct tora_proc *p)
{
	return p->pid;
}
