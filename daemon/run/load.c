#include "run/load.h"

#include "lang/lang.h"

#include <string.h>

/* What is there for one side only, and for which interpreter, is what a person needs to mend it. */
static const char *side_words(enum tora_side side)
{
	return side == TORA_BASE ? "on the base" : "on the branch";
}

static const char *advice(const struct tora_lang *lang, const char *error)
{
	return lang && lang->uninstalled && strstr(error, lang->uninstalled) ? lang->install_advice
	                                                                     : NULL;
}

bool tora_load_judge(struct tora_check *check, enum tora_side side,
                     const struct tora_load_answer *answer, const char *failure,
                     const struct tora_lang *lang, const char *program)
{
	enum tora_reason reason =
		side == TORA_BASE ? TORA_REASON_BASE_NOT_BUILDABLE : TORA_REASON_HEAD_NOT_BUILDABLE;

	if (failure) {
		tora_check_stop(check, reason, "%s (%s)", failure, side_words(side));
		return false;
	}
	if (answer->failed.n && !answer->loaded) {
		const struct tora_load_failure *f = &answer->failed.at[0];
		const char *error =
			tora_arena_printf(check->arena, "%.60s: %.200s", f->type, f->message);
		const char *help = advice(lang, error);

		tora_check_stop(check, reason, "importing %.100s: %s (%s, with %.100s)%s%s",
		                f->module, error, side_words(side), program, help ? "; " : "",
		                help ? help : "");
		return false;
	}
	for (size_t i = 0; i < answer->failed.n; i++) {
		const struct tora_load_failure *f = &answer->failed.at[i];
		tora_check_note(check, "%s: %.100s does not import (%.60s: %.160s)",
		                tora_side_name(side), f->module, f->type, f->message);
	}
	return answer->threads > 1 || answer->processes > 0;
}
