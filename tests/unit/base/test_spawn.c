#include "tora/spawn.h"

#include "tests/unit/unit.h"
#include "tora/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define SH(script)                                                                                 \
	(const char *const[])                                                                      \
	{                                                                                          \
		"/bin/sh", "-c", script, NULL                                                      \
	}

static const struct {
	const char *label, *script;
	unsigned budget_ms;
	size_t out_max;
	enum tora_spawn_end how;
	int code;
	const char *out, *err;
	bool cut;
} ends[] = {
	{ "exit 0", "echo a; echo b >&2", 9000, 99, TORA_SPAWN_EXIT, 0, "a\n", "b\n", false },
	{ "exit 7", "exit 7", 9000, 99, TORA_SPAWN_EXIT, 7, "", "", false },
	{ "own signal", "kill -SEGV $$", 9000, 99, TORA_SPAWN_SIGNAL, SIGSEGV, "", "", false },
	{ "own TERM is a signal", "kill -TERM $$", 9000, 99, TORA_SPAWN_SIGNAL, SIGTERM, "", "",
	  false },
	{ "budget", "echo x; exec sleep 60", 60, 99, TORA_SPAWN_TIMEOUT, 0, "x\n", "", false },
	{ "budget, clean exit", "exec 2>/dev/null; trap 'exit 0' TERM; while :; do sleep .01; done",
	  60, 99, TORA_SPAWN_TIMEOUT, 0, "", "", false },
	{ "cut", "printf 123456789", 9000, 4, TORA_SPAWN_EXIT, 0, "1234", "", true },
	{ "exactly full", "printf 1234", 9000, 4, TORA_SPAWN_EXIT, 0, "1234", "", false },
	{ "no input", "cat; echo end", 9000, 99, TORA_SPAWN_EXIT, 0, "end\n", "", false },
};

static void test_ends(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(ends); i++) {
		struct tora_spawn_spec spec = { .argv = SH(ends[i].script),
			                        .budget_ms = ends[i].budget_ms,
			                        .out_max = ends[i].out_max };
		struct tora_spawn_result r;
		struct tora_err err = TORA_ERR_INIT;

		ROW(ends[i].label, tora_spawn_run(&spec, &r, &err) == TORA_OK);
		ROW(ends[i].label, r.how == ends[i].how);
		ROW(ends[i].label, r.code == ends[i].code);
		ROW(ends[i].label, r.cut == ends[i].cut);
		ROW(ends[i].label, strcmp(r.out.buf, ends[i].out) == 0);
		ROW(ends[i].label, strcmp(r.err.buf, ends[i].err) == 0);
		tora_spawn_done(&r);
	}
}

static const struct {
	const char *label;
	const char *const argv[2];
	const char *dir;
	int rc;
	const char *says;
} refusals[] = {
	{ "no such path",
	  { "/nonexistent/x" },
	  NULL,
	  TORA_E_NOTFOUND,
	  "no program '/nonexistent/x'" },
	{ "not in PATH", { "tora-no-such-thing" }, NULL, TORA_E_NOTFOUND, "no program" },
	{ "below a file", { "/etc/passwd/x" }, NULL, TORA_E_NOTFOUND, "no program" },
	{ "not executable", { "/etc/passwd" }, NULL, TORA_E_SYS, "Permission denied" },
	{ "no such folder", { "/bin/true" }, "/nonexistent", TORA_E_SYS, "folder '/nonexistent'" },
};

static int count_fds(void)
{
	int n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static void test_refusals(void **state)
{
	int before = count_fds();

	(void)state;
	for (size_t i = 0; i < COUNT(refusals); i++) {
		struct tora_spawn_spec spec = { .argv = refusals[i].argv,
			                        .dir = refusals[i].dir,
			                        .input = TORA_SV("x"),
			                        .budget_ms = 9000 };
		struct tora_spawn_result r = { .code = 77 };
		struct tora_err err = TORA_ERR_INIT;

		ROW(refusals[i].label, tora_spawn_run(&spec, &r, &err) == refusals[i].rc);
		ROW(refusals[i].label, strstr(err.msg, refusals[i].says));
		ROW(refusals[i].label, r.code == 77);
	}
	assert_int_equal(count_fds(), before);
}

/* Out of descriptors half way: an error, and what was made is closed again. */
static void test_no_descriptors(void **state)
{
	struct tora_spawn_spec spec = {
		.argv = SH("exit 0"), .input = TORA_SV("x"), .dir = "/", .budget_ms = 9000
	};
	struct rlimit before, few;
	int open_now = count_fds(), failed = 0;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	for (int room = 0; room < 12; room++) {
		struct tora_spawn_result r;
		struct tora_err err = TORA_ERR_INIT;
		int rc;

		few = (struct rlimit){ (rlim_t)(3 + room), before.rlim_max };
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
		rc = tora_spawn_run(&spec, &r, &err);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
		assert_true(rc == TORA_OK || (rc == TORA_E_SYS && err.sys == EMFILE));
		if (rc == TORA_OK)
			tora_spawn_done(&r);
		failed += rc != TORA_OK;
		assert_int_equal(count_fds(), open_now);
	}
	assert_true(failed > 0 && failed < 12);
}

/* What the child sees of us. */
static const struct {
	const char *label, *script, *out;
} surroundings[] = {
	{ "only std descriptors", "ls /proc/self/fd | tr '\\n' ' '",
	  "0 1 2 3 " /* 3: ls itself */ },
	{ "no signal ignored", /* but 32 and 33, which are glibc's own and cannot be reset through it */
	  "printf '%x' $((0x$(sed -n 's/SigIgn:\t//p' /proc/self/status) & ~0x180000000))", "0" },
	{ "leads its group", "test $(cut -d' ' -f5 /proc/$$/stat) = $$ && echo yes", "yes\n" },
	{ "folder", "pwd", "/usr\n" },
};

static void test_surroundings(void **state)
{
	int leak = dup(0); /* not close-on-exec */

	(void)state;
	assert_true(leak > 2);
	(void)signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < COUNT(surroundings); i++) {
		struct tora_spawn_spec spec = { .argv = SH(surroundings[i].script),
			                        .dir = "/usr",
			                        .budget_ms = 9000,
			                        .out_max = 100 };
		struct tora_spawn_result r;
		struct tora_err err = TORA_ERR_INIT;

		ROW(surroundings[i].label, tora_spawn_run(&spec, &r, &err) == TORA_OK);
		if (strcmp(r.out.buf, surroundings[i].out) != 0)
			fail_msg("%s: '%s'", surroundings[i].label, r.out.buf);
		tora_spawn_done(&r);
	}
	(void)signal(SIGPIPE, SIG_DFL);
	(void)close(leak);
}

/* Asked without a shell, which would clear the mask itself. */
static void test_no_signal_blocked(void **state)
{
	static const char *const argv[] = { "grep", "SigBlk", "/proc/self/status", NULL };
	struct tora_spawn_spec spec = { .argv = argv, .budget_ms = 9000, .out_max = 100 };
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;
	sigset_t some, before;

	(void)state;
	(void)sigemptyset(&some);
	(void)sigaddset(&some, SIGUSR1);
	(void)sigprocmask(SIG_BLOCK, &some, &before);
	assert_int_equal(tora_spawn_run(&spec, &r, &err), TORA_OK);
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	assert_string_equal(r.out.buf, "SigBlk:\t0000000000000000\n");
	tora_spawn_done(&r);
}

static bool has_entry(char **env, const char *entry)
{
	for (; *env; env++)
		if (strcmp(*env, entry) == 0)
			return true;
	return false;
}

/* Everything `git rev-parse --local-env-vars` lists, and what else leads git elsewhere. */
static const char *const bindings[] = {
	"GIT_ALTERNATE_OBJECT_DIRECTORIES",
	"GIT_CONFIG",
	"GIT_CONFIG_PARAMETERS",
	"GIT_CONFIG_COUNT",
	"GIT_CONFIG_KEY_0",
	"GIT_CONFIG_GLOBAL",
	"GIT_OBJECT_DIRECTORY",
	"GIT_DIR",
	"GIT_WORK_TREE",
	"GIT_IMPLICIT_WORK_TREE",
	"GIT_GRAFT_FILE",
	"GIT_INDEX_FILE",
	"GIT_NO_REPLACE_OBJECTS",
	"GIT_REPLACE_REF_BASE",
	"GIT_PREFIX",
	"GIT_INTERNAL_SUPER_PREFIX",
	"GIT_SHALLOW_FILE",
	"GIT_COMMON_DIR",
	"GIT_NAMESPACE",
	"GIT_QUARANTINE_PATH",
	"GIT_CEILING_DIRECTORIES",
	"GIT_EXTERNAL_DIFF",
	"GIT_PAGER",
	"GIT_TRACE",
	"GIT_EXEC_PATH",
	"TORA_READY_FD",
};
static const char *const kept[] = { "GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GITHUB_TOKEN",
	                            "HOME" };

static void test_env(void **state)
{
	static const char *const extra[] = { "HOME=/other", "NEW=1", NULL };
	char **env, entry[100];

	(void)state;
	for (size_t i = 0; i < COUNT(bindings); i++)
		assert_int_equal(setenv(bindings[i], "x", 1), 0);
	for (size_t i = 0; i < COUNT(kept); i++)
		assert_int_equal(setenv(kept[i], "x", 1), 0);
	env = tora_spawn_env(NULL);
	for (size_t i = 0; i < COUNT(bindings); i++) {
		(void)snprintf(entry, sizeof(entry), "%s=x", bindings[i]);
		ROW(bindings[i], !has_entry(env, entry));
	}
	for (size_t i = 0; i < COUNT(kept); i++) {
		(void)snprintf(entry, sizeof(entry), "%s=x", kept[i]);
		ROW(kept[i], has_entry(env, entry));
	}
	tora_spawn_env_free(env);
	env = tora_spawn_env(extra);
	assert_true(has_entry(env, "HOME=/other") && has_entry(env, "NEW=1"));
	assert_false(has_entry(env, "HOME=x"));
	tora_spawn_env_free(env);
	tora_spawn_env_free(NULL);
	for (size_t i = 0; i < COUNT(bindings); i++)
		(void)unsetenv(bindings[i]);
}

static void test_own_env(void **state)
{
	static const char *const env[] = { "ONLY=this", NULL };
	struct tora_spawn_spec spec = { .argv = (const char *const[]){ "env", NULL },
		                        .env = env,
		                        .budget_ms = 9000,
		                        .out_max = 1000 };
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	assert_int_equal(tora_spawn_run(&spec, &r, &err), TORA_OK);
	assert_string_equal(r.out.buf, "ONLY=this\n");
	tora_spawn_done(&r);
}

static void test_input(void **state)
{
	char *big = calloc(1, 300000);
	struct tora_spawn_spec spec = {
		.argv = SH("wc -c"), .input = { big, 300000 }, .budget_ms = 9000, .out_max = 100
	};
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	assert_int_equal(tora_spawn_run(&spec, &r, &err), TORA_OK);
	assert_string_equal(r.out.buf, "300000\n");
	tora_spawn_done(&r);
	/* One that reads nothing: we neither hang nor die of SIGPIPE, and SIGPIPE is as it was. */
	spec.argv = SH("exec <&-; echo done");
	assert_int_equal(tora_spawn_run(&spec, &r, &err), TORA_OK);
	assert_string_equal(r.out.buf, "done\n");
	assert_int_equal(r.how, TORA_SPAWN_EXIT);
	tora_spawn_done(&r);
	assert_true(signal(SIGPIPE, SIG_DFL) == SIG_DFL);
	free(big);
}

/* Gone, or a zombie whose new parent has not looked yet: it runs no more. */
static bool is_gone(int pid)
{
	char path[64], text[512] = "";
	const char *state;
	FILE *f;

	(void)snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "r");
	if (!f)
		return true;
	(void)!fgets(text, sizeof(text), f);
	(void)fclose(f);
	state = strrchr(text, ')');
	return !state || state[2] == 'Z' || state[2] == 'X';
}

static void assert_gone(int pid)
{
	int64_t deadline = tora_clock_mono_ms() + 9000;

	assert_true(pid > 1);
	while (!is_gone(pid) && tora_clock_mono_ms() < deadline)
		(void)usleep(1000);
	assert_true(is_gone(pid));
}

static const struct {
	const char *label, *script; /* prints the pid that must not survive */
	unsigned budget_ms;
	enum tora_spawn_end how;
	int64_t least_ms, most_ms;
} groups[] = {
	{ "grandchild holds the pipes", "sleep 60 & echo $!", 30000, TORA_SPAWN_EXIT, 900, 20000 },
	{ "grandchild holds nothing", "sleep 60 >/dev/null 2>&1 & echo $!", 30000, TORA_SPAWN_EXIT,
	  0, 900 },
	{ "budget", "sleep 60 & echo $!; wait", 60, TORA_SPAWN_TIMEOUT, 50, 20000 },
	{ "TERM ignored by all", "trap '' TERM; sleep 60 & echo $!; wait", 60, TORA_SPAWN_TIMEOUT,
	  2000, 20000 },
};

static void test_group(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(groups); i++) {
		struct tora_spawn_spec spec = { .argv = SH(groups[i].script),
			                        .budget_ms = groups[i].budget_ms,
			                        .out_max = 100 };
		struct tora_spawn_result r;
		struct tora_err err = TORA_ERR_INIT;
		int64_t began = tora_clock_mono_ms(), took;

		ROW(groups[i].label, tora_spawn_run(&spec, &r, &err) == TORA_OK);
		took = tora_clock_mono_ms() - began;
		ROW(groups[i].label, r.how == groups[i].how);
		ROW(groups[i].label, took >= groups[i].least_ms && took < groups[i].most_ms);
		assert_gone(atoi(r.out.buf));
		tora_spawn_done(&r);
	}
}

/* Our own standard descriptors closed: the pipes must not land on their numbers. */
static void test_without_std(void **state)
{
	struct tora_spawn_spec spec = { .argv = SH("cat; echo b >&2"),
		                        .input = TORA_SV("a\n"),
		                        .budget_ms = 9000,
		                        .out_max = 100 };
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;
	int saved[3], rc, ready;

	(void)state;
	for (int fd = 0; fd < 3; fd++) {
		saved[fd] = fcntl(fd, F_DUPFD_CLOEXEC, 20);
		(void)close(fd);
	}
	rc = tora_spawn_run(&spec, &r, &err);
	ready = tora_spawn_daemon(SH("echo ok >&3"), 9000, &err);
	for (int fd = 0; fd < 3; fd++) {
		(void)dup2(saved[fd], fd);
		(void)close(saved[fd]);
	}
	assert_int_equal(rc, TORA_OK);
	assert_int_equal(ready, TORA_OK);
	assert_string_equal(r.out.buf, "a\n");
	assert_string_equal(r.err.buf, "b\n");
	tora_spawn_done(&r);
}

/* stdout of the program is ours: a pipe that the test put there. */
static void test_pass(void **state)
{
	struct tora_spawn_spec spec = { .argv = SH("echo out; echo err >&2"),
		                        .pass_stdout = true,
		                        .pass_stderr = true,
		                        .budget_ms = 9000 };
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;
	int ours[2], out = dup(1), errfd = dup(2), rc;
	char buf[64] = "";

	(void)state;
	assert_int_equal(pipe(ours), 0);
	(void)fflush(stdout);
	(void)dup2(ours[1], 1);
	(void)dup2(ours[1], 2);
	rc = tora_spawn_run(&spec, &r, &err);
	(void)dup2(out, 1);
	(void)dup2(errfd, 2);
	(void)close(out);
	(void)close(errfd);
	(void)close(ours[1]);
	assert_int_equal(rc, TORA_OK);
	assert_int_equal(r.out.len + r.err.len, 0);
	assert_int_equal(read(ours[0], buf, sizeof(buf) - 1), 8);
	assert_string_equal(buf, "out\nerr\n");
	(void)close(ours[0]);
	tora_spawn_done(&r);
}

/* As whoever started us may have left it. */
static void test_children_ignored(void **state)
{
	struct tora_spawn_spec spec = { .argv = SH("echo a; exit 7"),
		                        .budget_ms = 9000,
		                        .out_max = 99 };
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before, after;
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	(void)alarm(60); /* it would wait for ever */
	assert_int_equal(sigaction(SIGCHLD, &ignore, &before), 0);
	assert_int_equal(tora_spawn_run(&spec, &r, &err), TORA_OK);
	assert_int_equal(sigaction(SIGCHLD, &before, &after), 0);
	(void)alarm(0);
	assert_true(after.sa_handler == SIG_IGN);
	assert_int_equal(r.how, TORA_SPAWN_EXIT);
	assert_int_equal(r.code, 7);
	assert_string_equal(r.out.buf, "a\n");
	tora_spawn_done(&r);
}

static void reap(int number)
{
	(void)number;
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
}

/* How it ended is then nobody's to know, and is not taken for success. */
static void test_somebody_else_reaps(void **state)
{
	struct tora_spawn_spec spec = { .argv = SH("exit 0"), .budget_ms = 9000, .out_max = 99 };
	struct sigaction other = { .sa_handler = reap }, before;
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	(void)alarm(60);
	assert_int_equal(sigaction(SIGCHLD, &other, &before), 0);
	assert_int_equal(tora_spawn_run(&spec, &r, &err), TORA_OK);
	assert_int_equal(sigaction(SIGCHLD, &before, NULL), 0);
	(void)alarm(0);
	assert_int_equal(r.how, TORA_SPAWN_SIGNAL);
	tora_spawn_done(&r);
}

static const struct {
	const char *label, *script;
	unsigned ready_ms;
	int rc;
	const char *says;
} daemons[] = {
	{ "ready", "printf ok >&$TORA_READY_FD; exec sleep 2", 9000, TORA_OK, NULL },
	{ "ready and ends", "echo ok >&3", 9000, TORA_OK, NULL },
	{ "a reason", "echo 'the lock is held' >&3", 9000, TORA_E_REMOTE,
	  "starting the daemon: the lock is held" },
	{ "a hostile reason", "printf 'a\\033[1mb' >&3", 9000, TORA_E_REMOTE, "a\\x1b[1mb" },
	{ "dies", "exit 1", 9000, TORA_E_REMOTE, "without saying why" },
	{ "says nothing", "exec sleep 2", 30, TORA_E_TIMEOUT, "not ready after 30 ms" },
};

static void test_daemon(void **state)
{
	static const char *const missing[] = { "/nonexistent/torad", NULL };
	struct tora_err err = TORA_ERR_INIT;
	int before = count_fds();

	(void)state;
	for (size_t i = 0; i < COUNT(daemons); i++) {
		ROW(daemons[i].label, tora_spawn_daemon(SH(daemons[i].script), daemons[i].ready_ms,
		                                        &err) == daemons[i].rc);
		ROW(daemons[i].label, !daemons[i].says || strstr(err.msg, daemons[i].says));
	}
	assert_int_equal(tora_spawn_daemon(missing, 9000, &err), TORA_E_NOTFOUND);
	assert_int_equal(count_fds(), before);
}

/*
 * Asked of the daemon itself, which answers with its surroundings as its "reason". It finds 0 to 2, the ready
 * pipe at 3, and at 4 the folder it is reading. No program is asked: the shell may or may not have closed its
 * own end of the pipe to that one.
 */
static void test_daemon_surroundings(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	int leak = fcntl(0, F_DUPFD, 9); /* not close-on-exec */

	(void)state;
	assert_int_equal(setenv("GIT_DIR", "/x", 1), 0);
	assert_int_equal(tora_spawn_daemon(
				 SH("here=$(pwd); leads=$(test $(cut -d' ' -f6 /proc/$$/stat) = $$ "
	                            "&& echo leads); "
	                            "std=$(readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2); "
	                            "cd /proc/$$/fd; echo $here $std * ${GIT_DIR-none} $leads >&3"),
				 9000, &err),
	                 TORA_E_REMOTE);
	assert_string_equal(
		err.msg,
		"starting the daemon: / /dev/null /dev/null /dev/null 0 1 2 3 4 none leads");
	(void)unsetenv("GIT_DIR");
	(void)close(leak);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_no_descriptors),
		cmocka_unit_test(test_surroundings),
		cmocka_unit_test(test_no_signal_blocked),
		cmocka_unit_test(test_env),
		cmocka_unit_test(test_own_env),
		cmocka_unit_test(test_input),
		cmocka_unit_test(test_group),
		cmocka_unit_test(test_without_std),
		cmocka_unit_test(test_pass),
		cmocka_unit_test(test_children_ignored),
		cmocka_unit_test(test_somebody_else_reaps),
		cmocka_unit_test(test_daemon),
		cmocka_unit_test(test_daemon_surroundings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
