/*
 * cluster.h - tests that show the same difference in the same function, as one.
 *
 * Ten copies of one difference must cost one confirmation and be one finding. The key is
 * the difference's signature, the function it belongs to, and whether the inputs are
 * inside the reach of what the developer announced: a regression that looks like the
 * announced change, but on other inputs, stays apart from it, and so does one that shows something of which nobody speaks: "1523.15" for
 * "1523.1524" from "45.5" for "45.5000". So does an import that fails,
 * of everything that needs it, from a call that does. And so do two changed places of one function, where one test
 * ran the one and another test the other: what ran both goes with the first that it ran, and the same edit in several
 * branches is one place.
 */
#ifndef TORA_JUDGE_CLUSTER_H
#define TORA_JUDGE_CLUSTER_H

#include "judge/locate.h"
#include "model/difference.h"

struct tora_lang;

struct tora_member { /* one differing pair */
	size_t pair; /* index into check->pairs */
	const struct tora_candidate *candidate;
	struct tora_difference difference;
	struct tora_place place;
	struct tora_wrote wrote; /* tells changed places of one function apart */
	bool importing; /* the new side fails where the test imports: what is asked after matters not */
	bool is_own;    /* the test came with the change, or went with it */
	bool announced; /* a message, changed test or document speaks of this input or value */
	bool unsaid; /* it shows something of which nobody speaks, whatever it looks like: evidence.h */
};

struct tora_cluster {
	TORA_VEC(const struct tora_member *)
	members;       /* representative first: plain.h */
	unsigned spot; /* the first line of its changed place, where its function has several; 0 */
};

struct tora_clusters {
	TORA_VEC(struct tora_cluster) of; /* most worth confirming first */
};

/* Did the trial end in an error on a line of the test that imports? */
bool tora_cluster_importing(const char *test, const struct tora_trial *head);

void tora_cluster(const struct tora_member *members, size_t n, struct tora_arena *arena,
                  struct tora_clusters *ret);

/*
 * Values that changed in the same way where the same changed lines ran: one cause, though the numbers
 * differ too much for one signature ("22:30" to "23:30", "22:57" to "23:03"). Numbers go with
 * numbers and text with text; a value that became empty, of another type or sorted otherwise
 * goes with its like only. Output beside the values is alike where the same lines ran. The same edit in several branches
 * of a function counts as the same lines. Exceptions that appeared are alike when they are of one type and raised by
 * one line of the project, or by such an edit ("KeyError: 3" and "KeyError: True"). The pairs are where each was first seen;
 * `lang` is that of the function, NULL where it is not known: what is whole and what is not may be one kind of number.
 */
bool tora_cluster_alike(const struct tora_difference *a, const struct tora_pair *a_pair,
                        const struct tora_difference *b, const struct tora_pair *b_pair,
                        const struct tora_change *change, const struct tora_lang *lang);

/* On both sides the same changed lines, or the same edit in another branch. */
bool tora_cluster_ran_same(const struct tora_change *change, const struct tora_pair *a,
                           const struct tora_pair *b);

#endif
