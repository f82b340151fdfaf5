#include "run/load.h"

bool tora_load_judge(struct tora_check *check, enum tora_side side,
                     const struct tora_load_answer *answer, const char *failure)
{
	enum tora_reason reason =
		side == TORA_BASE ? TORA_REASON_BASE_NOT_BUILDABLE : TORA_REASON_HEAD_NOT_BUILDABLE;

	if (failure) {
		tora_check_stop(check, reason, "%s", failure);
		return false;
	}
	if (answer->failed.n && !answer->loaded) {
		const struct tora_load_failure *f = &answer->failed.at[0];
		tora_check_stop(check, reason, "importing %.100s: %.60s: %.200s", f->module,
		                f->type, f->message);
		return false;
	}
	for (size_t i = 0; i < answer->failed.n; i++) {
		const struct tora_load_failure *f = &answer->failed.at[i];
		tora_check_note(check, "%s: %.100s does not import (%.60s: %.160s)",
		                tora_side_name(side), f->module, f->type, f->message);
	}
	return answer->threads > 1 || answer->processes > 0;
}
