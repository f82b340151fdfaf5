#include "judge/fit.h"

#include "judge/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SWEEPS 200  /* over all weights; it is steady long before */
#define STEADY 1e-9 /* points: no weight moves more in a sweep */

struct row {
	const size_t *fired; /* indexes of scored rules */
	size_t n;
	double share; /* of its change: all of them together count 1 */
	double sign;  /* 1: somebody should be told; -1 */
	size_t project, change;
	bool settled, settled_positive;
};
struct change { /* what its findings say together */
	bool seen, is, said;
};
struct set {
	struct row *rows;
	size_t n, projects, changes, rules;
	const char **names; /* of projects */
	struct of_rule {    /* where a rule fires, of those rows that no fact settles */
		size_t *rows, n;
	} * of_rule;
};

static size_t rules_count(void)
{
	size_t n = 0;

	while (tora_rules_scored[n].name)
		n++;
	return n;
}

static int by_index(const void *x, const void *y)
{
	const size_t *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

static void read_row(const struct tora_fit_row *from, struct tora_arena *arena, struct row *ret)
{
	struct tora_evidence e = { .facts = from->facts };
	struct tora_ruling ruling;
	size_t *fired;

	tora_rules(&e, arena, &ruling);
	fired = tora_arena_calloc(arena, ruling.fired.n + 1, sizeof *fired);
	for (size_t i = 0; i < ruling.fired.n; i++)
		fired[i] = (size_t)(ruling.fired.at[i] - tora_rules_scored);
	/* Added up in the order of the table, as a verdict is: at the threshold the last digit decides. */
	if (ruling.fired.n)
		qsort(fired, ruling.fired.n, sizeof *fired, by_index);
	*ret = (struct row){ .fired = fired,
		             .n = ruling.fired.n,
		             .sign = from->positive ? 1 : -1,
		             .settled = ruling.settled != NULL,
		             .settled_positive =
		                     ruling.settled && tora_verdict_positive(ruling.verdict) };
}

static size_t project_of(struct set *s, const char *name)
{
	size_t i;

	for (i = 0; i < s->projects; i++)
		if (strcmp(s->names[i], name) == 0)
			return i;
	s->names[s->projects] = name;
	return s->projects++;
}

static void index_rules(struct set *s, struct tora_arena *arena)
{
	size_t i, k;

	s->of_rule = tora_arena_calloc(arena, s->rules + 1, sizeof *s->of_rule);
	for (i = 0; i < s->rules; i++)
		s->of_rule[i].rows = tora_arena_calloc(arena, s->n + 1, sizeof(size_t));
	for (i = 0; i < s->n; i++)
		for (k = 0; k < s->rows[i].n && !s->rows[i].settled; k++) {
			struct of_rule *o = &s->of_rule[s->rows[i].fired[k]];

			o->rows[o->n++] = i;
		}
}

static void read_set(const struct tora_fit_row *rows, size_t n, struct tora_arena *arena,
                     struct set *ret)
{
	size_t *count = tora_arena_calloc(arena, n + 1, sizeof *count), i, k;

	*ret = (struct set){ .rows = tora_arena_calloc(arena, n + 1, sizeof *ret->rows),
		             .names = tora_arena_calloc(arena, n + 1, sizeof *ret->names),
		             .n = n,
		             .rules = rules_count() };
	for (i = 0; i < n; i++) {
		struct row *row = &ret->rows[i];

		read_row(&rows[i], arena, row);
		row->project = project_of(ret, rows[i].project);
		for (k = 0; k < i; k++)
			if (ret->rows[k].project == row->project &&
			    strcmp(rows[k].change, rows[i].change) == 0)
				break;
		row->change = k < i ? ret->rows[k].change : ret->changes++;
		count[row->change]++;
	}
	for (i = 0; i < n; i++)
		ret->rows[i].share = 1.0 / (double)count[ret->rows[i].change];
	index_rules(ret, arena);
}

/* ---- the fit ------------------------------------------------------------------------------- */

static double score(const struct row *row, const double *weights)
{
	double sum = 0;

	for (size_t i = 0; i < row->n; i++)
		sum += weights[row->fired[i]];
	return sum;
}

static void table_weights(const struct set *s, double *weights)
{
	for (size_t i = 0; i < s->rules; i++)
		weights[i] = tora_rules_scored[i].weight;
}

/*
 * One rule after the other moves to where a parabola that is nowhere below the loss has its lowest point (the second
 * derivative of the logistic loss is at most a quarter): every step makes the sum smaller, and there is only one lowest.
 */
static double sweep(const struct set *s, size_t without, double *weights, double *scores)
{
	double most = 0;

	for (size_t r = 0; r < s->rules; r++) {
		double slope = TORA_FIT_PULL * (weights[r] - tora_rules_scored[r].weight);
		double bend = TORA_FIT_PULL, step;

		for (size_t k = 0; k < s->of_rule[r].n; k++) {
			size_t i = s->of_rule[r].rows[k];
			const struct row *row = &s->rows[i];

			if (row->project == without)
				continue;
			slope -= row->share * row->sign /
			         (1 + exp(row->sign * (scores[i] - TORA_RULES_SHOW)));
			bend += row->share / 4;
		}
		step = -slope / bend;
		weights[r] += step;
		for (size_t k = 0; k < s->of_rule[r].n; k++)
			scores[s->of_rule[r].rows[k]] += step;
		most = fmax(most, fabs(step));
	}
	return most;
}

static void fit(const struct set *s, size_t without, struct tora_arena *arena, double *weights)
{
	double *scores = tora_arena_calloc(arena, s->n + 1, sizeof *scores);
	size_t i;

	table_weights(s, weights);
	for (i = 0; i < s->n; i++)
		scores[i] = score(&s->rows[i], weights);
	for (i = 0; i < SWEEPS; i++)
		if (sweep(s, without, weights, scores) < STEADY)
			break;
}

void tora_fit(const struct tora_fit_row *rows, size_t n, const char *without,
              struct tora_arena *arena, double **ret_weights)
{
	size_t left = SIZE_MAX;
	struct set s;

	read_set(rows, n, arena, &s);
	for (size_t i = 0; without && i < s.projects; i++)
		if (strcmp(s.names[i], without) == 0)
			left = i;
	*ret_weights = tora_arena_calloc(arena, s.rules + 1, sizeof **ret_weights);
	fit(&s, left, arena, *ret_weights);
}

/* ---- what it is worth ---------------------------------------------------------------------- */

static void count(struct tora_fit_count *c, bool is, bool said)
{
	++*(is ? (said ? &c->tp : &c->fn) : (said ? &c->fp : &c->tn));
}

static void add(struct tora_fit_count *to, const struct tora_fit_count *from)
{
	to->tp += from->tp;
	to->fp += from->fp;
	to->fn += from->fn;
	to->tn += from->tn;
}

static void add_sums(struct tora_fit_sums *to, const struct tora_fit_sums *from)
{
	add(&to->findings, &from->findings);
	add(&to->changes, &from->changes);
}

static void judge(const struct set *s, size_t project, const double *weights,
                  struct tora_arena *arena, struct tora_fit_sums *ret)
{
	struct change *changes = tora_arena_calloc(arena, s->changes + 1, sizeof *changes);

	memset(ret, 0, sizeof *ret);
	for (size_t i = 0; i < s->n; i++) {
		const struct row *row = &s->rows[i];
		bool is = row->sign > 0, said = row->settled
		                                        ? row->settled_positive
		                                        : score(row, weights) >= TORA_RULES_SHOW;

		if (row->project != project)
			continue;
		count(&ret->findings, is, said);
		changes[row->change].seen = true;
		changes[row->change].is |= is;
		changes[row->change].said |= said;
	}
	for (size_t i = 0; i < s->changes; i++)
		if (changes[i].seen)
			count(&ret->changes, changes[i].is, changes[i].said);
}

/* Of how many changes does the rule speak? */
static size_t speaks(const struct set *s, size_t rule, struct tora_arena *arena)
{
	bool *seen = tora_arena_calloc(arena, s->changes + 1, sizeof *seen);
	size_t n = 0;

	for (size_t k = 0; k < s->of_rule[rule].n; k++) {
		size_t change = s->rows[s->of_rule[rule].rows[k]].change;

		n += !seen[change];
		seen[change] = true;
	}
	return n;
}

static int by_size(const void *x, const void *y)
{
	const struct tora_fit_move *a = x, *b = y;
	double s = fabs(a->fitted - a->weight), t = fabs(b->fitted - b->weight);

	if (s != t)
		return (s < t) - (s > t);
	return strcmp(a->rule, b->rule);
}

static void add_moves(const struct set *s, double *const *without, const double *all,
                      struct tora_arena *arena, struct tora_fit_report *ret)
{
	for (size_t r = 0; r < s->rules; r++) {
		struct tora_fit_move *m = tora_vec_push(arena, &ret->moves);
		double moved = all[r] - tora_rules_scored[r].weight;

		*m = (struct tora_fit_move){ .rule = tora_rules_scored[r].name,
			                     .weight = tora_rules_scored[r].weight,
			                     .fitted = all[r],
			                     .changes = speaks(s, r, arena) };
		for (size_t p = 0; p < s->projects; p++)
			m->agree += moved * (without[p][r] - m->weight) > 0;
	}
	qsort(ret->moves.at, ret->moves.n, sizeof *ret->moves.at, by_size);
}

void tora_fit_report(const struct tora_fit_row *rows, size_t n, struct tora_arena *arena,
                     struct tora_fit_report *ret)
{
	double **without, *table, *all;
	struct set s;

	memset(ret, 0, sizeof *ret);
	read_set(rows, n, arena, &s);
	for (size_t p = 0; p < s.projects; p++)
		*tora_vec_push(arena, &ret->projects) =
			(struct tora_fit_project){ .name = s.names[p] };
	if (s.projects < 2)
		return;
	without = tora_arena_calloc(arena, s.projects, sizeof *without);
	table = tora_arena_calloc(arena, s.rules + 1, sizeof *table);
	all = tora_arena_calloc(arena, s.rules + 1, sizeof *all);
	table_weights(&s, table);
	for (size_t p = 0; p < s.projects; p++) {
		struct tora_fit_project *project = &ret->projects.at[p];

		without[p] = tora_arena_calloc(arena, s.rules + 1, sizeof **without);
		fit(&s, p, arena, without[p]);
		judge(&s, p, table, arena, &project->table);
		judge(&s, p, without[p], arena, &project->left_out);
		add_sums(&ret->table, &project->table);
		add_sums(&ret->left_out, &project->left_out);
	}
	fit(&s, SIZE_MAX, arena, all);
	add_moves(&s, without, all, arena, ret);
}
