/*
 * newuse.h - what a change adds for others to use, and this test: does it use that, or is it beside it? Pure.
 *
 * Where the tests of a change show nothing but what it adds (newnames.h), a difference of a test that has none of it is not what
 * they are for. Nor is what was taken before what a message speaks of that says what is taken now.
 */
#ifndef TORA_JUDGE_NEWUSE_H
#define TORA_JUDGE_NEWUSE_H

#include "judge/evidence.h"
#include "judge/telling.h"

/* What messages, documents and changelog say of a kind of input is said of a test that passes it. */
#define TORA_SAID_OF_INPUT                                                                         \
	(TORA_FACT(REACH_INSIDE) | TORA_FACT(NAMES_INPUT) | TORA_FACT(LOG_MENTIONS) |              \
	 TORA_FACT(LOG_SPEAKS) | TORA_FACT(DOC_MENTIONS))

/* Once what the test, the messages, the documents and the diff say is known: takes facts away, and may change the claim. */
void tora_new_use(const struct tora_case *c, const struct tora_telling *t, struct tora_evidence *e);

#endif
