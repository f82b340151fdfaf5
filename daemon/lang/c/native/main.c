/*
 * main.c - the runner of C: requests in, answers out, in order (lang/PROTOCOL.md).
 *
 * Started as `main COMPILER`. It has the project's library loaded; each test is a fork of it that loads the test's
 * own code as well. What is asked for ahead is read ahead, so that many tests are compiled at once (program.h).
 */
#include "lang/c/native/cover.h"
#include "lang/c/native/generate.h"
#include "lang/c/native/json.h"
#include "lang/c/native/library.h"
#include "lang/c/native/program.h"
#include "lang/c/native/test.h"
#include "lang/c/native/trial.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE_MAX_BYTES (8u << 20)
#define ANSWER_MAX     (LINE_MAX_BYTES - 1)
#define AHEAD          64
#define HIGH           100 /* numbers of descriptors that are out of reach of what is loaded */

struct request {
	struct tora_arena *arena;
	const struct json *json; /* NULL: the line is no request */
};

struct runner {
	int in, out;
	const char *compiler;
	struct tora_str unread;
	bool at_end;
	struct request ahead[AHEAD];
	size_t n_ahead;
	char root[PATH_MAX];
	struct library library;
	bool has_library;
	struct programs *programs;
	struct cover *cover;
	struct trial_limits limits;
};

/* ---- the channel ------------------------------------------------------------------------------------ */

static void open_channel(struct runner *r)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	r->in = fcntl(0, F_DUPFD_CLOEXEC, HIGH);
	r->out = fcntl(1, F_DUPFD_CLOEXEC, HIGH);
	for (int fd = 0; fd < 2; fd++)
		(void)dup2(null, fd);
	if (null > 2)
		(void)close(null);
	tora_str_init(&r->unread, 2 * LINE_MAX_BYTES);
}

static void write_line(struct runner *r, struct tora_str *line)
{
	size_t done = 0;

	tora_str_addc(line, '\n');
	while (done < line->len) {
		ssize_t n = write(r->out, line->buf + done, line->len - done);
		if (n < 0 && errno != EINTR)
			_exit(0);
		done += n > 0 ? (size_t)n : 0;
	}
}

/* Whole lines of what was read become requests. */
static void take_lines(struct runner *r)
{
	while (r->n_ahead < AHEAD) {
		char *end = r->unread.len ? memchr(r->unread.buf, '\n', r->unread.len) : NULL;
		struct request *one = &r->ahead[r->n_ahead];

		if (!end)
			return;
		one->arena = tora_arena_new();
		one->json =
			json_parse((struct tora_sv){ r->unread.buf, (size_t)(end - r->unread.buf) },
		                   one->arena);
		r->n_ahead++;
		tora_str_drop(&r->unread, (size_t)(end - r->unread.buf) + 1);
	}
}

/* Waits for a request when there is none; takes what else is there by then. */
static bool read_ahead(struct runner *r)
{
	char chunk[1 << 16];
	struct pollfd at = { .fd = r->in, .events = POLLIN };

	take_lines(r);
	while (!r->at_end && r->n_ahead < AHEAD) {
		ssize_t n;

		if (poll(&at, 1, r->n_ahead ? 0 : -1) <= 0 && r->n_ahead)
			break;
		n = read(r->in, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			r->at_end = true;
		else
			tora_str_add(&r->unread, (struct tora_sv){ chunk, (size_t)n });
		if (r->unread.over)
			_exit(1);
		take_lines(r);
	}
	return r->n_ahead > 0;
}

/* ---- commands --------------------------------------------------------------------------------------- */

static void fail(struct tora_str *out, const char *why)
{
	tora_str_adds(out, ",\"ok\":false,\"error\":");
	json_put(out, tora_sv(why));
}

static void read_limits(struct trial_limits *limits, const struct json *from)
{
	const struct {
		const char *name;
		long *value;
	} all[] = { { "timeout_ms", &limits->timeout_ms }, { "memory_mib", &limits->memory_mib },
		    { "output_kib", &limits->output_kib }, { "processes", &limits->processes },
		    { "file_mib", &limits->file_mib },     { "files", &limits->files } };

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		long value = json_int(from, all[i].name, 0);

		if (value > 0 && value < 1l << 30)
			*all[i].value = value;
	}
}

static int threads(void)
{
	DIR *d = opendir("/proc/self/task");
	int n = 0;

	for (struct dirent *e; d && (e = readdir(d));)
		n += e->d_name[0] != '.';
	if (d)
		(void)closedir(d);
	return d ? n : 1;
}

static void too_slow(int number)
{
	static const char said[] = "loading the library takes too long\n";

	(void)number;
	(void)!write(2, said, sizeof said - 1);
	_exit(1);
}

/* A library's own code runs at its load: for a time, in a process that then is as it was. */
static bool load_library(struct runner *r, long load_ms)
{
	bool loaded;

	if (r->library.base)
		return true;
	(void)signal(SIGALRM, too_slow);
	(void)alarm((unsigned)(load_ms / 1000 + 1));
	loaded = library_load(&r->library);
	(void)alarm(0);
	for (int number = 1; number < NSIG; number++)
		(void)signal(number, SIG_DFL);
	(void)signal(SIGPIPE, SIG_IGN);
	return chdir("/") == 0 && loaded;
}

static void do_load(struct runner *r, const struct json *request, struct tora_str *out)
{
	const struct json *paths = json_get(request, "paths"),
			  *modules = json_get(request, "modules");
	const char *root = paths && paths->items.n && paths->items.at[0].text
	                           ? paths->items.at[0].text
	                           : "/repo";
	bool sound;

	read_limits(&r->limits, json_get(request, "limits"));
	if (!r->programs) {
		(void)snprintf(r->root, sizeof r->root, "%s", root);
		r->programs = programs_new(r->compiler, r->root, r->in);
		r->has_library = library_find(r->root, &r->library);
	}
	sound = r->has_library;
	if (sound && modules && modules->items.n)
		sound = load_library(r, json_int(request, "load_ms", 60000));
	tora_str_adds(out, ",\"ok\":true,\"loaded\":[");
	for (size_t i = 0; sound && modules && i < modules->items.n; i++) {
		tora_str_adds(out, i ? "," : "");
		json_put(out, tora_sv(modules->items.at[i].text));
	}
	tora_str_adds(out, "],\"failed\":[");
	for (size_t i = 0; !sound && modules && i < modules->items.n; i++) {
		tora_str_adds(out, i ? ",{\"module\":" : "{\"module\":");
		json_put(out, tora_sv(modules->items.at[i].text));
		tora_str_adds(out, ",\"type\":\"LinkError\",\"message\":");
		json_put(out, tora_sv(r->library.problem));
		tora_str_adds(out, ",\"frames\":[],\"missing\":false}");
	}
	tora_str_addf(out, "],\"threads\":%d,\"processes\":%ld", threads(), trial_end_rest());
}

/* The tests that come next, as far as is known: they may be compiled with this one. */
static size_t sources_ahead(const struct runner *r, const char *ret[AHEAD])
{
	size_t n = 0;

	for (size_t i = 0; i < r->n_ahead; i++) {
		const struct json *one = r->ahead[i].json;
		const char *source = json_text(one, "source", NULL);

		if (source && strcmp(json_text(one, "command", ""), "run") == 0)
			ret[n++] = source;
	}
	return n;
}

/* Who asks waits three seconds longer than a test may take. */
static long compile_ms(const struct trial_limits *limits)
{
	return limits->timeout_ms > 2500 ? limits->timeout_ms : 2500;
}

static void do_run(struct runner *r, const struct json *request, struct tora_str *out)
{
	const char *source = json_text(request, "source", NULL);
	struct test test = { .library = &r->library,
		             .limits = r->limits,
		             .fresh = json_is_true(request, "fresh") || !r->library.base,
		             .scattered = json_int(request, "seed", 0) != 0,
		             .asker = r->in };
	struct tora_str trial = TORA_STR_INIT(ANSWER_MAX);
	const char *others[AHEAD];
	bool unloadable = false;

	if (!source || !r->programs || !r->has_library) {
		fail(out, !source ? "'source' is text" : "there is no library");
		return;
	}
	read_limits(&test.limits, request);
	test.program = programs_get(r->programs, source, others, sources_ahead(r, others),
	                            compile_ms(&test.limits));
	if (json_is_true(request, "cover")) {
		cover_find(r->cover, r->library.path);
		test.cover = r->cover;
	}
	(void)test_run(&test, &trial, &unloadable);
	if (unloadable && test.program->together) {
		tora_str_reset(&trial);
		test.program = programs_alone(r->programs, source, compile_ms(&test.limits));
		(void)test_run(&test, &trial, &unloadable);
	}
	if (trial.len)
		tora_str_adds(out, ",\"ok\":true");
	else
		fail(out, "no process could be started");
	tora_str_add(out, tora_str_view(&trial));
	tora_str_free(&trial);
}

static void do_cover(struct runner *r, const struct json *request, struct tora_str *out)
{
	tora_str_addf(out, ",\"ok\":true,\"points\":%zu",
	              cover_ask(r->cover, json_get(request, "lines")));
}

struct asked {
	const struct json *request;
	const char *root;
	void (*work)(const char *root, const struct json *request, struct tora_str *out);
};

static void answer_in_child(void *ctx, const struct trial_report *report)
{
	const struct asked *asked = ctx;
	struct tora_str out = TORA_STR_INIT(ANSWER_MAX);
	size_t done = 0;

	asked->work(asked->root, asked->request, &out);
	if (out.over)
		_exit(1);
	while (done < out.len) {
		ssize_t n = write(report->fd, out.buf + done, out.len - done);
		if (n <= 0)
			break;
		done += (size_t)n;
	}
}

/* Reading sources is done by a child: what it meets there may end it. */
static void do_ask(struct runner *r, struct asked *asked, struct tora_str *out)
{
	long budget = json_int(asked->request, "budget_ms", 30000);
	struct trial_spec spec = { .timeout_ms = 4 * budget + 5000,
		                   .output_max = 1 << 20,
		                   .report_max = ANSWER_MAX,
		                   .asker = r->in,
		                   .work = answer_in_child,
		                   .ctx = asked };
	struct trial t;

	asked->root = r->root[0] ? r->root : "/repo";
	if (trial_run(&spec, &t) < 0) {
		fail(out, "no process could be started");
		return;
	}
	if (t.over == TRIAL_ENDED && t.status == 0 && t.report.len) {
		tora_str_adds(out, ",\"ok\":true,");
		tora_str_add(out, tora_str_view(&t.report));
	} else {
		fail(out,
		     t.over == TRIAL_TIMEOUT ? "it took too long" : "it ended without an answer");
	}
	trial_done(&t);
}

static void put_id(const struct json *request, struct tora_str *out)
{
	if (request && json_get(request, "id"))
		tora_str_addf(out, "{\"id\":%ld", json_int(request, "id", 0));
	else
		tora_str_adds(out, "{\"id\":null");
}

static bool answer(struct runner *r, const struct json *request)
{
	const char *command = json_text(request, "command", "");
	struct asked generate = { request, NULL, generate_answer },
		     explore = { request, NULL, generate_explore };
	struct tora_str out = TORA_STR_INIT(ANSWER_MAX);
	bool quits = strcmp(command, "quit") == 0;

	put_id(request, &out);
	if (quits)
		tora_str_adds(&out, ",\"ok\":true");
	else if (strcmp(command, "load") == 0)
		do_load(r, request, &out);
	else if (strcmp(command, "run") == 0)
		do_run(r, request, &out);
	else if (strcmp(command, "cover") == 0)
		do_cover(r, request, &out);
	else if (strcmp(command, "generate") == 0)
		do_ask(r, &generate, &out);
	else if (strcmp(command, "explore") == 0)
		do_ask(r, &explore, &out);
	else
		fail(&out, request ? "no such command" : "not a request");
	tora_str_addc(&out, '}');
	if (out.over) {
		tora_str_reset(&out);
		put_id(request, &out);
		fail(&out, "the answer is too long");
		tora_str_addc(&out, '}');
	}
	write_line(r, &out);
	tora_str_free(&out);
	return !quits;
}

int main(int argc, char **argv)
{
	struct runner *r = tora_xcalloc(1, sizeof *r);
	struct tora_str hello = TORA_STR_INIT(256);
	bool goes_on = true;

	if (argc > 1 && strcmp(argv[1], "--fresh") == 0)
		test_main(argc, argv);
	if (getenv("TORA_PREPARE"))
		return 0; /* it starts as fast as it can */
	open_channel(r);
	(void)signal(SIGPIPE, SIG_IGN);
	trial_setup();
	r->compiler = argc > 1 ? argv[1] : "/usr/bin/cc";
	r->limits = trial_defaults();
	r->cover = cover_new(r->in);
	tora_str_addf(&hello, "{\"hello\":\"c\",\"protocol\":1,\"version\":\"\",\"pid\":%ld}",
	              (long)getpid());
	write_line(r, &hello);
	tora_str_free(&hello);
	while (goes_on && read_ahead(r)) {
		goes_on = answer(r, r->ahead[0].json);
		tora_arena_free(r->ahead[0].arena);
		r->n_ahead--;
		memmove(r->ahead, r->ahead + 1, r->n_ahead * sizeof r->ahead[0]);
	}
	_exit(0);
}
