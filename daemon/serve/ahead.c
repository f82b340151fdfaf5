#include "serve/ahead.h"

#include "loop/proc.h"
#include "loop/timer.h"
#include "queue/ease.h"
#include "tora/json.h"

#include <stdlib.h>
#include <string.h>

#define BUDGET_MS (10 * 60 * 1000)
#define OUT_MAX   4096
#define SAID_MAX  300 /* bytes of what it said, in the log */
#define NICE      19
#define WANTS_MAX 1000 /* repositories; more are built when a check needs them */

struct tora_ahead {
	struct tora_ahead_spec spec;
	struct tora_timer *timer;
	struct tora_proc *proc; /* NULL: none runs */
	char *dir;              /* of the one that runs, or ran last; NULL */
	int64_t wants[WANTS_MAX];
	size_t n;
};

static void next(void *ctx);

struct tora_ahead *tora_ahead_new(const struct tora_ahead_spec *spec)
{
	struct tora_ahead *a = tora_xcalloc(1, sizeof(*a));

	a->spec = *spec;
	a->timer = tora_timer_new(spec->loop, "building ahead", next, a);
	return a;
}

void tora_ahead_free(struct tora_ahead *a)
{
	if (!a)
		return;
	tora_proc_free(a->proc);
	tora_timer_free(a->timer);
	free(a->dir);
	free(a);
}

void tora_ahead_want(struct tora_ahead *a, int64_t repo)
{
	for (size_t i = 0; i < a->n; i++)
		if (a->wants[i] == repo)
			return;
	if (a->n == WANTS_MAX)
		return;
	a->wants[a->n++] = repo;
	tora_ahead_look(a);
}

static bool is_idle(const struct tora_ahead *a)
{
	unsigned queued, running;
	int64_t until;

	tora_queue_counts(a->spec.queue, &queued, &running);
	return queued + running == 0 && !tora_queue_is_paused(a->spec.queue, &until);
}

void tora_ahead_look(struct tora_ahead *a)
{
	if (a->n && !a->proc && is_idle(a))
		tora_timer_start(a->timer, a->spec.delay_ms);
}

/* It may end well without a build: for want of room, or because the project cannot be built. */
static void log_reason(const struct tora_ahead *a, struct tora_sv said)
{
	struct tora_err ignored;
	cJSON *json = NULL;

	if (tora_json_parse(said, OUT_MAX, &json, &ignored))
		return;
	if (*tora_json_text(json, "reason", ""))
		tora_log(a->spec.log, TORA_LOG_INFO, "ahead",
		         "no build of '%s' was made ahead: %s: %s", a->dir,
		         tora_json_text(json, "reason", ""), tora_json_text(json, "detail", ""));
	cJSON_Delete(json);
}

static void on_done(void *ctx, const struct tora_outcome *o)
{
	struct tora_ahead *a = ctx;
	struct tora_sv said = tora_sv_trim(o->err.len ? o->err : o->out);

	if (o->how == TORA_PROC_EXIT && o->code == 0) {
		log_reason(a, o->out);
	} else {
		if (said.len > SAID_MAX)
			said.len = SAID_MAX;
		tora_log(a->spec.log, TORA_LOG_INFO, "ahead",
		         "no build of '%s' was made ahead, status %d: '%.*s'", a->dir, o->code,
		         (int)said.len, said.len ? said.at : "");
	}
	tora_proc_free(a->proc);
	a->proc = NULL;
	tora_ahead_look(a);
}

static void start(struct tora_ahead *a, const struct tora_watch_view *view)
{
	const char *dir = view->folder;
	const char *const argv[] = { a->spec.program, "prebuild", "--repo", dir, NULL };
	struct tora_proc_spec spec = { .name = "prebuild",
		                       .argv = argv,
		                       .dir = "/",
		                       .out_max = OUT_MAX,
		                       .budget_ms = BUDGET_MS,
		                       .nice = NICE,
		                       .dies_with_us = true,
		                       .done = on_done,
		                       .ctx = a };
	struct tora_err err;

	free(a->dir);
	a->dir = tora_xstrdup(dir);
	if (tora_proc_start(a->spec.loop, &spec, &a->proc, &err))
		tora_log(a->spec.log, TORA_LOG_WARN, "ahead", "'%s': %s", dir, err.msg);
}

static void next(void *ctx)
{
	struct tora_ahead *a = ctx;
	struct tora_watch_view view;
	struct tora_ease ease;

	if (!a->n || a->proc || !is_idle(a))
		return;
	tora_ease_look(a->spec.root, &ease);
	if (ease.reason != TORA_REASON_NONE) {
		tora_timer_start(a->timer, TORA_EASE_LOOK_MS);
		return;
	}
	while (a->n && !a->proc) {
		int64_t repo = a->wants[0];

		a->n--;
		memmove(a->wants, a->wants + 1, a->n * sizeof(*a->wants));
		if (tora_watch_view(a->spec.watch, repo, &view) && view.state != TORA_WATCH_GONE &&
		    view.settings->is_enabled)
			start(a, &view);
	}
}
