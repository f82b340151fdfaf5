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

/*
 * Once the tests were run, when a model wrote some: which of them notice small faults put into the changed lines
 * (faults.h)? check->strength says so, and tests that notice what others do not come first.
 *
 * A warning does not wait for it. Before judging it is only done where no test differs: then there is nothing to warn
 * of, and the model is asked once about what nobody notices, within the limits of its other questions. After judging,
 * when nothing unintended was found, it only says how good the tests are.
 */
int tora_stage_sharpen(struct tora_check *check, struct tora_err *err);

#endif
