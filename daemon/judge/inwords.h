/*
 * inwords.h - a message says in words of its own what the new value is like. Pure.
 */
#ifndef TORA_JUDGE_INWORDS_H
#define TORA_JUDGE_INWORDS_H

#include "judge/evidence.h"

/*
 * "Do not return the row", and what was one is None now; "needs absolute paths", and a path in what is printed begins at the root that did not.
 */
bool tora_in_words(const struct tora_case *c, struct tora_sv messages);

#endif
