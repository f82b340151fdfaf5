/*
 * owntest.h - is a test made of lines that this very change brought into the project's tests, or took out?
 *
 * Tests of the change pass on its head: where such a one behaves differently on the base, it was
 * written for that. And a use that the change edited away was seen by who edited it (research:
 * changed tests are the best oracle in the diff; an old test edited says it was noticed). What was only deleted says
 * no such thing: a mistake fails the test that it breaks, and taking that out is the short way past it. Nor does what asks for less
 * than before.
 */
#ifndef TORA_JUDGE_OWNTEST_H
#define TORA_JUDGE_OWNTEST_H

#include "model/change.h"

struct tora_own_test {
	bool brought; /* it needs a line that tests or documents have on the head only */
	bool taken;   /* likewise on the base only, and another line stands in its place */
	bool deleted; /* on the base only, and nothing does; or what does accepts almost anything */
	bool odd; /* it names NaN or infinity, as test files do that the change edits, and no test of what changed did before */
};

/* Imports, short lines and what is around a printed expression tell nothing. */
struct tora_own_test tora_own_test(const struct tora_change *change, struct tora_sv test);

#endif
