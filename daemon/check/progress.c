#include "check/progress.h"

#include "check/session.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <stdio.h>

#define PROGRESS_MS 100 /* between two progress lines of one stage */

void tora_progress_say(void *ctx, const char *stage, size_t done, size_t of)
{
	struct tora_progress *p = ctx;
	int64_t now = tora_clock_mono_ms();
	cJSON *o;

	if (p->stage == stage && now - p->last_ms < PROGRESS_MS && done != of)
		return;
	p->stage = stage;
	p->last_ms = now;
	if (p->terminal) {
		(void)fprintf(stderr, "\r\033[Ktora: %s", stage);
		if (of) /* else it is not known yet of how many */
			(void)fprintf(stderr, " %zu of %zu", done, of);
		(void)fflush(stderr);
	}
	o = cJSON_CreateObject();
	tora_json_put_text(o, "stage", stage);
	tora_json_put_int(o, "done", (int64_t)done);
	tora_json_put_int(o, "of", (int64_t)of);
	tora_session_say("progress", o);
}
