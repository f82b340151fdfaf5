/*
 * test.c - see test.h.
 *
 * The child says `E 0` when main has returned 0: a test that calls exit(0) in the middle of things ends in another way.
 */
#include "lang/c/native/test.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#define REPORT_MAX (1u << 20)
#define OBJECT     "./test.so" /* in the test's own folder, gone before it starts */
#define TEXT_MAX   (3u << 20) /* as JSON, stdout and stderr each: a line of the protocol has 8 MiB */
#define POINTS     "./points"
#define ARGS       12
#define UNLOADABLE 71  /* status of a child that says on stderr what is missing */
#define UNLINKED   127 /* that of the loader, when a function that is called is nowhere */
#define LOOKUP     "symbol lookup error: "

static bool write_object(const struct program *program)
{
	int fd = open(OBJECT, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	size_t done = 0;

	while (fd >= 0 && done < program->object_len) {
		ssize_t n = write(fd, program->object + done, program->object_len - done);
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	return fd >= 0 && close(fd) == 0 && done == program->object_len;
}

/* The end of the child. */
static void run_object(unsigned symbol, const struct trial_limits *limits,
                       const struct cover *cover, uintptr_t base, const struct trial_report *report)
{
	char name[32];
	void *object = dlopen(OBJECT, RTLD_LAZY | RTLD_LOCAL);
	int (*run)(int, char **), status;
	char program[] = "test"; /* it lives as long as the process: exit() is called from here */
	char *argv[] = { program, NULL };

	(void)unlink(OBJECT);
	if (symbol)
		(void)snprintf(name, sizeof name, "tora_test_%u", symbol);
	else
		(void)snprintf(name, sizeof name, "main");
	*(void **)(&run) = object ? dlsym(object, name) : NULL;
	if (!run) {
		const char *why = dlerror();
		(void)fprintf(stderr, "%s", why ? why : "it has no main");
		trial_say(report, 'L', 0);
		_exit(UNLOADABLE);
	}
	program_invocation_name = program_invocation_short_name = program;
	(void)setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
	trial_confine(limits);
	if (cover)
		cover_start(cover, base, report);
	errno = 0;
	status = run(1, argv);
	if (status == 0)
		trial_say(report, 'E', 0);
	exit(status);
}

static void in_child(void *ctx, const struct trial_report *report)
{
	const struct test *t = ctx;
	char args[ARGS][64];
	char *argv[ARGS + 3];

	if (!write_object(t->program) || (t->cover && t->fresh && !cover_write(t->cover, POINTS)))
		_exit(70);
	if (!t->fresh) {
		run_object(t->program->symbol, &t->limits, t->cover, t->library->base, report);
		return;
	}
	if (t->scattered)
		(void)personality((unsigned long)personality(0xffffffff) &
		                  ~(unsigned long)ADDR_NO_RANDOMIZE);
	(void)fcntl(report->fd, F_SETFD, 0);
	(void)snprintf(args[0], 64, "--fresh");
	(void)snprintf(args[1], 64, "%u", t->program->symbol);
	(void)snprintf(args[2], 64, "%d", report->fd);
	(void)snprintf(args[3], 64, "%s", report->word);
	(void)snprintf(args[4], 64, "%ld", t->limits.timeout_ms);
	(void)snprintf(args[5], 64, "%ld", t->limits.memory_mib);
	(void)snprintf(args[6], 64, "%ld", t->limits.output_kib);
	(void)snprintf(args[7], 64, "%ld", t->limits.processes);
	(void)snprintf(args[8], 64, "%ld", t->limits.file_mib);
	(void)snprintf(args[9], 64, "%ld", t->limits.files);
	argv[0] = program_invocation_name;
	for (int i = 0; i < 10; i++)
		argv[i + 1] = args[i];
	argv[11] = (char *)(uintptr_t)t->library->path;
	argv[12] = NULL;
	(void)execv(argv[0], argv);
	_exit(70);
}

static long number(const char *text)
{
	return strtol(text, NULL, 10);
}

void test_main(int argc, char **argv)
{
	struct trial_limits limits;
	struct trial_report report = { .fd = -1 };
	struct library library = { .base = 0 };
	struct cover *cover;

	if (argc != 12)
		exit(70);
	report.fd = (int)strtol(argv[3], NULL, 10);
	(void)fcntl(report.fd, F_SETFD, FD_CLOEXEC);
	(void)snprintf(report.word, sizeof report.word, "%s", argv[4]);
	limits = (struct trial_limits){ number(argv[5]), number(argv[6]), number(argv[7]),
		                        number(argv[8]), number(argv[9]), number(argv[10]) };
	(void)snprintf(library.path, sizeof library.path, "%s", argv[11]);
	cover = cover_read(POINTS);
	(void)unlink(POINTS);
	if (!library_load(&library)) {
		(void)fprintf(stderr, "%s", library.problem);
		trial_say(&report, 'L', 0);
		_exit(UNLOADABLE);
	}
	run_object((unsigned)strtoul(argv[2], NULL, 10), &limits, cover, library.base, &report);
	exit(0);
}

/* ---- what became of it -------------------------------------------------------------------------------- */

static bool has_said(const struct trial *t, char kind)
{
	struct tora_sv text = tora_str_view(&t->report), line;
	size_t n = strlen(t->word);

	while (tora_sv_line(&text, &line))
		if (line.len >= n + 4 && tora_sv_starts(line, t->word) && line.at[n + 1] == kind)
			return true;
	return false;
}

static void put_status(struct tora_str *out, const char *status, int code)
{
	tora_str_addf(out, ",\"status\":\"%s\",\"code\":%d", status, code);
}

static void put_exception(struct tora_str *out, const char *type, struct tora_sv message,
                          unsigned line)
{
	put_status(out, "exception", 0);
	tora_str_addf(out, ",\"exception\":{\"type\":\"%s\",\"message\":", type);
	json_put(out, message);
	tora_str_adds(out, ",\"frames\":[");
	if (line)
		tora_str_addf(out, "{\"file\":\"<test>\",\"line\":%u,\"function\":\"main\"}", line);
	tora_str_adds(out, "]}");
}

/* "test: symbol lookup error: ./test.so: undefined symbol: x": the last part. */
static struct tora_sv what_is_missing(struct tora_sv said)
{
	size_t n = strlen(OBJECT ": ");

	for (size_t i = 0; i + n < said.len; i++)
		if (memcmp(said.at + i, OBJECT ": ", n) == 0)
			return tora_sv_trim((struct tora_sv){ said.at + i + n, said.len - i - n });
	return tora_sv_trim(said);
}

static bool is_unloadable(const struct trial *t)
{
	return t->over == TRIAL_ENDED && WIFEXITED(t->status) &&
	       WEXITSTATUS(t->status) == UNLOADABLE && has_said(t, 'L');
}

static bool is_unlinked(const struct trial *t)
{
	return is_unloadable(t) ||
	       (t->over == TRIAL_ENDED && WIFEXITED(t->status) &&
	        WEXITSTATUS(t->status) == UNLINKED && tora_sv_has(tora_str_view(&t->err), LOOKUP));
}

static void put_outcome(const struct trial *t, struct tora_str *out)
{
	if (t->over == TRIAL_TIMEOUT)
		put_status(out, "timeout", 0);
	else if (t->over == TRIAL_OUTPUT)
		put_status(out, "limit", 0);
	else if (WIFSIGNALED(t->status) && WTERMSIG(t->status) == SIGXCPU)
		put_status(out, "timeout", 0);
	else if (WIFSIGNALED(t->status) && WTERMSIG(t->status) == SIGXFSZ)
		put_status(out, "limit", 0);
	else if (WIFSIGNALED(t->status))
		put_status(out, "signal", WTERMSIG(t->status));
	else if (is_unlinked(t))
		put_exception(out, "LinkError", what_is_missing(tora_str_view(&t->err)), 0);
	else if (WEXITSTATUS(t->status) == 0 && has_said(t, 'E'))
		put_status(out, "ok", 0);
	else
		put_status(out, "exit", WEXITSTATUS(t->status));
}

static void put_texts(const struct trial *t, const struct trial_limits *limits,
                      struct tora_str *out)
{
	size_t room = (size_t)limits->output_kib << 10;
	struct tora_sv shown = tora_str_view(&t->out), err = tora_str_view(&t->err);
	struct tora_str said = TORA_STR_INIT(room + 256);
	size_t whole = shown.len + err.len;

	shown = json_fitting(shown, TEXT_MAX);
	err = json_fitting(err, TEXT_MAX - 256);
	if (shown.len > room)
		shown.len = room;
	if (err.len > room - shown.len)
		err.len = room - shown.len;
	whole -= shown.len + err.len;
	if (!is_unlinked(t))
		tora_str_add(&said, err);
	if (t->over == TRIAL_OUTPUT)
		tora_str_addf(&said, "limit: output limit of %ld KiB\n", limits->output_kib);
	else if (t->over == TRIAL_ENDED && WIFSIGNALED(t->status) && WTERMSIG(t->status) == SIGXFSZ)
		tora_str_addf(&said, "limit: file size limit of %ld MiB\n", limits->file_mib);
	tora_str_adds(out, ",\"stdout\":");
	json_put(out, shown);
	tora_str_adds(out, ",\"stderr\":");
	json_put(out, tora_str_view(&said));
	tora_str_addf(out, ",\"cut\":%s", t->over == TRIAL_OUTPUT || whole ? "true" : "false");
	tora_str_free(&said);
}

/* Code that blocks every signal does not survive a breakpoint: only without them it is seen what it does. */
static bool ended_by_trap(const struct trial *t)
{
	return t->over == TRIAL_ENDED && WIFSIGNALED(t->status) && WTERMSIG(t->status) == SIGTRAP;
}

/* A limit without a word is a test that was not run. */
static void put_uncompiled(const struct program *program, struct tora_str *out)
{
	if (program)
		put_exception(out, "CompileError", tora_sv(program->problem), program->line);
	else
		put_status(out, "limit", 0);
	tora_str_adds(out,
	              ",\"stdout\":\"\",\"stderr\":\"\",\"cut\":false,\"warnings\":[],\"ms\":0");
}

bool test_run(const struct test *test, struct tora_str *out, bool *ret_unloadable)
{
	struct trial_spec spec = { .timeout_ms = test->limits.timeout_ms,
		                   .output_max = test->limits.output_kib << 10,
		                   .report_max = REPORT_MAX,
		                   .asker = test->asker,
		                   .work = in_child,
		                   .ctx = (void *)(uintptr_t)test };
	struct test plain = *test;
	struct trial t, traps = { .over = TRIAL_ENDED };

	*ret_unloadable = false;
	if (!test->program || !test->program->object) {
		put_uncompiled(test->program, out);
		if (test->cover)
			tora_str_adds(out, ",\"covered\":{}");
		return true;
	}
	if (trial_run(&spec, &t) < 0)
		return false;
	if (test->cover && ended_by_trap(&t)) {
		traps = t;
		plain.cover = NULL;
		spec.ctx = &plain;
		if (trial_run(&spec, &t) < 0) {
			trial_done(&traps);
			return false;
		}
	}
	*ret_unloadable = is_unloadable(&t);
	put_outcome(&t, out);
	put_texts(&t, &test->limits, out);
	tora_str_adds(out, ",\"warnings\":[]");
	if (test->cover)
		cover_put(test->cover, plain.cover ? &t : &traps, out);
	tora_str_addf(out, ",\"ms\":%ld", t.ms);
	if (t.spoiled)
		tora_str_addf(out, ",\"spoiled\":\"%s\"", t.spoiled);
	trial_done(&t);
	if (!plain.cover && test->cover)
		trial_done(&traps);
	return true;
}
