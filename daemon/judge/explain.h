/*
 * explain.h - a verdict in one or two sentences that a developer can check.
 *
 * What was called, what it did before and does now, and what the messages say or do not
 * say. Only measured facts and verbatim text; escaped, on one line.
 */
#ifndef TORA_JUDGE_EXPLAIN_H
#define TORA_JUDGE_EXPLAIN_H

#include "judge/evidence.h"

#define TORA_EXPLAIN_MAX 600

/* `quote` may be NULL. *ret_why: where what it did ends and what is said of that begins. */
const char *tora_explain(const struct tora_case *c, const struct tora_evidence *e,
                         enum tora_verdict verdict, const char *quote, size_t *ret_why,
                         struct tora_arena *arena);

/* The call of a test that shows the difference: "slugify('a  b')"; the function's name when the
 * test has no short one; "A test that reaches `f`" when it never names the function. */
const char *tora_explain_call(const struct tora_case *c, struct tora_arena *arena);

#endif
