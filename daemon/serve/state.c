/*
 * state.c - from facts to a word.
 */
#include "serve/state.h"
#include "model/reason.h"

#include <string.h>

/* Nothing there that could behave differently, as opposed to: not looked at. */
static bool is_harmless(const char *reason)
{
	enum tora_reason r = tora_reason_parse(reason);

	return r != TORA_REASON_NONE && tora_reason_class(r) == TORA_REASON_HARMLESS;
}

static bool is_late(const char *reason)
{
	return tora_reason_parse(reason) == TORA_REASON_TIMEOUT;
}

/* Ended before it looked at anything, and not because somebody said that it should. */
static bool is_nothing(const struct tora_commit_facts *f)
{
	enum tora_reason r = tora_reason_parse(f->reason);

	return strcmp(f->state, "canceled") == 0 &&
	       (r == TORA_REASON_SUPERSEDED || r == TORA_REASON_NO_MODEL);
}

struct tora_commit_state tora_commit_state(const struct tora_commit_facts *f)
{
	if (f->is_running)
		return (struct tora_commit_state){ "checking", f->is_paused ? "paused" : NULL };
	if (f->is_open)
		return (struct tora_commit_state){ "queued", f->is_paused ? "paused" : f->held };
	if (!f->state || is_nothing(f))
		return f->is_enabled ? (struct tora_commit_state){ "unknown", NULL }
		                     : (struct tora_commit_state){ "waiting", "disabled" };
	/* Not to the end: all that was found is acknowledged, and that is not all there is. */
	if (strcmp(f->state, "done") == 0 && !f->open_findings && is_late(f->reason))
		return (struct tora_commit_state){ "waiting", f->reason };
	if (strcmp(f->state, "done") == 0)
		return (struct tora_commit_state){ f->open_findings ? "unintended" : "clean",
			                           f->reason };
	if (strcmp(f->state, "skipped") == 0 && is_harmless(f->reason))
		return (struct tora_commit_state){ "clean", f->reason };
	return (struct tora_commit_state){ "waiting", f->reason ? f->reason : "internal" };
}
