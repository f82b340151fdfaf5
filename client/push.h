/*
 * push.h - what pre-push says: pure, from the daemon's answer to text.
 *
 * At most TORA_PUSH_LINES lines, whatever is pushed.
 */
#ifndef TORA_CLIENT_PUSH_H
#define TORA_CLIENT_PUSH_H

#include "tora/json.h"

#define TORA_PUSH_LINES 12

/* What the daemon's answer to a pre-push means. */
struct tora_push_verdict {
	unsigned unintended; /* findings that stand and are sure enough, over all refs, each once */
	unsigned running;    /* refs whose check has not ended */
};

/*
 * Append the report, escaped for a terminal, and count. Findings that are less sure than `sure` percent are only counted
 * at its end, and alone they are no reason to say anything. Nothing to say leaves `out` empty.
 */
void tora_push_report(const cJSON *answer, unsigned sure, struct tora_str *out,
                      struct tora_push_verdict *ret);

#endif
