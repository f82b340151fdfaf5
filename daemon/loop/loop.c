#include "loop/loop.h"

#include "loop/inner.h"
#include "tora/clock.h"
#include "tora/str.h"

#include <assert.h>
#include <ev.h>
#include <signal.h>
#include <stdlib.h>

#define FAR_S 1e9 /* beyond any process's life */

struct tora_loop {
	struct ev_loop *ev;
	ev_periodic far; /* sleep_long() */
	const struct tora_log *slow;
	bool stopped;
};

static void on_far(struct ev_loop *ev, ev_periodic *far, int events)
{
	(void)ev;
	(void)far;
	(void)events;
}

/*
 * With a watcher of the wall clock libev asks the kernel to be told when that clock is set (a timerfd), and no longer
 * wakes up every 59.7 s to see for itself. It keeps nobody here.
 */
static void sleep_long(struct tora_loop *loop)
{
	ev_periodic_init(&loop->far, on_far, ev_time() + FAR_S, 0, NULL);
	ev_periodic_start(loop->ev, &loop->far);
	ev_unref(loop->ev);
}

struct tora_loop *tora_loop_new(struct tora_err *err)
{
	struct ev_loop *ev = ev_default_loop(EVFLAG_AUTO | EVFLAG_NOENV);
	struct tora_loop *loop;

	if (!ev) {
		(void)tora_fail(err, TORA_E_UNSUPPORTED, "no event mechanism works here");
		return NULL;
	}
	(void)signal(SIGPIPE, SIG_IGN);
	loop = tora_xcalloc(1, sizeof(*loop));
	loop->ev = ev;
	sleep_long(loop);
	return loop;
}

void tora_loop_free(struct tora_loop *loop)
{
	if (!loop)
		return;
	ev_loop_destroy(loop->ev);
	free(loop);
}

/* Turn by turn, so that being stopped does not depend on how deep libev is nested. */
void tora_loop_run(struct tora_loop *loop)
{
	while (!loop->stopped && ev_run(loop->ev, EVRUN_ONCE))
		;
}

void tora_loop_stop(struct tora_loop *loop)
{
	loop->stopped = true;
	ev_break(loop->ev, EVBREAK_ONE);
}

static void on_spent(struct ev_loop *ev, ev_timer *timer, int events)
{
	bool *spent = timer->data;

	(void)ev;
	(void)events;
	*spent = true;
}

int tora_loop_wait(struct tora_loop *loop, const bool *flag, int64_t budget_ms)
{
	bool spent = false;
	ev_timer budget;

	assert(budget_ms >= 0);
	ev_now_update(loop->ev); /* the budget counts from now, not from when this turn began */
	ev_timer_init(&budget, on_spent, (double)budget_ms / 1000, 0);
	budget.data = &spent;
	ev_timer_start(loop->ev, &budget);
	/* In a callback, the rest of this turn's events may hold what we wait for. */
	if (!*flag)
		ev_invoke_pending(loop->ev);
	while (!*flag && !spent && !loop->stopped)
		ev_run(loop->ev, EVRUN_ONCE);
	ev_timer_stop(loop->ev, &budget);
	if (*flag)
		return TORA_OK;
	return loop->stopped ? TORA_E_CANCELED : TORA_E_TIMEOUT;
}

void tora_loop_log_slow(struct tora_loop *loop, const struct tora_log *log)
{
	loop->slow = log;
}

struct ev_loop *tora_loop_ev(struct tora_loop *loop)
{
	return loop->ev;
}

int64_t tora_loop_begin(void)
{
	return tora_clock_mono_ms();
}

void tora_loop_end(struct tora_loop *loop, int64_t began, const char *name)
{
	int64_t took = tora_clock_mono_ms() - began;

	if (took > TORA_LOOP_SLOW_MS)
		tora_log(loop->slow, TORA_LOG_WARN, "loop", "%s held everybody up for %lld ms",
		         name, (long long)took);
}
