/*
 * shown.h - does a text show this very call, with this very result?
 *
 * `self.assertEqual(Paginator(range(20)).pages, 2)` in a changed test is the best word a diff can
 * have about the difference of `p = Paginator(range(20)); print(p.pages)`. Compared are tokens:
 * names that the test assigns once are put in where they are used, quotes of either kind are
 * equal. A row of a parametrised test shows the arguments and the result.
 */
#ifndef TORA_JUDGE_SHOWN_H
#define TORA_JUDGE_SHOWN_H

#include "judge/text.h"

struct tora_shown {                         /* tokens are views into the test */
	TORA_VEC(struct tora_tokens) calls; /* what the test prints */
	TORA_VEC(struct tora_tokens) rows;  /* the arguments of the calls in it */
};

void tora_shown(struct tora_sv test, struct tora_arena *arena, struct tora_shown *ret);

/* One of the calls stands in `text`, and `value`, as it is printed, close to it. */
bool tora_shown_with(const struct tora_shown *shown, struct tora_sv text, struct tora_sv value,
                     struct tora_arena *arena);
/* One of the calls stands in `text`. */
bool tora_shown_call(const struct tora_shown *shown, struct tora_sv text, struct tora_arena *arena);

#endif
