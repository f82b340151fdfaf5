/*
 * The life of a process:
 *
 *	give --> WORKING --take back--> IDLE --give--> WORKING ...
 *	            |                     \--too many, too long, dismissed--> LEAVING
 *	            \--ends: done() of the work                  (its input is at its end)
 */
#include "queue/crew.h"

#include "loop/timer.h"
#include "queue/ease.h"
#include "tora/clock.h"
#include "tora/json.h"
#include "tora/log.h"

#include <stdlib.h>
#include <string.h>

#define LOOK_MS  10000
#define LEAVE_MS 3000 /* to end its runners, and itself */
#define IN_MAX   (64u << 10)
#define ARGS_MAX 40

enum phase { WORKING, IDLE, LEAVING };

struct tora_worker {
	struct tora_crew *crew;
	struct tora_proc *proc;
	enum phase phase;
	struct tora_work work; /* WORKING; argv is gone */
	int64_t repo, since_ms;
	struct tora_worker *next;
};

struct tora_crew {
	struct tora_crew_spec spec;
	struct tora_worker *all; /* newest first */
	struct tora_timer *look;
};

static void destroy(struct tora_worker *w)
{
	struct tora_worker **at = &w->crew->all;

	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	tora_proc_free(w->proc);
	free(w);
}

/* ---- what a process says ------------------------------------------------------------------- */

static void on_out(void *ctx, struct tora_sv chunk)
{
	struct tora_worker *w = ctx;

	if (w->phase == WORKING)
		w->work.on_out(w->work.ctx, chunk);
}

static void on_err(void *ctx, struct tora_sv chunk)
{
	struct tora_worker *w = ctx;

	if (w->phase == WORKING)
		w->work.on_err(w->work.ctx, chunk);
}

static void on_done(void *ctx, const struct tora_outcome *outcome)
{
	struct tora_worker *w = ctx;

	if (w->phase == WORKING)
		w->work.done(w->work.ctx, outcome);
	else
		destroy(w);
}

/* ---- idle ones ------------------------------------------------------------------------------- */

static void let_go(struct tora_worker *w, const char *why)
{
	tora_log(w->crew->spec.log, TORA_LOG_INFO, "crew", "warm runners given back: %s", why);
	w->phase = LEAVING;
	tora_proc_set_budget(w->proc, LEAVE_MS);
	tora_proc_close_input(w->proc);
}

static size_t count_idle(const struct tora_crew *crew)
{
	size_t n = 0;

	for (const struct tora_worker *w = crew->all; w; w = w->next)
		n += w->phase == IDLE;
	return n;
}

static struct tora_worker *oldest(const struct tora_crew *crew)
{
	struct tora_worker *found = NULL;

	for (struct tora_worker *w = crew->all; w; w = w->next)
		if (w->phase == IDLE && (!found || w->since_ms < found->since_ms))
			found = w;
	return found;
}

void tora_crew_dismiss(struct tora_crew *crew, int64_t repo, const char *why)
{
	for (struct tora_worker *w = crew->all; w; w = w->next)
		if (w->phase == IDLE && (!repo || w->repo == repo))
			let_go(w, why);
}

static void on_look(void *ctx)
{
	struct tora_crew *crew = ctx;
	struct tora_ease ease;
	int64_t now = tora_clock_mono_ms();

	tora_ease_look(crew->spec.root, &ease);
	if (ease.reason != TORA_REASON_NONE)
		tora_crew_dismiss(crew, 0, tora_reason_name(ease.reason));
	for (struct tora_worker *w = crew->all; w; w = w->next)
		if (w->phase == IDLE && now - w->since_ms >= TORA_CREW_IDLE_MS)
			let_go(w, "no other check came");
	if (count_idle(crew))
		tora_timer_start(crew->look, LOOK_MS);
}

void tora_crew_take_back(struct tora_worker *w)
{
	struct tora_crew *crew = w->crew;

	w->phase = IDLE;
	w->since_ms = tora_clock_mono_ms();
	/* given up or over its time as it came to its end */
	if (!tora_proc_is_well(w->proc)) {
		let_go(w, "it was being stopped");
		tora_proc_kill(w->proc);
		return;
	}
	tora_proc_set_budget(w->proc, 0);
	while (count_idle(crew) > TORA_CREW_MAX)
		let_go(oldest(crew), "others came later");
	if (!tora_timer_active(crew->look))
		tora_timer_start(crew->look, LOOK_MS);
}

/* ---- work ---------------------------------------------------------------------------------------- */

static int write_words(const char *const *argv, struct tora_str *line, struct tora_err *err)
{
	cJSON *o = cJSON_CreateObject(), *list = tora_json_put_list(o, "check");
	bool is_same = true;

	for (size_t i = 1; argv[i] && is_same; i++) {
		tora_json_push_text(list, argv[i]);
		/* a path or a branch that is not UTF-8 would be another one */
		is_same = strcmp(cJSON_GetArrayItem(list, (int)i - 1)->valuestring, argv[i]) == 0;
	}
	tora_json_print(o, line);
	tora_str_addc(line, '\n');
	cJSON_Delete(o);
	return is_same ? tora_str_check(line, err)
	               : tora_fail(err, TORA_E_FORMAT, "an argument is no text");
}

static int send_work(struct tora_worker *w, const struct tora_work *work, struct tora_err *err)
{
	struct tora_str line = TORA_STR_INIT(IN_MAX);
	int rc = write_words(work->argv, &line, err);

	if (!rc)
		rc = tora_proc_write(w->proc, tora_str_view(&line), err);
	if (!rc && !tora_proc_is_well(w->proc)) /* it is dead, though nobody has said so yet */
		rc = tora_fail(err, TORA_E_REMOTE, "it reads no more");
	tora_str_free(&line);
	return rc;
}

static int start(struct tora_worker *w, const struct tora_work *work, struct tora_err *err)
{
	const char *argv[ARGS_MAX + 2];
	struct tora_proc_spec spec = {
		.name = "check",
		.argv = argv,
		.dir = "/",
		.in_max = IN_MAX,
		.nice = work->nice,
		.budget_ms = work->budget_ms,
		.dies_with_us = true,
		.on_out = on_out,
		.on_err = on_err,
		.done = on_done,
		.ctx = w,
	};
	size_t n = 0;

	while (work->argv[n]) {
		if (n == ARGS_MAX)
			return tora_fail(err, TORA_E_LIMIT, "too many arguments for a check");
		argv[n] = work->argv[n];
		n++;
	}
	argv[n] = "--linger";
	argv[n + 1] = NULL;
	return tora_proc_start(w->crew->spec.loop, &spec, &w->proc, err);
}

static void set_work(struct tora_worker *w, const struct tora_work *work)
{
	w->phase = WORKING;
	w->work = *work;
	w->work.argv = NULL;
	w->repo = work->repo;
}

int tora_crew_give(struct tora_crew *crew, const struct tora_work *work,
                   struct tora_worker **ret_worker, struct tora_err *err)
{
	struct tora_worker *w;
	struct tora_err ignored;
	int rc;

	for (w = crew->all; w; w = w->next) {
		if (w->phase != IDLE || w->repo != work->repo || send_work(w, work, &ignored))
			continue;
		tora_proc_set_budget(w->proc, work->budget_ms);
		set_work(w, work);
		*ret_worker = w;
		return TORA_OK;
	}
	w = tora_xcalloc(1, sizeof *w);
	w->crew = crew;
	set_work(w, work);
	rc = start(w, work, err);
	if (rc) {
		free(w);
		return rc;
	}
	w->next = crew->all;
	crew->all = w;
	*ret_worker = w;
	return TORA_OK;
}

/* ---- the whole -------------------------------------------------------------------------------------- */

struct tora_crew *tora_crew_new(const struct tora_crew_spec *spec)
{
	struct tora_crew *crew = tora_xcalloc(1, sizeof *crew);

	crew->spec = *spec;
	crew->look = tora_timer_new(spec->loop, "crew", on_look, crew);
	return crew;
}

void tora_crew_free(struct tora_crew *crew)
{
	if (!crew)
		return;
	while (crew->all)
		destroy(crew->all);
	tora_timer_free(crew->look);
	free(crew);
}

void tora_worker_free(struct tora_worker *w)
{
	if (w)
		destroy(w);
}

struct tora_proc *tora_worker_proc(const struct tora_worker *w)
{
	return w->proc;
}
