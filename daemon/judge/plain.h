/*
 * plain.h - how plain a test's input is: which of several tests a person should see first.
 *
 * `f("a b")` and `f("\x00é")` show the same difference; the first convinces, the second gets an
 * "who passes that?". Pure.
 */
#ifndef TORA_JUDGE_PLAIN_H
#define TORA_JUDGE_PLAIN_H

#include "model/candidate.h"
#include "tora/str.h"

/* Things nobody writes first: bytes beyond ASCII, escapes, runs of blanks or of one letter inside a
 * literal, huge numbers, not-a-number and infinities, empty literals. 0: a plain test. */
unsigned tora_plain_oddities(struct tora_sv test);

/*
 * Below 0: `a` is to be shown rather than `b`. What is more legal first, then what the project itself
 * wrote, then the plainer, then the shorter, then the origin nearest to real use.
 */
struct tora_plain_input {
	enum tora_legality legality;
	enum tora_origin origin;
	struct tora_sv test;
};
int tora_plain_order(const struct tora_plain_input *a, const struct tora_plain_input *b);

#endif
