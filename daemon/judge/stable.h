/*
 * stable.h - is a difference still there after repetition? The pure half of confirming.
 *
 * Each side was run several times under varied hash seeds and addresses, in fresh processes or warm. What a
 * side does not agree with itself about is masked (a token, or a whole line, also where most of it varies) on both
 * sides; what is left is compared. A side that ends in different ways is not stable at all.
 * What an import says on stderr or warns of only a fresh process has, so in that the two kinds are not held
 * against each other.
 */
#ifndef TORA_JUDGE_STABLE_H
#define TORA_JUDGE_STABLE_H

#include "model/difference.h"

enum tora_stable {
	TORA_STABLE_CONFIRMED, /* both sides agree with themselves, and differ as expected */
	TORA_STABLE_FLAKY,     /* nothing stable is left that differs */
	TORA_STABLE_GONE,      /* stable, but the sides agree, or differ in another way */
};

struct tora_stable_runs {
	const struct tora_trial *base, *head; /* n of each */
	size_t n;                             /* at least 1 */
	size_t n_fresh;                       /* of them, the first ones: in fresh processes */
};

/*
 * `expect` is the difference seen before, or NULL for "any". On CONFIRMED *ret is the
 * difference of the masked runs and *ret_base, *ret_head the first run of each side with
 * its masks; `<?>` stands where something was masked.
 */
enum tora_stable tora_stable_decide(const struct tora_stable_runs *runs,
                                    const struct tora_difference *expect, struct tora_arena *arena,
                                    struct tora_difference *ret, struct tora_trial *ret_base,
                                    struct tora_trial *ret_head);

#define TORA_STABLE_MASK "<?>"

#endif
