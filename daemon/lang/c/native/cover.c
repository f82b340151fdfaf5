/*
 * cover.c - see cover.h.
 */
#include "lang/c/native/cover.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define POINTS_MAX 65536
#define TABLE_MAX  (64l << 20)
#define TABLE_MS   20000
#define NEAR                                                                                       \
	10 /* a line without code belongs to a statement that began so many lines before, at most */

#if defined(__x86_64__)
#define TRAP_LEN 1
static const unsigned char trap[TRAP_LEN] = { 0xcc };
#elif defined(__aarch64__)
#define TRAP_LEN 4
static const unsigned char trap[TRAP_LEN] = { 0, 0, 0x20, 0xd4 };
#else
#define TRAP_LEN 0
#endif

struct point {
	const char *file;
	unsigned line;
};
struct place { /* of a statement: relative to where the library is loaded */
	uintptr_t at;
	unsigned point;
};

struct cover {
	int asker;
	struct tora_arena *arena;
	TORA_VEC(struct point) points;
	TORA_VEC(struct place) places;
	bool found;
};

struct cover *cover_new(int asker)
{
	struct cover *c = tora_xcalloc(1, sizeof *c);

	c->asker = asker;
	c->arena = tora_arena_new();
	return c;
}

size_t cover_ask(struct cover *c, const struct json *lines)
{
	tora_arena_free(c->arena);
	*c = (struct cover){ .asker = c->asker, .arena = tora_arena_new() };
	for (size_t i = 0; lines && i < lines->items.n; i++) {
		const struct json *file = &lines->items.at[i];
		const char *name = tora_arena_dup(c->arena, file->name ? file->name : "");

		for (size_t k = 0; k < file->items.n && c->points.n < POINTS_MAX; k++)
			*tora_vec_push(c->arena, &c->points) =
				(struct point){ name, (unsigned)file->items.at[k].number };
	}
	return c->points.n;
}

/* ---- the line table ------------------------------------------------------------------------------- */

static void run_objdump(void *ctx, const struct trial_report *report)
{
	(void)report;
	(void)setenv("LC_ALL", "C", 1);
	(void)execl("/usr/bin/objdump", "objdump", "-WL", (const char *)ctx, (char *)NULL);
	_exit(127);
}

struct row {
	unsigned line;
	uintptr_t at;
};
struct table { /* of one file */
	const char *file;
	TORA_VEC(struct row) rows;
};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* "src/x.c:" and "CU: ./src/x.c:" open the rows of a file; each begins with its last component alone. */
static bool is_of(const char *file, const char *heading, const char *name)
{
	const char *head = base_name(heading);
	size_t n = strlen(file), m = strlen(heading);

	if (strcmp(base_name(file), name) != 0)
		return false;
	if (strcmp(head, name) != 0 || head == heading)
		return true;
	return n > m && file[n - m - 1] == '/' && strcmp(file + n - m, heading) == 0;
}

static void read_heading(struct tora_sv line, char heading[PATH_MAX])
{
	if (tora_sv_starts(line, "CU: "))
		line = (struct tora_sv){ line.at + 4, line.len - 4 };
	if (tora_sv_starts(line, "./"))
		line = (struct tora_sv){ line.at + 2, line.len - 2 };
	(void)snprintf(heading, PATH_MAX, "%.*s", (int)(line.len - 1), line.at);
}

static void read_rows(struct tora_sv text, struct table *table, struct tora_arena *arena)
{
	char heading[PATH_MAX] = "", name[256], number[32], stmt[8], copy[512];
	unsigned long at;
	struct tora_sv line;

	while (tora_sv_line(&text, &line)) {
		int n;

		if (line.len > 1 && line.at[line.len - 1] == ':' && line.len < PATH_MAX) {
			read_heading(line, heading);
			continue;
		}
		if (line.len >= sizeof copy)
			continue;
		memcpy(copy, line.at, line.len);
		copy[line.len] = '\0';
		n = sscanf(copy, "%255s %31s %lx %7s", name, number, &at, stmt);
		if (n < 4 || !strchr(copy + strlen(name), 'x') || number[0] == '-' ||
		    copy[line.len - 1] != 'x' || !is_of(table->file, heading, name))
			continue;
		*tora_vec_push(arena, &table->rows) =
			(struct row){ (unsigned)strtoul(number, NULL, 10), at };
	}
}

static bool add_places(struct cover *c, const struct table *table, unsigned line, unsigned point)
{
	bool any = false;

	for (size_t i = 0; i < table->rows.n; i++)
		if (table->rows.at[i].line == line) {
			*tora_vec_push(c->arena, &c->places) =
				(struct place){ table->rows.at[i].at, point };
			any = true;
		}
	return any;
}

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

void cover_find(struct cover *c, const char *library)
{
	struct trial_spec spec = { .timeout_ms = TABLE_MS,
		                   .output_max = TABLE_MAX,
		                   .report_max = 64,
		                   .asker = c->asker,
		                   .keeps = true,
		                   .work = run_objdump,
		                   .ctx = (void *)(uintptr_t)library };
	struct table table = { .file = NULL };
	struct trial t;

	if (c->found || !c->points.n)
		return;
	c->found = true;
	if (trial_run(&spec, &t) < 0)
		return;
	for (size_t i = 0; i < c->points.n; i++) {
		const struct point *p = &c->points.at[i];

		if (!table.file || strcmp(table.file, p->file) != 0) {
			memset(&table, 0, sizeof table);
			table.file = p->file;
			read_rows(tora_str_view(&t.out), &table, c->arena);
		}
		for (unsigned k = 0; k < NEAR && k < p->line; k++)
			if (add_places(c, &table, p->line - k, (unsigned)i))
				break;
	}
	trial_done(&t);
	if (c->places.n)
		qsort(c->places.at, c->places.n, sizeof *c->places.at, by_place);
}

/* ---- traps ------------------------------------------------------------------------------------------ */

#if TRAP_LEN
static struct {
	const struct cover *cover;
	uintptr_t base;
	struct trial_report report;
	unsigned char *saved; /* TRAP_LEN bytes of each place */
} armed;

static void on_trap(int number, siginfo_t *info, void *context)
{
	ucontext_t *where = context;
	size_t low = 0, high = armed.cover->places.n;
	uintptr_t at;

	(void)number;
	(void)info;
#if defined(__x86_64__)
	at = (uintptr_t)where->uc_mcontext.gregs[REG_RIP] - TRAP_LEN;
#else
	at = (uintptr_t)where->uc_mcontext.pc;
#endif
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (armed.base + armed.cover->places.at[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == armed.cover->places.n || armed.base + armed.cover->places.at[low].at != at) {
		(void)signal(SIGTRAP, SIG_DFL); /* a trap of the code's own */
		return;
	}
	memcpy((void *)at, armed.saved + low * TRAP_LEN, TRAP_LEN);
	for (size_t i = low;
	     i < armed.cover->places.n && armed.base + armed.cover->places.at[i].at == at; i++)
		trial_say(&armed.report, 'C', armed.cover->places.at[i].point);
#if defined(__x86_64__)
	where->uc_mcontext.gregs[REG_RIP] = (greg_t)at;
#else
	__builtin___clear_cache((char *)at, (char *)at + TRAP_LEN);
#endif
}

void cover_start(const struct cover *c, uintptr_t base, const struct trial_report *report)
{
	struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_NODEFER };
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	armed.cover = c;
	armed.base = base;
	armed.report = *report;
	armed.saved = tora_xcalloc(c->places.n + 1, TRAP_LEN);
	(void)sigaction(SIGTRAP, &action, NULL);
	for (size_t i = 0; i < c->places.n; i++) {
		unsigned char *at = (unsigned char *)(base + c->places.at[i].at);
		uintptr_t from = (uintptr_t)at & ~(page - 1);
		size_t len = (uintptr_t)at + TRAP_LEN - from;

		if (mprotect((void *)from, len, PROT_READ | PROT_WRITE | PROT_EXEC) < 0)
			return;
		memcpy(armed.saved + i * TRAP_LEN, at, TRAP_LEN);
	}
	for (size_t i = 0; i < c->places.n; i++) {
		char *at = (char *)(base + c->places.at[i].at);

		memcpy(at, trap, TRAP_LEN);
		__builtin___clear_cache(at, at + TRAP_LEN);
	}
}
#else
void cover_start(const struct cover *c, uintptr_t base, const struct trial_report *report)
{
	(void)c;
	(void)base;
	(void)report;
}
#endif

bool cover_write(const struct cover *c, const char *path)
{
	FILE *f = fopen(path, "wxe");
	bool done = f && fwrite(c->places.at, sizeof *c->places.at, c->places.n, f) == c->places.n;

	return f && fclose(f) == 0 && done;
}

struct cover *cover_read(const char *path)
{
	FILE *f = fopen(path, "re");
	struct cover *c = f ? cover_new(-1) : NULL;
	struct place one;

	while (f && fread(&one, sizeof one, 1, f) == 1)
		*tora_vec_push(c->arena, &c->places) = one;
	if (f)
		(void)fclose(f);
	return c;
}

/* ---- what was met ------------------------------------------------------------------------------------- */

static void mark(const struct trial *t, bool *hits, size_t n)
{
	struct tora_sv text = tora_str_view(&t->report), line;
	size_t word = strlen(t->word);

	while (tora_sv_line(&text, &line)) {
		unsigned long i;

		if (line.len < word + 4 || !tora_sv_starts(line, t->word) ||
		    line.at[word + 1] != 'C')
			continue;
		i = strtoul(line.at + word + 3, NULL, 10);
		if (i < n)
			hits[i] = true;
	}
}

void cover_put(const struct cover *c, const struct trial *t, struct tora_str *out)
{
	bool *hits = tora_xcalloc(c->points.n + 1, sizeof *hits);
	const char *open = NULL;

	mark(t, hits, c->points.n);
	tora_str_adds(out, ",\"covered\":{");
	for (size_t i = 0; i < c->points.n; i++) {
		const struct point *p = &c->points.at[i];

		if (!hits[i])
			continue;
		if (open && strcmp(open, p->file) == 0) {
			tora_str_addf(out, ",%u", p->line);
			continue;
		}
		tora_str_adds(out, open ? "]," : "");
		json_put(out, tora_sv(p->file));
		tora_str_addf(out, ":[%u", p->line);
		open = p->file;
	}
	tora_str_adds(out, open ? "]}" : "}");
	free(hits);
}
