/*
 * rules.h - from evidence to a verdict, without a model.
 *
 * Facts first: a row of tora_rules_facts whose conditions hold settles the verdict. Else
 * the rows of tora_rules_scored add up: more than TORA_RULES_SHOW is unintended, less than
 * minus TORA_RULES_SHOW is intended when a sentence of the intent can be quoted, and what
 * is between is unsure. The confidence of a verdict says how much the rules outweigh each other;
 * that of `unsure`, which is always below a half, how near it came to being shown. The tables are data with a reason for every row: rules_table.c.
 *
 * Whether a difference is shown is one question, whether to speak of it unasked another. What holds of tora_rules_quiet
 * takes from the confidence of what is shown, down to what a difference has that is just shown, and nothing from the verdict: a push, which
 * goes by the confidence (tora.push.sure), says less, and `tora status` ranks it further down.
 */
#ifndef TORA_JUDGE_RULES_H
#define TORA_JUDGE_RULES_H

#include "judge/evidence.h"

#define TORA_RULES_SHOW 1.0 /* score a difference needs to be shown before a push */

struct tora_rule {
	const char *name;          /* goes into the finding's answers */
	tora_facts all, none;      /* facts that must all hold; that must not hold */
	double weight;             /* scored and quiet: added. facts: the confidence */
	enum tora_verdict verdict; /* facts only */
};
extern const struct tora_rule tora_rules_facts[], tora_rules_scored[],
	tora_rules_quiet[]; /* name NULL ends */

struct tora_ruling {
	enum tora_verdict verdict;
	double confidence, score;
	const struct tora_rule *settled;          /* the fact that settled it, or NULL */
	TORA_VEC(const struct tora_rule *) fired; /* scored rules, strongest first */
	TORA_VEC(const struct tora_rule *) quiet; /* of UNINTENDED alone */
};

/* INTENDED only where evidence has a quote. */
void tora_rules(const struct tora_evidence *e, struct tora_arena *arena, struct tora_ruling *ret);

#endif
