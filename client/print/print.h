/*
 * print.h - one file a format: from the protocol's JSON to text for a person or a program.
 *
 * Everything that comes from a repository or a program is escaped on its way to a
 * terminal; JSON formats pass it on as JSON. Printers are pure: they append to `out`.
 */
#ifndef TORA_CLIENT_PRINT_H
#define TORA_CLIENT_PRINT_H

#include "tora/json.h"

struct tora_view { /* how to print */
	bool color;
	bool all;            /* all verdicts, not only those people are shown */
	bool is_reason_said; /* why there is no verdict: somewhere else */
	unsigned columns;    /* of the terminal; 0: none, sentences stay in one line */
	int64_t now_ms;      /* how long ago is counted from it */
};

struct tora_format {
	const char *name;
	/* A check's record (PROTOCOL.md, 5). */
	void (*record)(const struct tora_view *v, const cJSON *record, struct tora_str *out);
	void (*finding)(const struct tora_view *v, const cJSON *finding, struct tora_str *out);
	/* NULL: a status cannot be said in this format. */
	void (*status)(const struct tora_view *v, const cJSON *status, struct tora_str *out);
};

extern const struct tora_format tora_format_human, tora_format_json, tora_format_jsonl,
	tora_format_quickfix;

const struct tora_format *tora_format_named(const char *name); /* NULL: unknown */

/* "run 4 of 9", or "generate" when it is not known of how many. From an event, a branch or a ref. */
void tora_progress_text(const cJSON *from, struct tora_str *out);

/* "50 s", "3 min", "5 h", "9 d", in the largest that makes two of it. */
void tora_age_text(int64_t ms, struct tora_str *out);

/* What a record, a branch or a ref without a verdict is said to be: "not checked", or only not to the end. Static text. */
const char *tora_not_checked(const cJSON *from);

/* Is this finding shown to people by default: unintended or a coincidental fix, and not acknowledged? */
bool tora_finding_shown(const cJSON *finding);

#endif
