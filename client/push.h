/*
 * push.h - what pre-push reads and says: pure, from text to text.
 *
 * git gives one line a ref: <local ref> <local oid> <remote ref> <remote oid>. All of
 * it is read; a line that does not look like that is passed over. What is printed is at
 * most TORA_PUSH_LINES lines, whatever is pushed.
 */
#ifndef TORA_CLIENT_PUSH_H
#define TORA_CLIENT_PUSH_H

#include "tora/json.h"

#define TORA_PUSH_LINES 12
#define TORA_PUSH_REFS  1000 /* the daemon's own limit; more are pushed than anybody reads */

/* The `refs` list of the hook request. Deletions are left out: there is nothing to say of them. */
cJSON *tora_push_refs(struct tora_sv input);

/* What the daemon's answer to a pre-push means. */
struct tora_push_verdict {
	unsigned unintended; /* findings that stand, over all refs */
	unsigned running;    /* refs whose check has not ended */
};

/* Append the report, escaped for a terminal, and count. Nothing to say leaves `out` empty. */
void tora_push_report(const cJSON *answer, struct tora_str *out, struct tora_push_verdict *ret);

#endif
