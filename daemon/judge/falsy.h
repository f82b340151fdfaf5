/*
 * falsy.h - what was asked to be None is asked to be true, and the program passes something that is there and false. Pure.
 *
 * `if value is None` becomes `if not value`, `value or default`, `a ?? b` becomes `a || b`: 0, "" and [] are taken for missing. Who
 * means that has a word for what is empty or zero.
 */
#ifndef TORA_JUDGE_FALSY_H
#define TORA_JUDGE_FALSY_H

#include "judge/evidence.h"

/*
 * The source asks for None, null or undefined in fewer places than before, and for the truth of something in a line that it adds; the
 * program has 0, an empty text or an empty container in a call or a list, or gives one a name; and neither a message nor the changelog, nor
 * a test or document of the change, speaks of such.
 */
bool tora_falsy(const struct tora_case *c);

#endif
