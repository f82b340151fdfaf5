/*
 * confirm.h - what is found once has to stay: repetition, and fresh processes.
 *
 *	clusters --repeat--> findings, seen warm and in the perturbed pair
 *	         --small---> the same with small tests (shrink.h)
 *	         --confirm-> those that a fresh process on both sides has shown again
 *
 * Repetition is cheap and comes first, so that nothing is made small that does not stay; a fresh process is
 * dear, so it is asked about the test that will be shown. That is repeated as well, where it became smaller. Where the
 * two disagree, fresh processes alone decide, with several seeds: about the small test, then about the one it was made
 * of, then about others of its cluster.
 *
 * One fresh process for each test and side. A fork of a new interpreter that has imported what several tests import, and
 * run nothing, would confirm all of them at the price of one; but code that looks at the process which imported it (its
 * number, its threads, a lock, what it seeded) is another program in a fork, on one side perhaps, and that is what a
 * fresh process is asked about.
 */
#ifndef TORA_JUDGE_CONFIRM_H
#define TORA_JUDGE_CONFIRM_H

#include "judge/judging.h"

/*
 * One finding for each cluster of which a test shows its difference every time. Out of time is no error; what nobody
 * looked at is counted in j->unconfirmed.
 */
int tora_confirm_repeat(struct tora_judging *j, struct tora_err *err);

/*
 * Those of order[0..n) that are not yet: way.is_confirmed, test, before and after are then what fresh processes showed.
 * One that nothing confirms is counted as flaky, and as unconfirmed when it was stable. TORA_E_TIMEOUT: no time for all.
 */
int tora_confirm_found(struct tora_judging *j, const size_t *order, size_t n, struct tora_err *err);

/* Away with what is not confirmed; where nothing was refuted either, it is counted in j->unconfirmed. */
void tora_confirm_drop(struct tora_judging *j);

#endif
