/*
 * fit.h - the weights of the scored rules, set anew by labelled differences: how far can the table be believed?
 *
 * The table of rules_table.c is set by hand, with all that was ever read in view, so what it gets wrong of that is no
 * honest figure. Here one project at a time is left out: weights are fitted to the others and judge the one they
 * never saw. The fit is a logistic regression whose weights are drawn to those of the table, so that few rows
 * move little; facts that settle a verdict are left as they are. The same rows give the same figures, to the bit. Pure.
 *
 * What this does not measure: that the rules themselves, and the evidence they ask for, were thought of by
 * somebody who had read some of the rows.
 */
#ifndef TORA_JUDGE_FIT_H
#define TORA_JUDGE_FIT_H

#include "judge/facts.h"
#include "tora/arena.h"

#include <stddef.h>

/*
 * How strongly a weight is drawn to the table: TORA_FIT_PULL / 2 per square of a point. A change (a commit with all of its
 * findings) counts 1, so a rule that one change speaks about hardly moves, one that twenty agree on does. Chosen
 * before the first fit and not by what it scores.
 */
#define TORA_FIT_PULL 1.0

struct tora_fit_row {        /* all borrowed */
	const char *project; /* what is left out together */
	const char *change;  /* within the project: the commit or case it is a finding of */
	tora_facts facts;
	bool positive; /* somebody should be told of it */
};

/* Fitted to every row whose project is not `without` (NULL: to all). *ret_weights has one
 * for each row of tora_rules_scored, in its order. */
void tora_fit(const struct tora_fit_row *rows, size_t n, const char *without,
              struct tora_arena *arena, double **ret_weights);

struct tora_fit_count { /* told of and rightly, wrongly; missed; rightly quiet */
	size_t tp, fp, fn, tn;
};
struct tora_fit_sums { /* by finding; by change: positive when any of its findings is */
	struct tora_fit_count findings, changes;
};
struct tora_fit_project {
	const char *name;
	struct tora_fit_sums table, left_out;
};
struct tora_fit_move {
	const char *rule;
	double weight, fitted; /* of the table; fitted to all rows */
	size_t changes;        /* it speaks about so many that no fact settles */
	size_t agree;          /* of the fits that left one out: moved it in the same direction */
};
struct tora_fit_report {
	struct tora_fit_sums table, left_out;
	TORA_VEC(struct tora_fit_project) projects; /* in the order of their first rows */
	TORA_VEC(struct tora_fit_move) moves;       /* of all rules, the largest first */
};

/* Fewer than two projects: nothing is left out, projects.n says so, and the rest is empty. */
void tora_fit_report(const struct tora_fit_row *rows, size_t n, struct tora_arena *arena,
                     struct tora_fit_report *ret);

#endif
