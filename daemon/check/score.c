#include "check/score.h"

#include <string.h>

static const char *const names[TORA_LABELS] = { "unintended", "coincidental fix", "intended" };

const char *tora_label_name(enum tora_label l)
{
	return names[l];
}

int tora_label_parse(const char *name, enum tora_label *ret)
{
	if (strcmp(name, "coincidental-fix") == 0)
		name = names[TORA_LABEL_COINCIDENTAL_FIX];
	for (int i = 0; i < TORA_LABELS; i++) {
		if (strcmp(name, names[i]) == 0) {
			*ret = (enum tora_label)i;
			return 0;
		}
	}
	return -1;
}

bool tora_label_positive(enum tora_label l)
{
	return l != TORA_LABEL_INTENDED;
}

static double share(size_t part, size_t rest)
{
	return part + rest ? (double)part / (double)(part + rest) : -1;
}

void tora_score_sum(const struct tora_score *s, struct tora_scores *ret)
{
	struct tora_scores r = { .rows = 0 };

	for (int l = 0; l < TORA_LABELS; l++) {
		for (int v = 0; v < TORA_VERDICTS; v++) {
			size_t n = s->table[l][v];
			bool is = tora_label_positive((enum tora_label)l);
			bool said = tora_verdict_positive((enum tora_verdict)v);

			*(is ? (said ? &r.tp : &r.fn) : (said ? &r.fp : &r.tn)) += n;
			r.rows += n;
		}
	}
	r.precision = share(r.tp, r.fp);
	r.recall = share(r.tp, r.fn);
	r.f1 = 2 * r.tp + r.fp + r.fn ? 2 * (double)r.tp / (double)(2 * r.tp + r.fp + r.fn) : -1;
	*ret = r;
}
