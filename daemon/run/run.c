/*
 * run.c - the one file of this folder with effects: the sandbox is looked up and tried, runners
 * are started, asked and replaced.
 *
 * Callbacks only note what happened and wake `pump`; everything that starts or frees a
 * runner happens there, so nothing is ever freed under its own feet.
 */
#include "run/run.h"

#include "lang/lang.h"
#include "lang/place.h"
#include "lang/runner.h"
#include "loop/proc.h"
#include "loop/timer.h"
#include "run/answer.h"
#include "run/batch.h"
#include "run/box.h"
#include "run/load.h"
#include "run/request.h"
#include "tora/clock.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PREPARE_MS   15000
#define HELLO_MS     10000
#define LOAD_MS      20000 /* one module */
#define LOAD_ALL_MS  60000
#define COVER_MS     5000
#define GRACE_MS     3000 /* a runner's own deadline for a test comes first */
#define PIPELINE     2    /* requests a warm runner has, so that it never waits for us */
#define RESTARTS_MAX 50   /* of warm runners in one check */
#define RUN_SHARE    60 /* percent of the time left that trials may take; the rest is for judging */

struct worker {
	struct run *run;
	struct tora_runner *runner; /* NULL: to be started */
	enum tora_side side;
	bool cold, over; /* over: it ended, or is to be ended; pump frees it */
	unsigned load_ticket, ask_ticket;
	size_t jobs[PIPELINE]; /* oldest first */
	unsigned tickets[PIPELINE];
	size_t n_jobs;
	char why[160];       /* how it ended */
	struct worker *next; /* cold ones */
};

struct side {
	const char *const *argv;
	cJSON *load, *load_cold, *cover; /* requests; NULL cover: nothing to cover */
	struct worker warm;
	struct tora_load_answer loaded;
	bool is_loaded, load_failed;
	char load_error[200];
};

struct run {
	struct tora_check *check;
	struct tora_loop *loop;
	struct tora_box box;
	const struct tora_lang *lang;
	struct tora_toolchain toolchain;
	const char *runner_dir;
	struct side sides[2];
	struct worker *cold;
	unsigned n_cold, restarts;
	bool all_cold;
	struct tora_timer *pump;
	struct tora_batch *batch; /* of the exec.run under way, or NULL */
	bool is_progress;         /* the batch is the stage's own */
	bool settled;             /* what is being waited for has happened */
	int rc;                   /* a failure that ends the wait */
	struct tora_err err;
	cJSON *answer; /* of exec.ask */
	struct tora_sandbox sandbox;
	struct tora_exec exec;
};

/* ---- one program in the sandbox, waited for --------------------------------------------- */

struct once {
	bool over;
	struct tora_outcome end;
	struct tora_str tail; /* the last bytes of its output */
	size_t tail_max;
};

static void once_out(void *ctx, struct tora_sv chunk)
{
	struct once *o = ctx;

	if (chunk.len > o->tail_max)
		chunk = (struct tora_sv){ chunk.at + chunk.len - o->tail_max, o->tail_max };
	if (o->tail.len + chunk.len > 2 * o->tail_max)
		tora_str_drop(&o->tail, o->tail.len - o->tail_max);
	tora_str_add(&o->tail, chunk);
}

static void once_done(void *ctx, const struct tora_outcome *outcome)
{
	struct once *o = ctx;

	o->end = *outcome;
	o->over = true;
}

/* A descriptor of its own for each start: bubblewrap reads the filter from where the last one stopped. */
static int filter_again(const struct tora_box *box, struct tora_err *err)
{
	char path[64];
	int fd;

	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", box->filter);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? tora_fail_sys(err, "opening the filter of system calls") : fd;
}

struct place { /* where one program is run from */
	struct tora_loop *loop;
	struct tora_arena *arena;
};

/* struct tora_box_start */
static int run_once(void *ctx, const struct tora_box *box, const char *const *argv,
                    unsigned budget_ms, size_t out_max, struct tora_sv *ret_log, int *ret_status,
                    struct tora_err *err)
{
	const struct place *place = ctx;
	struct once o = { .tail_max = out_max };
	struct tora_proc_fd fds = { .child_fd = TORA_BOX_FILTER_FD };
	struct tora_proc_spec spec = { .name = "sandbox",
		                       .argv = argv,
		                       .fds = &fds,
		                       .n_fds = 1,
		                       .budget_ms = budget_ms,
		                       .dies_with_us = true,
		                       .on_out = once_out,
		                       .on_err = once_out,
		                       .done = once_done,
		                       .ctx = &o };
	struct tora_proc *proc = NULL;
	int rc;

	fds.fd = filter_again(box, err);
	if (fds.fd < 0)
		return fds.fd;
	tora_str_init(&o.tail, 2 * out_max + 1);
	rc = tora_proc_start(place->loop, &spec, &proc, err);
	(void)close(fds.fd);
	if (!rc) {
		rc = tora_loop_wait(place->loop, &o.over, (int64_t)budget_ms + 5000);
		if (rc)
			(void)tora_fail(err, rc, "the sandbox did not come back");
	}
	if (!rc) {
		if (o.tail.len > out_max)
			tora_str_drop(&o.tail, o.tail.len - out_max);
		*ret_log = tora_arena_sv(place->arena, tora_str_view(&o.tail));
		*ret_status = o.end.how == TORA_PROC_EXIT     ? o.end.code
		              : o.end.how == TORA_PROC_SIGNAL ? 128 + o.end.code
		                                              : -1;
	}
	tora_proc_free(proc);
	tora_str_free(&o.tail);
	return rc;
}

/* TORA_SANDBOX: another bubblewrap than that of PATH; what is no program switches it off. */
static int find_box(struct tora_loop *loop, struct tora_arena *arena, struct tora_box *box,
                    struct tora_err *err)
{
	struct place place = { loop, arena };
	struct tora_box_start start = { .run = run_once, .ctx = &place };

	return tora_box_find(box, getenv("TORA_SANDBOX"), getenv("PATH"), &start, arena, err);
}

int tora_run_probe(struct tora_loop *loop, struct tora_arena *arena, const char **ret_text,
                   struct tora_err *err)
{
	struct tora_box box;

	if (find_box(loop, arena, &box, err)) {
		*ret_text = tora_arena_printf(arena, "nothing can be run: %s", err->msg);
		return tora_fail(err, TORA_E_UNSUPPORTED, "%s", *ret_text);
	}
	*ret_text = tora_arena_printf(arena, "bubblewrap (%s), %s", box.bwrap,
	                              box.setpriv ? "tests run as nobody, dropped from root"
	                                          : "in a user namespace");
	tora_box_done(&box);
	return TORA_OK;
}

/* model/sandbox.h */
static int sandbox_run(void *ctx, const char *const *argv, const char *dir_rw, unsigned budget_ms,
                       size_t out_max, struct tora_sv *ret_log, int *ret_status,
                       struct tora_err *err)
{
	struct run *run = ctx;
	struct place place = { run->loop, run->check->arena };

	return run_once(
		&place, &run->box,
		tora_box_command(&run->box, &run->toolchain, argv, dir_rw, run->check->arena),
		budget_ms, out_max, ret_log, ret_status, err);
}

static void find_toolchain(struct run *run)
{
	struct tora_check *c = run->check;
	struct tora_err err = TORA_ERR_INIT;

	for (size_t i = 0; i < c->change.files.n && !run->lang; i++)
		if (c->change.files.at[i].role == TORA_FILE_SOURCE && c->change.files.at[i].lang &&
		    c->change.files.at[i].lang->runner)
			run->lang = c->change.files.at[i].lang;
	if (!run->lang)
		tora_check_stop(c, TORA_REASON_UNSUPPORTED_LANGUAGE,
		                "no changed file is in a language tora can run");
	else if (run->lang->toolchain(c->repo_path, c->config, c->arena, &run->toolchain, &err))
		tora_check_stop(c, TORA_REASON_NO_INTERPRETER, "%s", err.msg);
}

int tora_run_sandbox(struct tora_check *check, struct tora_err *err)
{
	struct run *run;
	int rc;

	if (check->sandbox)
		return TORA_OK;
	run = tora_xcalloc(1, sizeof(*run));
	run->check = check;
	run->loop = check->loop;
	rc = find_box(check->loop, check->arena, &run->box, err);
	if (rc) {
		free(run);
		tora_check_stop(check, TORA_REASON_NO_SANDBOX, "%s", err->msg);
		return TORA_OK;
	}
	run->sandbox = (struct tora_sandbox){ .ctx = run, .run = sandbox_run };
	check->sandbox = &run->sandbox;
	find_toolchain(run);
	return TORA_OK;
}

/* ---- starting a runner --------------------------------------------------------------------------- */

static const char *const *runner_argv(struct run *run, const char *tree, unsigned seed)
{
	struct tora_box_runner spec = { .lang = run->lang,
		                        .toolchain = &run->toolchain,
		                        .dir = run->runner_dir,
		                        .tree = tree,
		                        .seed = seed };

	return tora_box_runner(&run->box, &spec, run->check->arena);
}

static void prepare_runner(void *ctx, const char *dir)
{
	struct run *run = ctx;
	struct place place = { run->loop, run->check->arena };
	struct tora_box_runner spec = {
		.lang = run->lang, .toolchain = &run->toolchain, .dir = dir, .prepare = true
	};
	struct tora_err err = TORA_ERR_INIT;
	struct tora_sv log = { NULL, 0 };
	int status = -1;
	int rc = run_once(&place, &run->box, tora_box_runner(&run->box, &spec, run->check->arena),
	                  PREPARE_MS, 400, &log, &status, &err);

	if (rc || status)
		tora_log(run->check->log, TORA_LOG_WARN, "run",
		         "the runner could not be compiled and starts slower, status %d: '%.*s%s'",
		         status, (int)log.len, log.len ? log.at : "", err.msg);
}

static int place_runner(struct run *run, struct tora_err *err)
{
	size_t n;
	const struct tora_blob *etc = tora_box_etc(&n);

	return tora_lang_place(run->lang, run->check->paths->cache,
	                       tora_arena_printf(run->check->arena, "%s %s", run->toolchain.program,
	                                         run->toolchain.version),
	                       etc, n, prepare_runner, run, run->check->arena, &run->runner_dir,
	                       err);
}

static void wake(struct run *run)
{
	tora_timer_start(run->pump, 0);
}

static void on_answered(void *ctx, unsigned ticket, enum tora_runner_how how, cJSON **json);

static void on_ended(void *ctx, const char *why)
{
	struct worker *w = ctx;

	w->over = true;
	(void)snprintf(w->why, sizeof(w->why), "%s", why);
	tora_log(w->run->check->log, TORA_LOG_DEBUG, "run", "side=%s %s runner: '%s'",
	         tora_side_name(w->side), w->cold ? "cold" : "warm", why);
	wake(w->run);
}

static int start_runner(struct worker *w, const char *const *argv, struct tora_err *err)
{
	struct tora_proc_fd fds = { .child_fd = TORA_BOX_FILTER_FD };
	struct tora_runner_spec spec = { .name = "runner",
		                         .argv = argv,
		                         .fds = &fds,
		                         .n_fds = 1,
		                         .hello_ms = HELLO_MS,
		                         .answered = on_answered,
		                         .ended = on_ended,
		                         .ctx = w };
	int rc;

	fds.fd = filter_again(&w->run->box, err);
	if (fds.fd < 0)
		return fds.fd;
	rc = tora_runner_start(w->run->loop, &spec, &w->runner, err);
	(void)close(fds.fd);
	return rc;
}

static int start_warm(struct worker *w, struct tora_err *err)
{
	struct side *side = &w->run->sides[w->side];
	unsigned ignored;
	int rc = start_runner(w, side->argv, err);

	w->over = false;
	w->n_jobs = 0;
	if (!rc)
		rc = tora_runner_ask(w->runner, side->load, LOAD_ALL_MS, &w->load_ticket, err);
	if (!rc && side->cover)
		rc = tora_runner_ask(w->runner, side->cover, COVER_MS, &ignored, err);
	return rc;
}

static void stop_worker(struct worker *w)
{
	tora_runner_free(w->runner);
	w->runner = NULL;
}

/* ---- jobs -------------------------------------------------------------------------------------------- */

static int64_t job_ms(const struct run *run)
{
	return (int64_t)run->check->config->test_timeout_ms + GRACE_MS;
}

static int send_job(struct worker *w, size_t i, struct tora_err *err)
{
	const struct tora_exec_job *job = &w->run->batch->jobs[i];
	cJSON *request = tora_request_run(job->source, job->cover);
	int rc = tora_runner_ask(w->runner, request, job_ms(w->run), &w->tickets[w->n_jobs], err);

	cJSON_Delete(request);
	if (!rc)
		w->jobs[w->n_jobs++] = i;
	return rc;
}

/* The trial of a job whose runner did not survive it. */
static void put_lost(struct run *run, size_t i, enum tora_runner_how how, const char *why)
{
	struct tora_trial t = { .status = how == TORA_RUNNER_SLOW ? TORA_TRIAL_TIMEOUT
		                                                  : TORA_TRIAL_SIGNAL };

	if (how != TORA_RUNNER_SLOW) {
		t.code = 9;
		t.err = tora_sv(tora_arena_printf(run->check->arena, "the runner died: %s\n", why));
	}
	tora_batch_put(run->batch, i, &t);
}

static void take_trial(struct worker *w, size_t i, const cJSON *json)
{
	struct run *run = w->run;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_trial_answer got;
	size_t max = ((size_t)run->check->config->test_output_kib << 10) + 4096;

	if (tora_answer_trial(json, max, run->check->arena, &got, &err)) {
		w->over = true; /* whatever is wrong with it, a new one will not have it */
		if (!tora_batch_died(run->batch, i))
			put_lost(run, i, TORA_RUNNER_DIED, err.msg);
		return;
	}
	if (got.spoiled) {
		tora_log(run->check->log, TORA_LOG_INFO, "run", "runner replaced: '%s'",
		         got.spoiled);
		w->over = true;
	}
	tora_batch_put(run->batch, i, &got.trial);
}

static void take_load(struct side *side, struct run *run, enum tora_runner_how how,
                      const cJSON *json)
{
	struct tora_err err = TORA_ERR_INIT;

	if (side->is_loaded)
		return;
	side->is_loaded = true;
	if (how == TORA_RUNNER_SLOW)
		(void)tora_fail(&err, TORA_E_TIMEOUT, "importing it took longer than %d s",
		                LOAD_ALL_MS / 1000);
	else if (how != TORA_RUNNER_ANSWERED)
		(void)tora_fail(&err, TORA_E_REMOTE, "importing it ended the process");
	else
		(void)tora_answer_load(json, run->check->arena, &side->loaded, &err);
	side->load_failed = err.rc != 0;
	(void)snprintf(side->load_error, sizeof(side->load_error), "%.190s", err.msg);
}

static void on_answered(void *ctx, unsigned ticket, enum tora_runner_how how, cJSON **json)
{
	struct worker *w = ctx;
	struct run *run = w->run;

	if (ticket == w->load_ticket && !w->cold) {
		take_load(&run->sides[w->side], run, how, *json);
	} else if (w->ask_ticket && ticket == w->ask_ticket) {
		run->answer = *json;
		*json = NULL;
		run->settled = true;
	} else if (w->n_jobs && ticket == w->tickets[0] && run->batch) {
		size_t i = w->jobs[0];
		w->n_jobs--;
		memmove(w->jobs, w->jobs + 1, w->n_jobs * sizeof(w->jobs[0]));
		memmove(w->tickets, w->tickets + 1, w->n_jobs * sizeof(w->tickets[0]));
		if (how == TORA_RUNNER_LOST)
			tora_batch_again(run->batch, i);
		else if (how == TORA_RUNNER_ANSWERED)
			take_trial(w, i, *json);
		else if (how == TORA_RUNNER_SLOW || !tora_batch_died(run->batch, i))
			put_lost(run, i, how, "it ended with this test, twice");
		w->over = w->over || w->cold;
	}
	wake(run);
}

/* ---- the pump: start, feed, replace -------------------------------------------------------------- */

static int fill_warm(struct run *run, struct worker *w, struct tora_err *err)
{
	enum tora_batch_kind kind =
		w->side == TORA_BASE ? TORA_BATCH_WARM_BASE : TORA_BATCH_WARM_HEAD;
	int rc = TORA_OK;

	if (w->over && w->n_jobs)
		return TORA_OK; /* spoiled, and still answering */
	if (w->over || !w->runner) {
		size_t i = tora_batch_next(run->batch, kind);
		if (i == TORA_BATCH_NONE)
			return TORA_OK;
		tora_batch_again(run->batch, i);
		stop_worker(w);
		if (run->restarts++ >= RESTARTS_MAX)
			return tora_fail(err, TORA_E_REMOTE, "runners keep dying: %s", w->why);
		rc = start_warm(w, err);
	}
	while (!rc && w->n_jobs < PIPELINE) {
		size_t i = tora_batch_next(run->batch, kind);
		if (i == TORA_BATCH_NONE)
			break;
		rc = send_job(w, i, err);
		if (rc == TORA_E_REMOTE) { /* it just died; on_ended() follows */
			tora_batch_again(run->batch, i);
			return TORA_OK;
		}
	}
	return rc;
}

static unsigned jobs_at_once(const struct run *run)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	if (run->check->config->jobs)
		return run->check->config->jobs;
	return cores > 3 ? (unsigned)(cores / 2) : 1;
}

static int start_cold(struct run *run, size_t i, struct tora_err *err)
{
	const struct tora_exec_job *job = &run->batch->jobs[i];
	struct side *side = &run->sides[job->side];
	struct worker *w = tora_xcalloc(1, sizeof(*w));
	unsigned ignored;
	int rc;

	*w = (struct worker){ .run = run, .side = job->side, .cold = true, .next = run->cold };
	run->cold = w;
	run->n_cold++;
	rc = start_runner(w, runner_argv(run, run->check->builds[job->side].dir, job->seed), err);
	if (!rc)
		rc = tora_runner_ask(w->runner, side->load_cold, LOAD_MS, &ignored, err);
	if (!rc && job->cover && side->cover)
		rc = tora_runner_ask(w->runner, side->cover, COVER_MS, &ignored, err);
	if (!rc)
		rc = send_job(w, i, err);
	return rc;
}

static void drop_finished_cold(struct run *run, bool all)
{
	for (struct worker **at = &run->cold; *at;) {
		struct worker *w = *at;
		if (!w->over && !all) {
			at = &w->next;
			continue;
		}
		*at = w->next;
		stop_worker(w);
		free(w);
		run->n_cold--;
	}
}

static int fill_cold(struct run *run, struct tora_err *err)
{
	int rc = TORA_OK;

	while (!rc && run->n_cold < jobs_at_once(run)) {
		size_t i = tora_batch_next(run->batch, TORA_BATCH_COLD);
		if (i == TORA_BATCH_NONE)
			break;
		rc = start_cold(run, i, err);
	}
	return rc;
}

static void on_pump(void *ctx)
{
	struct run *run = ctx;
	struct tora_check *c = run->check;

	drop_finished_cold(run, false);
	if (run->batch) {
		if (run->is_progress && c->progress)
			c->progress(c->progress_ctx, "run", run->batch->n_done, run->batch->n);
		for (int s = TORA_BASE; s <= TORA_HEAD && !run->rc; s++)
			run->rc = fill_warm(run, &run->sides[s].warm, &run->err);
		if (!run->rc)
			run->rc = fill_cold(run, &run->err);
		run->settled = run->rc || run->batch->n_done == run->batch->n;
	} else if (run->sides[0].is_loaded && run->sides[1].is_loaded &&
	           !run->sides[0].warm.ask_ticket && !run->sides[1].warm.ask_ticket) {
		run->settled = true; /* a request is always answered, if only by its runner's end */
	}
}

/* Runners with requests of a batch that was given up would answer into the next one. */
static void stop_busy(struct run *run)
{
	drop_finished_cold(run, true);
	for (int s = TORA_BASE; s <= TORA_HEAD; s++)
		if (run->sides[s].warm.n_jobs)
			stop_worker(&run->sides[s].warm);
}

static int run_batch(struct run *run, struct tora_batch *batch, int64_t budget_ms,
                     struct tora_err *err)
{
	int rc;

	if (batch->n == 0)
		return TORA_OK;
	run->batch = batch;
	run->settled = false;
	run->rc = TORA_OK;
	wake(run);
	rc = tora_loop_wait(run->loop, &run->settled, budget_ms);
	run->batch = NULL;
	if (rc) {
		rc = tora_fail(err, rc, "%zu of %zu trials were not run in time",
		               batch->n - batch->n_done, batch->n);
	} else if (run->rc) {
		*err = run->err;
		rc = run->rc;
	}
	stop_busy(run);
	tora_batch_abandon(batch);
	return rc;
}

static int exec_run(void *ctx, const struct tora_exec_job *jobs, size_t n, struct tora_trial *ret,
                    struct tora_err *err)
{
	struct run *run = ctx;
	struct tora_batch batch;

	tora_batch_init(&batch, jobs, n, ret, run->all_cold, run->check->arena);
	return run_batch(run, &batch, tora_check_left_ms(run->check), err);
}

static int exec_ask(void *ctx, enum tora_side side, const char *command, const cJSON *params,
                    unsigned budget_ms, cJSON **ret_answer, struct tora_err *err)
{
	struct run *run = ctx;
	struct worker *w = &run->sides[side].warm;
	int64_t left = tora_check_left_ms(run->check), budget = budget_ms < left ? budget_ms : left;
	cJSON *request = params ? cJSON_Duplicate(params, 1) : cJSON_CreateObject();
	int rc = TORA_OK;

	cJSON_DeleteItemFromObjectCaseSensitive(request, "command");
	tora_json_put_text(request, "command", command);
	if (!cJSON_HasObjectItem(request, "budget_ms"))
		tora_json_put_int(request, "budget_ms", budget);
	if (w->over || !w->runner) {
		stop_worker(w);
		rc = start_warm(w, err);
	}
	run->settled = false;
	run->answer = NULL;
	if (!rc)
		rc = tora_runner_ask(w->runner, request, budget + GRACE_MS, &w->ask_ticket, err);
	cJSON_Delete(request);
	if (!rc && tora_loop_wait(run->loop, &run->settled, budget + LOAD_ALL_MS))
		rc = tora_fail(err, TORA_E_TIMEOUT, "no answer to '%s' in time", command);
	w->ask_ticket = 0;
	if (rc)
		stop_worker(w);
	else if (!run->answer)
		rc = tora_fail(err, TORA_E_REMOTE, "the runner ended while it was asked to %s: %s",
		               command, w->why);
	else if (!tora_json_bool(run->answer, "ok", false))
		rc = tora_fail(err, TORA_E_REMOTE, "%s: %.160s", command,
		               tora_json_text(run->answer, "error", "refused"));
	if (rc)
		cJSON_Delete(run->answer);
	else
		*ret_answer = run->answer;
	run->answer = NULL;
	return rc;
}

/* ---- opening -------------------------------------------------------------------------------------------- */

static void prepare_side(struct run *run, enum tora_side s)
{
	struct tora_check *c = run->check;
	struct side *side = &run->sides[s];
	bool is_base = s == TORA_BASE;
	size_t n_lines = is_base ? c->change.base_lines.n : c->change.head_lines.n;
	struct tora_load_spec spec = { .roots = c->change.roots.at,
		                       .n_roots = c->change.roots.n,
		                       .site = run->toolchain.import_path.at,
		                       .n_site = run->toolchain.import_path.n,
		                       .load_ms = LOAD_MS,
		                       .config = c->config };

	side->load_cold = tora_request_load(&spec);
	spec.modules = is_base ? c->change.modules_base.at : c->change.modules_head.at;
	spec.n_modules = is_base ? c->change.modules_base.n : c->change.modules_head.n;
	side->load = tora_request_load(&spec);
	if (n_lines)
		side->cover = tora_request_cover(
			is_base ? c->change.base_lines.at : c->change.head_lines.at, n_lines);
	side->argv = runner_argv(run, c->builds[s].dir, 0);
	side->warm = (struct worker){ .run = run, .side = s };
}

/* A fork of a process with threads is half a process: then every job gets its own. */
static void judge_loads(struct run *run)
{
	for (int i = TORA_BASE; i <= TORA_HEAD; i++) {
		const struct side *side = &run->sides[i];
		if (tora_load_judge(run->check, (enum tora_side)i, &side->loaded,
		                    side->load_failed ? side->load_error : NULL))
			run->all_cold = true;
	}
	if (run->all_cold)
		tora_check_note(run->check,
		                "importing the changed modules starts threads: each test "
		                "gets a process of its own, which is slower");
}

static int open_runners(struct run *run, struct tora_err *err)
{
	struct tora_check *c = run->check;
	int64_t left = tora_check_left_ms(c);
	int rc = place_runner(run, err);

	for (int s = TORA_BASE; s <= TORA_HEAD && !rc; s++) {
		prepare_side(run, (enum tora_side)s);
		rc = start_warm(&run->sides[s].warm, err);
	}
	run->settled = false;
	if (!rc)
		rc = tora_loop_wait(run->loop, &run->settled,
		                    left < LOAD_ALL_MS + HELLO_MS ? left : LOAD_ALL_MS + HELLO_MS);
	if (rc == TORA_E_TIMEOUT && !err->rc)
		rc = tora_fail(err, rc, "the runners were not ready in time");
	return rc;
}

int tora_run_open(struct tora_check *check, struct tora_err *err)
{
	struct run *run;
	int rc = tora_run_sandbox(check, err);

	if (rc || check->reason != TORA_REASON_NONE)
		return rc;
	run = check->sandbox->ctx;
	run->pump = tora_timer_new(run->loop, "run", on_pump, run);
	rc = open_runners(run, err);
	if (rc)
		return tora_wrap(err, "getting runners ready");
	judge_loads(run);
	run->exec = (struct tora_exec){ .ctx = run, .run = exec_run, .ask = exec_ask };
	check->exec = &run->exec;
	tora_log(check->log, TORA_LOG_DEBUG, "run",
	         "warm runners with %s (%s), modules %zu and %zu", run->toolchain.program,
	         run->toolchain.how, run->sides[0].loaded.loaded, run->sides[1].loaded.loaded);
	return TORA_OK;
}

void tora_run_close(struct tora_check *check)
{
	struct run *run = check->sandbox ? check->sandbox->ctx : NULL;

	check->sandbox = NULL;
	check->exec = NULL;
	if (!run)
		return;
	drop_finished_cold(run, true);
	for (int s = TORA_BASE; s <= TORA_HEAD; s++) {
		stop_worker(&run->sides[s].warm);
		cJSON_Delete(run->sides[s].load);
		cJSON_Delete(run->sides[s].load_cold);
		cJSON_Delete(run->sides[s].cover);
	}
	tora_timer_free(run->pump);
	tora_box_done(&run->box);
	free(run);
}

/* ---- the stage ------------------------------------------------------------------------------------------- */

static void add_pair(struct tora_check *c, size_t candidate, const struct tora_trial *base,
                     const struct tora_trial *head)
{
	struct tora_pair *p = tora_vec_push(c->arena, &c->pairs);

	*p = (struct tora_pair){ .candidate = candidate, .base = *base, .head = *head };
	p->reached = base->covered.n || head->covered.n;
	c->tests.run++;
	c->tests.reached += p->reached;
}

int tora_stage_run(struct tora_check *check, struct tora_err *err)
{
	struct run *run = check->exec ? check->exec->ctx : NULL;
	TORA_VEC(size_t) which = { NULL, 0, 0 };
	struct tora_exec_job *jobs;
	struct tora_trial *trials;
	struct tora_batch batch;
	int rc;

	assert(run);
	for (size_t i = 0; i < check->candidates.n; i++)
		if (check->candidates.at[i].drop == TORA_DROP_NONE)
			*tora_vec_push(check->arena, &which) = i;
	jobs = tora_arena_calloc(check->arena, 2 * which.n + 1, sizeof(*jobs));
	trials = tora_arena_calloc(check->arena, 2 * which.n + 1, sizeof(*trials));
	for (size_t i = 0; i < 2 * which.n; i++)
		jobs[i] = (struct tora_exec_job){
			.source = check->candidates.at[which.at[i / 2]].source,
			.side = i % 2 ? TORA_HEAD : TORA_BASE,
			.cover = true
		};
	tora_batch_init(&batch, jobs, 2 * which.n, trials, run->all_cold, check->arena);
	run->is_progress = true;
	rc = run_batch(run, &batch, tora_check_left_ms(check) * RUN_SHARE / 100, err);
	run->is_progress = false;
	for (size_t i = 0; i < which.n; i++)
		if (tora_batch_is_done(&batch, 2 * i) && tora_batch_is_done(&batch, 2 * i + 1))
			add_pair(check, which.at[i], &trials[2 * i], &trials[2 * i + 1]);
	if (rc == TORA_E_TIMEOUT && check->pairs.n) {
		tora_check_note(check, "%zu of %zu tests were not run: no time was left",
		                which.n - check->pairs.n, which.n);
		rc = TORA_OK;
	}
	return rc;
}
