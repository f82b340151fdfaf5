/*
 * toldearly.h - who is told of something sees the object as it was, or as it will be. Pure.
 *
 * A listener that is called asks the object that calls it. Where what is set and who is told
 * change places, the object ends as before, and each listener that looks at it, as documents show,
 * sees another one.
 */
#ifndef TORA_JUDGE_TOLDEARLY_H
#define TORA_JUDGE_TOLDEARLY_H

#include "judge/evidence.h"

/*
 * The test prints what an object said of itself each time that it called something, as `told`, and
 * what it says in the end, as `then` (lang/: gen_looks.js, gen_looks.py). Both versions come to an
 * end; as often as before is it asked, the end is the same, and what was said before is not. No
 * message, changelog or document of the change has a word about what comes first.
 */
bool tora_told_early(const struct tora_case *c);

#endif
