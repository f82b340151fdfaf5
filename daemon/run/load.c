#include "run/load.h"

#include <string.h>

/* What is there for one side only, and for which interpreter, is what a person needs to mend it. */
static const char *side_words(enum tora_side side)
{
	return side == TORA_BASE ? "on the base" : "on the branch";
}

static const char *advice(const struct tora_load_failure *f)
{
	if (strcmp(f->type, "ModuleNotFoundError") == 0)
		return "; install it for that program, or let tora.python.interpreter name another";
	if (strstr(f->message, "Cannot find module") || strstr(f->message, "Cannot find package"))
		return "; install it in the repository's node_modules";
	return "";
}

bool tora_load_judge(struct tora_check *check, enum tora_side side,
                     const struct tora_load_answer *answer, const char *failure,
                     const char *program)
{
	enum tora_reason reason =
		side == TORA_BASE ? TORA_REASON_BASE_NOT_BUILDABLE : TORA_REASON_HEAD_NOT_BUILDABLE;

	if (failure) {
		tora_check_stop(check, reason, "%s (%s)", failure, side_words(side));
		return false;
	}
	if (answer->failed.n && !answer->loaded) {
		const struct tora_load_failure *f = &answer->failed.at[0];
		tora_check_stop(check, reason,
		                "importing %.100s: %.60s: %.200s (%s, with %.100s)%s", f->module,
		                f->type, f->message, side_words(side), program, advice(f));
		return false;
	}
	for (size_t i = 0; i < answer->failed.n; i++) {
		const struct tora_load_failure *f = &answer->failed.at[i];
		tora_check_note(check, "%s: %.100s does not import (%.60s: %.160s)",
		                tora_side_name(side), f->module, f->type, f->message);
	}
	return answer->threads > 1 || answer->processes > 0;
}
