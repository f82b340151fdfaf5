/*
 * judging.h - what the steps of judge.h share while one check is judged.
 */
#ifndef TORA_JUDGE_JUDGING_H
#define TORA_JUDGE_JUDGING_H

#include "judge/cluster.h"
#include "judge/evidence.h"
#include "model/check.h"

struct tora_both;

#define TORA_JUDGE_RESERVE_MS 1500 /* kept back for ordering, writing and showing what there is */

struct tora_way { /* how a finding came to be one */
	const struct tora_cluster *cluster;
	size_t at;                        /* of its members: the test that shows it */
	bool is_confirmed;                /* what the finding says was seen in fresh processes */
	bool is_refuted;                  /* it was not, and nothing is left to try */
	const struct tora_both *repeated; /* warm runs of that test, or NULL: there was none */
	const struct tora_finding
		*whole; /* as it was confirmed before its test was made small, or NULL */
};

struct tora_source { /* a file that the change does not touch, and that an error came from */
	const char *path;
	struct tora_sv text; /* empty: not known */
};

struct tora_judging {
	struct tora_check *check;
	TORA_VEC(struct tora_member) members;
	struct tora_clusters clusters;
	struct tora_said said;
	TORA_VEC(struct tora_finding) found;
	TORA_VEC(struct tora_evidence) evidence; /* of found[i] */
	TORA_VEC(struct tora_way) way;           /* of found[i] */
	TORA_VEC(struct tora_source) sources;    /* that were read, each once */
	size_t unconfirmed;                      /* differences nobody looked at to the end */
	size_t beyond;                           /* of those: more than one check confirms */
	size_t irrelevant;                       /* and more of no interest than are confirmed */
	bool is_cold; /* there is no second pair: repetition, too, is in fresh processes */
};

static inline const struct tora_member *tora_judging_member(const struct tora_judging *j, size_t at)
{
	return j->way.at[at].cluster->members.at[j->way.at[at].at];
}

bool tora_judging_late(const struct tora_check *check); /* less than the reserve is left */
void tora_judging_say(struct tora_check *check, size_t done, size_t of); /* progress */

/* What is judged of a member's test, or of one made of it; .test, .before and .after are the caller's to set. */
struct tora_case tora_judging_case(const struct tora_judging *j, const struct tora_member *m,
                                   const struct tora_difference *difference);

/* Of a file of the change; else of its sources. NULL: of none. */
const struct tora_lang *tora_judging_lang(const struct tora_check *check, const char *file);

/* Runs in fresh processes to be sure. A name that is missing is missing under every seed; a hang costs the time limit. */
unsigned tora_judging_seeds(const struct tora_difference *d);

#endif
