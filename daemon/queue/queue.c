/*
 * queue.c - do what the plan says.
 */
#include "queue/queue.h"
#include "loop/timer.h"
#include "queue/crew.h"
#include "queue/moves.h"
#include "queue/plan.h"
#include "queue/run.h"
#include "store/events.h"
#include "store/record.h"
#include "store/repos.h"
#include "tora/clock.h"
#include "tora/json.h"
#include "tora/log.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define NICE     10
#define AGAIN_MS 5000 /* after the store failed */
#define TURN_MS  10   /* of work in one turn of the loop: the rest is for the next */

struct ending { /* how a check ended, until the store has it */
	bool is_set;
	const char *state; /* static text */
	enum tora_reason reason;
	char *detail, *record; /* heap or NULL */
};

struct item {
	struct tora_queue *q;
	struct tora_job job; /* branch points to `branch` */
	char *branch, *head; /* head may be NULL */
	bool is_put_off;     /* the store failed: nobody's hurry helps */
	bool is_put_back;    /* its process is ended by a pause, not by itself: it waits again */
	struct tora_run *run;
	struct ending ending;
};

struct served {
	int64_t repo, serial;
};

struct tora_queue {
	struct tora_queue_spec spec;
	struct tora_ease ease;
	struct tora_crew *crew;
	struct item **items;
	size_t n, cap;
	struct served *served;
	size_t n_served;
	int64_t serial;
	struct tora_timer *pump_timer, *pause_timer;
	bool is_paused, is_draining;
	int64_t paused_until; /* wall */
};

static void pump(void *ctx);

static void trouble(struct tora_queue *q, const struct tora_err *err)
{
	q->spec.on_trouble(q->spec.ctx, err);
}

static int64_t *served_of(struct tora_queue *q, int64_t repo)
{
	for (size_t i = 0; i < q->n_served; i++)
		if (q->served[i].repo == repo)
			return &q->served[i].serial;
	q->served = tora_xrealloc(q->served, (q->n_served + 1) * sizeof *q->served);
	q->served[q->n_served] = (struct served){ .repo = repo };
	return &q->served[q->n_served++].serial;
}

static void free_item(struct item *item)
{
	tora_run_free(item->run);
	free(item->ending.detail);
	free(item->ending.record);
	free(item->branch);
	free(item->head);
	free(item);
}

static void remove_item(struct item *item)
{
	struct tora_queue *q = item->q;

	for (size_t i = 0; i < q->n; i++) {
		if (q->items[i] != item)
			continue;
		memmove(&q->items[i], &q->items[i + 1], (q->n - i - 1) * sizeof *q->items);
		q->n--;
		break;
	}
	free_item(item);
}

static bool is_for_person(const char *trigger)
{
	return strcmp(trigger, "ask") == 0 || strcmp(trigger, "push") == 0;
}

static struct item *add_item(struct tora_queue *q, int64_t check, int64_t repo, const char *branch,
                             const char *head, const char *trigger)
{
	struct item *item = tora_xcalloc(1, sizeof *item);

	if (q->n == q->cap) {
		q->cap = q->cap ? q->cap * 2 : 16;
		q->items = tora_xrealloc(q->items, q->cap * sizeof(*q->items));
	}
	q->items[q->n++] = item;
	item->q = q;
	item->branch = tora_xstrdup(branch);
	item->head = head ? tora_xstrdup(head) : NULL;
	tora_log(q->spec.log, TORA_LOG_INFO, "queue", "check=c%lld queued: '%s' %.12s, by %s",
	         (long long)check, branch, head ? head : "HEAD", trigger);
	item->job = (struct tora_job){ .check = check,
		                       .repo = repo,
		                       .branch = item->branch,
		                       .is_asked = is_for_person(trigger) };
	return item;
}

/* Soon, from the loop: callers may be in the middle of something. */
static void pump_soon(struct tora_queue *q)
{
	tora_timer_start(q->pump_timer, 0);
}

static int adopt(struct tora_queue *q, int64_t check, const char *line, struct tora_err *err)
{
	struct tora_record_spec spec = { 0 };
	cJSON *json = NULL, *record;
	int rc = tora_json_parse(tora_sv(line), TORA_RECORD_LINE_MAX, &json, err);

	if (rc)
		return rc;
	record = cJSON_GetObjectItemCaseSensitive(json, "record");
	rc = record ? tora_record_adopt(q->spec.store, check, &spec, record, err)
	            : tora_fail(err, TORA_E_FORMAT, "no record in its last line");
	cJSON_Delete(json);
	return rc;
}

/* Write how it ended. TORA_OK too when somebody, mostly the check itself, has done so already. */
static int save_ending(struct item *item, struct tora_err *err)
{
	struct tora_queue *q = item->q;
	struct ending *e = &item->ending;
	int rc = TORA_E_FORMAT;

	if (e->record) {
		rc = adopt(q, item->job.check, e->record, err);
		if (rc == TORA_E_FORMAT || rc == TORA_E_LIMIT) { /* it will not get better */
			free(e->detail);
			e->detail = tora_xstrdup(err->msg);
			e->reason = TORA_REASON_INTERNAL;
			e->state = "failed";
		}
	}
	if (rc == TORA_E_FORMAT || rc == TORA_E_LIMIT)
		rc = tora_checks_end(q->spec.store, item->job.check, e->state, e->reason, e->detail,
		                     err);
	return rc == TORA_E_CONFLICT || rc == TORA_E_NOTFOUND ? TORA_OK : rc;
}

/* For `tora log`: how it ended, whoever wrote that. */
static void log_ending(struct tora_queue *q, int64_t check)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_check_row row;
	struct tora_err err;

	if (tora_checks_get(q->spec.store, arena, check, &row, &err) == TORA_OK)
		tora_log(q->spec.log, TORA_LOG_INFO, "queue", "check=c%lld %s%s%s, findings=%lld",
		         (long long)check, row.state, row.reason ? ": " : "",
		         row.reason ? row.reason : "", (long long)row.findings);
	tora_arena_free(arena);
}

/* It is over: tell the store, then everybody. Kept when the store fails, which is false. */
static bool close_item(struct item *item)
{
	struct tora_queue *q = item->q;
	struct tora_err err;
	int64_t check = item->job.check;

	item->job.state = TORA_JOB_ENDING;
	if (save_ending(item, &err)) {
		trouble(q, &err);
		tora_timer_start(q->pump_timer, AGAIN_MS);
		return false;
	}
	trouble(q, NULL);
	remove_item(item);
	log_ending(q, check);
	q->spec.on_change(q->spec.ctx);
	q->spec.on_end(q->spec.ctx, check);
	pump_soon(q);
	return true;
}

static void set_ending(struct item *item, const char *state, enum tora_reason reason,
                       const char *detail)
{
	if (item->ending.is_set)
		return;
	item->ending.is_set = true;
	item->ending.state = state;
	item->ending.reason = reason;
	item->ending.detail = tora_xstrdup(detail);
}

/* False: it is over all the same, its own process has said so; or the store fails. */
static bool put_back(struct item *item)
{
	struct tora_queue *q = item->q;
	struct tora_err err;
	int rc = tora_checks_requeue(q->spec.store, item->job.check, true, &err);

	item->is_put_back = false;
	if (rc) {
		trouble(q, rc == TORA_E_CONFLICT || rc == TORA_E_NOTFOUND ? NULL : &err);
		return false;
	}
	tora_run_free(item->run);
	item->run = NULL;
	item->job.state = TORA_JOB_QUEUED;
	tora_log(q->spec.log, TORA_LOG_INFO, "queue", "check=c%lld waits for the end of the pause",
	         (long long)item->job.check);
	q->spec.on_change(q->spec.ctx);
	pump_soon(q);
	return true;
}

static void on_run_end(void *ctx, const struct tora_run_end *end)
{
	struct item *item = ctx;
	struct tora_queue *q = item->q;

	if (item->is_put_back && !end->record && !item->ending.is_set && put_back(item))
		return;
	/* A record that was finished before we killed it is as good as any. */
	if (end->record)
		item->ending.record = tora_xstrdup(end->record);
	if (!end->record && !item->ending.is_set)
		tora_log(q->spec.log, TORA_LOG_WARN, "queue", "check=c%lld failed: %s",
		         (long long)item->job.check, end->detail);
	set_ending(item, "failed", end->reason, end->detail);
	tora_run_free(item->run);
	item->run = NULL;
	(void)close_item(item);
}

static void on_run_progress(void *ctx)
{
	struct item *item = ctx;

	item->q->spec.on_progress(item->q->spec.ctx, item->job.check);
}

static int start_run(struct item *item, struct tora_err *err)
{
	struct tora_queue *q = item->q;
	struct tora_arena *arena = tora_arena_new();
	struct tora_check_row row;
	struct tora_run_spec spec = {
		.crew = q->crew,
		.program = q->spec.program,
		.log = q->spec.log,
		.check = &row,
		.nice = NICE,
		.budget_s = q->spec.timeout_of(q->spec.ctx, item->job.repo),
		.folder = q->spec.folder_of(q->spec.ctx, item->job.repo),
		.on_progress = on_run_progress,
		.on_end = on_run_end,
		.ctx = item,
	};
	int rc = tora_checks_start(q->spec.store, item->job.check, err);

	if (rc == TORA_OK)
		rc = tora_checks_get(q->spec.store, arena, item->job.check, &row, err);
	if (rc) {
		tora_arena_free(arena);
		return rc;
	}
	item->job.state = TORA_JOB_RUNNING;
	if (tora_run_start(&spec, &item->run, err)) {
		set_ending(item, "failed", TORA_REASON_INTERNAL, err->msg);
		tora_log(q->spec.log, TORA_LOG_ERROR, "queue", "check=c%lld was not started: %s",
		         (long long)item->job.check, err->msg);
		(void)close_item(item);
	}
	tora_arena_free(arena);
	return TORA_OK;
}

static void start_item(struct item *item)
{
	struct tora_queue *q = item->q;
	struct tora_err err;
	int64_t check = item->job.check;
	int rc;

	*served_of(q, item->job.repo) = ++q->serial;
	item->is_put_off = false;
	rc = start_run(item, &err);
	if (rc == TORA_OK) {
		q->spec.on_change(q->spec.ctx);
	} else if (rc == TORA_E_CONFLICT || rc == TORA_E_NOTFOUND) {
		remove_item(item); /* somebody finished or deleted it */
		q->spec.on_change(q->spec.ctx);
		q->spec.on_end(q->spec.ctx, check);
	} else {
		trouble(q, &err);
		item->job.not_before = tora_clock_mono_ms() + AGAIN_MS;
		item->is_put_off = true;
	}
}

static void give_up(struct item *item, enum tora_reason reason, const char *detail)
{
	set_ending(item, "canceled", reason, detail);
	item->job.state = TORA_JOB_ENDING;
	if (item->run)
		tora_run_kill(item->run);
	else
		pump_soon(item->q); /* there may be thousands */
}

/* Only while there is something that would wait. */
static void look_at_machine(struct tora_queue *q)
{
	enum tora_reason before = q->ease.reason;
	bool any = false;

	for (size_t i = 0; i < q->n && !any; i++)
		any = q->items[i]->job.state == TORA_JOB_QUEUED && !q->items[i]->job.is_asked;
	q->ease = (struct tora_ease){ .reason = TORA_REASON_NONE };
	if (any)
		tora_ease_look(q->spec.root, &q->ease);
	if (q->ease.reason != before)
		tora_log(q->spec.log, TORA_LOG_INFO, "queue", "%s",
		         q->ease.reason ? q->ease.detail : "the machine has room again");
}

static struct tora_plan ask_plan(struct tora_queue *q)
{
	struct tora_limits limits = { .jobs = q->spec.jobs,
		                      .is_stopped = q->is_paused || q->is_draining };
	struct tora_job *jobs = tora_xcalloc(q->n + 1, sizeof *jobs);
	struct tora_plan plan;

	for (size_t i = 0; i < q->n; i++) {
		jobs[i] = q->items[i]->job;
		jobs[i].served = *served_of(q, jobs[i].repo);
	}
	limits.asked_only = q->ease.reason != TORA_REASON_NONE;
	plan = tora_plan_next(jobs, q->n, &limits, tora_clock_mono_ms());
	free(jobs);
	return plan;
}

/* What is given up and was not running, and endings the store would not take. */
static void close_ended(struct tora_queue *q, int64_t until)
{
	for (size_t i = q->n; i-- > 0;) {
		struct item *item = i < q->n ? q->items[i] : NULL;

		if (!item || item->job.state != TORA_JOB_ENDING || item->run)
			continue;
		if (tora_clock_mono_ms() >= until) {
			pump_soon(q);
			return;
		}
		if (!close_item(item))
			return;
	}
}

static void pump(void *ctx)
{
	struct tora_queue *q = ctx;
	struct tora_plan plan;
	int64_t until = tora_clock_mono_ms() + TURN_MS;

	look_at_machine(q);
	close_ended(q, until);
	for (;;) {
		plan = ask_plan(q);
		if (!plan.is_step)
			break;
		if (tora_clock_mono_ms() >= until) {
			pump_soon(q);
			return;
		}
		if (plan.step.kind == TORA_STEP_START)
			start_item(q->items[plan.step.job]);
		else
			give_up(q->items[plan.step.job], TORA_REASON_SUPERSEDED,
			        "a newer commit of the branch came");
	}
	if (plan.wake_at >= 0 && !tora_timer_active(q->pump_timer)) {
		int64_t wait = plan.wake_at - tora_clock_mono_ms();

		tora_timer_start(q->pump_timer, wait > 0 ? wait : 0);
	}
}

static void pause_over(void *ctx)
{
	tora_queue_resume(ctx);
}

static int load(struct tora_queue *q, struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_check_filter filter = { .state = "queued",
		                            .limit = 5000,
		                            .oldest_first = true };
	struct tora_check_rows rows = { 0 };
	unsigned requeued = 0, failed = 0;
	int rc = tora_checks_recover(q->spec.store, &requeued, &failed, err);

	if (rc == TORA_OK)
		rc = tora_checks_list(q->spec.store, arena, &filter, &rows, err);
	for (size_t i = 0; rc == TORA_OK && i < rows.n; i++)
		add_item(q, rows.at[i].id, rows.at[i].repo, rows.at[i].branch, rows.at[i].head,
		         rows.at[i].trigger);
	if (rc == TORA_OK && (rows.n || failed))
		tora_log(q->spec.log, TORA_LOG_INFO, "queue",
		         "taking up %zu checks, %u of them lost while running; %u given up", rows.n,
		         requeued, failed);
	tora_arena_free(arena);
	return rc;
}

int tora_queue_new(const struct tora_queue_spec *spec, struct tora_queue **ret_queue,
                   struct tora_err *err)
{
	struct tora_queue *q = tora_xcalloc(1, sizeof *q);
	struct tora_crew_spec crew = { .loop = spec->loop, .log = spec->log, .root = spec->root };
	int rc;

	assert(spec->jobs >= 1);
	q->spec = *spec;
	q->crew = tora_crew_new(&crew);
	q->pump_timer = tora_timer_new(spec->loop, "queue", pump, q);
	q->pause_timer = tora_timer_new(spec->loop, "end of the pause", pause_over, q);
	rc = load(q, err);
	if (rc) {
		tora_queue_free(q);
		return rc;
	}
	if (q->n)
		pump_soon(q);
	*ret_queue = q;
	return TORA_OK;
}

void tora_queue_free(struct tora_queue *q)
{
	struct tora_err err;

	if (!q)
		return;
	for (size_t i = 0; i < q->n; i++) {
		struct item *item = q->items[i];
		bool was_running = item->run != NULL;

		tora_run_free(item->run);
		item->run = NULL;
		if (item->ending.is_set)
			(void)save_ending(item, &err);
		else if (was_running)
			(void)tora_checks_requeue(q->spec.store, item->job.check, true, &err);
		free_item(item);
	}
	tora_crew_free(q->crew);
	tora_timer_free(q->pump_timer);
	tora_timer_free(q->pause_timer);
	free(q->items);
	free(q->served);
	free(q);
}

bool tora_queue_find(const struct tora_queue *q, int64_t check, int64_t repo, const char *branch,
                     const char *head, struct tora_queue_view *ret)
{
	const struct item *found = NULL;

	for (size_t i = 0; i < q->n; i++) {
		const struct item *item = q->items[i];

		if (item->ending.is_set || (found && found->run && !item->run))
			continue;
		if (check ? item->job.check == check
		          : item->job.repo == repo && item->head && head &&
		                    strcmp(item->head, head) == 0 &&
		                    (!branch || strcmp(item->branch, branch) == 0))
			found = item;
	}
	if (!found)
		return false;
	*ret = (struct tora_queue_view){ .check = found->job.check,
		                         .repo = found->job.repo,
		                         .branch = found->branch,
		                         .head = found->head,
		                         .is_running = found->run != NULL,
		                         .is_asked = found->job.is_asked,
		                         .stage = "" };
	if (found->run)
		tora_run_progress(found->run, &ret->stage, &ret->done, &ret->of);
	return true;
}

unsigned tora_queue_ahead(const struct tora_queue *q, int64_t check)
{
	unsigned n = 0;

	for (size_t i = 0; i < q->n; i++) {
		const struct tora_job *job = &q->items[i]->job;

		n += q->items[i]->run || (job->is_asked && job->check < check);
	}
	return n < q->spec.jobs ? 0 : n;
}

/* For tora_moves_write(): a check that is being given up is not to be counted on. */
static bool is_open(void *ctx, int64_t check)
{
	struct tora_queue_view view;

	return tora_queue_find(ctx, check, 0, NULL, NULL, &view);
}

static size_t count_asked(const struct tora_queue *q)
{
	size_t n = 0;

	for (size_t i = 0; i < q->n; i++)
		n += q->items[i]->job.is_asked;
	return n;
}

/* Branches of the repository with an open check nobody asked for. */
static size_t held_branches(const struct tora_queue *q, int64_t repo, const char **held)
{
	size_t n = 0;

	for (size_t i = 0; i < q->n; i++)
		if (q->items[i]->job.repo == repo && !q->items[i]->job.is_asked)
			held[n++] = q->items[i]->branch;
	if (n)
		qsort(held, n, sizeof *held, tora_moves_compare);
	return n;
}

int tora_queue_moves(struct tora_queue *q, int64_t repo, const struct tora_moves *moves,
                     const char *trigger, bool is_enabled, struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	int64_t *ids = tora_arena_calloc(arena, moves->n + 1, sizeof *ids);
	const char **held = tora_arena_calloc(arena, q->n + 1, sizeof *held);
	size_t waiting = q->n - count_asked(q), refused = 0;
	struct tora_moves_spec spec = {
		.store = q->spec.store,
		.repo = repo,
		.trigger = trigger,
		.is_enabled = is_enabled,
		.room = waiting < TORA_QUEUE_MAX ? TORA_QUEUE_MAX - waiting : 0,
		.held = held,
		.n_held = held_branches(q, repo, held),
		.is_open = is_open,
		.ctx = q,
	};
	int rc = tora_moves_write(&spec, moves, ids, &refused, err);

	trouble(q, rc ? err : NULL);
	for (size_t i = 0; rc == TORA_OK && i < moves->n; i++)
		if (ids[i])
			add_item(q, ids[i], repo, moves->at[i].branch, moves->at[i].head, trigger);
	tora_arena_free(arena);
	if (rc)
		return rc;
	if (refused)
		tora_log(q->spec.log, TORA_LOG_WARN, "queue",
		         "%zu branches are not checked: %d checks wait already", refused,
		         TORA_QUEUE_MAX);
	q->spec.on_change(q->spec.ctx);
	pump_soon(q);
	return TORA_OK;
}

int tora_queue_ask(struct tora_queue *q, const struct tora_check_ask *ask, int64_t *ret_check,
                   struct tora_err *err)
{
	struct item *item;
	int64_t check = 0;
	int rc;

	if (count_asked(q) >= TORA_QUEUE_MAX)
		return tora_fail(err, TORA_E_LIMIT, "%d checks are waiting already",
		                 TORA_QUEUE_MAX);
	rc = tora_checks_enqueue(q->spec.store, ask, &check, err);
	trouble(q, rc ? err : NULL);
	if (rc)
		return rc;
	item = add_item(q, check, ask->repo, ask->branch, ask->head, ask->trigger);
	if (strcmp(ask->trigger, "push") == 0)
		item->job.not_before = tora_clock_mono_ms() + q->spec.settle_ms;
	q->spec.on_change(q->spec.ctx);
	pump_soon(q);
	*ret_check = check;
	return TORA_OK;
}

void tora_queue_promote(struct tora_queue *q, int64_t repo, const char *head)
{
	for (size_t i = 0; i < q->n; i++) {
		struct item *item = q->items[i];

		if (item->job.repo != repo || item->job.is_asked || !item->head ||
		    strcmp(item->head, head) != 0)
			continue;
		item->job.is_asked = true;
		pump_soon(q);
	}
}

const struct tora_ease *tora_queue_ease(const struct tora_queue *q)
{
	return &q->ease;
}

void tora_queue_hurry(struct tora_queue *q, int64_t repo, const char *head)
{
	for (size_t i = 0; i < q->n; i++) {
		struct item *item = q->items[i];

		if (!item->is_put_off && (!head || (item->job.repo == repo && item->head &&
		                                    strcmp(item->head, head) == 0)))
			item->job.not_before = 0;
	}
	pump_soon(q);
}

void tora_queue_drop_repo(struct tora_queue *q, int64_t repo, enum tora_reason reason,
                          const char *detail)
{
	for (size_t i = q->n; i-- > 0;)
		if (i < q->n && q->items[i]->job.repo == repo && !q->items[i]->ending.is_set)
			give_up(q->items[i], reason, detail);
	tora_crew_dismiss(q->crew, repo, "its repository is not watched any more");
}

void tora_queue_set_jobs(struct tora_queue *q, unsigned jobs)
{
	if (jobs == 0 || jobs == q->spec.jobs)
		return;
	q->spec.jobs = jobs;
	pump_soon(q);
}

unsigned tora_queue_jobs(const struct tora_queue *q)
{
	return q->spec.jobs;
}

void tora_queue_pause(struct tora_queue *q, int64_t ms)
{
	for (size_t i = 0; i < q->n; i++) {
		if (!q->items[i]->run || q->items[i]->is_put_back)
			continue;
		q->items[i]->is_put_back = true;
		tora_run_kill(q->items[i]->run);
	}
	tora_crew_dismiss(q->crew, 0, "paused");
	q->is_paused = true;
	q->paused_until = ms ? tora_clock_wall_ms() + ms : 0;
	if (ms)
		tora_timer_start(q->pause_timer, ms);
	else
		tora_timer_stop(q->pause_timer);
	q->spec.on_change(q->spec.ctx);
}

void tora_queue_resume(struct tora_queue *q)
{
	struct tora_err err;

	tora_timer_stop(q->pause_timer);
	if (!q->is_paused)
		return;
	q->is_paused = false;
	q->paused_until = 0;
	(void)tora_events_put(q->spec.store, "daemon.resumed", NULL, NULL, &err);
	q->spec.on_change(q->spec.ctx);
	pump_soon(q);
}

bool tora_queue_is_paused(const struct tora_queue *q, int64_t *ret_until)
{
	*ret_until = q->paused_until;
	return q->is_paused;
}

void tora_queue_drain(struct tora_queue *q)
{
	q->is_draining = true;
}

void tora_queue_counts(const struct tora_queue *q, unsigned *ret_queued, unsigned *ret_running)
{
	unsigned running = 0;

	for (size_t i = 0; i < q->n; i++)
		running += q->items[i]->job.state != TORA_JOB_QUEUED;
	*ret_running = running;
	*ret_queued = (unsigned)q->n - running;
}
