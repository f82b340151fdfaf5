/*
 * watch.c - staying behind.
 *
 *	--reap:   we --fork--> the program
 *	--guard:  we (known to the starter, may be killed) --fork--> the guard --fork--> the program
 *
 * The guard holds one end of a pipe that ends when we do, and gives the status through another.
 * Third home of fork, wait and kill beside loop/proc.c and base/spawn.c (tests/lint/lint): there is no
 * loop in here, and nothing else of tora.
 */
#include "launch/launch.h"
#include "launch/scratch.h"
#include "tora/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOOK_MS    100   /* between looks at the scratch folder */
#define KILL_MS    10000 /* for all that was started to be dead */
#define OVER       124   /* exit status: it wrote too much */
#define GUARD_LOST 126

struct watch {
	const struct tora_launch *l;
	pid_t pid;
	int signals; /* a descriptor that tells of them */
	int life;    /* ends with the starter; -1: none */
	int status;  /* of waitpid */
	bool is_over;
	bool is_scoped; /* we are in a domain: signals of ours reach what is in it, and nobody else */
};

/* ---- the program ----------------------------------------------------------------------------- */

static sigset_t watched(void)
{
	sigset_t set;

	(void)sigemptyset(&set);
	(void)sigaddset(&set, SIGCHLD);
	(void)sigaddset(&set, SIGTERM);
	(void)sigaddset(&set, SIGINT);
	(void)sigaddset(&set, SIGHUP);
	return set;
}

static _Noreturn void be_program(const struct tora_launch *l, pid_t parent)
{
	struct tora_err err = TORA_ERR_INIT;
	sigset_t set = watched();

	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(TORA_LAUNCH_FAILED);
	(void)sigprocmask(SIG_UNBLOCK, &set, NULL);
	(void)tora_launch_become(l, &err);
	(void)fprintf(stderr, "tora-launch: %s\n", err.msg);
	_exit(TORA_LAUNCH_FAILED);
}

/* ---- all it started --------------------------------------------------------------------------- */

/* "pid (name) S ppid ...": the name may hold anything, so from the last parenthesis. */
static pid_t parent_of(const char *pid)
{
	char path[64], text[512];
	const char *at;
	ssize_t n;
	int fd;

	(void)snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	if (fd >= 0)
		(void)close(fd);
	if (n <= 0)
		return -1;
	text[n] = '\0';
	at = strrchr(text, ')');
	return at && strlen(at) > 4 ? (pid_t)strtol(at + 4, NULL, 10) : -1;
}

/* Those below them become our children as they die, and are found by the next look. */
static void kill_children(const struct watch *w)
{
	DIR *d = w->is_scoped ? NULL : opendir("/proc");
	pid_t self = getpid();
	struct dirent *e;

	if (w->is_scoped)
		(void)kill(-1, SIGKILL);
	while (d && (e = readdir(d)))
		if (e->d_name[0] >= '1' && e->d_name[0] <= '9' && parent_of(e->d_name) == self)
			(void)kill((pid_t)strtol(e->d_name, NULL, 10), SIGKILL);
	if (d)
		(void)closedir(d);
}

/* Notes how the program ended; false: there is no child any more. */
static bool reap(struct watch *w)
{
	for (;;) {
		int status;
		pid_t pid = waitpid(-1, &status, WNOHANG);

		if (pid <= 0)
			return pid == 0 || errno == EINTR;
		if (pid == w->pid) {
			w->status = status;
			w->is_over = true;
		}
	}
}

static void kill_all(struct watch *w)
{
	int64_t until = tora_clock_mono_ms() + KILL_MS;
	struct pollfd p = { .fd = w->signals, .events = POLLIN };
	struct signalfd_siginfo info;

	while (reap(w) && tora_clock_mono_ms() < until) {
		kill_children(w);
		if (!reap(w))
			break;
		(void)poll(&p, 1, 2);
		while (read(w->signals, &info, sizeof(info)) == (ssize_t)sizeof(info))
			;
	}
}

/* ---- waiting ------------------------------------------------------------------------------------ */

/* Until it ended, or is to end. True: it wrote more than it may. */
static bool wait_for_end(struct watch *w)
{
	struct pollfd p[2] = { { .fd = w->signals, .events = POLLIN },
		               { .fd = w->life, .events = POLLIN } };
	struct signalfd_siginfo info;

	while (!w->is_over) {
		if (poll(p, 2, w->l->scratch ? LOOK_MS : -1) < 0 && errno != EINTR)
			return false;
		if (p[1].revents)
			return false; /* nobody is there to hear of it */
		while (read(w->signals, &info, sizeof(info)) == (ssize_t)sizeof(info))
			if (info.ssi_signo != SIGCHLD)
				return false;
		(void)reap(w);
		if (w->l->scratch && tora_scratch_is_full(w->l->scratch, w->l->scratch_mib))
			return true;
	}
	return false;
}

static int setup(struct watch *w, struct tora_err *err)
{
	sigset_t set = watched();

	if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 || sigprocmask(SIG_BLOCK, &set, NULL) < 0)
		return tora_fail_sys(err, "getting ready to wait");
	w->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (w->signals < 0)
		return tora_fail_sys(err, "listening for signals");
	return w->l->scratch ? tora_scratch_make(w->l->scratch, w->l->uid, err) : TORA_OK;
}

/* The exit status; a death by signal is 128 + its number. */
static int supervise(struct watch *w, struct tora_err *err)
{
	pid_t self = getpid();
	bool is_full;
	int rc = setup(w, err);

	if (rc)
		return rc;
	w->pid = fork();
	if (w->pid == 0)
		be_program(w->l, self);
	if (w->pid < 0)
		return tora_fail_sys(err, "starting '%s'", w->l->argv[0]);
	is_full = wait_for_end(w);
	kill_all(w);
	if (w->l->scratch)
		tora_scratch_remove(w->l->scratch);
	if (is_full) {
		(void)fprintf(stderr, "it wrote more than %u MiB\n", w->l->scratch_mib);
		return OVER;
	}
	return WIFSIGNALED(w->status) ? 128 + WTERMSIG(w->status) : WEXITSTATUS(w->status);
}

/* ---- --reap -------------------------------------------------------------------------------------- */

/* As the program died, so that whoever waits for us sees the signal. */
static void die_of(int signal_number)
{
	struct rlimit none = { 0, 0 };
	sigset_t set;

	(void)setrlimit(RLIMIT_CORE, &none);
	(void)signal(signal_number, SIG_DFL);
	(void)sigemptyset(&set);
	(void)sigaddset(&set, signal_number);
	(void)sigprocmask(SIG_UNBLOCK, &set, NULL);
	(void)raise(signal_number);
}

static int bind_ourselves(struct watch *w, struct tora_err *err)
{
	int rc, rules;

	if (!w->l->is_domain || !tora_launch_scopes_signals())
		return TORA_OK;
	rules = tora_launch_rules(w->l, err);
	if (rules < 0)
		return err->rc;
	rc = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? tora_fail_sys(err, "giving up privileges")
	                                                : tora_launch_bind(rules, err);
	(void)close(rules);
	w->is_scoped = rc == TORA_OK;
	return rc;
}

static int watch_reap(const struct tora_launch *l, struct tora_err *err)
{
	struct watch w = { .l = l, .life = -1 };
	int status = bind_ourselves(&w, err);

	if (!status)
		status = supervise(&w, err);
	if (status >= 0 && WIFSIGNALED(w.status))
		die_of(WTERMSIG(w.status));
	return status;
}

/* ---- --guard -------------------------------------------------------------------------------------- */

static _Noreturn void be_guard(const struct tora_launch *l, int life, int answer)
{
	struct watch w = { .l = l, .life = life };
	struct tora_err err = TORA_ERR_INIT;
	int status, null;

	(void)setsid();
	status = supervise(&w, &err);
	if (status < 0) {
		(void)fprintf(stderr, "tora-launch: %s\n", err.msg);
		status = TORA_LAUNCH_FAILED;
	}
	/* who waits for the end of our output has it before the status */
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 0; null >= 0 && fd < 3; fd++)
		(void)dup2(null, fd);
	(void)!write(answer, &status, sizeof(status));
	_exit(0);
}

static int watch_guard(const struct tora_launch *l, struct tora_err *err)
{
	int life[2], answer[2], status, null;
	ssize_t n;
	pid_t pid;

	if (pipe2(life, O_CLOEXEC) < 0 || pipe2(answer, O_CLOEXEC) < 0)
		return tora_fail_sys(err, "making a pipe");
	pid = fork();
	if (pid < 0)
		return tora_fail_sys(err, "starting the guard");
	if (pid == 0) {
		(void)close(life[1]);
		(void)close(answer[0]);
		be_guard(l, life[0], answer[1]);
	}
	(void)close(life[0]);
	(void)close(answer[1]);
	null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 0; null >= 0 && fd < 3; fd++)
		(void)dup2(null, fd);
	do
		n = read(answer[0], &status, sizeof(status));
	while (n < 0 && errno == EINTR);
	(void)waitpid(pid, NULL, 0);
	return n == (ssize_t)sizeof(status) ? status : GUARD_LOST;
}

int tora_launch_watch(const struct tora_launch *l, struct tora_err *err)
{
	return l->is_guard ? watch_guard(l, err) : watch_reap(l, err);
}
