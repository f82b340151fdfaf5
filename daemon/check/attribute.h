/*
 * attribute.h - which commit of a branch introduced a difference, measured and not guessed.
 *
 * The reduced test is run on the commits between, two at a time, until one commit is left (a
 * search in three: each round builds two trees, which share their files with those there are, and runs
 * the tests of all findings on both). That commit's own message is then the intent first: a branch
 * that adds a feature in one commit and "tidies up" in another did not announce what the tidying broke.
 *
 * More than one commit may have changed what a test shows: 0 became 490 by a mistake, and 590 when 490 did. Then each
 * stretch between two known outcomes is searched, and each such commit judged by itself (tora_attribute_step). Because a mistake hides
 * best where the announced change shows by itself, a few tests of the same difference that ran other lines come along
 * (judge/ways.h), and are shown where their own commit says less for them.
 *
 * The bound: tests (TORA_ATTRIBUTE_MAX and the other ways) times the rounds of a search, whatever the branch is like:
 * one step of n commits takes log3(n) rounds, each further one as many again, and after TORA_ATTRIBUTE_ROUNDS of at most two
 * builds, or a third of the time that was left, it ends.
 */
#ifndef TORA_CHECK_ATTRIBUTE_H
#define TORA_CHECK_ATTRIBUTE_H

#include "model/check.h"

#include <limits.h>

#define TORA_ATTRIBUTE_MAX    12 /* findings; the most important come first */
#define TORA_ATTRIBUTE_ROUNDS 12 /* of building and running; what is open then is noted */

/*
 * After the stages, of a check that found something on a branch of several commits. Sets
 * commit and commit_subject of check->findings, and their verdict: what the narrow look says when
 * its commit's message counts (tora_attribute_own_counts). Never fails: what could not be
 * measured (a commit that cannot be loaded, no time left) keeps what the judge said, and a note says so.
 */
void tora_attribute(struct tora_check *check);

/* ---- the search itself, pure ---- */

#define TORA_SPAN_POINTS (2 * TORA_ATTRIBUTE_ROUNDS + 2)

enum {
	TORA_OUTCOME_BEFORE,
	TORA_OUTCOME_AFTER,
	TORA_OUTCOME_OTHER
};                                    /* OTHER and up: in the order they were seen */
#define TORA_OUTCOME_UNKNOWN UINT_MAX /* nothing can be said of what happened there */

struct tora_point { /* what one test shows at one position in the list of commits; -1 is the base */
	long at;
	unsigned outcome;
};

struct tora_span { /* of one test */
	struct tora_point
		points[TORA_SPAN_POINTS]; /* ascending, the first is the base, the last the head */
	size_t n;
	bool lost; /* no answer will come of it */
};

struct tora_step { /* the commit at this position turned one outcome into another */
	long at;
	unsigned from, to;
};

void tora_span_start(struct tora_span *span, long last);
/*
 * Where to look next: up to two positions inside the widest of all stretches whose ends differ, of the first `shown`
 * spans as long as these have one. Returns how many.
 */
size_t tora_span_next(const struct tora_span *spans, size_t shown, size_t n, long ret[2]);
void tora_span_seen(struct tora_span *span, long at, unsigned outcome);
bool tora_span_is_open(const struct tora_span *span);
/* From the base to the head, without those that a later one takes back; of a span that is neither open nor lost. */
size_t tora_span_steps(const struct tora_span *span, struct tora_step ret[TORA_SPAN_POINTS]);

/*
 * One difference judged by all messages of the branch, and by its own commit alone: does the second count?
 * The commit may announce what others do not, and settles what they leave open, unless a test or a changelog
 * that came with one of them has this very outcome; where both say unintended, its
 * words are the ones to quote. Where it claims to change
 * nothing, what another commit says of its own work only seemed to announce this, unless it has the
 * very outcome; where it claims to change something, what another promises of its own work, or adds without touching what
 * there was, does not bind it.
 */
bool tora_attribute_own_counts(const struct tora_finding *branch, const struct tora_finding *own);

struct tora_attributed { /* what one commit of several did to a test, judged by its own message and diff */
	struct tora_finding finding;
	bool stands; /* what it did is in the head: no later commit replaced it (judge/steps.h) */
};

/*
 * More than one commit changed what the test shows. Each is judged by itself; the first that says unintended decides,
 * else the first that is unsure. What the message of another commit says does not count here, however well it fits the head: it is
 * about another step. A commit whose work a later one replaced is left out: then the later one's message is about all that is
 * left. Where no commit has anything against it, the last one decides over a verdict of the branch that it is unintended. n: the
 * verdict by all messages stays.
 */
size_t tora_attribute_step(enum tora_verdict branch, const struct tora_attributed *own, size_t n);

#endif
