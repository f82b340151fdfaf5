#include "loop/signal.h"

#include "loop/inner.h"
#include "tora/str.h"

#include <ev.h>
#include <stdlib.h>

struct tora_signal {
	struct tora_loop *loop;
	void (*fn)(void *ctx, int signum);
	void *ctx;
	ev_signal ev;
};

static void on_signal(struct ev_loop *ev, ev_signal *w, int events)
{
	struct tora_signal *s = w->data;
	struct tora_loop *loop = s->loop;
	int64_t began = tora_loop_begin();

	(void)ev;
	(void)events;
	s->fn(s->ctx, w->signum);
	tora_loop_end(loop, began, "signal");
}

struct tora_signal *tora_signal_new(struct tora_loop *loop, int signum,
                                    void (*fn)(void *ctx, int signum), void *ctx)
{
	struct tora_signal *s = tora_xcalloc(1, sizeof(*s));

	s->loop = loop;
	s->fn = fn;
	s->ctx = ctx;
	ev_signal_init(&s->ev, on_signal, signum);
	s->ev.data = s;
	ev_signal_start(tora_loop_ev(loop), &s->ev);
	ev_unref(tora_loop_ev(loop)); /* does not keep a run going */
	return s;
}

void tora_signal_free(struct tora_signal *s)
{
	if (!s)
		return;
	ev_ref(tora_loop_ev(s->loop));
	ev_signal_stop(tora_loop_ev(s->loop), &s->ev);
	free(s);
}
