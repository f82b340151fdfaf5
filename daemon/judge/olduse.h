/*
 * olduse.h - a call as it was made before the change: without the parameters that the change adds.
 *
 * Who adds an option to a function promises, by making it an option, that callers who do not know
 * of it see nothing. Pure.
 */
#ifndef TORA_JUDGE_OLDUSE_H
#define TORA_JUDGE_OLDUSE_H

#include "model/change.h"

#define TORA_OLD_USE_MAX 64

struct tora_old_use_parameters {
	struct tora_sv at[TORA_OLD_USE_MAX];
	bool in_object[TORA_OLD_USE_MAX]; /* `{ a, b }` */
	bool optional[TORA_OLD_USE_MAX];  /* a call may do without this one and mean what it did */
	size_t n;
	bool has_rest; /* `*args`, `...rest`: as many more as anybody likes */
};

/* What a public function has now and had not; false where it lost one: that is another function. */
bool tora_old_use_added(const struct tora_function *f, struct tora_old_use_parameters *ret);

/*
 * A call in the test passes a function that took a certain number of arguments more of them, some of them for parameters that the change
 * adds. Some languages let it: what the old version did not look at, the new one does.
 */
bool tora_old_use_passes_more(const struct tora_change *change, struct tora_sv test);

/*
 * A public function of the change has more parameters now, all that it had are there still, calls may do without the new
 * ones, and the test has the name of none of them, nor as many arguments as would reach one by position.
 */
bool tora_old_use(const struct tora_change *change, struct tora_sv test);

/*
 * A public function that `messages` name has a parameter more that no call can do without: that is no addition. `f` is
 * that function, or calls it.
 */
bool tora_old_use_ended(const struct tora_change *change, const struct tora_function *f,
                        struct tora_sv messages);

#endif
