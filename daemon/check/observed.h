/*
 * observed.h - what a test that was run under observation says of itself (lang/PROTOCOL.md, Suites). Pure.
 *
 * The report is the last line of its output that begins with the word drawn for the run. It is text of a program
 * that may lie: bounded, and only its shape is trusted.
 */
#ifndef TORA_CHECK_OBSERVED_H
#define TORA_CHECK_OBSERVED_H

#include "check/points.h"
#include "model/trial.h"

struct tora_observed {
	const char *
		failure; /* why nothing can be asserted: a class of failures; NULL: something can */
	const char *kind; /* how it ended: the type of its last value, "raises ValueError" */
	const char *
		seen; /* JSON with the steps and the end, for the runner's `suite`; "" on failure */
	uint64_t *hits;  /* points.h; never NULL */
	bool is_missing; /* it was not run: no time was left */
};

void tora_observed_read(const struct tora_trial *trial, const char *word,
                        const struct tora_points *points, struct tora_arena *arena,
                        struct tora_observed *ret);

/* The JSON object behind the word, which the caller owns; NULL: there is none. Of a proof as well. */
cJSON *tora_observed_report(struct tora_sv out, const char *word);

/*
 * The program that has a test observed: the language's form around `job`, a JSON object, as a literal. The
 * caller fills in what the form wants.
 */
const char *tora_observed_program(const char *form, const cJSON *job, struct tora_arena *arena);

#endif
