/*
 * suite_request.h - what the language's runner is told to write a suite of (PROTOCOL.md, Suites). Pure.
 */
#ifndef TORA_CHECK_SUITE_REQUEST_H
#define TORA_CHECK_SUITE_REQUEST_H

#include "check/suite.h"

/* The caller owns it. `which`: indexes of tests, each of which was observed. */
cJSON *tora_suite_request(const struct tora_suite *s, const size_t *which, size_t n);

#endif
