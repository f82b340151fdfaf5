/*
 * The whole of run/ with the real bubblewrap and the real interpreter, on two small trees.
 * Skipped, with the reason, where the sandbox does not work.
 */
#include "tests/unit/run/world.h"

#include "loop/timer.h"
#include "run/box.h"
#include "run/group.h"
#include "run/start.h"

#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>

/* ---- trials --------------------------------------------------------------------------- */

static void test_both_sides(void **state)
{
	struct world w;
	struct tora_err err = TORA_ERR_INIT;
	static const char *const sources[] = { "import m\nprint(m.f(1))\n",
		                               "import m\nprint(m.g(1))\n", "1/0", "broken(" };
	(void)state;

	world_open(&w, just_m);
	assert_int_equal(w.check.reason, TORA_REASON_NONE);
	for (size_t i = 0; i < 4; i++)
		tora_vec_push(w.check.arena, &w.check.candidates)->source = sources[i];
	w.check.candidates.at[3].drop = TORA_DROP_SYNTAX;
	if (tora_stage_run(&w.check, &err))
		fail_msg("%s", err.msg);
	assert_int_equal(w.check.pairs.n, 3);
	assert_true(tora_sv_is(w.check.pairs.at[0].base.out, "2\n"));
	assert_true(tora_sv_is(w.check.pairs.at[0].head.out, "3\n"));
	assert_true(w.check.pairs.at[0].reached);
	assert_int_equal(w.check.pairs.at[0].head.covered.n, 1);
	assert_string_equal(w.check.pairs.at[0].head.covered.at[0].file, "m.py");
	assert_int_equal(w.check.pairs.at[0].head.covered.at[0].line, 2);
	assert_false(w.check.pairs.at[1].reached);
	assert_int_equal(w.check.tests.run, 3);
	assert_int_equal(w.check.tests.reached, 1);
	assert_int_equal(w.check.tests.both_failed, 0); /* judging counts it, once */
	world_done(&w);
}

#define CALL                                                                                       \
	"import ctypes, errno, os\nc = ctypes.CDLL(None, use_errno=True)\n"                        \
	"def e(*a): ctypes.set_errno(0); c.syscall(*a); return "                                   \
	"errno.errorcode.get(ctypes.get_errno())\n"

static const struct {
	const char *label, *source;
	enum tora_trial_status status;
	int code;
	const char *out; /* part of stdout, or NULL */
} rows[] = {
	{ "prints", "print('x')", TORA_TRIAL_OK, 0, "x\n" },
	{ "raises", "raise ValueError('v')", TORA_TRIAL_EXCEPTION, 0, NULL },
	{ "exits", "raise SystemExit(3)", TORA_TRIAL_EXIT, 3, NULL },
	{ "crashes", "import os; os.kill(os.getpid(), 11)", TORA_TRIAL_SIGNAL, 11, NULL },
	{ "sleeps", "import time; time.sleep(60)", TORA_TRIAL_TIMEOUT, 0, NULL },
	{ "memory", "x = bytearray(4 << 30)", TORA_TRIAL_LIMIT, 0, NULL },
	{ "shared memory", "import mmap\nx = mmap.mmap(-1, 8 << 30)", TORA_TRIAL_LIMIT, 0, NULL },
	{ "output", "while True: print('x' * 1000)", TORA_TRIAL_LIMIT, 0, "xxx" },
	{ "fills /tmp",
	  "f = open('/tmp/f', 'wb')\nfor i in range(10000): open('/tmp/%d' % i, 'wb').write(b'x' * "
	  "(1 << 20))",
	  TORA_TRIAL_LIMIT, 0, NULL },
	{ "fills /dev/shm",
	  "for i in range(10000): open('/dev/shm/%d' % i, 'wb').write(b'x' * (1 << 20))",
	  TORA_TRIAL_LIMIT, 0, NULL },
	{ "fork bomb", "import os\nwhile True:\n  if os.fork() == 0: __import__('time').sleep(60)",
	  TORA_TRIAL_LIMIT, 0, NULL },
	{ "kills the runner",
	  "import os; os.kill(1, 9); os.kill(os.getppid(), 9); print('still here')", TORA_TRIAL_OK,
	  0, "still here\n" },
	{ "kills all", "import os\nif os.fork() == 0: os.kill(-1, 9)\nelse: os.wait()\nprint('no')",
	  TORA_TRIAL_SIGNAL, 9, NULL },
	{ "is nobody",
	  "import os, pwd, grp\nu, g = os.getuid(), os.getgid()\n"
	  "print(u == g and (u == 65534 or u // 256 == 7812500), os.getgroups(),"
	  " pwd.getpwuid(u).pw_name, grp.getgrgid(g).gr_name)",
	  TORA_TRIAL_OK, 0, "True [] nobody nogroup" },
	{ "has no capability",
	  "print([l for l in open('/proc/self/status') if l.startswith('CapEff')])", TORA_TRIAL_OK,
	  0, "0000000000000000" },
	{ "has the fixed environment",
	  "import os, time; print(sorted(os.environ), os.environ['HOME'], time.tzname[0])",
	  TORA_TRIAL_OK, 0, "'USER', 'VISUAL'] /tmp/test UTC" },
	{ "has a host name", "import socket; print(socket.gethostname())", TORA_TRIAL_OK, 0,
	  "tora\n" },
	{ "has no network", "import socket; socket.create_connection(('192.0.2.1', 80), 1)",
	  TORA_TRIAL_EXCEPTION, 0, NULL },
	{ "has loopback",
	  "import socket\ns = socket.create_server(('127.0.0.1', 0))\n"
	  "socket.create_connection(s.getsockname(), 1)\nprint('ok')",
	  TORA_TRIAL_OK, 0, "ok\n" },
	{ "sees no shadow", "open('/etc/shadow')", TORA_TRIAL_EXCEPTION, 0, NULL },
	{ "sees no home", "import os; print(os.path.exists('/root/.ssh'), os.path.exists('/home'))",
	  TORA_TRIAL_OK, 0, "False False" },
	{ "sees three processes at most",
	  "import os; print(len([p for p in os.listdir('/proc') if p.isdigit()]))", TORA_TRIAL_OK,
	  0, "2\n" },
	{ "cannot write to the build", "open('/repo/m.py', 'a')", TORA_TRIAL_EXCEPTION, 0, NULL },
	{ "cannot write to the root", "open('/x', 'w')", TORA_TRIAL_EXCEPTION, 0, NULL },
	{ "cannot write to /dev", "open('/dev/x', 'w')", TORA_TRIAL_EXCEPTION, 0, NULL },
	{ "cannot write to the runner", "open('/tora/runner/serve.py', 'a')", TORA_TRIAL_EXCEPTION,
	  0, NULL },
	{ "packet socket", "import socket; socket.socket(17, 3, 0)", TORA_TRIAL_EXCEPTION, 0,
	  NULL },
	{ "vsock", "import socket; socket.socket(40, 1, 0)", TORA_TRIAL_EXCEPTION, 0, NULL },
	{ "netlink route", "import socket; socket.socket(16, 3, 0); print('ok')", TORA_TRIAL_OK, 0,
	  "ok" },
	{ "netlink audit", "import socket; socket.socket(16, 3, 9)", TORA_TRIAL_EXCEPTION, 0,
	  NULL },
	{ "system calls that are denied",
	  "import ctypes, errno\nc = ctypes.CDLL(None, use_errno=True)\n"
	  "def e(*a): ctypes.set_errno(0); c.syscall(*a); return "
	  "errno.errorcode.get(ctypes.get_errno())\n"
	  "print(e(101, 0, 0, 0, 0), e(272, 0x10000000), e(321, 0, 0, 0), e(250, 0, 0, 0), e(425, "
	  "1, 0),"
	  " e(56, 0x10000000 | 17, 0, 0, 0, 0), e(435, 0, 0), e(16, 0, 0x5412, 0))",
	  TORA_TRIAL_OK, 0, "EPERM EPERM EPERM EPERM EPERM EPERM ENOSYS EPERM" },
	{ "leaves no shared memory, semaphore or queue",
	  "import ctypes, errno\nc = ctypes.CDLL(None, use_errno=True)\n"
	  "def e(*a): ctypes.set_errno(0); c.syscall(*a); return "
	  "errno.errorcode.get(ctypes.get_errno())\n"
	  "print(e(29, 1, 64, 0o1666), e(64, 1, 1, 0o1666), e(68, 1, 0o1666),"
	  " e(240, b'q', 0o102, 0o666, None))",
	  TORA_TRIAL_OK, 0, "EPERM EPERM EPERM EPERM" },
	/* prlimit64 setpriority sched_setaffinity sched_setscheduler; its own it may set */
	{ "limits and priorities of the runner",
	  CALL
	  "new = (ctypes.c_ulong * 2)(16, 16)\nhigh = ctypes.c_long((1 << 32) + 1)\n"
	  "print(e(302, 1, 7, new, 0), e(302, high, 7, new, 0), e(141, 0, 1, 19), e(141, 2, 0, 19),"
	  " e(203, 1, 8, b'\\xff' * 8), e(144, 1, 3, b'\\0' * 4),"
	  " e(302, os.getpid(), 7, new, 0), e(141, 0, os.getpid(), 19))",
	  TORA_TRIAL_OK, 0, "EPERM EPERM EPERM EPERM EPERM EPERM None None" },
	{ "threads and processes work",
	  "import subprocess, threading\nt = threading.Thread(target=print, args=('t',)); "
	  "t.start(); t.join()\n"
	  "print(subprocess.run(['echo', 's'], capture_output=True).stdout)",
	  TORA_TRIAL_OK, 0, "t\nb's\\n'" },
	{ "sees a user",
	  "import pwd, os; print(pwd.getpwuid(os.getuid()).pw_name, os.path.expanduser('~'))",
	  TORA_TRIAL_OK, 0, "nobody /tmp/test" },
};

/* What only namespaces give; the Landlock tier does without, or otherwise. */
static const char *const full_only[] = {
	"fork bomb", /* more fit in, so on a busy machine it may be the time limit */
	"fills /tmp",
	"fills /dev/shm",
	"kills the runner",
	"limits and priorities of the runner",
	"has no capability",
	"is nobody", /* only of root */
	"has the fixed environment",
	"has a host name",
	"has loopback",
	"sees no home",
	"sees three processes at most",
	"netlink route",
	"sees a user",
};

static bool is_for_full(const char *label)
{
	for (size_t i = 0; i < sizeof full_only / sizeof full_only[0]; i++)
		if (strcmp(label, full_only[i]) == 0)
			return true;
	return false;
}

/* On a busy machine two seconds may be over before there are too many of them. 0: as all others. */
static unsigned limit_of(const char *label)
{
	return strcmp(label, "fork bomb") == 0 ? 30000 : 0;
}

/* Every row warm on the base, and cold on the head. */
static void test_outcomes(void **state)
{
	struct world w;
	struct tora_trial t;
	unsigned bad = 0;
	(void)state;

	world_open(&w, just_m);
	for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
		size_t r = i / 2;
		bool cold = i % 2;
		if (is_landlock() && is_for_full(rows[r].label))
			continue;
		run_one(&w,
		        (struct tora_exec_job){ .source = rows[r].source,
		                                .side = cold ? TORA_HEAD : TORA_BASE,
		                                .cold = cold,
		                                .limit_ms = limit_of(rows[r].label) },
		        &t);
		if (t.status != rows[r].status || t.code != rows[r].code ||
		    (rows[r].out && !sv_has(t.out, rows[r].out))) {
			print_error("%s (%s): %s %d\nstdout: %.*s\nstderr: %.*s\n%s\n",
			            rows[r].label, cold ? "cold" : "warm",
			            tora_trial_status_name(t.status), t.code, (int)t.out.len,
			            t.out.at, (int)t.err.len, t.err.at,
			            t.exception ? t.exception->message : "");
			bad++;
		}
	}
	assert_int_equal(bad, 0);
	world_done(&w);
}

/* What stands in for namespaces where there are none. */
static const struct {
	const char *label, *source;
	enum tora_trial_status status;
	const char *out;
} alone_rows[] = {
	{ "names of places are as everywhere",
	  "import m, os; print(m.__file__, os.getcwd(), os.environ['HOME'])", TORA_TRIAL_OK,
	  "/repo/m.py /tmp/test /tmp/test\n" },
	{ "signals stay with the test",
	  CALL "print(e(62, os.getpid(), 0), e(62, os.getppid(), 0), e(62, 1, 0))", TORA_TRIAL_OK,
	  "None EPERM EPERM" },
	{ "no socket of any kind",
	  CALL "print(e(41, 1, 1, 0), e(41, 2, 1, 0), e(41, 16, 3, 0), e(41, 40, 1, 0))",
	  TORA_TRIAL_OK, "EPERM EPERM EPERM EPERM" },
	{ "pairs of sockets that cannot be sent elsewhere",
	  CALL
	  "b = (ctypes.c_int * 2)()\n"
	  "print(e(53, 1, 1, 0, b), e(53, 1, 2, 0, b), e(53, 1, 0o2003, 0, b), e(53, 30, 1, 0, b))",
	  TORA_TRIAL_OK, "None EPERM EPERM EPERM" },
	{ "modes of files stay as they are",
	  "import os, m\nopen('f', 'w').close()\nold = os.stat('f').st_mode\nos.chmod('f', 0)\n"
	  "os.chmod(m.__file__, 0)\nprint(os.stat('f').st_mode == old)",
	  TORA_TRIAL_OK, "True" },
	{ "limits and priorities of others",
	  CALL "print(e(302, os.getppid(), 7, 0, 0), e(141, 0, os.getppid(), 19),"
	       " e(203, os.getppid(), 8, b'\\xff' * 8), e(302, 0, 7, 0, 0))",
	  TORA_TRIAL_OK, "EPERM EPERM EPERM None" },
	{ "System V memory of others", CALL "print(e(30, 0, 0, 0), e(31, 0, 0, 0))", TORA_TRIAL_OK,
	  "EPERM EPERM" },
	{ "watches no folder", CALL "print(e(254, e(253) or 3, b'/', 2))", TORA_TRIAL_OK, "EPERM" },
	{ "fills its folder",
	  "import os\nfor i in range(20): os.posix_fallocate(os.open(str(i), 0o102), 0, 32 << 20)\n"
	  "__import__('time').sleep(60)",
	  TORA_TRIAL_SIGNAL, NULL },
	{ "writes elsewhere", "open('/dev/shm/tora-escape', 'w')", TORA_TRIAL_EXCEPTION, NULL },
};

static void test_alone(void **state)
{
	struct world w;
	struct tora_trial t;
	unsigned bad = 0;
	(void)state;

	world_open(&w, just_m);
	for (size_t i = 0; i < sizeof alone_rows / sizeof alone_rows[0]; i++) {
		run_one(&w, (struct tora_exec_job){ .source = alone_rows[i].source }, &t);
		if (t.status == alone_rows[i].status &&
		    (!alone_rows[i].out || sv_has(t.out, alone_rows[i].out)))
			continue;
		print_error("%s: %s %d\nstdout: %.*s\nstderr: %.*s\n%s\n", alone_rows[i].label,
		            tora_trial_status_name(t.status), t.code, (int)t.out.len, t.out.at,
		            (int)t.err.len, t.err.at, t.exception ? t.exception->message : "");
		bad++;
	}
	assert_int_equal(bad, 0);
	world_done(&w);
}

/* A cold job has its own hash seed; without one it is the warm one's. A warm one with a seed is of the second pair. */
static void test_seeds(void **state)
{
	struct world w;
	struct tora_trial warm, again, cold, other;
	struct tora_exec_job job = { .source =
		                             "print(hash('a'), 'm' in __import__('sys').modules)" };
	(void)state;

	world_open(&w, just_m);
	run_one(&w, job, &warm);
	job.seed = 1;
	run_one(&w, job, &again);
	job.seed = 0;
	job.cold = true;
	run_one(&w, job, &cold);
	job.seed = 7;
	run_one(&w, job, &other);
	assert_true(sv_has(warm.out, "True"));
	assert_true(sv_has(again.out, "True"));
	assert_memory_not_equal(again.out.at, warm.out.at, 8);
	assert_true(sv_has(cold.out, "False"));
	assert_memory_equal(warm.out.at, cold.out.at, 8);
	assert_memory_not_equal(other.out.at, cold.out.at, 8);
	world_done(&w);
}

/* Where the second pair does not load, its jobs are cold ones with its seed; the first pair is none the worse. */
static void test_no_second_pair(void **state)
{
	static const char *const fickle[] = { "m", "fickle", NULL };
	static const char source[] = "print(hash('a'), 'm' in __import__('sys').modules)";
	const struct tora_exec_job asked[] = {
		{ .source = source, .side = TORA_BASE, .seed = 1 },
		{ .source = source, .side = TORA_HEAD, .seed = 1 },
		{ .source = source, .side = TORA_HEAD, .seed = 1, .cold = true },
		{ .source = source, .side = TORA_BASE },
	};
	struct tora_trial got[4];
	struct tora_err err = TORA_ERR_INIT;
	struct world w;
	(void)state;

	world_open(&w, fickle);
	assert_int_equal(w.check.reason, TORA_REASON_NONE);
	for (int again = 0; again < 2; again++) {
		if (w.check.exec->run(w.check.exec->ctx, asked, 4, got, &err))
			fail_msg("%s", err.msg);
		assert_true(sv_has(got[0].out, "False"));
		assert_true(tora_sv_eq(got[0].out, got[2].out));
		assert_true(tora_sv_eq(got[1].out, got[2].out));
		assert_true(sv_has(got[3].out, "True"));
	}
	world_done(&w);
}

/* The same in runners of their own, unless another seed is to show what depends on them. */
static void test_addresses(void **state)
{
	static const struct {
		const char *label;
		bool cold;
		unsigned seed;
		bool same;
	} asked[] = { { "warm", false, 0, true },
		      { "cold", true, 0, true },
		      { "cold, another seed", true, 7, false },
		      { "the second pair", false, 1, false } };
	enum { ROWS = sizeof asked / sizeof asked[0] };
	char said[ROWS][2][64];
	int was = personality(0xffffffff);
	(void)state;

	if (personality((unsigned long)was | ADDR_NO_RANDOMIZE) < 0)
		skip(); /* a container that refuses it */
	(void)personality((unsigned long)was);

	for (int i = 0; i < 2; i++) {
		struct world w;
		struct tora_trial t;
		world_open(&w, just_m);
		for (size_t k = 0; k < ROWS; k++) {
			run_one(&w,
			        (struct tora_exec_job){ .source = "print(id(type('C', (), {})))",
			                                .cold = asked[k].cold,
			                                .seed = asked[k].seed },
			        &t);
			(void)snprintf(said[k][i], sizeof(said[k][i]), "%.*s", (int)t.out.len,
			               t.out.at);
		}
		world_done(&w);
	}
	for (size_t k = 0; k < ROWS; k++)
		if ((strcmp(said[k][0], said[k][1]) == 0) != asked[k].same)
			fail_msg("%s: %s and %s", asked[k].label, said[k][0], said[k][1]);
}

struct killer {
	struct world *w;
	struct tora_timer *timer;
	int left;
};

/* Kill the base's runner from outside, as the kernel does when memory is short: while it has the long test, however late that is. */
static void kill_runner(void *ctx)
{
	struct killer *k = ctx;
	char script[400], hit[64] = "";

	(void)snprintf(script, sizeof(script),
	               "for p in $(pgrep -f '[-]-(ro-bind|read) %s/base '); do\n"
	               "for r in $(pgrep -P $p); do for t in $(pgrep -P $r); do\n"
	               "[ \"$(ps -o etimes= -p $t || echo 0)\" -lt 1 ] || "
	               "{ kill -9 $r && echo hit; } || :\n"
	               "done; done; done",
	               k->w->dir);
	sh("/", script, hit, sizeof hit);
	k->left -= *hit != '\0';
	if (k->left > 0)
		tora_timer_start(k->timer, 200);
}

/* A runner that dies is replaced and its test tried again; a second death is the test's result. */
static void test_runner_dies(void **state)
{
	static const struct {
		const char *label;
		int kills;
		const char *source;
		enum tora_trial_status status;
	} deaths[] = { { "once", 1, "import time; time.sleep(4)", TORA_TRIAL_OK },
		       { "twice", 2, "import time; time.sleep(50)", TORA_TRIAL_SIGNAL } };
	(void)state;

	for (size_t d = 0; d < sizeof deaths / sizeof deaths[0]; d++) {
		struct world w;
		struct tora_exec_job jobs[6];
		struct tora_trial t[6];
		struct tora_err err = TORA_ERR_INIT;
		struct killer k = { .w = &w, .left = deaths[d].kills };
		world_open(&w, just_m);
		for (int i = 0; i < 6; i++)
			jobs[i] = (struct tora_exec_job){ .source = "print(1)" };
		jobs[2].source = deaths[d].source;
		jobs[2].limit_ms = 60000;
		k.timer = tora_timer_new(w.loop, "killer", kill_runner, &k);
		tora_timer_start(k.timer, 500);
		assert_int_equal(w.check.exec->run(w.check.exec->ctx, jobs, 6, t, &err), 0);
		for (int i = 0; i < 6; i++) {
			enum tora_trial_status want = i == 2 ? deaths[d].status : TORA_TRIAL_OK;
			if (t[i].status != want)
				fail_msg("%s: job %d is %s", deaths[d].label, i,
				         tora_trial_status_name(t[i].status));
		}
		tora_timer_free(k.timer);
		world_done(&w);
	}
}

/* The check's deadline passes: what was not run says so, and the runners can be used again. */
static void test_out_of_time(void **state)
{
	struct world w;
	struct tora_exec_job jobs[8];
	struct tora_trial t[8];
	struct tora_err err = TORA_ERR_INIT;
	(void)state;

	world_open(&w, just_m);
	for (int i = 0; i < 8; i++)
		jobs[i] = (struct tora_exec_job){ .source = "import time; time.sleep(1)",
			                          .cold = i >= 4 };
	w.check.deadline_ms = tora_clock_mono_ms() + 1500;
	assert_int_equal(w.check.exec->run(w.check.exec->ctx, jobs, 8, t, &err), TORA_E_TIMEOUT);
	assert_int_equal(t[0].status, TORA_TRIAL_OK);
	assert_int_equal(t[3].status, TORA_TRIAL_LIMIT);
	assert_int_equal(t[7].status, TORA_TRIAL_LIMIT);
	w.check.deadline_ms = tora_clock_mono_ms() + 20000;
	run_one(&w, (struct tora_exec_job){ .source = "print(1)" }, t);
	assert_true(tora_sv_is(t[0].out, "1\n"));
	world_done(&w);
}

/* By a number of a process they would meet what was left by one that had it before, and each other here. */
static void test_names_of_scratch_folders_are_drawn(void **state)
{
	static const struct tora_group_limits limits = { .memory_mib = 1024, .processes = 256 };
	struct tora_err err = TORA_ERR_INIT;
	struct tora_box box[2];
	struct world w;
	int rc[2];
	(void)state;

	world_init(&w, just_m);
	assert_int_equal(setenv("TORA_SANDBOX", "landlock", 1), 0);
	for (int i = 0; i < 2; i++)
		rc[i] = tora_start_find(w.loop, w.check.arena, w.paths.cache, &limits, &box[i],
		                        &err);
	(void)unsetenv("TORA_SANDBOX");
	if (rc[0] == TORA_OK && rc[1] == TORA_OK) /* a kernel may have no Landlock */
		assert_int_not_equal(box[0].drawn, box[1].drawn);
	for (int i = 0; i < 2; i++)
		if (rc[i] == TORA_OK)
			tora_box_done(&box[i]);
	world_done(&w);
}

/* It has passed before they are ready: that is no fault of a side. */
static void test_no_time_to_open(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct world w;
	(void)state;

	world_init(&w, just_m);
	w.config.check_timeout_s = 9;
	w.check.deadline_ms = tora_clock_mono_ms();
	assert_int_equal(tora_run_open(&w.check, &err), TORA_OK);
	if (w.check.reason != TORA_REASON_NO_SANDBOX) {
		assert_int_equal(w.check.reason, TORA_REASON_TIMEOUT);
		assert_string_equal(w.check.reason_detail,
		                    "9 s were not enough, getting runners ready: the runners were "
		                    "not done in time; --timeout or tora.check.timeout gives more");
	}
	world_done(&w);
}

/* ---- what many tests import ------------------------------------------------------------------- */

static const struct {
	const char *label, *source, *asked, *out;
} commons[] = {
	{ "is imported once", "import decimal, m\nprint(m.f(1))\n", "decimal", "True\n" },
	{ "is not there", "import nowhere\n", "nowhere", "False\n" },
	{ "starts threads", "import threads\n", "threads", "False\n" },
	/* in a copy of the runner it does not; with bubblewrap the runner is process 1 */
	{ "ends the runner", "import sly\n", "sly", NULL },
};

static void test_common(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof commons / sizeof commons[0]; i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_trial t;
		struct world w;
		const char *asks;

		world_open(&w, just_m);
		sh(w.dir,
		   "printf 'import os\nif os.getpid() == 1:\n    os._exit(3)\n' | tee base/sly.py "
		   ">head/sly.py",
		   NULL, 0);
		asks = tora_arena_printf(w.check.arena, "import sys\nprint('%s' in sys.modules)",
		                         commons[i].asked);
		run_one(&w, (struct tora_exec_job){ .source = asks }, &t);
		assert_true(tora_sv_is(t.out, "False\n"));
		for (size_t k = 0; k < 8; k++)
			tora_vec_push(w.check.arena, &w.check.candidates)->source =
				commons[i].source;
		if (tora_stage_run(&w.check, &err))
			fail_msg("%s: %s", commons[i].label, err.msg);
		assert_int_equal(w.check.pairs.n, 8);
		for (unsigned k = 0; k < 4 && commons[i].out; k++) { /* each side, both pairs */
			run_one(&w,
			        (struct tora_exec_job){ .source = asks,
			                                .side = k % 2 ? TORA_HEAD : TORA_BASE,
			                                .seed = k / 2 },
			        &t);
			if (!tora_sv_is(t.out, commons[i].out))
				fail_msg("%s, %u: %.*s", commons[i].label, k, (int)t.out.len,
				         t.out.at);
		}
		world_done(&w);
	}
}

/* ---- asking -------------------------------------------------------------------------------- */

static void test_ask(void **state)
{
	struct world w;
	cJSON *params = cJSON_CreateObject();
	struct tora_exec_question both[] = {
		{ .side = TORA_HEAD, .command = "explore", .params = params, .budget_ms = 5000 },
		{ .side = TORA_BASE, .command = "nonsense", .params = params, .budget_ms = 5000 }
	};
	(void)state;

	world_open(&w, just_m);
	tora_json_push_text(tora_json_put_list(params, "modules"), "m");
	for (unsigned jobs = 0; jobs < 3; jobs++) { /* 1: one after the other */
		w.config.jobs = jobs;
		w.check.exec->ask(w.check.exec->ctx, both, 2);
		assert_int_equal(both[0].err.rc, 0);
		assert_int_equal(cJSON_GetArraySize(tora_json_list(both[0].answer, "functions")),
		                 2);
		cJSON_Delete(both[0].answer);
		assert_null(both[1].answer);
		assert_int_equal(both[1].err.rc, TORA_E_REMOTE);
	}
	cJSON_Delete(params);
	world_done(&w);
}

/* ---- what cannot be loaded -------------------------------------------------------------------- */

static const struct {
	const char *label;
	const char *modules[3];
	enum tora_reason reason;
	size_t notes;
} loads[] = {
	{ "fine", { "m" }, TORA_REASON_NONE, 0 },
	{ "nothing to load", { NULL }, TORA_REASON_NONE, 0 },
	{ "one of two", { "m", "broken" }, TORA_REASON_NONE, 2 },
	{ "none", { "broken" }, TORA_REASON_BASE_NOT_BUILDABLE, 0 },
	{ "absent", { "nowhere" }, TORA_REASON_BASE_NOT_BUILDABLE, 0 },
	{ "ends the process", { "leaves" }, TORA_REASON_BASE_NOT_BUILDABLE, 0 },
	{ "threads", { "threads" }, TORA_REASON_NONE, 1 },
};

static void test_loads(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
		struct world w;
		struct tora_trial t;
		world_open(&w, loads[i].modules);
		if (w.check.reason != loads[i].reason || w.check.notes.n != loads[i].notes)
			fail_msg("%s: reason '%s' (%s), %zu notes", loads[i].label,
			         tora_reason_name(w.check.reason),
			         w.check.reason_detail ? w.check.reason_detail : "",
			         w.check.notes.n);
		if (w.check.reason == TORA_REASON_NONE) {
			run_one(&w, (struct tora_exec_job){ .source = "print(1)" }, &t);
			assert_true(tora_sv_is(t.out, "1\n"));
		}
		world_done(&w);
	}
}

/* ---- no sandbox --------------------------------------------------------------------------------- */

static void test_no_sandbox(void **state)
{
	static const char *const programs[] = { "/nonexistent/bwrap", "none", "/bin/false" };
	const char *before = is_landlock() ? "landlock" : "";
	(void)state;

	for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
		struct world w;
		struct tora_err err = TORA_ERR_INIT;
		world_init(&w, just_m);
		assert_int_equal(setenv("TORA_SANDBOX", programs[i], 1), 0);
		assert_int_equal(tora_run_open(&w.check, &err), 0);
		assert_int_equal(setenv("TORA_SANDBOX", before, 1), 0);
		assert_int_equal(w.check.reason, TORA_REASON_NO_SANDBOX);
		assert_non_null(w.check.reason_detail);
		assert_null(w.check.exec);
		assert_null(w.check.sandbox);
		world_done(&w);
	}
}

/* ---- a command of the project --------------------------------------------------------------------- */

static const struct {
	const char *label, *script;
	int status;
	const char *log;
} commands[] = {
	{ "writes", "pwd; echo built >built; cat built; echo e >&2", 0, "/repo\nbuilt\ne\n" },
	{ "fails", "exit 3", 3, "" },
	{ "dies", "kill -9 $$", 137, "" },
	{ "hangs", "sleep 60", -1, "" },
	{ "leaves a daemon", "setsid sleep 3600 & echo x", 0, "x\n" },
	{ "has no network", "cat /proc/net/dev 2>/dev/null | grep -vc -e lo: -e '|' || :", 0,
	  "0\n" },
	{ "prints a lot", "i=0; while [ $i -lt 5000 ]; do echo $i; i=$((i+1)); done", 0, "4999\n" },
};

/* Of ours in /memfd: which are open; the launcher of the sandbox and its filter are passed into sandboxes. */
static unsigned count_sealed(void)
{
	unsigned n = 0;

	for (int fd = 3; fd < 256; fd++) {
		char path[64], to[64] = "";
		int all = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

		(void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
		if (readlink(path, to, sizeof to - 1) < 0 || strncmp(to, "/memfd:tora-", 12) != 0)
			continue;
		if (fcntl(fd, F_GET_SEALS) != all || pwrite(fd, "x", 1, 0) != -1)
			fail_msg("%s can be written to", to);
		n++;
	}
	return n;
}

static void test_sealed(void **state)
{
	struct world w;

	(void)state;
	world_open(&w, just_m);
	assert_int_equal(count_sealed(), 2);
	world_done(&w);
}

static void test_commands(void **state)
{
	struct world w;
	(void)state;

	world_open(&w, just_m);
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
		const char *const argv[] = { "sh", "-c", commands[i].script, NULL };
		struct tora_err err = TORA_ERR_INIT;
		struct tora_sv log;
		int status;
		if (w.check.sandbox->run(w.check.sandbox->ctx, argv, w.check.builds[0].dir, NULL,
		                         1000, 2000, NULL, &log, &status, &err))
			fail_msg("%s: %s", commands[i].label, err.msg);
		if (status != commands[i].status || !tora_sv_ends(log, commands[i].log) ||
		    log.len > 2000)
			fail_msg("%s: %d '%.*s'", commands[i].label, status, (int)log.len, log.at);
	}
	world_done(&w);
}

/* Bytecode is made of what compiles, nothing is executed, and the tree is out of reach. */
static void test_compile(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct world w;
	char out[32];
	(void)state;

	world_open(&w, just_m);
	sh(w.dir,
	   "mkdir out; chmod 777 out; printf 'm.py\\0broken(\\0leaves.py\\0' >out/todo;"
	   "printf 'if' >'base/broken('",
	   NULL, 0);
	assert_int_equal(w.check.sandbox->compile(w.check.sandbox->ctx, w.check.builds[0].dir,
	                                          tora_arena_printf(w.check.arena, "%s/out", w.dir),
	                                          5000, &err),
	                 0);
	sh(w.dir, "ls out | tr '\\n' ' '; ls base | wc -l", out, sizeof(out));
	assert_string_equal(out, "0 2 todo 6\n");
	/* the second field of a hash-based file that is never checked is 1: PEP 552 */
	sh(w.dir, "od -A n -t u1 -j 4 -N 4 out/0", out, sizeof(out));
	assert_string_equal(out, "   1   0   0   0\n");
	assert_non_null(w.check.sandbox->compiler);
	world_done(&w);
}

int main(void)
{
	const struct CMUnitTest alone[] = {
		cmocka_unit_test(test_both_sides),
		cmocka_unit_test(test_outcomes),
		cmocka_unit_test(test_alone),
		cmocka_unit_test(test_no_second_pair),
		cmocka_unit_test(test_seeds),
		cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_runner_dies),
		cmocka_unit_test(test_no_sandbox),
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_compile),
		cmocka_unit_test(test_names_of_scratch_folders_are_drawn),
	};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_both_sides),      cmocka_unit_test(test_outcomes),
		cmocka_unit_test(test_seeds),           cmocka_unit_test(test_addresses),
		cmocka_unit_test(test_no_second_pair),  cmocka_unit_test(test_runner_dies),
		cmocka_unit_test(test_common),          cmocka_unit_test(test_ask),
		cmocka_unit_test(test_loads),           cmocka_unit_test(test_no_sandbox),
		cmocka_unit_test(test_commands),        cmocka_unit_test(test_sealed),
		cmocka_unit_test(test_out_of_time),     cmocka_unit_test(test_compile),
		cmocka_unit_test(test_no_time_to_open),
	};

	return cmocka_run_group_tests_name("run", tests, NULL, NULL) +
	       cmocka_run_group_tests_name("run with Landlock", alone, choose_landlock, NULL);
}
