/*
 * loop.h - the one event loop of a process, and how to wait in it.
 *
 * Only this folder knows that it is libev. It is libev's default loop, because
 * only that one hears of children; so there is one tora_loop at a time in a
 * process, used by one thread. Everything made on a loop is freed before it.
 * Callbacks do a bounded piece of work and return.
 */
#ifndef TORA_LOOP_LOOP_H
#define TORA_LOOP_LOOP_H

#include "tora/log.h"

#include <stdbool.h>
#include <stdint.h>

#define TORA_LOOP_SLOW_MS 20

struct tora_loop;

/* Also makes the process ignore SIGPIPE: a peer that is gone is an errno, not the end of us. */
struct tora_loop *tora_loop_new(struct tora_err *err);
void tora_loop_free(struct tora_loop *loop); /* NULL is fine */

/* Until tora_loop_stop(), or until nothing is left that could happen. */
void tora_loop_run(struct tora_loop *loop);
/* For good: the running callback ends, then every run and wait, nested or later, returns. */
void tora_loop_stop(struct tora_loop *loop);

/*
 * Handle events until *flag, also from inside a callback. The flag is looked at first, so a wait
 * for what is true already returns without blocking.
 * TORA_E_TIMEOUT: budget_ms passed. TORA_E_CANCELED: the loop was stopped.
 */
int tora_loop_wait(struct tora_loop *loop, const bool *flag, int64_t budget_ms);

/* Callbacks over TORA_LOOP_SLOW_MS are logged with their name. `log` is borrowed; NULL: none are. */
void tora_loop_log_slow(struct tora_loop *loop, const struct tora_log *log);

#endif
