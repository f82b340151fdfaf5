#include "run/load.h"

#include "lang/lang.h"

#include <stdio.h>
#include <string.h>

#define SLOW_TYPE "Timeout" /* of a module that a runner gave up: it has no other name for that */

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

void tora_load_take(struct tora_load *load, const cJSON *json, int64_t slow_ms,
                    struct tora_arena *arena)
{
	struct tora_err err = TORA_ERR_INIT;

	if (load->is_over)
		return;
	*load = (struct tora_load){ .is_over = true, .is_slow = !json && slow_ms };
	if (json)
		(void)tora_answer_load(json, arena, &load->answer, &err);
	else if (load->is_slow)
		(void)tora_fail(&err, TORA_E_TIMEOUT,
		                "importing the changed modules took longer than %d ms",
		                (int)slow_ms);
	else
		(void)tora_fail(&err, TORA_E_REMOTE,
		                "importing the changed modules ended the process");
	(void)snprintf(load->failure, sizeof load->failure, "%.190s", err.msg);
}

/* Was it time that it wanted? */
static bool is_slow(const struct tora_load *load)
{
	for (size_t i = 0; i < load->answer.failed.n; i++)
		if (strcmp(load->answer.failed.at[i].type, SLOW_TYPE) == 0)
			return !load->answer.loaded;
	return load->is_slow;
}

bool tora_load_judge(struct tora_check *check, enum tora_side side, const struct tora_load *load,
                     bool is_short, const struct tora_lang *lang, const char *program)
{
	const struct tora_load_answer *answer = &load->answer;
	enum tora_reason reason =
		side == TORA_BASE ? TORA_REASON_BASE_NOT_BUILDABLE : TORA_REASON_HEAD_NOT_BUILDABLE;

	if (is_short && is_slow(load)) {
		tora_check_stop(check, TORA_REASON_TIMEOUT,
		                "%u s were not enough, importing the changed modules (%s) took too "
		                "long; --timeout or tora.check.timeout gives more",
		                check->config->check_timeout_s, side_words(side));
		return false;
	}
	if (*load->failure) {
		tora_check_stop(check, reason, "%s (%s)", load->failure, side_words(side));
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

bool tora_loads_judge(struct tora_check *check, const struct tora_load loads[2], bool is_short,
                      const struct tora_lang *lang, const char *program, unsigned *ret_ms)
{
	bool is_half = false;

	*ret_ms = 0;
	for (int i = TORA_BASE; i <= TORA_HEAD; i++) {
		if (tora_load_judge(check, (enum tora_side)i, &loads[i], is_short, lang, program))
			is_half = true;
		if (loads[i].answer.ms > *ret_ms)
			*ret_ms = loads[i].answer.ms;
	}
	return is_half;
}
