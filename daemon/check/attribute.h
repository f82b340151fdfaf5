/*
 * attribute.h - which commit of a branch introduced a difference, measured and not guessed.
 *
 * The reduced test is run on the commits between, two at a time, until one commit is left (a
 * search in three: each round builds two trees, which share their files with those there are, and runs
 * the tests of all findings on both). That commit's own message is then the intent first: a branch
 * that adds a feature in one commit and "tidies up" in another did not announce what the tidying broke.
 */
#ifndef TORA_CHECK_ATTRIBUTE_H
#define TORA_CHECK_ATTRIBUTE_H

#include "model/check.h"

#define TORA_ATTRIBUTE_MAX    12 /* findings; the most important come first */
#define TORA_ATTRIBUTE_ROUNDS 8  /* of building and running; what is open then is noted */

/*
 * After the stages, of a check that found something on a branch of several commits. Sets
 * commit and commit_subject of check->findings, and their verdict: what the narrow look says when
 * its commit's message counts (tora_attribute_own_counts). Never fails: what could not be
 * measured (a commit that cannot be loaded, no time left) keeps what the judge said, and a note says so.
 */
void tora_attribute(struct tora_check *check);

/* ---- the search itself, pure ---- */

struct tora_span {          /* positions in the list of commits; -1 is the base */
	long before, after; /* known to behave as before, as after */
	bool lost;          /* something else happened between: not a single step */
};

/* Where to look next: up to two positions inside the widest open span. Returns how many. */
size_t tora_span_next(const struct tora_span *spans, size_t n, long ret[2]);

enum tora_likeness { TORA_LIKE_NEITHER, TORA_LIKE_BEFORE, TORA_LIKE_AFTER };
void tora_span_seen(struct tora_span *span, long at, enum tora_likeness how);
bool tora_span_is_open(const struct tora_span *span);

/*
 * One difference judged by all messages of the branch, and by its own commit alone: does the second count?
 * The commit may announce what others do not, and settles what they leave open, unless a test or a changelog
 * that came with one of them has this very outcome; where both say unintended, its
 * words are the ones to quote. Where it claims to change
 * nothing, what another commit says of its own work only seemed to announce this, unless it has the
 * very outcome.
 */
bool tora_attribute_own_counts(const struct tora_finding *branch, const struct tora_finding *own);

#endif
