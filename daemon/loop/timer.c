#include "loop/timer.h"

#include "loop/inner.h"
#include "tora/str.h"

#include <ev.h>
#include <stdlib.h>

struct tora_timer {
	struct tora_loop *loop;
	const char *name;
	void (*fn)(void *ctx);
	void *ctx;
	ev_timer ev;
};

static void on_timer(struct ev_loop *ev, ev_timer *w, int events)
{
	struct tora_timer *t = w->data;
	struct tora_loop *loop = t->loop;
	const char *name = t->name;
	int64_t began = tora_loop_begin();

	(void)ev;
	(void)events;
	t->fn(t->ctx);
	tora_loop_end(loop, began, name);
}

struct tora_timer *tora_timer_new(struct tora_loop *loop, const char *name, void (*fn)(void *ctx),
                                  void *ctx)
{
	struct tora_timer *t = tora_xcalloc(1, sizeof(*t));

	t->loop = loop;
	t->name = name;
	t->fn = fn;
	t->ctx = ctx;
	ev_init(&t->ev, on_timer);
	t->ev.data = t;
	return t;
}

void tora_timer_free(struct tora_timer *t)
{
	if (!t)
		return;
	tora_timer_stop(t);
	free(t);
}

void tora_timer_start(struct tora_timer *t, int64_t ms)
{
	struct ev_loop *ev = tora_loop_ev(t->loop);

	ev_timer_stop(ev, &t->ev);
	ev_now_update(ev); /* libev counts from when this turn began, which may be long ago */
	ev_timer_set(&t->ev, (double)(ms > 0 ? ms : 0) / 1000, 0);
	ev_timer_start(ev, &t->ev);
}

void tora_timer_stop(struct tora_timer *t)
{
	ev_timer_stop(tora_loop_ev(t->loop), &t->ev);
}

bool tora_timer_active(struct tora_timer *t)
{
	return ev_is_active(&t->ev);
}
