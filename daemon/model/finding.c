#include "model/finding.h"

#include <string.h>

bool tora_verdict_positive(enum tora_verdict v)
{
	return v == TORA_VERDICT_UNINTENDED || v == TORA_VERDICT_COINCIDENTAL_FIX;
}

const char *tora_finding_rule(const struct tora_finding *f)
{
	if (f->judged_by_model)
		return "model";
	for (size_t i = 0; i < f->answers.n; i++) {
		const struct tora_answer *a = &f->answers.at[i];

		if (strcmp(a->key, "settled") == 0)
			return a->value;
		if (strcmp(a->key, "score") != 0 && a->value[0] == '+')
			return a->key;
	}
	return "none";
}
