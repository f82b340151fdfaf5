/*
 * shrink.h - tests of findings made small with warm runs, which find; confirming comes after.
 */
#ifndef TORA_JUDGE_SHRINK_H
#define TORA_JUDGE_SHRINK_H

#include "judge/judging.h"

struct tora_shrinking {   /* over all findings of a check; zero: nothing began */
	int64_t until_ms; /* those that nobody is shown unasked begin before this moment */
	size_t done, quiet;
	bool is_over; /* it does not work: the tests stay as they are */
};
void tora_shrink_start(struct tora_shrinking *ret);

/*
 * The test of a finding, where a small one is worth its trials; reserve_ms of the check's time are left for what comes
 * after. What changed is no longer confirmed. A test that stays long is a nuisance; it is still the truth: nothing is
 * fatal, and a note says what went wrong.
 */
void tora_shrink(struct tora_judging *j, size_t at, int64_t reserve_ms, struct tora_shrinking *s);

#endif
