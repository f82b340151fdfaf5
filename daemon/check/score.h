/*
 * score.h - verdicts against labels: precision, recall, F1, the table. Pure.
 *
 * Positive is what a developer must be told of: "unintended" and "coincidental fix", as in the
 * study the labelled sets come from. Another verdict (intended, irrelevant, unsure) warns nobody
 * and counts as negative.
 */
#ifndef TORA_CHECK_SCORE_H
#define TORA_CHECK_SCORE_H

#include "model/finding.h"

enum tora_label { TORA_LABEL_UNINTENDED, TORA_LABEL_COINCIDENTAL_FIX, TORA_LABEL_INTENDED };
#define TORA_LABELS   3
#define TORA_VERDICTS 5

struct tora_score {
	size_t table[TORA_LABELS][TORA_VERDICTS];
};

const char *tora_label_name(enum tora_label l); /* "coincidental fix" */
/* "coincidental fix" and "coincidental-fix" are the same. 0, or -1 for what is no label. */
int tora_label_parse(const char *name, enum tora_label *ret);

bool tora_label_positive(enum tora_label l);

struct tora_scores {
	size_t rows, tp, fp, fn, tn;
	double precision, recall, f1; /* below 0: undefined, nothing to divide by */
};
void tora_score_sum(const struct tora_score *s, struct tora_scores *ret);

#endif
