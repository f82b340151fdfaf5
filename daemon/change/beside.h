/*
 * beside.h - what stands in the base beside what was changed: its README, and the tests and documents that use it.
 */
#ifndef TORA_CHANGE_BESIDE_H
#define TORA_CHANGE_BESIDE_H

#include "model/check.h"

/*
 * Sets `readme`, `tests` and `documents` of the change, which are views into the check's arena. They are asked for more words on what is known
 * otherwise: nothing hangs on them, and what cannot be read is not there. `functions` of the change have to be known.
 */
void tora_beside_read(struct tora_check *check);

#endif
