/*
 * recall.h - a finding as the store has it, for `repro` and `keep`.
 */
#ifndef TORA_CHECK_RECALL_H
#define TORA_CHECK_RECALL_H

#include "check/options.h"
#include "model/check.h"

/*
 * options->finding names it ("K7" or "7"); its repository, base and head become the options'. Everything lives in
 * the arena. TORA_E_USAGE: that is no name; TORA_E_NOTFOUND: there is no such finding.
 */
int tora_recall(struct tora_check_options *options, struct tora_arena *arena,
                struct tora_finding *ret, struct tora_err *err);

#endif
