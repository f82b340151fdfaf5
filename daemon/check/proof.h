/*
 * proof.h - a written suite is run as it is, in the sandbox; where it does not run, it is found out with which tests.
 *
 * Nobody gets a file of tests that was not seen to pass.
 */
#ifndef TORA_CHECK_PROOF_H
#define TORA_CHECK_PROOF_H

#include "check/suite.h"

/*
 * s->answer, run; the caller owns *ret_report, NULL when it said nothing. *ret_problem: why the file does not
 * run at all, or "". TORA_E_TIMEOUT: the check's time is over.
 */
int tora_proof_run(struct tora_suite *s, enum tora_side side, cJSON **ret_report,
                   const char **ret_problem, struct tora_err *err);

/* Why a test does not hold, or NULL. A language that cannot run it alone leaves `alone` out. Borrowed. */
const char *tora_proof_why(const cJSON *report, const char *name);

/*
 * These tests, written and run; *ret_failed grows by those that do not hold, which get their failure. Where the file
 * does not run, nobody knows whose fault that is: its halves are tried, their halves, and what is left of
 * them together. s->answer is the last file that was tried. TORA_E_TIMEOUT: the check's time is over.
 */
int tora_proof_part(struct tora_suite *s, const size_t *which, size_t n, size_t *ret_failed,
                    struct tora_err *err);

#endif
