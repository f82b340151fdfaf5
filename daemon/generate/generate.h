/*
 * generate.h - changed functions -> candidate tests.
 *
 * Candidates come from the offline engine, which runs beside the code in the sandbox
 * (check->exec), and from the model, when there is one. All of them are validated, compared
 * and cut to config->tests_max; those that are dropped stay in check->candidates with their
 * reason, behind none that is run. No candidate left is the reason no-tests.
 * A source that fails is a note, not a failure: the other one may still find something.
 */
#ifndef TORA_GENERATE_GENERATE_H
#define TORA_GENERATE_GENERATE_H

#include "model/check.h"

int tora_stage_generate(struct tora_check *check, struct tora_err *err);

#endif
