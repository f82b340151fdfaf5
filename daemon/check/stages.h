/*
 * stages.h - the whole check, in order.
 */
#ifndef TORA_CHECK_STAGES_H
#define TORA_CHECK_STAGES_H

#include "model/check.h"

/*
 * Run every stage until one sets check->reason. Times go to check->stage_ms. A failure of ours becomes
 * the reason `internal` (or `timeout`, `disk-full`), never a crash: the record says what happened.
 */
void tora_stages_run(struct tora_check *check);

/* The stages a finding's test needs to run again: change, build, and the runners. */
int tora_stages_prepare(struct tora_check *check, struct tora_err *err);

/* Give back what the run stage holds. */
void tora_stages_close(struct tora_check *check);

#endif
