/*
 * release.h - what a release writes: versions, years and authors that a source file holds as constants. Pure.
 *
 * "Bump version to 2.4.0" changes what `package.__version__` is, and everything that is made of it. Every release does,
 * whatever its message says, and nobody is to be told of it.
 */
#ifndef TORA_JUDGE_RELEASE_H
#define TORA_JUDGE_RELEASE_H

#include "model/change.h"
#include "model/difference.h"

struct tora_release {
	TORA_VEC(struct tora_sv) was, is; /* lines of the diff that assign such a constant */
	bool only;                        /* the diff has those, and no other line of code */
};

void tora_release(const struct tora_change *change, struct tora_arena *arena,
                  struct tora_release *ret);

/* The results differ by what these lines had and have, or by what was made of it where nothing else changed. */
bool tora_release_explains(const struct tora_release *release, const struct tora_difference *d,
                           struct tora_arena *arena);

#endif
