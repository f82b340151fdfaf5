/*
 * io.h - hear when a descriptor that somebody else owns can be read or written.
 *
 * The watcher never reads, writes or closes it; it is freed before the
 * descriptor is closed. The function may free its own watcher.
 */
#ifndef TORA_LOOP_IO_H
#define TORA_LOOP_IO_H

#include "loop/loop.h"

enum tora_io_events { TORA_IO_READ = 1 << 0, TORA_IO_WRITE = 1 << 1 };

struct tora_io;

/* Watching from now on. `name` (for the log) and `ctx` are borrowed. */
struct tora_io *tora_io_new(struct tora_loop *loop, const char *name, int fd, unsigned events,
                            void (*fn)(void *ctx, unsigned events), void *ctx);
void tora_io_free(struct tora_io *io); /* NULL is fine */

#endif
