/*
 * program.c - see program.h.
 */
#include "lang/c/native/program.h"

#include "lang/c/native/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define KNOWN_MAX    4096
#define FLAGS_MAX    200
#define FLAGS_TEXT   (64u << 10)
#define TOGETHER_MAX 64
#define BATCH_MAX    (8u << 20)
#define OBJECT_MAX   (64l << 20)
#define COMPILE_MS   5000 /* who asks waits three seconds longer than a test may take */
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
	const char *compiler;
	int asker;
	char *flags[FLAGS_MAX + 1];
	size_t n_flags;
	bool has_tcc;
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

/* An option as it is said in the folder of the project, for a compiler that is in another one. */
static char *in_root(const char *root, char *flag, const char *before)
{
	struct tora_str text = TORA_STR_INIT(2 * PATH_MAX);
	bool is_folder = strcmp(before, "-iquote") == 0;

	if (is_folder && *flag != '/')
		tora_str_addf(&text, "%s/%s", root, flag);
	else if (strncmp(flag, "-I", 2) == 0 && flag[2] && flag[2] != '/')
		tora_str_addf(&text, "-I%s/%s", root, flag + 2);
	else
		return flag;
	return tora_str_take(&text);
}

/* One a line, as the build left them; without a build of ours, the folders that headers are in by custom. */
static void find_flags(struct programs *p, const char *root)
{
	static const char *const usual[] = { "", "/include", "/src", "/lib", "/inc" };
	struct tora_str path = TORA_STR_INIT(PATH_MAX);
	size_t len = 0;
	char *text, *line, *rest;

	tora_str_addf(&path, "%s/.tora-c/flags", root);
	text = read_all(path.buf, FLAGS_TEXT, &len);
	for (line = text ? strtok_r(text, "\n", &rest) : NULL; line && p->n_flags < FLAGS_MAX;
	     line = strtok_r(NULL, "\n", &rest)) {
		const char *before = p->n_flags ? p->flags[p->n_flags - 1] : "";

		p->flags[p->n_flags] = in_root(root, line, before);
		p->n_flags++;
	}
	for (size_t i = 0; !text && i < sizeof usual / sizeof usual[0]; i++) {
		struct tora_str flag = TORA_STR_INIT(PATH_MAX);

		tora_str_addf(&flag, "-I%s%s", root, usual[i]);
		p->flags[p->n_flags++] = tora_str_take(&flag);
	}
	tora_str_free(&path);
}

struct programs *programs_new(const char *compiler, const char *root, int asker)
{
	struct programs *p = tora_xcalloc(1, sizeof *p);

	p->compiler = compiler;
	p->asker = asker;
	p->symbols = 1;
	p->has_tcc = access(TCC, X_OK) == 0 && !getenv("TORA_C_NO_TCC");
	find_flags(p, root);
	return p;
}

/* ---- one run of a compiler ----------------------------------------------------------------------- */

struct job {
	struct programs *p;
	bool by_tcc;
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
	static const char *const tcc[] = { "-shared", "-Wimplicit-function-declaration",
		                           "-Werror" };
	const struct job *job = ctx;
	const char *const *own = job->by_tcc ? tcc : gcc;
	size_t n_own = job->by_tcc ? sizeof tcc / sizeof tcc[0] : sizeof gcc / sizeof gcc[0], n = 0;
	const char *argv[FLAGS_MAX + 24];
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
	argv[n] = NULL;
	limits.timeout_ms = COMPILE_MS;
	limits.memory_mib = MEMORY_MIB;
	if (chdir(job->dir) < 0)
		_exit(70);
	(void)setenv("TMPDIR", job->dir, 1);
	(void)setenv("LC_ALL", "C", 1);
	trial_confine(&limits);
	(void)execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

/* Programs of one batch: `head` is what each begins with, `main` of each has a name of its own. */
static void write_batch(FILE *f, const char *const *sources, size_t n, unsigned symbol)
{
	for (size_t i = 0; i < n; i++) {
		const char *end = strrchr(sources[i], '}');

		/* main alone returns 0 where it says nothing, and here it is called otherwise */
		(void)fprintf(f,
		              "#define main tora_test_%u\n#line 1 \"<test>\"\n%.*s return 0; "
		              "}\n#undef main\n",
		              symbol + (unsigned)i, (int)(end - sources[i]), sources[i]);
	}
}

static bool write_source(const struct job *job, const char *const *sources, size_t n,
                         unsigned symbol)
{
	FILE *f = fopen(job->source, "wxe");
	bool done;

	if (!f)
		return false;
	if (n > 1)
		write_batch(f, sources, n, symbol);
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

/* *ret_said: the compiler's words; the caller frees them. */
static bool compile_by(struct programs *p, bool by_tcc, const char *const *sources, size_t n,
                       unsigned symbol, struct object *ret, struct tora_str *ret_said)
{
	struct job job = { .p = p, .by_tcc = by_tcc };
	struct trial_spec spec = { .timeout_ms = COMPILE_MS,
		                   .output_max = 256 << 10,
		                   .report_max = 64,
		                   .asker = p->asker,
		                   .keeps = true,
		                   .work = run_compiler,
		                   .ctx = &job };
	struct trial t;

	(void)snprintf(job.dir, sizeof job.dir, "%s/compile-XXXXXX", trial_scratch());
	if (!mkdtemp(job.dir))
		return false;
	(void)snprintf(job.source, sizeof job.source, "%s/test.c", job.dir);
	(void)snprintf(job.object, sizeof job.object, "%s/test.so", job.dir);
	ret->bytes = NULL;
	if (write_source(&job, sources, n, symbol) && trial_run(&spec, &t) == 0) {
		if (t.over == TRIAL_ENDED && t.status == 0)
			ret->bytes = read_all(job.object, OBJECT_MAX, &ret->len);
		else if (t.over == TRIAL_TIMEOUT)
			tora_str_adds(ret_said, "error: compiling takes too long");
		tora_str_add_clip(ret_said, tora_str_view(&t.err));
		trial_done(&t);
	}
	remove_job(&job);
	return ret->bytes != NULL;
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

static const struct program *find(const struct programs *p, const char *source)
{
	for (size_t i = 0; i < p->n_known; i++)
		if (strcmp(p->known[i].source, source) == 0)
			return &p->known[i].program;
	return NULL;
}

static void keep(struct programs *p, const char *source, const struct program *program)
{
	struct known *k = &p->known[p->n_known++];

	k->source = tora_xcalloc(strlen(source) + 1, 1);
	memcpy(k->source, source, strlen(source));
	k->program = *program;
}

static bool compile_together(struct programs *p, const char *const *sources, size_t n,
                             struct tora_str *ret_said)
{
	unsigned symbol = p->symbols;
	struct object object = { NULL, 0 };

	p->symbols += (unsigned)n;
	if (!(p->has_tcc && compile_by(p, true, sources, n, symbol, &object, ret_said))) {
		tora_str_reset(ret_said);
		if (!compile_by(p, false, sources, n, symbol, &object, ret_said))
			return false;
	}
	p->objects[p->n_objects++] = object;
	for (size_t i = 0; i < n; i++) {
		struct program one = { .object = object.bytes,
			               .object_len = object.len,
			               .together = n > 1,
			               .symbol = n > 1 ? symbol + (unsigned)i : 0 };
		keep(p, sources[i], &one);
	}
	return true;
}

/* Where what a program includes ends: blank lines and lines of #include. */
static size_t head_of(const char *source)
{
	size_t at = 0;

	for (;;) {
		size_t n = strcspn(source + at, "\n");

		if (n && strncmp(source + at, "#include", 8) != 0)
			return at;
		if (!source[at + n])
			return at + n;
		at += n + 1;
	}
}

/*
 * Nothing of such a program is seen by the one behind it but what it includes: after that there is main, and no
 * other line begins at its beginning.
 */
static bool may_be_together(const char *source)
{
	static const char main_line[] = "int main(void)\n{\n";
	const char *at = source + head_of(source);

	if (strncmp(at, main_line, sizeof main_line - 1) != 0)
		return false;
	for (at += sizeof main_line - 1; *at;
	     at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != 0))
		if (*at == '}')
			return at[1 + strspn(at + 1, "\n")] == '\0';
		else if (*at != '\t' && *at != ' ' && *at != '\n')
			return false;
	return false;
}

static bool include_the_same(const char *a, const char *b)
{
	size_t n = head_of(a);

	return n == head_of(b) && memcmp(a, b, n) == 0;
}

/* In halves: most of a batch is sound when one of it is not. */
static void compile_some(struct programs *p, const char *const *sources, size_t n)
{
	struct tora_str said = TORA_STR_INIT(64u << 10);
	struct program none = { .object = NULL };

	if (!n || compile_together(p, sources, n, &said)) {
		tora_str_free(&said);
		return;
	}
	if (n > 1) {
		compile_some(p, sources, n / 2);
		compile_some(p, sources + n / 2, n - n / 2);
	} else {
		read_problem(tora_str_view(&said), &none);
		keep(p, sources[0], &none);
	}
	tora_str_free(&said);
}

static bool is_among(const char *source, const char *const *all, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(all[i], source) == 0)
			return true;
	return false;
}

/* `first`, and those of the others that may be compiled with it. */
static void compile_with(struct programs *p, const char *first, const char *const *sources,
                         size_t n)
{
	const char *wanted[TOGETHER_MAX] = { first };
	size_t many = 1, bytes = strlen(first);

	for (size_t i = 0;
	     may_be_together(first) && i < n && many < TOGETHER_MAX && bytes < BATCH_MAX; i++) {
		if (find(p, sources[i]) || is_among(sources[i], wanted, many) ||
		    !may_be_together(sources[i]) || !include_the_same(first, sources[i]))
			continue;
		wanted[many++] = sources[i];
		bytes += strlen(sources[i]);
	}
	compile_some(p, wanted, many);
}

void programs_compile(struct programs *p, const char *const *sources, size_t n)
{
	if (p->n_known + 512 > KNOWN_MAX)
		forget_all(p);
	for (size_t i = 0; i < n; i++)
		if (!find(p, sources[i]))
			compile_with(p, sources[i], sources, n);
}

const struct program *programs_get(struct programs *p, const char *source)
{
	const struct program *found = find(p, source);

	if (found)
		return found;
	programs_compile(p, &source, 1);
	return find(p, source);
}

const struct program *programs_alone(struct programs *p, const char *source)
{
	for (size_t i = 0; i < p->n_known; i++)
		if (strcmp(p->known[i].source, source) == 0)
			*p->known[i].source = '\0'; /* nobody asks for it any more */
	return programs_get(p, source);
}
