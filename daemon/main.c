/*
 * main.c - torad: `torad run` supervises, every other command does one piece of work; this is their table, and what a
 * supervisor needs before it is one: its options, its environment, the locks.
 */
#include "check/check.h"
#include "serve/supervise.h"
#include "tora/answers.h"
#include "tora/clock.h"
#include "tora/logfile.h"
#include "tora/version.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define IDLE_EXIT_S   (30 * 60)
#define LOCK_WAIT_MS  2000
#define LOCK_PAUSE_MS 20
#define ANSWER_MS     200 /* one that is up needs a few */

enum { EXIT_CANNOT = 2, EXIT_USAGE = 3 };

static const char usage[] =
	"torad " TORA_VERSION ", the daemon of tora. People use `tora`, which starts it.\n"
	"\n"
	"  torad run [--foreground] [--idle-exit SECONDS]   watch repositories and serve\n"
	"  torad check ...                                  one check, JSON lines on stdout\n"
	"  torad repro K7                                   run a finding's test again\n"
	"  torad prompt [A..B]                              what a model would be asked\n"
	"  torad budget                                     what models cost today\n"
	"  torad stats                                      what was shown, and what was said of "
	"it\n"
	"  torad eval FILE.jsonl                            judge labelled differences, count\n"
	"  torad cache [ls|gc|clear]                        the builds that are kept\n"
	"  torad keep K7                                    a finding's test in the project's "
	"framework\n"
	"  torad generate [--only NAME]...                  a test suite for a commit\n"
	"  torad probe                                      what this machine can do\n"
	"  torad main                                       what every check would stop at\n"
	"  torad --version | --help\n"
	"\n"
	"--foreground   log to stderr\n"
	"--idle-exit    stop after so long with nothing to do and nobody connected; 0: never "
	"(default 1800)\n";

struct options {
	bool is_foreground;
	unsigned idle_exit_s;
	/* for tests: tests/README.md */
	const char *check_program, *root;
	unsigned debounce_ms, jobs;
	uid_t uid;
};

static int number(const char *name, const char *text, unsigned max, unsigned *ret,
                  struct tora_err *err)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || n > max)
		return tora_fail(err, TORA_E_USAGE, "--%s takes a number up to %u, not '%s'", name,
		                 max, text);
	*ret = (unsigned)n;
	return TORA_OK;
}

static int parse(int argc, char **argv, struct options *o, struct tora_err *err)
{
	static const struct option longs[] = {
		{ "foreground", no_argument, NULL, 'f' },
		{ "idle-exit", required_argument, NULL, 'i' },
		{ "check-program", required_argument, NULL, 'p' },
		{ "debounce-ms", required_argument, NULL, 'd' },
		{ "jobs", required_argument, NULL, 'j' },
		{ "only-uid", required_argument, NULL, 'u' },
		{ "root", required_argument, NULL, 'r' },
		{ 0 },
	};
	unsigned uid;
	int c, rc = TORA_OK;

	opterr = 0;
	while (rc == TORA_OK && (c = getopt_long(argc, argv, "", longs, NULL)) != -1) {
		switch (c) {
		case 'f':
			o->is_foreground = true;
			break;
		case 'i':
			rc = number("idle-exit", optarg, 1000000, &o->idle_exit_s, err);
			break;
		case 'p':
			o->check_program = optarg;
			break;
		case 'r':
			o->root = optarg;
			break;
		case 'd':
			rc = number("debounce-ms", optarg, 60000, &o->debounce_ms, err);
			break;
		case 'j':
			rc = number("jobs", optarg, 256, &o->jobs, err);
			break;
		case 'u':
			rc = number("only-uid", optarg, UINT32_MAX - 1, &uid, err);
			if (rc == TORA_OK)
				o->uid = uid;
			break;
		default:
			rc = tora_fail(err, TORA_E_USAGE, "torad run does not know '%s'",
			               argv[optind - 1]);
		}
	}
	if (rc == TORA_OK && optind < argc)
		rc = tora_fail(err, TORA_E_USAGE, "torad run does not know '%s'", argv[optind]);
	return rc;
}

/* A hook's environment points git at one repository; ours must not, nor that of our children. */
static void scrub_environment(void)
{
	extern char **environ;

	for (char **e = environ; *e;) {
		char name[128];
		const char *eq = strchr(*e, '=');

		if (strncmp(*e, "GIT_", 4) != 0 || !eq || (size_t)(eq - *e) >= sizeof name) {
			e++;
			continue;
		}
		snprintf(name, sizeof name, "%.*s", (int)(eq - *e), *e);
		if (unsetenv(name) < 0)
			e++;
		else
			e = environ;
	}
}

static int take_ready_fd(void)
{
	const char *text = getenv("TORA_READY_FD");
	struct tora_err err;
	unsigned fd;

	if (!text || number("ready", text, 1000000, &fd, &err))
		return -1;
	(void)unsetenv("TORA_READY_FD");
	if (fcntl((int)fd, F_SETFD, FD_CLOEXEC) < 0)
		return -1;
	return (int)fd;
}

static void say_ready(void *ctx)
{
	int *fd = ctx;

	if (*fd < 0)
		return;
	(void)!write(*fd, "ok\n", 3);
	(void)close(*fd);
	*fd = -1;
}

/*
 * Does a daemon answer there? One that was killed takes connections until the kernel has closed its files, one by one: who
 * was woken by the first may be here before the lock goes. A child that it had just forked has both a moment longer.
 * Nobody will ever answer for them, and the connection ends with them.
 */
static bool is_answered(const char *path)
{
	static const char hello[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}\n";
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	struct pollfd p = { .events = POLLIN };
	bool ret = false;
	char c;

	if ((size_t)snprintf(to.sun_path, sizeof to.sun_path, "%s", path) >= sizeof to.sun_path)
		return false;
	p.fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (p.fd < 0)
		return false;
	if (connect(p.fd, (const struct sockaddr *)&to, sizeof to) < 0)
		ret = errno == EAGAIN; /* its queue is full */
	else if (send(p.fd, hello, sizeof hello - 1, MSG_NOSIGNAL) > 0)
		ret = poll(&p, 1, ANSWER_MS) > 0 && recv(p.fd, &c, 1, 0) == 1;
	(void)close(p.fd);
	return ret;
}

/*
 * Who holds the lock and does not answer is about to, or about to end: a start right after a stop must
 * not count on one that is gone in a moment. So that is waited for. Nobody answers for the lock of a state folder
 * (`socket_path` NULL); hooks hold that for an instant, to see whether it is held.
 */
static int wait_lock(int fd, const char *socket_path, struct tora_err *err)
{
	const struct timespec pause = { .tv_nsec = LOCK_PAUSE_MS * 1000000L };
	int64_t until = tora_clock_mono_ms() + LOCK_WAIT_MS;

	while (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return tora_fail_sys(err, "locking");
		if ((socket_path && is_answered(socket_path)) || tora_clock_mono_ms() >= until)
			return tora_fail(err, TORA_E_CONFLICT, "already running");
		(void)nanosleep(&pause, NULL);
	}
	return TORA_OK;
}

/*
 * Held for life; the kernel lets go of it however we end, so nothing is ever stale. Never unlinked: two processes
 * could hold two files of one name.
 */
static int take_lock(const struct tora_paths *paths, int *ret_fd, struct tora_err *err)
{
	int fd = open(paths->lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

	if (fd < 0)
		return tora_fail_sys(err, "opening the lock '%s'", paths->lock);
	if (wait_lock(fd, paths->socket, err)) {
		(void)close(fd);
		return err->rc;
	}
	*ret_fd = fd;
	return TORA_OK;
}

/*
 * A daemon with another runtime folder would take our running checks for lost ones. Where the state
 * folder takes no lock (read-only, full, some network file systems), that is how it is.
 */
static int take_store_lock(const char *state, int *ret_fd, struct tora_err *err)
{
	char path[TORA_PATH_MAX + 8];
	int fd;

	snprintf(path, sizeof path, "%s/lock", state);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd >= 0 && wait_lock(fd, NULL, err) == TORA_E_CONFLICT) {
		(void)close(fd);
		return tora_fail(err, TORA_E_CONFLICT,
		                 "another daemon has '%s', and its socket is elsewhere: was it "
		                 "started with another XDG_RUNTIME_DIR?",
		                 state);
	}
	*ret_fd = fd;
	return TORA_OK;
}

static int prepare(struct tora_paths *paths, struct tora_err *err)
{
	int rc = tora_paths_init(paths, err);

	if (rc == TORA_OK)
		rc = tora_answers(paths->state, TORA_ANSWERS_MS, err);
	if (rc == TORA_OK)
		rc = tora_paths_private(paths->runtime, err);
	if (rc == TORA_OK)
		rc = tora_paths_private(paths->state, err);
	return rc ? rc : tora_paths_private(paths->spool, err);
}

static int run(const struct options *o, int *ready, struct tora_err *err)
{
	struct tora_log log = { .fd = STDERR_FILENO, .level = TORA_LOG_INFO };
	struct tora_paths paths;
	struct tora_supervise_spec spec = {
		.paths = &paths,
		.log = &log,
		.program = o->check_program ? o->check_program : "/proc/self/exe",
		.jobs = o->jobs,
		.debounce_ms = o->debounce_ms,
		.root = o->root,
		.idle_exit_ms = (int64_t)o->idle_exit_s * 1000,
		.uid = o->uid,
		.ready = say_ready,
		.ctx = ready,
	};
	int lock = -1, store_lock = -1, log_fd = -1, rc;

	rc = prepare(&paths, err);
	if (rc == TORA_OK)
		rc = take_lock(&paths, &lock, err);
	if (rc == TORA_OK)
		rc = take_store_lock(paths.state, &store_lock, err);
	if (rc == TORA_OK && !o->is_foreground) {
		rc = tora_logfile_open(paths.log, &log_fd, err);
		log.fd = log_fd;
		spec.log_path = paths.log;
	}
	if (rc == TORA_OK)
		rc = tora_supervise(&spec, err);
	if (rc && log_fd >= 0)
		tora_log(&log, TORA_LOG_ERROR, "main", "%s", err->msg);
	if (log_fd >= 0)
		(void)close(log_fd);
	if (store_lock >= 0)
		(void)close(store_lock);
	if (lock >= 0)
		(void)close(lock);
	return rc;
}

static int run_command(int argc, char **argv)
{
	struct options o = { .idle_exit_s = IDLE_EXIT_S, .uid = geteuid() };
	int ready = take_ready_fd(), rc;
	struct tora_err err = TORA_ERR_INIT;

	(void)umask(077);
	scrub_environment();
	rc = parse(argc, argv, &o, &err);
	if (rc == TORA_OK)
		rc = run(&o, &ready, &err);
	if (rc == TORA_OK)
		return 0;
	if (ready >= 0) {
		(void)!write(ready, err.msg, strlen(err.msg));
		(void)close(ready);
	}
	fprintf(stderr, "torad: %s\n", err.msg);
	return rc == TORA_E_USAGE ? EXIT_USAGE : EXIT_CANNOT;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*run)(int argc, char **argv);
	} commands[] = {
		{ "run", run_command },
		{ "check", tora_check_command },
		{ "repro", tora_repro_command },
		{ "replay", tora_replay_command },
		{ "rejudge", tora_rejudge_command },
		{ "probe", tora_probe_command },
		{ "main", tora_main_command },
		{ "trust", tora_trust_command },
		{ "prompt", tora_prompt_command },
		{ "budget", tora_budget_command },
		{ "stats", tora_stats_command },
		{ "eval", tora_eval_command },
		{ "cache", tora_cache_command },
		{ "prebuild", tora_prebuild_command },
		{ "generate", tora_generate_command },
		{ "keep", tora_keep_command },
	};

	for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return commands[i].run(argc - 1, argv + 1);
	if (argc == 2 && strcmp(argv[1], "--version") == 0) {
		puts("torad " TORA_VERSION);
		return 0;
	}
	if (argc == 2 && strcmp(argv[1], "--help") == 0) {
		fputs(usage, stdout);
		return 0;
	}
	fputs(usage, stderr);
	return EXIT_USAGE;
}
