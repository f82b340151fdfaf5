/*
 * inner.h - what the modules of this folder need of a loop; nobody else includes it.
 *
 * The wrapper of every libev callback takes the time with begin, calls the
 * owner's function, and gives the time back with end. The owner may free the
 * watcher in its function, so the wrapper keeps loop and name in locals.
 */
#ifndef TORA_LOOP_INNER_H
#define TORA_LOOP_INNER_H

#include "loop/loop.h"

struct ev_loop;

struct ev_loop *tora_loop_ev(struct tora_loop *loop);
int64_t tora_loop_begin(void);
void tora_loop_end(struct tora_loop *loop, int64_t began, const char *name);

#endif
