/*
 * timer.h - one thing to do later, once; started again as often as wanted.
 *
 * Debounces, deadlines and growing pauses. The function may start, stop or free
 * its own timer.
 */
#ifndef TORA_LOOP_TIMER_H
#define TORA_LOOP_TIMER_H

#include "loop/loop.h"

struct tora_timer;

/* Not started. `name` (for the log) and `ctx` are borrowed. */
struct tora_timer *tora_timer_new(struct tora_loop *loop, const char *name, void (*fn)(void *ctx),
                                  void *ctx);
void tora_timer_free(struct tora_timer *t); /* NULL is fine */

void tora_timer_start(struct tora_timer *t, int64_t ms); /* from now; forgets an earlier start */
void tora_timer_stop(struct tora_timer *t);
bool tora_timer_active(struct tora_timer *t); /* false in its own function */

#endif
