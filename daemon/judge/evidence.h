/*
 * evidence.h - everything that is known about one difference, as facts a rule can ask for.
 *
 * Gathered once per cluster from the messages, the diff, the changed tests and
 * documents, the test and the trials; rules.h weighs them. Pure.
 */
#ifndef TORA_JUDGE_EVIDENCE_H
#define TORA_JUDGE_EVIDENCE_H

#include "judge/facts.h"
#include "judge/message.h"
#include "judge/said.h"
#include "model/change.h"
#include "model/finding.h"

struct tora_case { /* what is judged; all borrowed */
	const struct tora_intent *intent;
	const struct tora_change *change;     /* NULL: the diff is not known */
	const struct tora_function *function; /* NULL: not known */
	const char *name;                     /* the function's full name, or "" */
	const char *test;
	const char *where; /* it was made from this place; NULL or "": none */
	enum tora_legality legality;
	enum tora_origin origin;
	const struct tora_trial *before, *after;
	const struct tora_difference *difference;
	size_t cluster;               /* how many tests showed it */
	const struct tora_said *said; /* of intent and change; NULL: made for this case alone */
	unsigned
		runs; /* of each side that confirmed it, at least one in a fresh process; 0: nobody ran it */
};

struct tora_evidence {
	tora_facts facts;
	struct tora_claims claims;
	const char *quote;   /* the most telling sentence, verbatim, when QUOTE is set */
	const char *subject; /* of the message that speaks about it, or the title; "" for none */
	const char *outside; /* REACH_OUTSIDE: what the message speaks of: "empty input" */
	bool took_its_test; /* what the tests said of it went with the change, and nothing came instead */
};

void tora_evidence(const struct tora_case *c, struct tora_arena *arena, struct tora_evidence *ret);

/* What the message is taken to claim, now that more is known than its words. */
void tora_evidence_claim(struct tora_evidence *e, enum tora_claim claim);

/* siblings.c: SIBLING of differences in one function: what a changed test asserts of one says what the change
 * is for, and another that turned out in the same way is of its kind. LONE where none of the others could be what it is for. */
void tora_evidence_siblings(const struct tora_case *cases, size_t n, struct tora_evidence *all);

/* Something in the intent speaks of this input or value: what splits clusters. */
bool tora_evidence_announced(const struct tora_evidence *e);
/* Something of it is of a kind that whoever means it has a word for, and nobody has one. Splits clusters, too. */
bool tora_evidence_unsaid(const struct tora_evidence *e);

#endif
