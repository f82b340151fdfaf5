/*
 * olduse.h - a call as it was made before the change: without the parameters that the change adds.
 *
 * Who adds an option to a function promises, by making it an option, that callers who do not know
 * of it see nothing. Pure.
 */
#ifndef TORA_JUDGE_OLDUSE_H
#define TORA_JUDGE_OLDUSE_H

#include "model/change.h"

/*
 * A public function of the change has more parameters now, all that it had are there still, and the
 * test has the name of none of the new ones.
 */
bool tora_old_use(const struct tora_change *change, struct tora_sv test);

#endif
