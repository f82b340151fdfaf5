/*
 * recorded.h - differences that somebody wrote down: the text of both outputs, no trials.
 *
 * For labelled sets (tora eval). A record has a test, what it printed before and after with
 * stdout and stderr in one text, and the messages; no diff, no coverage, no runs to repeat.
 * Those that are published are of Python: only its tracebacks are read, all else is text.
 * The same comparator and the same rules judge it as far as that goes.
 */
#ifndef TORA_JUDGE_RECORDED_H
#define TORA_JUDGE_RECORDED_H

#include "judge/evidence.h"

/* A merged output as a trial: a traceback at its end becomes the exception, warning lines the
 * warnings. Paths of the test itself become "<test>", those of the project stand under
 * TORA_MOUNT as far as a `/src/` or a package path tells. */
void tora_recorded_trial(struct tora_sv output, struct tora_arena *arena, struct tora_trial *ret);

struct tora_record {
	const struct tora_intent *intent;
	const char *test;
	struct tora_sv before, after; /* outputs as recorded */
	const char *function;         /* full name, or "" */
	const char *project;          /* its name, for who is asked */
};

/* Verdict, confidence, explanation, quote, difference and the two trials; the rest is empty.
 * Outputs that agree after normalising give IRRELEVANT with difference kind NONE. *ret_case and
 * *ret_evidence are what it was judged from; the case borrows from *ret. */
void tora_recorded_rule(const struct tora_record *r, struct tora_arena *arena,
                        struct tora_finding *ret, struct tora_case *ret_case,
                        struct tora_evidence *ret_evidence);

#endif
