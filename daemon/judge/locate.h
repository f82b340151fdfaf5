/*
 * locate.h - which changed function a difference belongs to, and which commit.
 */
#ifndef TORA_JUDGE_LOCATE_H
#define TORA_JUDGE_LOCATE_H

#include "model/candidate.h"
#include "model/change.h"
#include "model/finding.h"
#include "model/intent.h"
#include "model/trial.h"

struct tora_place {
	const struct tora_function *function; /* NULL: nothing that changed was seen to run */
	const char *file;                     /* head path; "" when unknown */
	unsigned line;    /* head: a changed line that ran, else the function's first; 0: unknown */
	const char *name; /* full name of the function, or of the candidate's target, or "" */
};

/*
 * Best first: the changed function that raised (walking from the innermost frame out), the one that
 * the test's own line calls which raised, the candidate's target when its changed lines ran, the function
 * with most changed lines that ran, the target alone, the one that the test calls last; that also where the one so
 * far came with the change and this one ran.
 */
void tora_locate(const struct tora_change *change, const struct tora_candidate *candidate,
                 const struct tora_trial *base, const struct tora_trial *head,
                 struct tora_place *ret);

/*
 * Of several commits one was measured to have made the difference: it shows in what that one changed, and not in what another
 * one did and the test runs as well. Moves `f` (function, file, line; borrowed from `branch`) where the commit left alone what it
 * names. `step` is that commit's change, whose base is that of the branch where it is the first, and its head where it is
 * the last: lines that ran are known of those two.
 */
void tora_locate_step(const struct tora_change *step, const struct tora_change *branch,
                      bool is_first, bool is_last, struct tora_finding *f);

#define TORA_WROTE_MAX 4 /* changed places of a function that are told apart */

/* The changed places of a function, by the diff alone: every run of one change tells them apart alike. The same edit in
 * several branches, however deep, is one place, that of the first. */
struct tora_wrote {
	unsigned at[TORA_WROTE_MAX]; /* their first lines on the head, ascending */
	size_t n;     /* 0: all in one, or more than TORA_WROTE_MAX, which is written anew */
	unsigned ran; /* a bit for each that ran */
};

/* Of the function of `place`. */
struct tora_wrote tora_locate_wrote(const struct tora_change *change,
                                    const struct tora_place *place, const struct tora_trial *head);

/* The line on its side where the edit that `hit` is a line of is made first in its function; the hit's own where it is of none. */
unsigned tora_locate_edit(const struct tora_change *change, enum tora_side side,
                          const struct tora_lines_hit *hit);

/*
 * The commit to name. One commit: that one. Several: the newest whose message alone names
 * the function or its class, else `head`: which commit it was has not been measured.
 */
struct tora_oid tora_locate_commit(const struct tora_intent *intent, const char *function,
                                   const struct tora_oid *head);

#endif
