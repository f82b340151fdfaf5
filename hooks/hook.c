/*
 * hook.c - tora-hook, what git calls: tell the daemon, at push print what is known, hold nobody up, never fail.
 *
 *	Before a file of ours is touched a process of its own asks, for two seconds at most, whether the state folder
 *	answers: it may be on a server that is gone.
 *	post-*: a file in the spool, which the daemon finds when git is done. No connection, unless
 *	        the daemon does not see the spool: to wake it now would cost the commit as
 *	        much again as this program does.
 *	pre-push: ask, 200 ms at most; nothing to say: exit 0, else tora prints it. Late: a file
 *	        in the spool.
 *	No daemon: a file in the spool, and the daemon is started a moment later, so that it does
 *	        not take git's processor.
 *
 * A program of its own because it runs inside every commit and push: small, and linked statically with musl,
 * it is over before a dynamic one has found its libraries (an empty program with musl touches a quarter of the
 * pages that one with glibc does). No git is started, nothing is parsed: an answer that is not silent is
 * handed to `tora hook answered`.
 */
#include "hooks/event.h"
#include "hooks/file.h"
#include "hooks/line.h"
#include "hooks/message.h"
#include "hooks/spool.h"
#include "tora/answers.h"
#include "tora/clock.h"
#include "tora/spawn.h"
#include "tora/stamp.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LATE_MS   2000  /* for the state folder to answer; git waits */
#define SETTLE_MS 500   /* what is left of a commit, or the busy part of a push, is over by then */
#define START_MS  10000 /* and the daemon that was started then has read the spool */
#define INPUT_MS  2000  /* git writes the refs at once; nobody typing is waited for */
#define INPUT_MAX (4u << 20)
#define WIRE_MAX  (8u << 20) /* of a request and of an answer */

struct hook {
	char folder[PATH_MAX]; /* where this program, tora and torad are */
	struct tora_paths paths;
	struct tora_here here;
	struct tora_str input;
	struct tora_message message;
};

static int find_folder(struct hook *h)
{
	ssize_t n = readlink("/proc/self/exe", h->folder, sizeof h->folder - 1);
	char *slash;

	h->folder[n > 0 ? n : 0] = '\0';
	slash = strrchr(h->folder, '/');
	if (slash)
		*slash = '\0';
	return slash ? 0 : -1;
}

/* All of stdin, so that git never meets a closed pipe; bounded in size and time. */
static void read_refs(struct tora_str *ret)
{
	int64_t until = tora_clock_mono_ms() + INPUT_MS;
	char chunk[16384];

	if (isatty(STDIN_FILENO))
		return;
	for (;;) {
		struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
		int64_t left = until - tora_clock_mono_ms();
		ssize_t n;

		if (left <= 0 || poll(&p, 1, (int)left) <= 0)
			return;
		n = read(STDIN_FILENO, chunk, sizeof chunk);
		if (n <= 0)
			return;
		tora_str_add_clip(ret, (struct tora_sv){ chunk, (size_t)n });
	}
}

/* ---- the spool, and a daemon to read it ------------------------------------------------ */

/* Where the daemon of now or the next one reads it. A failure is the caller's to tell, or nobody's. */
static int leave_in_spool(struct hook *h, struct tora_err *err)
{
	struct tora_str line = TORA_STR_INIT(WIRE_MAX);
	int rc;

	tora_message_line(&h->message, false, &line);
	rc = tora_str_check(&line, err);
	if (rc == TORA_OK)
		rc = tora_spool_put(&h->paths, tora_str_view(&line), err);
	tora_str_free(&line);
	return rc;
}

/* In a session of its own, with nothing of git's left: signals, files, folder, environment. Never returns. */
_Noreturn static void start_later(const char *torad)
{
	int null = open("/dev/null", O_RDWR); /* may be one of the three itself */
	sigset_t none;

	(void)setsid();
	for (int s = 1; s < SIGRTMIN; s++)
		(void)signal(s, SIG_DFL);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (null < 0 || dup2(null, fd) < 0)
			(void)close(fd);
	if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, 0) < 0)
		for (int fd = STDERR_FILENO + 1; fd < 1024; fd++) /* a kernel before 5.9 */
			(void)close(fd);
	(void)!chdir("/");
	(void)poll(NULL, 0, SETTLE_MS);
	(void)execle(torad, torad, "run", (char *)NULL, tora_spawn_env(NULL));
	_exit(1);
}

static int leave_start_behind(const struct hook *h, struct tora_err *err)
{
	char torad[PATH_MAX];
	int rc = tora_paths_format(torad, sizeof torad, err, "%s/torad", h->folder);
	pid_t pid;

	if (rc == TORA_OK && access(torad, X_OK) < 0)
		rc = tora_fail_sys(err, "starting the daemon: %s", torad);
	if (rc)
		return rc;
	pid = fork(); /* cheaper here than a program: there is next to nothing of us to copy */
	if (pid == 0)
		start_later(torad);
	return pid < 0 ? tora_fail_sys(err, "starting the daemon") : TORA_OK;
}

/*
 * The daemon is started, which reads the spool; it is not waited for. Where the spool cannot be
 * written it could not do its work either, so nothing is started.
 */
static int start_for_next_time(struct hook *h, struct tora_err *err)
{
	struct stat st;
	bool is_first = stat(h->paths.store, &st) < 0;
	int rc = leave_in_spool(h, err);

	if (rc == TORA_OK)
		rc = leave_start_behind(h, err);
	if (rc == TORA_OK && is_first)
		(void)fputs("tora: starting the background daemon (tora daemon stop ends it)\n",
		            stderr);
	return rc;
}

/* Is it held? Of a file that is not ours nothing is believed, and nothing is waited for. */
static bool is_locked(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;
	bool ret;

	if (fd < 0)
		return false;
	ret = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
	      flock(fd, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK;
	(void)close(fd);
	return ret;
}

static bool is_state_locked(const struct tora_paths *paths)
{
	char lock[TORA_PATH_MAX];
	struct tora_err ignored;

	return tora_paths_format(lock, sizeof lock, &ignored, "%s/lock", paths->state) == TORA_OK &&
	       is_locked(lock);
}

/* ---- a push asks ----------------------------------------------------------------------- */

/* Append one line of the daemon's. */
static int read_answer(struct hook *h, int fd, int64_t until, struct tora_str *ret,
                       struct tora_err *err)
{
	char chunk[16384];
	size_t n;
	int rc;

	do {
		rc = tora_line_read(fd, &h->paths, until, chunk, sizeof chunk, &n, err);
		if (rc)
			return rc;
		tora_str_add(ret, (struct tora_sv){ chunk, n });
		rc = tora_str_check(ret, err);
	} while (rc == TORA_OK && !memchr(chunk, '\n', n));
	return rc;
}

/* tora in our place reads both lines from its input. Returns only when that fails. */
static int print_answer(const struct hook *h, const struct tora_str *both, struct tora_err *err)
{
	char tora[PATH_MAX];
	int fd = memfd_create("answer", MFD_CLOEXEC);

	if (fd < 0 || write(fd, both->buf, both->len) != (ssize_t)both->len ||
	    lseek(fd, 0, SEEK_SET) < 0 || dup2(fd, STDIN_FILENO) < 0)
		return tora_fail_sys(err, "handing the answer on");
	if (tora_paths_format(tora, sizeof tora, err, "%s/tora", h->folder))
		return err->rc;
	(void)execl(tora, tora, "hook", "answered", (char *)NULL);
	return tora_fail_sys(err, "starting %s", tora);
}

/*
 * The daemon says itself how much is to be read (PROTOCOL.md). Its keys are looked for and not
 * parsed: inside a string their quotes would have a backslash.
 */
#define IS_ANSWER  "\"result\":"
#define IS_NOTHING "\"say\":\"nothing\""
#define IS_QUEUED  "\"say\":\"queued\""
#define IS_UNKNOWN "\"registered\":false"

/* The one thing that is said so often that tora is not started for it. */
static bool say_queued(const struct hook *h)
{
	struct tora_str line = TORA_STR_INIT(4 * PATH_MAX);
	struct tora_sv branch = tora_message_branch(h->message.input);

	if (!branch.len || tora_stamp_git_has_others())
		return false;
	tora_str_adds(&line, "tora: ");
	tora_str_add_escaped(&line, branch, false);
	tora_str_adds(&line, ": " TORA_MESSAGE_QUEUED "\n");
	(void)fwrite(line.buf, 1, line.len, stderr);
	tora_str_free(&line);
	return true;
}

/*
 * A repository that was moved, or whose state folder was deleted, is watched no more though tora init was run in it.
 * Where it was not, nothing is said: a core.hooksPath may lead here from any repository.
 */
static void say_unwatched(const struct hook *h)
{
	if (tora_hook_file_is_installed(h->here.common, h->message.event))
		(void)fputs("tora: not checked: this repository is not watched (was it moved?); "
		            "tora init does it\n",
		            stderr);
}

static int push(struct hook *h, int fd, int64_t until, struct tora_err *err)
{
	struct tora_str both = TORA_STR_INIT(2 * WIRE_MAX);
	struct tora_err ignored;
	struct tora_sv answer;
	size_t asked;
	int rc;

	tora_message_line(&h->message, true, &both);
	asked = both.len;
	rc = tora_str_check(&both, err);
	if (rc == TORA_OK)
		rc = tora_line_send(fd, tora_str_view(&both), until, err);
	if (rc == TORA_OK || rc == TORA_E_CANCELED) /* who refuses says why before it closes */
		rc = read_answer(h, fd, until, &both, err);
	answer = (struct tora_sv){ both.buf + asked, both.len - asked };
	if (rc == TORA_OK && tora_sv_has(answer, IS_UNKNOWN))
		say_unwatched(h);
	if (rc || tora_sv_has(answer, IS_NOTHING) ||
	    (tora_sv_has(answer, IS_QUEUED) && say_queued(h)))
		goto out;
	if (!tora_sv_has(answer, IS_ANSWER))
		(void)leave_in_spool(h, &ignored);
	rc = print_answer(h, &both, err);
out:
	tora_str_free(&both);
	return rc;
}

/*
 * Nobody listens here. A daemon that was started with another runtime folder reads our spool; or one ends just now, as its
 * runtime folder was taken away: the next one is started for that, and ends where the first stays.
 */
static int tell_who_is_not_heard(struct hook *h, struct tora_err *err)
{
	bool is_elsewhere = is_state_locked(&h->paths) && !is_locked(h->paths.lock);
	bool is_vain = tora_spool_has_old(&h->paths, START_MS);
	int rc = start_for_next_time(h, err);

	if (rc == TORA_OK)
		(void)fputs(
			is_elsewhere ? "tora: not checked yet: the daemon was started with another "
				       "XDG_RUNTIME_DIR, and cannot be asked from here\n"
			: is_vain    ? "tora: not checked yet: the daemon has not come up since a "
				       "hook last started it; once more now (why not: tora doctor)\n"
				     : "tora: not checked yet: the daemon was not running; it is "
				       "being started\n",
			stderr);
	return rc;
}

static int ask(struct hook *h, struct tora_err *err)
{
	int64_t until = tora_clock_mono_ms() + TORA_LINE_ANSWER_MS;
	struct tora_err ignored;
	int fd = -1, rc = tora_line_open(&h->paths, &fd, err);

	if (rc == TORA_E_NOTFOUND)
		return tell_who_is_not_heard(h, err);
	if (rc == TORA_OK)
		rc = push(h, fd, until, err);
	if (rc)
		(void)leave_in_spool(h, &ignored);
	if (fd >= 0)
		(void)close(fd);
	return rc;
}

/* ---- the other events tell ------------------------------------------------------------- */

static bool is_spool_unwatched(const struct tora_paths *paths)
{
	char path[TORA_PATH_MAX];
	struct tora_err ignored;

	return tora_paths_format(path, sizeof path, &ignored, "%s/" TORA_SPOOL_UNWATCHED,
	                         paths->spool) == TORA_OK &&
	       access(path, F_OK) == 0;
}

enum ear { EAR_NONE, EAR_SPOOL, EAR_SOCKET };

/*
 * How a daemon hears of us. It holds a lock beside its store and one beside its socket, and the kernel lets go
 * of them however it ends; one that ends by itself takes its socket away first. Of two daemons with
 * one folder in common, the one that has our state reads our spool.
 */
static enum ear find_ear(const struct tora_paths *paths)
{
	bool has_socket = access(paths->socket, F_OK) == 0;

	if (is_state_locked(paths) && (has_socket || !is_locked(paths->lock)))
		return has_socket && is_spool_unwatched(paths) ? EAR_SOCKET : EAR_SPOOL;
	return has_socket && is_locked(paths->lock) ? EAR_SOCKET : EAR_NONE;
}

static int send_once(struct hook *h, struct tora_err *err)
{
	struct tora_str line = TORA_STR_INIT(WIRE_MAX);
	int fd = -1, rc = tora_line_open(&h->paths, &fd, err);

	if (rc)
		return rc;
	tora_message_line(&h->message, false, &line);
	rc = tora_str_check(&line, err);
	if (rc == TORA_OK)
		rc = tora_line_send(fd, tora_str_view(&line),
		                    tora_clock_mono_ms() + TORA_LINE_ANSWER_MS, err);
	tora_str_free(&line);
	(void)close(fd);
	return rc;
}

/* One way or the other: on a full disk the socket, of a daemon that is stopped the spool. */
static void tell(struct hook *h)
{
	struct tora_err ignored;

	switch (find_ear(&h->paths)) {
	case EAR_NONE:
		(void)start_for_next_time(h, &ignored);
		break;
	case EAR_SPOOL:
		if (leave_in_spool(h, &ignored))
			(void)send_once(h, &ignored);
		break;
	case EAR_SOCKET:
		if (send_once(h, &ignored))
			(void)leave_in_spool(h, &ignored);
		break;
	}
}

static void hear(struct hook *h, const char *event, int argc, char **argv)
{
	h->message = (struct tora_message){ .event = event, .here = &h->here };
	if (strcmp(event, "post-rewrite") == 0 && argc > 0)
		h->message.detail = argv[0];
	if (strcmp(event, "pre-push") != 0)
		return;
	read_refs(&h->input);
	h->message.input = tora_str_view(&h->input);
}

/* By its own name, when git calls the link in a hooks folder, or by the first argument, from a shim. */
static const char *event_of(int *argc, char ***argv)
{
	const char *event = *argc > 0 ? tora_hook_event((*argv)[0]) : NULL;
	int taken = *argc > 0;

	if (!event && *argc > 1) {
		event = tora_hook_event((*argv)[1]);
		taken = 2;
	}
	*argc -= taken;
	*argv += taken;
	return event;
}

int main(int argc, char **argv)
{
	struct hook h = { .input = TORA_STR_INIT(INPUT_MAX) };
	const char *event = event_of(&argc, &argv);
	struct tora_err err;

	/* Nobody reads what we print: no reason for git not to push. */
	(void)signal(SIGPIPE, SIG_IGN);
	if (!event) {
		(void)fputs("tora-hook: called by git for its hooks; for people there is tora\n",
		            stderr);
		return 0;
	}
	if (tora_hook_is_off() || find_folder(&h))
		return 0;
	if (tora_paths_init(&h.paths, &err) || tora_here_find(&h.here, &err)) {
		if (strcmp(event, "pre-push") == 0) /* who says nothing has found nothing */
			tora_message_not_checked(err.msg);
		return 0;
	}
	hear(&h, event, argc, argv);
	if (tora_answers(h.paths.state, LATE_MS, &err))
		tora_message_not_checked(err.msg);
	else if (strcmp(event, "pre-push") != 0)
		tell(&h);
	else if (tora_message_refs(h.message.input) && ask(&h, &err)) /* else it only deletes */
		tora_message_not_checked(err.msg);
	tora_str_free(&h.input);
	return 0;
}
