/*
 * answers.h - does a folder answer, or is the disk or the server gone that it lies on?
 *
 * Who asks one that is gone may wait for ever, and no signal ends that: a process of its own asks, which is left to itself.
 */
#ifndef TORA_ANSWERS_H
#define TORA_ANSWERS_H

#include "tora/err.h"

#include <stdbool.h>
#include <stddef.h>

#define TORA_ANSWERS_MS 4000 /* of the state folder; who starts the daemon waits 5 s for it */

/* TORA_E_TIMEOUT: not within `ms`. A folder that is not there answers; where no process can be had, everything does. */
int tora_answers(const char *folder, unsigned ms, struct tora_err *err);

/*
 * How many of `n` folders answer within `ms` all together: they are asked in their order, and those behind one that
 * does not are not asked. ret_gone[i] is written for each that answers: no such folder is there.
 */
size_t tora_answers_in_turn(const char *const *folders, size_t n, unsigned ms, bool *ret_gone);

#endif
