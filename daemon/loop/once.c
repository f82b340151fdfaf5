#include "loop/once.h"

#include "loop/timer.h"

#include <assert.h>

#define SLACK_MS 5000 /* a program over its budget takes a moment to be killed */

struct wait {
	const struct tora_once_watch *watch;
	struct tora_timer *timer; /* of the watch, or NULL */
	struct tora_proc *proc;
	bool over, is_stopped;
	int status;
	struct tora_str tail;
	size_t max;
};

static void on_output(void *ctx, struct tora_sv chunk)
{
	struct wait *w = ctx;

	if (chunk.len > w->max)
		chunk = (struct tora_sv){ chunk.at + chunk.len - w->max, w->max };
	if (w->tail.len + chunk.len > 2 * w->max)
		tora_str_drop(&w->tail, w->tail.len - w->max);
	tora_str_add(&w->tail, chunk);
}

static void on_done(void *ctx, const struct tora_outcome *o)
{
	struct wait *w = ctx;

	w->status = o->how == TORA_PROC_EXIT     ? o->code
	            : o->how == TORA_PROC_SIGNAL ? 128 + o->code
	                                         : -1;
	w->over = true;
}

static void look(void *ctx)
{
	struct wait *w = ctx;

	if (w->over)
		return;
	w->is_stopped = !w->watch->may_go_on(w->watch->ctx);
	if (w->is_stopped)
		tora_proc_kill(w->proc);
	else
		tora_timer_start(w->timer, w->watch->every_ms);
}

static void start_watch(struct wait *w, struct tora_loop *loop)
{
	if (!w->watch)
		return;
	w->timer = tora_timer_new(loop, "watching a program", look, w);
	tora_timer_start(w->timer, w->watch->every_ms);
}

int tora_once_run(struct tora_loop *loop, const struct tora_proc_spec *spec,
                  const struct tora_once_watch *watch, size_t log_max, struct tora_arena *arena,
                  struct tora_once *ret, struct tora_err *err)
{
	struct tora_proc_spec own = *spec;
	struct wait w = { .watch = watch, .max = log_max };
	int rc;

	assert(spec->budget_ms > 0);
	tora_str_init(&w.tail, 2 * log_max + 1);
	own.on_out = own.on_err = on_output;
	own.done = on_done;
	own.ctx = &w;
	rc = tora_proc_start(loop, &own, &w.proc, err);
	if (!rc) {
		start_watch(&w, loop);
		rc = tora_loop_wait(loop, &w.over, spec->budget_ms + SLACK_MS);
		if (rc)
			(void)tora_fail(err, rc, "%s did not come back", spec->name);
	}
	if (!rc) {
		if (w.tail.len > log_max)
			tora_str_drop(&w.tail, w.tail.len - log_max);
		ret->log = tora_arena_sv(arena, tora_str_view(&w.tail));
		ret->status = w.is_stopped ? TORA_ONCE_STOPPED : w.status;
	}
	tora_timer_free(w.timer);
	tora_proc_free(w.proc);
	tora_str_free(&w.tail);
	return rc;
}
