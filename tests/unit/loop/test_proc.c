#include "tests/unit/loop/unit.h"

#include "loop/proc.h"
#include "tora/clock.h"
#include "tora/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STD_FD_GIVEN 30 /* above those it must not have */
#define SH(script)                                                                                 \
	(const char *const[])                                                                      \
	{                                                                                          \
		"/bin/sh", "-c", script, NULL                                                      \
	}

struct seen {
	bool done, chunked;
	int calls;
	enum tora_proc_end how;
	int code;
	bool cut;
	int64_t wall_ms;
	char out[4096], err[4096];
	struct tora_proc *proc;
	struct tora_loop *loop;
	bool free_in_done, free_in_chunk;
};

static void keep(char *to, struct tora_sv from)
{
	size_t at = strlen(to), n = from.len < 4095 - at ? from.len : 4095 - at;

	if (n)
		memcpy(to + at, from.at, n);
	to[at + n] = '\0';
}

static void on_done(void *ctx, const struct tora_outcome *o)
{
	struct seen *s = ctx;

	s->calls++;
	s->done = true;
	s->how = o->how;
	s->code = o->code;
	s->cut = o->cut;
	s->wall_ms = o->wall_ms;
	keep(s->out, o->out);
	keep(s->err, o->err);
	if (s->free_in_done) {
		tora_proc_free(s->proc);
		s->proc = NULL;
	}
}

static void on_out(void *ctx, struct tora_sv chunk)
{
	struct seen *s = ctx;

	s->chunked = true;
	keep(s->out, chunk);
	if (s->free_in_chunk) {
		tora_proc_free(s->proc);
		s->proc = NULL;
	}
}

static void on_err(void *ctx, struct tora_sv chunk)
{
	keep(((struct seen *)ctx)->err, chunk);
}

static struct tora_proc_spec spec_of(const char *const *argv, struct seen *s)
{
	return (struct tora_proc_spec){ .name = "test",
		                        .argv = argv,
		                        .out_max = 1000,
		                        .budget_ms = SOON,
		                        .done = on_done,
		                        .ctx = s };
}

static void start(struct tora_loop *loop, const struct tora_proc_spec *spec, struct seen *s)
{
	struct tora_err err = TORA_ERR_INIT;

	s->loop = loop;
	if (tora_proc_start(loop, spec, &s->proc, &err))
		fail_msg("%s", err.msg);
	assert_false(s->done); /* never from inside start */
}

static void finish(struct seen *s)
{
	assert_int_equal(tora_loop_wait(s->loop, &s->done, SOON), TORA_OK);
	assert_int_equal(s->calls, 1);
	tora_proc_free(s->proc);
	s->proc = NULL;
}

static void wait_chunk(struct seen *s)
{
	assert_int_equal(tora_loop_wait(s->loop, &s->chunked, SOON), TORA_OK);
	s->chunked = false;
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
	int64_t deadline = tora_clock_mono_ms() + SOON;

	assert_true(pid > 1);
	while (!is_gone(pid) && tora_clock_mono_ms() < deadline)
		(void)usleep(1000);
	assert_true(is_gone(pid));
}

static const struct {
	const char *label, *script;
	int64_t budget_ms;
	size_t out_max;
	enum tora_proc_end how;
	int code;
	const char *out, *err;
	bool cut;
} ends[] = {
	{ "exit 0", "echo a; echo b >&2", SOON, 99, TORA_PROC_EXIT, 0, "a\n", "b\n", false },
	{ "exit 3", "exit 3", SOON, 99, TORA_PROC_EXIT, 3, "", "", false },
	{ "exit 143 is no signal", "exit 143", SOON, 99, TORA_PROC_EXIT, 143, "", "", false },
	{ "own signal", "kill -ABRT $$", SOON, 99, TORA_PROC_SIGNAL, SIGABRT, "", "", false },
	{ "own KILL", "kill -KILL $$", SOON, 99, TORA_PROC_SIGNAL, SIGKILL, "", "", false },
	{ "no budget", "echo a", 0, 99, TORA_PROC_EXIT, 0, "a\n", "", false },
	{ "budget", "echo x; exec sleep 60", 60, 99, TORA_PROC_TIMEOUT, 0, "x\n", "", false },
	{ "budget, exit 0 on TERM",
	  "exec 2>/dev/null; trap 'exit 0' TERM; while :; do sleep 1; done", 60, 99,
	  TORA_PROC_TIMEOUT, 0, "", "", false },
	{ "budget, stopped", "kill -STOP $$", 60, 99, TORA_PROC_TIMEOUT, 0, "", "", false },
	{ "cut", "printf 123456789; printf ab >&2", SOON, 4, TORA_PROC_EXIT, 0, "1234", "ab",
	  true },
	{ "closes its output early", "exec >&- 2>&-; exit 5", SOON, 9, TORA_PROC_EXIT, 5, "", "",
	  false },
	{ "no input", "cat; echo end", SOON, 99, TORA_PROC_EXIT, 0, "end\n", "", false },
};

static void test_ends(void **state)
{
	for (size_t i = 0; i < COUNT(ends); i++) {
		struct seen s = { .calls = 0 };
		struct tora_proc_spec spec = spec_of(SH(ends[i].script), &s);

		spec.budget_ms = ends[i].budget_ms;
		spec.out_max = ends[i].out_max;
		start(*state, &spec, &s);
		finish(&s);
		ROW(ends[i].label, s.how == ends[i].how);
		ROW(ends[i].label, s.code == ends[i].code);
		ROW(ends[i].label, s.cut == ends[i].cut);
		ROW(ends[i].label, strcmp(s.out, ends[i].out) == 0);
		ROW(ends[i].label, strcmp(s.err, ends[i].err) == 0);
	}
}

static void test_term_is_ignored(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec =
		spec_of(SH("trap '' TERM; echo $$; while :; do sleep 60; done"), &s);

	spec.budget_ms = 100;
	start(*state, &spec, &s);
	finish(&s);
	assert_int_equal(s.how, TORA_PROC_TIMEOUT);
	assert_true(s.wall_ms >= 2000); /* TERM, two seconds, KILL */
	assert_gone(atoi(s.out));
}

static const struct {
	const char *label;
	const char *const argv[3];
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
	{ "not executable", { "/etc/passwd" }, NULL, TORA_E_SYS, "Permission denied" },
	{ "no such folder", { "/bin/true" }, "/nonexistent", TORA_E_SYS, "folder '/nonexistent'" },
};

static void test_refusals(void **state)
{
	for (size_t i = 0; i < COUNT(refusals); i++) {
		struct seen s = { .calls = 0 };
		struct tora_proc_spec spec = spec_of(refusals[i].argv, &s);
		struct tora_err err = TORA_ERR_INIT;

		spec.dir = refusals[i].dir;
		ROW(refusals[i].label,
		    tora_proc_start(*state, &spec, &s.proc, &err) == refusals[i].rc);
		ROW(refusals[i].label, strstr(err.msg, refusals[i].says));
		ROW(refusals[i].label, !s.proc && !s.calls);
	}
}

static void test_input(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of(SH("wc -c; exec cat"), &s);
	struct tora_err err = TORA_ERR_INIT;
	char *big = calloc(1, 300000);

	spec.in_max = 300000;
	start(*state, &spec, &s);
	assert_int_equal(tora_proc_write(s.proc, (struct tora_sv){ big, 300000 }, &err), TORA_OK);
	/* Most of it waits now, so that as much again does not fit. */
	assert_int_equal(tora_proc_write(s.proc, (struct tora_sv){ big, 300000 }, &err),
	                 TORA_E_LIMIT);
	assert_non_null(strstr(err.msg, "input of 'test'"));
	tora_proc_close_input(s.proc);
	assert_int_equal(tora_proc_write(s.proc, TORA_SV("x"), &err), TORA_E_REMOTE);
	finish(&s);
	assert_string_equal(s.out, "300000\n");
	free(big);
}

static void test_dialogue(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec =
		spec_of(SH("while read x; do echo got $x; echo e >&2; done"), &s);
	struct tora_err err = TORA_ERR_INIT;

	spec.in_max = 100;
	spec.on_out = on_out;
	spec.on_err = on_err;
	start(*state, &spec, &s);
	assert_int_equal(tora_proc_write(s.proc, TORA_SV("a\n"), &err), TORA_OK);
	wait_chunk(&s);
	assert_string_equal(s.out, "got a\n");
	assert_int_equal(tora_proc_write(s.proc, TORA_SV("b\n"), &err), TORA_OK);
	wait_chunk(&s);
	tora_proc_close_input(s.proc);
	finish(&s);
	assert_string_equal(s.out, "got a\ngot b\n");
	assert_string_equal(s.err, "e\ne\n");
	assert_int_equal(s.how, TORA_PROC_EXIT);
}

static void test_reader_gone(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of(SH("exec <&-; echo closed; exec sleep 60"), &s);
	struct tora_err err = TORA_ERR_INIT;

	spec.in_max = 100;
	spec.on_out = on_out;
	start(*state, &spec, &s);
	wait_chunk(&s);
	(void)tora_proc_write(s.proc, TORA_SV("x"), &err); /* meets EPIPE, which nobody dies of */
	assert_int_equal(tora_proc_write(s.proc, TORA_SV("x"), &err), TORA_E_REMOTE);
	tora_proc_kill(s.proc);
	finish(&s);
	assert_int_equal(s.how, TORA_PROC_KILLED);
}

/* A grandchild holds the pipes: one second after the exit that is enough, and it is killed. */
static void test_drain(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of(SH("sleep 60 & echo $!; exit 4"), &s);

	start(*state, &spec, &s);
	finish(&s);
	assert_int_equal(s.how, TORA_PROC_EXIT);
	assert_int_equal(s.code, 4);
	assert_true(s.wall_ms >= 900 && s.wall_ms < 20000);
	assert_gone(atoi(s.out));
}

/* A grandchild that holds nothing open is killed as well, and nobody waits for it. */
static void test_leftover_is_killed(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of(SH("sleep 60 >/dev/null 2>&1 & echo $!"), &s);

	start(*state, &spec, &s);
	finish(&s);
	assert_int_equal(s.how, TORA_PROC_EXIT);
	assert_gone(atoi(s.out));
}

static void test_kill_takes_the_group(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of(SH("sleep 60 & echo $!; wait"), &s);

	spec.on_out = on_out;
	start(*state, &spec, &s);
	wait_chunk(&s);
	tora_proc_kill(s.proc);
	assert_false(s.done);
	finish(&s);
	assert_int_equal(s.how, TORA_PROC_KILLED);
	assert_gone(atoi(s.out));
}

static void test_free_early(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of(SH("echo $$; exec sleep 60"), &s);

	spec.on_out = on_out;
	s.free_in_chunk = true;
	start(*state, &spec, &s);
	wait_chunk(&s);
	assert_null(s.proc);
	assert_gone(atoi(s.out));
	(void)tora_loop_wait(*state, &s.done, 50); /* its exit comes in, and nobody hears of it */
	assert_int_equal(s.calls, 0);
	tora_proc_free(NULL);
}

static void test_free_in_done(void **state)
{
	struct seen s = { .calls = 0, .free_in_done = true };
	struct tora_proc_spec spec = spec_of(SH("echo a"), &s);

	start(*state, &spec, &s);
	finish(&s);
	assert_string_equal(s.out, "a\n");
}

/* One process, several pieces of work: each has its budget, and between them there is none. */
static void test_set_budget(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of(SH("while read x; do echo $x; done"), &s);
	struct tora_err err = TORA_ERR_INIT;

	spec.in_max = 100;
	spec.on_out = on_out;
	spec.budget_ms = 200;
	start(*state, &spec, &s);
	tora_proc_set_budget(s.proc, 0);
	assert_int_equal(tora_loop_wait(*state, &s.done, 400), TORA_E_TIMEOUT);
	assert_int_equal(tora_proc_write(s.proc, TORA_SV("a\n"), &err), TORA_OK);
	wait_chunk(&s);
	tora_proc_set_budget(s.proc, 50);
	finish(&s);
	assert_int_equal(s.how, TORA_PROC_TIMEOUT);
}

/* What the child sees of us: descriptors, signals, group, environment, folder, limits. */
static const struct {
	const char *label, *script, *out;
} surroundings[] = {
	{ "only std descriptors", "ls /proc/self/fd | tr '\\n' ' '",
	  "0 1 2 3 " /* 3: ls itself */ },
	{ "no signal ignored", /* but 32 and 33, which are glibc's own and cannot be reset through it */
	  "printf '%x' $((0x$(sed -n 's/SigIgn:\t//p' /proc/self/status) & ~0x180000000))", "0" },
	{ "leads its group", "test $(cut -d' ' -f5 /proc/$$/stat) = $$ && echo yes", "yes\n" },
	{ "no GIT_DIR", "echo ${GIT_DIR-none}", "none\n" },
	{ "folder", "pwd", "/usr\n" },
	{ "cpu limit", "ulimit -t", "77\n" },
	{ "nice", "nice", "5\n" },
};

static void test_surroundings(void **state)
{
	int leak = dup(0); /* not close-on-exec */

	assert_true(leak > 2);
	assert_int_equal(setenv("GIT_DIR", "/somewhere", 1), 0);
	for (size_t i = 0; i < COUNT(surroundings); i++) {
		struct seen s = { .calls = 0 };
		struct tora_proc_spec spec = spec_of(SH(surroundings[i].script), &s);
		int before = nice(0);

		spec.dir = "/usr";
		spec.cpu_s = 77;
		spec.nice = 5 - before;
		start(*state, &spec, &s);
		finish(&s);
		if (strcmp(s.out, surroundings[i].out) != 0)
			fail_msg("%s: '%s'", surroundings[i].label, s.out);
	}
	(void)unsetenv("GIT_DIR");
	(void)close(leak);
}

/* Asked without a shell, which would clear the mask itself. */
static void test_no_signal_blocked(void **state)
{
	static const char *const argv[] = { "grep", "SigBlk", "/proc/self/status", NULL };
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of(argv, &s);
	sigset_t some, before;

	(void)sigemptyset(&some);
	(void)sigaddset(&some, SIGUSR1);
	(void)sigprocmask(SIG_BLOCK, &some, &before);
	start(*state, &spec, &s);
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	finish(&s);
	assert_string_equal(s.out, "SigBlk:\t0000000000000000\n");
}

/* TERM reaches a stopped program, too, which may clean up before it ends. */
static void test_stopped_hears_term(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of(SH("trap 'echo bye; exit 0' TERM; kill -STOP $$"), &s);

	spec.budget_ms = 60;
	start(*state, &spec, &s);
	finish(&s);
	assert_int_equal(s.how, TORA_PROC_TIMEOUT);
	assert_string_equal(s.out, "bye\n");
}

/* Eight pipes, each with its letter in it. */
static void make_letters(struct tora_proc_fd fds[TORA_PROC_FDS_MAX])
{
	for (int i = 0; i < TORA_PROC_FDS_MAX; i++) {
		char text = (char)('a' + i);
		int pair[2];

		assert_int_equal(pipe2(pair, O_CLOEXEC), 0);
		assert_int_equal(write(pair[1], &text, 1), 1);
		(void)close(pair[1]);
		fds[i].fd = pair[0];
	}
}

/* Targets are, with one shift or another, the very numbers that copies of the sources get. */
static void test_fds(void **state)
{
	for (int shift = 0; shift < 24; shift++) {
		struct seen s = { .calls = 0 };
		char script[200];
		const char *const argv[] = { "/bin/sh", "-c", script, NULL };
		struct tora_proc_spec spec = spec_of(argv, &s);
		struct tora_proc_fd fds[TORA_PROC_FDS_MAX];
		int low = 3 + shift;

		make_letters(fds);
		for (int i = 0; i < TORA_PROC_FDS_MAX; i++)
			fds[i].child_fd = low + TORA_PROC_FDS_MAX - 1 - i;
		(void)snprintf(script, sizeof(script),
		               "for i in 0 1 2 3 4 5 6 7; do cat /proc/self/fd/$((%d + i)); done; "
		               "ls /proc/self/fd | wc -l",
		               low);
		spec.fds = fds;
		spec.n_fds = TORA_PROC_FDS_MAX;
		start(*state, &spec, &s);
		finish(&s);
		/* 0 to 2, the eight, and one of ls itself */
		assert_string_equal(s.out, "hgfedcba12\n");
		for (int i = 0; i < TORA_PROC_FDS_MAX; i++)
			(void)close(fds[i].fd);
	}
}

static void test_many(void **state)
{
	struct seen all[20] = { { .calls = 0 } };

	for (size_t i = 0; i < COUNT(all); i++) {
		char script[32];
		const char *const argv[] = { "/bin/sh", "-c", script, NULL };
		struct tora_proc_spec spec = spec_of(argv, &all[i]);

		(void)snprintf(script, sizeof(script), "echo %zu; exit %zu", i, i);
		start(*state, &spec, &all[i]);
	}
	for (size_t i = 0; i < COUNT(all); i++) {
		finish(&all[i]);
		assert_int_equal(all[i].code, i);
		assert_int_equal(atoi(all[i].out), i);
	}
}

/* tora_spawn_run() beside the loop: each gets its own child's end. */
static void test_beside_spawn(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of(SH("exit 6"), &s);
	struct tora_spawn_spec other = { .argv = SH("exit 8"), .budget_ms = SOON, .out_max = 10 };
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;

	start(*state, &spec, &s);
	assert_int_equal(tora_spawn_run(&other, &r, &err), TORA_OK);
	assert_int_equal(r.code, 8);
	tora_spawn_done(&r);
	finish(&s);
	assert_int_equal(s.code, 6);
}

/* The program is killed when the one that started it is: asked of a copy of this test. */
static void test_dies_with_us(void **state)
{
	struct seen s = { .calls = 0 };
	const char *const argv[] = { "/proc/self/exe", NULL };
	const char *const env[] = { "TORA_TEST_PARENT=1", "PATH=/bin:/usr/bin", NULL };
	struct tora_proc_spec spec = spec_of(argv, &s);

	spec.env = env;
	start(*state, &spec, &s);
	finish(&s);
	assert_int_equal(s.how, TORA_PROC_SIGNAL);
	assert_gone(atoi(s.out));
}

/* What is run in a copy of us has what it was given and nothing else of ours, and dies at its budget like a program. */
static int say_fds(void *arg)
{
	const int *given = arg;
	bool is_clean = fcntl(given[0], F_GETFD) < 0 && fcntl(given[1], F_GETFD) < 0;

	(void)!write(STDOUT_FILENO, "said", 4);
	(void)!write(STD_FD_GIVEN, "given", 5);
	return is_clean ? 7 : 8;
}

static int hang(void *arg)
{
	(void)arg;
	(void)signal(SIGTERM, SIG_IGN);
	for (;;)
		(void)pause();
	return 0;
}

static void test_work(void **state)
{
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of(NULL, &s);
	struct tora_proc_fd fd = { .child_fd = STD_FD_GIVEN };
	char text[8] = "";
	int both[2];

	assert_int_equal(pipe(both), 0);
	fd.fd = both[1];
	spec.work = say_fds;
	spec.arg = both;
	spec.fds = &fd;
	spec.n_fds = 1;
	start(*state, &spec, &s);
	finish(&s);
	assert_int_equal(s.how, TORA_PROC_EXIT);
	assert_int_equal(s.code, 7);
	assert_string_equal(s.out, "said");
	assert_int_equal(read(both[0], text, 5), 5);
	assert_string_equal(text, "given");
	(void)close(both[0]);
	(void)close(both[1]);
	s = (struct seen){ .calls = 0 };
	spec = spec_of(NULL, &s);
	spec.work = hang;
	spec.budget_ms = 50;
	start(*state, &spec, &s);
	finish(&s);
	assert_int_equal(s.how, TORA_PROC_TIMEOUT);
}

static int be_parent(void)
{
	struct tora_err err = TORA_ERR_INIT;
	struct seen s = { .calls = 0 };
	struct tora_proc_spec spec = spec_of((const char *const[]){ "/bin/sleep", "60", NULL }, &s);

	spec.dies_with_us = true;
	s.loop = tora_loop_new(&err);
	if (!s.loop || tora_proc_start(s.loop, &spec, &s.proc, &err))
		return 1;
	printf("%d\n", tora_proc_pid(s.proc));
	(void)fflush(stdout);
	return raise(SIGKILL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		LOOP_TEST(test_ends),
		LOOP_TEST(test_term_is_ignored),
		LOOP_TEST(test_refusals),
		LOOP_TEST(test_input),
		LOOP_TEST(test_dialogue),
		LOOP_TEST(test_reader_gone),
		LOOP_TEST(test_drain),
		LOOP_TEST(test_leftover_is_killed),
		LOOP_TEST(test_kill_takes_the_group),
		LOOP_TEST(test_free_early),
		LOOP_TEST(test_free_in_done),
		LOOP_TEST(test_set_budget),
		LOOP_TEST(test_surroundings),
		LOOP_TEST(test_no_signal_blocked),
		LOOP_TEST(test_stopped_hears_term),
		LOOP_TEST(test_fds),
		LOOP_TEST(test_many),
		LOOP_TEST(test_beside_spawn),
		LOOP_TEST(test_dies_with_us),
		LOOP_TEST(test_work),
	};

	if (getenv("TORA_TEST_PARENT"))
		return be_parent();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
