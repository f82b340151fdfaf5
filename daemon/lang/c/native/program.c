/*
 * program.c - see program.h.
 */
#include "lang/c/native/program.h"

#include "lang/c/native/batch.h"
#include "lang/c/native/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define KNOWN_MAX    4096
#define FLAGS_TEXT   (1u << 20)
#define TOGETHER_MAX 64
#define BATCH_MAX    (8u << 20)
#define OBJECT_MAX   (64l << 20)
#define MESSAGE_MAX  4000
#define TCC          "/usr/bin/tcc"
#define MEMORY_MIB   2048

struct known {
	char *source;
	struct program program;
};

struct object { /* shared by the programs of a batch */
	char *bytes;
	size_t len;
};

struct programs {
	const char *compiler, *root;
	int asker;
	char **flags; /* said in the folder of the project */
	size_t n_flags;
	bool has_tcc;
	size_t together; /* so many at once: fewer when that took too long */
	struct known known[KNOWN_MAX];
	size_t n_known;
	struct object objects[KNOWN_MAX];
	size_t n_objects;
	unsigned symbols;
};

/* ---- what it is compiled with ------------------------------------------------------------------- */

static char *read_all(const char *path, long max, size_t *ret_len)
{
	FILE *f = fopen(path, "re");
	struct stat st;
	char *text = NULL;

	if (f && fstat(fileno(f), &st) == 0 && st.st_size <= max) {
		text = tora_xcalloc((size_t)st.st_size + 1, 1);
		*ret_len = fread(text, 1, (size_t)st.st_size, f);
	}
	if (f)
		(void)fclose(f);
	return text;
}

/* One a line, as the build left them; without a build of ours, the folders that headers are in by custom. */
static void find_flags(struct programs *p)
{
	static const char usual[] = "-I.\n-Iinclude\n-Isrc\n-Ilib\n-Iinc";
	struct tora_str path = TORA_STR_INIT(PATH_MAX);
	size_t len = 0, most = 1;
	char *text, *line, *rest;

	tora_str_addf(&path, "%s/.tora-c/flags", p->root);
	text = read_all(path.buf, FLAGS_TEXT, &len);
	text = text ? text : tora_xstrdup(usual);
	for (const char *at = text; (at = strchr(at, '\n')); at++)
		most++;
	p->flags = tora_xcalloc(most, sizeof *p->flags);
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		p->flags[p->n_flags++] = line;
	tora_str_free(&path);
}

struct programs *programs_new(const char *compiler, const char *root, int asker)
{
	struct programs *p = tora_xcalloc(1, sizeof *p);

	p->compiler = compiler;
	p->root = root;
	p->asker = asker;
	p->symbols = 1;
	p->has_tcc = access(TCC, X_OK) == 0 && !getenv("TORA_C_NO_TCC");
	p->together = TOGETHER_MAX;
	find_flags(p);
	return p;
}

/* ---- one run of a compiler ----------------------------------------------------------------------- */

struct job {
	struct programs *p;
	bool by_tcc;
	long ms;
	char dir[PATH_MAX];
	char source[PATH_MAX + 16], object[PATH_MAX + 16];
};

static void run_compiler(void *ctx, const struct trial_report *report)
{
	static const char *const gcc[] = { "-fPIC",
		                           "-shared",
		                           "-O0",
		                           "-pipe",
		                           "-Werror=implicit-function-declaration",
		                           "-Werror=int-conversion",
		                           "-Werror=incompatible-pointer-types" };
	/* data 64 KiB behind the code, not 2 MiB: all of it in one page of the page tables */
	static const char *const tcc[] = { "-shared", "-Wimplicit-function-declaration", "-Werror",
		                           "-Wl,-section-alignment=0x10000" };
	const struct job *job = ctx;
	const char *const *own = job->by_tcc ? tcc : gcc;
	size_t n_own = job->by_tcc ? sizeof tcc / sizeof tcc[0] : sizeof gcc / sizeof gcc[0], n = 0;
	const char **argv = tora_xcalloc(job->p->n_flags + 24, sizeof *argv);
	struct trial_limits limits = trial_defaults();

	(void)report;
	argv[n++] = job->by_tcc ? TCC : job->p->compiler;
	for (size_t i = 0; i < n_own; i++)
		argv[n++] = own[i];
	for (size_t i = 0; i < job->p->n_flags; i++) {
		/* tcc knows one kind of include folder */
		if (job->by_tcc && strcmp(job->p->flags[i], "-iquote") == 0)
			argv[n++] = "-I";
		else
			argv[n++] = job->p->flags[i];
	}
	argv[n++] = "-o";
	argv[n++] = job->object;
	argv[n++] = job->source;
	limits.timeout_ms = job->ms;
	limits.memory_mib = MEMORY_MIB;
	if (chdir(job->p->root) < 0)
		_exit(70);
	(void)setenv("TMPDIR", job->dir, 1);
	(void)setenv("LC_ALL", "C", 1);
	trial_confine(&limits);
	(void)execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

static bool write_source(const struct job *job, const char *const *sources, size_t n,
                         unsigned symbol)
{
	FILE *f = fopen(job->source, "wxe");
	bool done;

	if (!f)
		return false;
	if (n > 1)
		batch_write(f, sources, n, symbol);
	else
		(void)fprintf(f, "#line 1 \"<test>\"\n%s\n", sources[0]);
	done = !ferror(f);
	return fclose(f) == 0 && done;
}

static void remove_job(const struct job *job)
{
	(void)unlink(job->source);
	(void)unlink(job->object);
	(void)rmdir(job->dir);
}

enum compiled {
	COMPILED,
	REFUSED, /* the compiler's word on the text */
	NOT_NOW  /* no time, no space, no process: nothing is known of the text */
};

/* Did it end by itself, with an error that is about what it read? */
static enum compiled how_it_ended(const struct trial *t)
{
	static const char *const passing[] = {
		"No space left on device",  "Disk quota exceeded",
		"Cannot allocate memory",   "out of memory",
		"memory exhausted",         "Resource temporarily unavailable",
		"Too many open files",      "Input/output error",
		"No usable temporary file", "Cannot create temporary file",
		"signal terminated program"
	};
	struct tora_sv said = tora_str_view(&t->err);

	if (t->over == TRIAL_TIMEOUT || !WIFEXITED(t->status))
		return NOT_NOW;
	for (size_t i = 0; i < sizeof passing / sizeof passing[0]; i++)
		if (tora_sv_has(said, passing[i]))
			return NOT_NOW;
	if (t->over == TRIAL_ENDED && WEXITSTATUS(t->status) == 0)
		return COMPILED;
	return tora_sv_has(said, "error: ") ? REFUSED : NOT_NOW;
}

/* *ret_said: the compiler's words; the caller frees them. */
static enum compiled compile_by(struct programs *p, bool by_tcc, const char *const *sources,
                                size_t n, unsigned symbol, long ms, struct object *ret,
                                struct tora_str *ret_said)
{
	struct job job = { .p = p, .by_tcc = by_tcc, .ms = ms };
	struct trial_spec spec = { .timeout_ms = ms,
		                   .output_max = 256 << 10,
		                   .report_max = 64,
		                   .asker = p->asker,
		                   .keeps = true,
		                   .work = run_compiler,
		                   .ctx = &job };
	enum compiled how = NOT_NOW;
	struct trial t;

	(void)snprintf(job.dir, sizeof job.dir, "%s/compile-XXXXXX", trial_scratch());
	if (ms <= 0 || !mkdtemp(job.dir))
		return NOT_NOW;
	(void)snprintf(job.source, sizeof job.source, "%s/test.c", job.dir);
	(void)snprintf(job.object, sizeof job.object, "%s/test.so", job.dir);
	ret->bytes = NULL;
	if (write_source(&job, sources, n, symbol) && trial_run(&spec, &t) == 0) {
		how = how_it_ended(&t);
		if (how == COMPILED)
			ret->bytes = read_all(job.object, OBJECT_MAX, &ret->len);
		if (how == COMPILED && !ret->bytes)
			how = NOT_NOW;
		tora_str_add_clip(ret_said, tora_str_view(&t.err));
		trial_done(&t);
	}
	remove_job(&job);
	if (how == COMPILED && (by_tcc || n > 1) && batch_is_seen(ret->bytes, ret->len)) {
		free(ret->bytes);
		return REFUSED;
	}
	return how;
}

/* ---- batches -------------------------------------------------------------------------------------- */

/* "<test>:5:9: error: what": the first of them, or the first line there is. */
static void read_problem(struct tora_sv said, struct program *ret)
{
	struct tora_sv line, first = { "it does not compile", 19 };
	struct tora_str text = TORA_STR_INIT(MESSAGE_MAX);
	bool any = false;

	while (tora_sv_line(&said, &line)) {
		if (!line.len || (any && !tora_sv_has(line, "error: ")))
			continue;
		first = line;
		any = true;
		if (tora_sv_has(line, "error: "))
			break;
	}
	if (tora_sv_starts(first, "<test>:"))
		ret->line = (unsigned)strtoul(first.at + 7, NULL, 10);
	for (size_t i = 0; i + 7 <= first.len; i++)
		if (memcmp(first.at + i, "error: ", 7) == 0) {
			first = (struct tora_sv){ first.at + i + 7, first.len - i - 7 };
			break;
		}
	tora_str_add_clip(&text, first);
	ret->problem = tora_str_take(&text);
}

static void forget_all(struct programs *p)
{
	for (size_t i = 0; i < p->n_known; i++) {
		free(p->known[i].source);
		free((char *)(uintptr_t)p->known[i].program.problem);
	}
	for (size_t i = 0; i < p->n_objects; i++)
		free(p->objects[i].bytes);
	p->n_known = p->n_objects = 0;
}

static struct program *find(struct programs *p, const char *source)
{
	for (size_t i = 0; i < p->n_known; i++)
		if (strcmp(p->known[i].source, source) == 0)
			return &p->known[i].program;
	return NULL;
}

/* In the place of what was known of it. */
static void keep(struct programs *p, const char *source, const struct program *program)
{
	struct program *before = find(p, source);

	if (before) {
		free((char *)(uintptr_t)before->problem);
		*before = *program;
		return;
	}
	p->known[p->n_known++] = (struct known){ tora_xstrdup(source), *program };
}

/* tcc has half of the time: whatever becomes of it, the compiler of the project has the last word. */
static enum compiled compile_together(struct programs *p, const char *const *sources, size_t n,
                                      long until, struct tora_str *ret_said)
{
	unsigned symbol = p->symbols;
	struct object object = { NULL, 0 };
	enum compiled how = REFUSED;

	p->symbols += (unsigned)n;
	if (p->has_tcc && (n > 1 || batch_takes(sources[0])))
		how = compile_by(p, true, sources, n, symbol, (until - trial_now_ms()) / 2, &object,
		                 ret_said);
	if (how != COMPILED) {
		tora_str_reset(ret_said);
		how = compile_by(p, false, sources, n, symbol, until - trial_now_ms(), &object,
		                 ret_said);
	}
	if (how != COMPILED)
		return how;
	p->objects[p->n_objects++] = object;
	for (size_t i = 0; i < n; i++) {
		struct program one = { .object = object.bytes,
			               .object_len = object.len,
			               .together = n > 1,
			               .symbol = n > 1 ? symbol + (unsigned)i : 0 };
		keep(p, sources[i], &one);
	}
	return COMPILED;
}

/* In halves: most of a batch is sound when one of it is not. False: not all of it could be tried. */
static bool compile_some(struct programs *p, const char *const *sources, size_t n, long until)
{
	struct tora_str said = TORA_STR_INIT(64u << 10);
	struct program none = { .object = NULL };
	enum compiled how = compile_together(p, sources, n, until, &said);
	bool tried = how != NOT_NOW;

	if (how == REFUSED && n > 1) {
		tried = compile_some(p, sources, n / 2, until) &&
		        compile_some(p, sources + n / 2, n - n / 2, until);
	} else if (how == REFUSED) {
		read_problem(tora_str_view(&said), &none);
		keep(p, sources[0], &none);
	}
	tora_str_free(&said);
	return tried;
}

static bool is_among(const char *source, const char *const *all, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(all[i], source) == 0)
			return true;
	return false;
}

/* `first`, and those of the others that may be compiled with it, in half of the time. */
static void compile_with(struct programs *p, const char *first, const char *const *others, size_t n,
                         long until)
{
	const char *wanted[TOGETHER_MAX] = { first };
	size_t many = 1, bytes = strlen(first);
	bool takes = n && p->together > 1 && batch_takes(first);

	for (size_t i = 0; takes && i < n && many < p->together && bytes < BATCH_MAX; i++) {
		if (find(p, others[i]) || is_among(others[i], wanted, many) ||
		    !batch_fits(first, others[i]) || !batch_takes(others[i]))
			continue;
		wanted[many++] = others[i];
		bytes += strlen(others[i]);
	}
	if (many > 1 && !compile_some(p, wanted, many, until - (until - trial_now_ms()) / 2))
		p->together = p->together / 4;
	if (!find(p, first))
		(void)compile_some(p, &first, 1, until);
}

static void make_room(struct programs *p)
{
	if (p->n_known + 512 > KNOWN_MAX || p->n_objects + 512 > KNOWN_MAX)
		forget_all(p);
}

const struct program *programs_get(struct programs *p, const char *source,
                                   const char *const *others, size_t n, long ms)
{
	const struct program *found = find(p, source);

	if (found)
		return found;
	make_room(p);
	compile_with(p, source, others, n, trial_now_ms() + ms);
	return find(p, source);
}

const struct program *programs_alone(struct programs *p, const char *source, long ms)
{
	make_room(p);
	(void)compile_some(p, &source, 1, trial_now_ms() + ms);
	return find(p, source);
}
