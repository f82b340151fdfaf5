/*
 * load.h - what loading the changed modules says about a side. Pure.
 */
#ifndef TORA_RUN_LOAD_H
#define TORA_RUN_LOAD_H

#include "model/check.h"
#include "run/answer.h"

/*
 * `failure` (NULL: the runner answered) or no module at all that imports: the side's
 * not-buildable reason. Some that do not: a note for each. True: the side started threads or
 * processes, so that a fork of it would be half of what it is. `lang` (NULL: none known) and `program`, the interpreter, are for the sentence.
 */
bool tora_load_judge(struct tora_check *check, enum tora_side side,
                     const struct tora_load_answer *answer, const char *failure,
                     const struct tora_lang *lang, const char *program);

#endif
