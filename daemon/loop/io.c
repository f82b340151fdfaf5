#include "loop/io.h"

#include "loop/inner.h"
#include "tora/str.h"

#include <ev.h>
#include <stdlib.h>

struct tora_io {
	struct tora_loop *loop;
	const char *name;
	void (*fn)(void *ctx, unsigned events);
	void *ctx;
	ev_io ev;
};

static void on_io(struct ev_loop *ev, ev_io *w, int events)
{
	struct tora_io *io = w->data;
	struct tora_loop *loop = io->loop;
	const char *name = io->name;
	int64_t began = tora_loop_begin();

	(void)ev;
	io->fn(io->ctx,
	       (events & EV_READ ? TORA_IO_READ : 0u) | (events & EV_WRITE ? TORA_IO_WRITE : 0u));
	tora_loop_end(loop, began, name);
}

struct tora_io *tora_io_new(struct tora_loop *loop, const char *name, int fd, unsigned events,
                            void (*fn)(void *ctx, unsigned events), void *ctx)
{
	struct tora_io *io = tora_xcalloc(1, sizeof(*io));

	io->loop = loop;
	io->name = name;
	io->fn = fn;
	io->ctx = ctx;
	ev_io_init(&io->ev, on_io, fd,
	           (events & TORA_IO_READ ? EV_READ : 0) | (events & TORA_IO_WRITE ? EV_WRITE : 0));
	io->ev.data = io;
	ev_io_start(tora_loop_ev(loop), &io->ev);
	return io;
}

void tora_io_free(struct tora_io *io)
{
	if (!io)
		return;
	ev_io_stop(tora_loop_ev(io->loop), &io->ev);
	free(io);
}
