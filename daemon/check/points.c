#include "check/points.h"

#include "model/build.h"

#include <stdlib.h>
#include <string.h>

#define LINE_MOST 10000000

static bool line_of(const cJSON *value, unsigned *ret)
{
	double d = cJSON_IsNumber(value) ? value->valuedouble : -1;

	if (!(d >= 0 && d <= LINE_MOST))
		return false;
	*ret = (unsigned)d;
	return true;
}

/* [a, b] */
static bool pair_of(const cJSON *row, unsigned ret[2])
{
	const cJSON *first = cJSON_IsArray(row) ? row->child : NULL;

	return first && first->next && line_of(first, &ret[0]) && line_of(first->next, &ret[1]);
}

static int by_line(const void *a, const void *b)
{
	unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;

	return (x > y) - (x < y);
}

static int by_pair(const void *a, const void *b)
{
	const unsigned *x = a, *y = b;
	int first = by_line(x, y);

	return first ? first : by_line(x + 1, y + 1);
}

static unsigned (*pairs_of(const cJSON *list, struct tora_arena *arena, size_t *ret_n))[2]
{
	size_t most = (size_t)cJSON_GetArraySize(list), n = 0;
	unsigned(*pairs)[2] = tora_arena_calloc(arena, most + 1, sizeof *pairs);
	const cJSON *row;

	cJSON_ArrayForEach(row, list) if (n < most && pair_of(row, pairs[n])) n++;
	qsort(pairs, n, sizeof *pairs, by_pair);
	*ret_n = n;
	return pairs;
}

static int by_decision(const void *a, const void *b)
{
	const struct tora_decision *x = a, *y = b;
	int at = by_line(&x->at, &y->at);

	return at ? at : by_line(&x->first, &y->first);
}

/* [decision, first of its block] or with the last one too; without, the first is all there is of it. */
static struct tora_decision *decisions_of(const cJSON *list, struct tora_arena *arena,
                                          size_t *ret_n)
{
	size_t most = (size_t)cJSON_GetArraySize(list), n = 0;
	struct tora_decision *all = tora_arena_calloc(arena, most + 1, sizeof *all);
	const cJSON *row;
	unsigned at[2];

	cJSON_ArrayForEach(row, list)
	{
		if (n == most || !pair_of(row, at))
			continue;
		all[n] = (struct tora_decision){ at[0], at[1], at[1] };
		(void)line_of(row->child->next->next, &all[n++].last);
	}
	qsort(all, n, sizeof *all, by_decision);
	*ret_n = n;
	return all;
}

static void parse_file(const cJSON *row, struct tora_arena *arena, struct tora_points_file *f)
{
	const cJSON *lines = tora_json_list(row, "statements"), *line;

	f->path = tora_arena_dup(arena, tora_json_text(row, "file", ""));
	f->statements = tora_arena_calloc(arena, (size_t)cJSON_GetArraySize(lines) + 1,
	                                  sizeof *f->statements);
	cJSON_ArrayForEach(line, lines)
	{
		if (line_of(line, &f->statements[f->n_statements]))
			f->n_statements++;
	}
	qsort(f->statements, f->n_statements, sizeof *f->statements, by_line);
	f->branches = decisions_of(tora_json_list(row, "branches"), arena, &f->n_branches);
	f->moved = pairs_of(tora_json_list(row, "moved"), arena, &f->n_moved);
}

int tora_points_parse(const cJSON *survey, struct tora_arena *arena, struct tora_points *ret,
                      struct tora_err *err)
{
	struct tora_points p = { .n_words = 0 };
	const cJSON *row;
	size_t at;

	cJSON_ArrayForEach(row, tora_json_list(survey, "files"))
	{
		struct tora_points_file *f = tora_vec_push(arena, &p.files);

		*f = (struct tora_points_file){ .path = "" };
		parse_file(row, arena, f);
		f->statement = p.n_statements;
		p.n_statements += f->n_statements;
		p.n_branches += 2 * f->n_branches;
		if (p.n_statements + p.n_branches > TORA_POINTS_MAX)
			return tora_fail(err, TORA_E_LIMIT, "more than %d statements and branches",
			                 TORA_POINTS_MAX);
	}
	at = p.n_statements;
	for (size_t i = 0; i < p.files.n; i++) {
		p.files.at[i].branch = at;
		at += 2 * p.files.at[i].n_branches;
	}
	p.n_words = at / 64 + 1;
	*ret = p;
	return TORA_OK;
}

/* ---- hits ------------------------------------------------------------------------------------ */

static void set_bit(uint64_t *bits, size_t at)
{
	bits[at / 64] |= (uint64_t)1 << (at % 64);
}

static bool has_bit(const uint64_t *bits, size_t at)
{
	return bits[at / 64] >> (at % 64) & 1;
}

/* The first line of the statement that `line` belongs to. */
static unsigned settle(const struct tora_points_file *f, unsigned line)
{
	size_t low = 0, high = f->n_moved;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (f->moved[middle][0] < line)
			low = middle + 1;
		else
			high = middle;
	}
	return low < f->n_moved && f->moved[low][0] == line ? f->moved[low][1] : line;
}

static void hit_line(const struct tora_points_file *f, unsigned line, uint64_t *bits)
{
	unsigned settled = settle(f, line);
	const unsigned *found =
		bsearch(&settled, f->statements, f->n_statements, sizeof settled, by_line);

	if (found)
		set_bit(bits, f->statement + (size_t)(found - f->statements));
}

/* From a decision into its block is one way; to anywhere else, the end of the function too, is the other. */
static void hit_arc(const struct tora_points_file *f, unsigned from, unsigned to, uint64_t *bits)
{
	from = settle(f, from);
	to = settle(f, to);
	if (from == to)
		return;
	for (size_t i = 0; i < f->n_branches; i++) {
		const struct tora_decision *d = &f->branches[i];

		if (d->at == from)
			set_bit(bits, f->branch + 2 * i + !(to >= d->first && to <= d->last));
	}
}

uint64_t *tora_points_hits(const struct tora_points *p, const cJSON *seen, struct tora_arena *arena)
{
	uint64_t *bits = tora_arena_calloc(arena, p->n_words, sizeof *bits);
	const cJSON *row;

	cJSON_ArrayForEach(row, tora_json_list(seen, "lines"))
	{
		unsigned at[2];

		if (pair_of(row, at) && at[0] < p->files.n)
			hit_line(&p->files.at[at[0]], at[1], bits);
	}
	cJSON_ArrayForEach(row, tora_json_list(seen, "arcs"))
	{
		unsigned at[2], to;

		if (pair_of(row, at) && at[0] < p->files.n && line_of(row->child->next->next, &to))
			hit_arc(&p->files.at[at[0]], at[1], to, bits);
	}
	return bits;
}

struct tora_points_count tora_points_count(const struct tora_points *p, const uint64_t *bits)
{
	struct tora_points_count n = { 0, 0 };

	for (size_t i = 0; i < p->n_statements + p->n_branches; i++) {
		n.statements += i < p->n_statements && has_bit(bits, i);
		n.branches += i >= p->n_statements && has_bit(bits, i);
	}
	return n;
}

static bool is_of(const struct tora_points_file *f, const char *path)
{
	const char *of = tora_build_path(f->path);

	return of && strcmp(of, path) == 0;
}

void tora_points_mark(const struct tora_points *p, const char *path, unsigned first, unsigned last,
                      uint64_t *bits)
{
	for (size_t i = 0; i < p->files.n; i++) {
		const struct tora_points_file *f = &p->files.at[i];

		for (size_t k = 0; is_of(f, path) && k < f->n_statements; k++)
			if (f->statements[k] >= first && f->statements[k] <= last)
				set_bit(bits, f->statement + k);
	}
}

bool tora_points_any(const struct tora_points *p, const uint64_t *bits, const char *path,
                     unsigned first, unsigned last)
{
	for (size_t i = 0; i < p->files.n; i++) {
		const struct tora_points_file *f = &p->files.at[i];

		for (size_t k = 0; is_of(f, path) && k < f->n_statements; k++)
			if (f->statements[k] >= first && f->statements[k] <= last &&
			    has_bit(bits, f->statement + k))
				return true;
	}
	return false;
}
