/*
 * ask.h - commands of a runner with an answer of their own, from whom they are asked to whom.
 */
#ifndef TORA_RUN_ASK_H
#define TORA_RUN_ASK_H

#include "model/check.h"

struct tora_pool;

/* model/exec.h, ask(): in the warm lanes of a pool (batch.h). */
void tora_ask_runners(struct tora_pool *pool, const struct tora_check *check,
                      struct tora_exec_question *all, size_t n);

#endif
