/*
 * signal.h - hear of a signal sent to this process (TERM, INT, HUP) as a callback.
 *
 * It comes through the loop, so it may do what any callback may. Waiting for
 * signals alone does not keep tora_loop_run() going.
 */
#ifndef TORA_LOOP_SIGNAL_H
#define TORA_LOOP_SIGNAL_H

#include "loop/loop.h"

struct tora_signal;

/* `ctx` is borrowed. After the free the signal does again what it did by default. */
struct tora_signal *tora_signal_new(struct tora_loop *loop, int signum,
                                    void (*fn)(void *ctx, int signum), void *ctx);
void tora_signal_free(struct tora_signal *s); /* NULL is fine */

#endif
