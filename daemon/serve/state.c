/*
 * state.c - from facts to a word.
 */
#include "serve/state.h"
#include "model/reason.h"

#include <string.h>

/* Reasons that mean: looked at, and there is nothing that could behave differently. */
static bool is_harmless(const char *reason)
{
	switch (tora_reason_parse(reason)) {
	case TORA_REASON_NO_CHANGE:
	case TORA_REASON_NO_SOURCE_CHANGE:
	case TORA_REASON_TESTS_ONLY:
	case TORA_REASON_DOCS_ONLY:
	case TORA_REASON_COMMENTS_ONLY:
	case TORA_REASON_GENERATED_ONLY:
		return true;
	case TORA_REASON_NONE:
	case TORA_REASON_UNSUPPORTED_LANGUAGE:
	case TORA_REASON_TOO_LARGE:
	case TORA_REASON_NO_FUNCTIONS:
	case TORA_REASON_SYNTAX_ERROR:
	case TORA_REASON_NO_COMMITS:
	case TORA_REASON_NO_MAIN:
	case TORA_REASON_NO_MERGE_BASE:
	case TORA_REASON_MISSING_OBJECTS:
	case TORA_REASON_REPOSITORY_GONE:
	case TORA_REASON_BASE_NOT_BUILDABLE:
	case TORA_REASON_HEAD_NOT_BUILDABLE:
	case TORA_REASON_NO_INTERPRETER:
	case TORA_REASON_NO_SANDBOX:
	case TORA_REASON_NO_TESTS:
	case TORA_REASON_NEEDS_TRUST:
	case TORA_REASON_SUPERSEDED:
	case TORA_REASON_CANCELED:
	case TORA_REASON_PAUSED:
	case TORA_REASON_BATTERY:
	case TORA_REASON_BUDGET:
	case TORA_REASON_RATE_LIMIT:
	case TORA_REASON_TIMEOUT:
	case TORA_REASON_DISABLED:
	case TORA_REASON_DISK_FULL:
	case TORA_REASON_CRASHED:
	case TORA_REASON_INTERNAL:
	case TORA_REASON_COUNT:
		return false;
	}
	return false;
}

struct tora_commit_state tora_commit_state(const struct tora_commit_facts *f)
{
	if (f->is_running)
		return (struct tora_commit_state){ "checking", f->is_paused ? "paused" : NULL };
	if (f->is_open)
		return (struct tora_commit_state){ "queued", f->is_paused ? "paused" : NULL };
	if (!f->state || (strcmp(f->state, "canceled") == 0 && f->reason &&
	                  strcmp(f->reason, "superseded") == 0))
		return f->is_enabled ? (struct tora_commit_state){ "unknown", NULL }
		                     : (struct tora_commit_state){ "waiting", "disabled" };
	if (strcmp(f->state, "done") == 0)
		return (struct tora_commit_state){ f->open_findings ? "unintended" : "clean",
			                           f->reason };
	if (strcmp(f->state, "skipped") == 0 && is_harmless(f->reason))
		return (struct tora_commit_state){ "clean", f->reason };
	return (struct tora_commit_state){ "waiting", f->reason ? f->reason : "internal" };
}
