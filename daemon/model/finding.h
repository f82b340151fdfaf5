/*
 * finding.h - a confirmed, reduced difference with a verdict: what a person is shown.
 */
#ifndef TORA_MODEL_FINDING_H
#define TORA_MODEL_FINDING_H

#include "model/candidate.h"
#include "model/difference.h"
#include "model/oid.h"

enum tora_verdict {
	TORA_VERDICT_UNINTENDED,
	TORA_VERDICT_COINCIDENTAL_FIX, /* not announced, but the new behaviour is the right one */
	TORA_VERDICT_INTENDED,         /* a message says so; `quote` is the span */
	TORA_VERDICT_IRRELEVANT,       /* noise, internals, input nobody may pass */
	TORA_VERDICT_UNSURE,
};
const char *tora_verdict_name(enum tora_verdict v);               /* "unintended", ... */
int tora_verdict_parse(const char *name, enum tora_verdict *ret); /* 0, or -1 when unknown */
/* A person is told of these without asking for all. */
bool tora_verdict_positive(enum tora_verdict v);

struct tora_answer { /* what settled the verdict: question or rule, and its answer */
	const char *key, *value;
};

struct tora_finding_step { /* one commit of several that changed what the test shows */
	struct tora_oid commit;
	const char *subject, *before, *after; /* the values in one line */
};

struct tora_finding {
	const char *id;          /* "K7"; given by the store, NULL until then */
	const char *fingerprint; /* survives rebases: function, inputs and what is observed */
	/* What any test of this difference has in common, as 64 hex digits; "" where nobody knows. */
	const char *likeness;
	enum tora_verdict verdict;
	/* 0..1: how sure the verdict is. UNSURE: at most 0.5, how near it came to UNINTENDED, so that
	 * among the undecided those worth a look come first. */
	double confidence;
	const char *file; /* head path of the changed function */
	unsigned line;
	const char *function;       /* full name */
	struct tora_oid commit;     /* the commit of the branch that introduced it */
	const char *commit_subject; /* of its message; NULL: not known */
	/* From the base to the head, where it is more than one commit; `commit` is the one that the verdict is about. */
	TORA_VEC(struct tora_finding_step) steps;
	bool from_model;      /* the test came from a model */
	bool judged_by_model; /* the verdict did */
	enum tora_origin origin;
	enum tora_legality legality;
	const char *where;
	const char *test; /* reduced source */
	struct tora_trial before, after;
	struct tora_difference difference;
	const char *explanation; /* one or two sentences */
	size_t why; /* of the rules' own: where what happened ends and the reason begins; else 0 */
	const char *quote; /* span of a message, or NULL */
	TORA_VEC(struct tora_answer) answers;
	/* Names of what the rules went by (judge/facts.h); empty in what was read from a record. */
	TORA_VEC(const char *) facts;
	size_t cluster; /* how many tests showed the same */
	unsigned
		spot; /* where in the function, where what changed elsewhere in it is another finding; 0 */
	const char *prompt_hash; /* of the prompt that judged it, or NULL */
	const char *acked; /* "ack", "dismiss" or NULL: what the user said of this fingerprint */
};

/* What decided the verdict, as one name: the rule that settled it, else the one that spoke strongest
 * for showing it, "model" when a model judged, "none". Lives as long as the finding. */
const char *tora_finding_rule(const struct tora_finding *f);

#endif
