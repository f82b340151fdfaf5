/*
 * recall.h - a finding as the store has it, for `repro` and `keep`.
 */
#ifndef TORA_CHECK_RECALL_H
#define TORA_CHECK_RECALL_H

#include "check/session.h"
#include "model/check.h"

struct cJSON;

/* What is done with a finding, while both builds stand and their runners are open; the caller owns *ret. */
typedef int tora_recall_fn(struct tora_session *s, struct tora_finding *finding, struct cJSON **ret,
                           struct tora_err *err);

/*
 * A whole command: the finding that `argv` names ("K7" or "7") is read, the commits it was found between are
 * built, `work` is called, and what it returns is said under `key`. Returns the exit status.
 */
int tora_recall_command(int argc, char **argv, const char *key, tora_recall_fn *work);

#endif
