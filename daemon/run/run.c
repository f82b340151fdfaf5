/*
 * run.c - the one file of this folder with effects: the sandbox is looked up and tried, the pool
 * of runners is opened, and jobs become trials.
 *
 * Four lanes of runners, a warm and a cold one for each side. Warm runners have the change's modules
 * loaded and fork for each test. Cold ones have loaded nothing and give each test an interpreter of
 * its own; they are started by the first job that wants one.
 */
#include "run/run.h"

#include "lang/lang.h"
#include "lang/place.h"
#include "lang/pool.h"
#include "loop/once.h"
#include "run/answer.h"
#include "run/batch.h"
#include "run/box.h"
#include "run/load.h"
#include "run/request.h"
#include "tora/clock.h"

#include <assert.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WATCH_MS    200 /* between looks at the disk while a command runs */
#define PREPARE_MS  15000
#define LOAD_MS     20000 /* one module, or LOAD_SHARE of the time left */
#define LOAD_ALL_MS 60000 /* all of them, or twice that */
#define LOAD_SHARE  4
#define READY_MS    (LOAD_ALL_MS + 10000)
#define COVER_MS    5000
#define GRACE_MS    3000 /* a runner's own deadline for a test comes first */
#define RUN_SHARE   60 /* percent of the time left that trials may take; the rest is for judging */

#define GROUP_MIB       1024
#define GROUP_PROCESSES 512

#define AT_ONCE_MAX 8 /* trials, unless tora.jobs says more */

#define LANES    TORA_BATCH_KINDS
#define OPENINGS 2 /* load, cover */

struct side {
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
	struct tora_pool_request openings[LANES][OPENINGS];
	struct tora_pool *pool;
	size_t n_slow[2]; /* tests of a side that met the time limit */
	bool all_cold;
	unsigned cold_ms;         /* limit of a cold test; 0: the configured one */
	struct tora_batch *batch; /* of the exec.run under way, or NULL */
	bool is_progress;         /* the batch is the stage's own */
	struct tora_sandbox sandbox;
	struct tora_exec exec;
};

/* ---- one program in the sandbox, waited for --------------------------------------------- */

/* A descriptor of its own for each start: bubblewrap reads the filter from where the last one stopped. */
static int filter_again(const struct tora_box *box, struct tora_err *err)
{
	char path[64];
	int fd;

	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", box->filter);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? tora_fail_sys(err, "opening the filter of system calls") : fd;
}

#define BOX_FDS 2

/*
 * Of the program that makes the sandbox. It clears the environment of what runs inside, but stays there
 * itself as process 1 and could be looked into, by a build of root say: it has nothing to hide.
 */
static const char *const box_env[] = { "PATH=/usr/bin:/bin", NULL };

/* What the sandbox is started with; the caller closes fds[0].fd. */
static int box_fds(const struct tora_box *box, struct tora_proc_fd fds[BOX_FDS], size_t *ret_n,
                   struct tora_err *err)
{
	fds[0] = (struct tora_proc_fd){ filter_again(box, err), TORA_BOX_FILTER_FD };
	fds[1] = (struct tora_proc_fd){ box->launch, TORA_BOX_LAUNCH_FD };
	*ret_n = BOX_FDS;
	return fds[0].fd < 0 ? fds[0].fd : TORA_OK;
}

struct place { /* where one program is run from */
	struct tora_loop *loop;
	struct tora_arena *arena;
	const struct tora_once_watch *watch; /* or NULL */
};

/* struct tora_box_start */
static int run_once(void *ctx, const struct tora_box *box, const char *const *argv,
                    unsigned budget_ms, size_t out_max, struct tora_sv *ret_log, int *ret_status,
                    struct tora_err *err)
{
	const struct place *place = ctx;
	struct tora_proc_fd fds[BOX_FDS];
	struct tora_proc_spec spec = { .name = "the sandbox",
		                       .argv = argv,
		                       .env = box_env,
		                       .fds = fds,
		                       .budget_ms = budget_ms,
		                       .dies_with_us = true };
	struct tora_once got;
	int rc = box_fds(box, fds, &spec.n_fds, err);

	if (rc)
		return rc;
	rc = tora_once_run(place->loop, &spec, place->watch, out_max, place->arena, &got, err);
	(void)close(fds[0].fd);
	if (rc)
		return rc;
	*ret_log = got.log;
	*ret_status = got.status;
	return TORA_OK;
}

/* TORA_SANDBOX is the user's word about it: run/box.h. */
static int find_box(struct tora_loop *loop, struct tora_arena *arena, const char *cache,
                    const struct tora_group_limits *limits, struct tora_box *box,
                    struct tora_err *err)
{
	struct place place = { loop, arena, NULL };
	struct tora_box_start start = { .run = run_once, .ctx = &place };

	return tora_box_find(box, getenv("TORA_SANDBOX"), getenv("PATH"),
	                     tora_arena_printf(arena, "%s/scratch", cache), limits, &start, arena,
	                     err);
}

int tora_run_probe(struct tora_loop *loop, struct tora_arena *arena, const char *cache,
                   bool *ret_is_full, const char **ret_text, struct tora_err *err)
{
	struct tora_group_limits limits = { GROUP_MIB, GROUP_PROCESSES };
	struct tora_box box;

	if (find_box(loop, arena, cache, &limits, &box, err)) {
		*ret_text = tora_arena_printf(arena, "nothing can be run: %s", err->msg);
		return tora_fail(err, TORA_E_UNSUPPORTED, "%s", *ret_text);
	}
	*ret_text = tora_box_describe(&box, arena);
	*ret_is_full = box.tier == TORA_TIER_BUBBLEWRAP;
	tora_box_done(&box);
	return TORA_OK;
}

/* Its output with the names of places as everywhere else. */
static struct tora_sv rename_log(const struct tora_box_line *line, struct tora_sv log,
                                 struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(log.len);

	tora_rename_answer(line->names, 2, log, &out);
	if (!out.over)
		log = tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
	return log;
}

/* model/sandbox.h */
static int sandbox_run(void *ctx, const char *const *argv, const char *dir_rw, unsigned budget_ms,
                       size_t out_max, const struct tora_sandbox_watch *watch,
                       struct tora_sv *ret_log, int *ret_status, struct tora_err *err)
{
	struct run *run = ctx;
	struct tora_arena *arena = run->check->arena;
	struct tora_once_watch looks = { .every_ms = WATCH_MS };
	struct place place = { run->loop, arena, watch ? &looks : NULL };
	struct tora_box_line line =
		tora_box_command(&run->box, &run->toolchain, argv, dir_rw, arena);
	int rc;

	if (watch) {
		looks.may_go_on = watch->may_go_on;
		looks.ctx = watch->ctx;
	}
	rc = run_once(&place, &run->box, line.argv, budget_ms, out_max, ret_log, ret_status, err);
	if (!rc && run->box.tier == TORA_TIER_LANDLOCK)
		*ret_log = rename_log(&line, *ret_log, arena);
	return rc;
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

/* ---- starting a runner --------------------------------------------------------------------------- */

static void prepare_runner(void *ctx, const char *dir)
{
	struct run *run = ctx;
	struct place place = { run->loop, run->check->arena, NULL };
	struct tora_box_runner spec = {
		.lang = run->lang, .toolchain = &run->toolchain, .dir = dir, .prepare = true
	};
	struct tora_err err = TORA_ERR_INIT;
	struct tora_sv log = { NULL, 0 };
	int status = -1;
	int rc = run_once(&place, &run->box,
	                  tora_box_runner(&run->box, &spec, run->check->arena).argv, PREPARE_MS,
	                  400, &log, &status, &err);

	if (rc || status)
		tora_log(run->check->log, TORA_LOG_WARN, "run",
		         "the runner could not be compiled and starts slower, status %d: '%.*s%s'",
		         status, (int)log.len, log.len ? log.at : "", err.msg);
}

static const char *interpreter(const struct run *run)
{
	return tora_arena_printf(run->check->arena, "%s %s", run->toolchain.program,
	                         run->toolchain.version);
}

static int place_runner(struct run *run, struct tora_err *err)
{
	size_t n;
	const struct tora_blob *etc = tora_box_files(run->check->arena, &n);
	const char *dir;
	int rc;

	if (run->runner_dir)
		return TORA_OK;
	rc = tora_lang_place(run->lang, run->check->paths->cache, interpreter(run), etc, n,
	                     prepare_runner, run, run->check->arena, &dir, err);
	if (!rc)
		run->runner_dir = dir;
	return rc;
}

/* model/sandbox.h */
static int sandbox_compile(void *ctx, const char *tree, const char *out, unsigned budget_ms,
                           struct tora_err *err)
{
	struct run *run = ctx;
	struct place place = { run->loop, run->check->arena, NULL };
	struct tora_box_runner spec = {
		.lang = run->lang, .toolchain = &run->toolchain, .tree = tree, .out = out
	};
	struct tora_sv log = { NULL, 0 };
	int status = -1, rc = place_runner(run, err);

	if (rc)
		return rc;
	spec.dir = run->runner_dir;
	rc = run_once(&place, &run->box, tora_box_runner(&run->box, &spec, run->check->arena).argv,
	              budget_ms, 400, &log, &status, err);
	if (!rc && status)
		rc = tora_fail(err, TORA_E_REMOTE, "compiling ended with %d: %.*s", status,
		               (int)log.len, log.len ? log.at : "");
	return rc;
}

/* Room for each runner and for as many tests as may run at once, each at its limit. */
static struct tora_group_limits group_limits(const struct tora_config *config)
{
	unsigned jobs = config->jobs ? config->jobs : AT_ONCE_MAX;

	return (struct tora_group_limits){ GROUP_MIB + 2 * jobs * config->test_memory_mib,
		                           GROUP_PROCESSES + 128 * jobs };
}

int tora_run_sandbox(struct tora_check *check, struct tora_err *err)
{
	struct tora_group_limits limits = group_limits(check->config);
	struct run *run;
	int rc;

	if (check->sandbox)
		return TORA_OK;
	run = tora_xcalloc(1, sizeof(*run));
	run->check = check;
	run->loop = check->loop;
	rc = find_box(check->loop, check->arena, check->paths->cache, &limits, &run->box, err);
	if (rc) {
		free(run);
		tora_check_stop(check, TORA_REASON_NO_SANDBOX, "%s", err->msg);
		return TORA_OK;
	}
	tora_log(check->log, TORA_LOG_INFO, "run", "sandbox: '%s'",
	         tora_box_describe(&run->box, check->arena));
	run->sandbox = (struct tora_sandbox){ .ctx = run, .run = sandbox_run };
	check->sandbox = &run->sandbox;
	find_toolchain(run);
	if (check->reason == TORA_REASON_NONE && run->lang->compiled_path) {
		run->sandbox.compile = sandbox_compile;
		run->sandbox.lang = run->lang;
		run->sandbox.version = run->toolchain.version;
		run->sandbox.compiler = interpreter(run);
	}
	return TORA_OK;
}

static enum tora_side side_of(size_t lane)
{
	return lane == TORA_BATCH_WARM_BASE || lane == TORA_BATCH_COLD_BASE ? TORA_BASE : TORA_HEAD;
}

static bool is_warm(size_t lane)
{
	return lane == TORA_BATCH_WARM_BASE || lane == TORA_BATCH_WARM_HEAD;
}

/* struct tora_pool_spec */
static int start_runner(void *ctx, size_t lane, struct tora_runner_spec *spec,
                        struct tora_runner **ret_runner, struct tora_err *err)
{
	struct run *run = ctx;
	struct tora_box_runner runner = { .lang = run->lang,
		                          .toolchain = &run->toolchain,
		                          .dir = run->runner_dir,
		                          .tree = run->check->builds[side_of(lane)].dir };
	struct tora_box_line line = tora_box_runner(&run->box, &runner, run->check->arena);
	struct tora_proc_fd fds[BOX_FDS];
	int rc = box_fds(&run->box, fds, &spec->n_fds, err);

	if (rc)
		return rc;
	spec->argv = line.argv;
	spec->env = box_env;
	spec->fds = fds;
	spec->names = line.names;
	spec->n_names = run->box.tier == TORA_TIER_LANDLOCK ? 2 : 0;
	rc = tora_runner_start(run->loop, spec, ret_runner, err);
	(void)close(fds[0].fd);
	return rc;
}

static void take_load(void *ctx, size_t lane, size_t i, enum tora_runner_how how, const cJSON *json)
{
	struct run *run = ctx;
	struct side *side = &run->sides[side_of(lane)];
	struct tora_err err = TORA_ERR_INIT;

	if (i != 0 || !is_warm(lane) || side->is_loaded)
		return;
	side->is_loaded = true;
	if (how == TORA_RUNNER_SLOW)
		(void)tora_fail(&err, TORA_E_TIMEOUT,
		                "importing the changed modules took longer than %d ms",
		                (int)run->openings[lane][0].budget_ms);
	else if (how != TORA_RUNNER_ANSWERED)
		(void)tora_fail(&err, TORA_E_REMOTE,
		                "importing the changed modules ended the process");
	else
		(void)tora_answer_load(json, run->check->arena, &side->loaded, &err);
	side->load_failed = err.rc != 0;
	(void)snprintf(side->load_error, sizeof(side->load_error), "%.190s", err.msg);
}

/* ---- jobs -------------------------------------------------------------------------------------------- */

static bool next_job(void *ctx, size_t lane, size_t *ret_job, struct tora_pool_request *ret_request)
{
	struct run *run = ctx;
	size_t i = tora_batch_next(run->batch, (enum tora_batch_kind)lane);
	const struct tora_config *config = run->check->config;
	const struct tora_exec_job *job;
	unsigned limit;

	if (i == TORA_BATCH_NONE)
		return false;
	job = &run->batch->jobs[i];
	*ret_job = i;
	limit = is_warm(lane) ? tora_request_limit_ms(config, run->n_slow[job->side])
	                      : run->cold_ms;
	ret_request->json = tora_request_run(job->source, job->cover, limit);
	if (!is_warm(lane))
		tora_request_fresh(ret_request->json, job->seed);
	ret_request->budget_ms =
		(int64_t)(limit > config->test_timeout_ms ? limit : config->test_timeout_ms) +
		GRACE_MS;
	return true;
}

static void job_back(void *ctx, size_t job)
{
	struct run *run = ctx;

	tora_batch_again(run->batch, job);
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

/* True: the runner is to be replaced. */
static bool take_trial(struct run *run, size_t i, const cJSON *json)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_trial_answer got;
	size_t max = ((size_t)run->check->config->test_output_kib << 10) + 4096;

	if (tora_answer_trial(json, max, run->check->arena, &got, &err)) {
		if (!tora_batch_died(run->batch, i))
			put_lost(run, i, TORA_RUNNER_DIED, err.msg);
		return true; /* whatever is wrong with it, a new one will not have it */
	}
	if (got.spoiled)
		tora_log(run->check->log, TORA_LOG_INFO, "run", "runner replaced: '%s'",
		         got.spoiled);
	run->n_slow[run->batch->jobs[i].side] += got.trial.status == TORA_TRIAL_TIMEOUT;
	tora_batch_put(run->batch, i, &got.trial);
	return got.spoiled != NULL;
}

static bool job_done(void *ctx, size_t i, enum tora_runner_how how, const cJSON *json)
{
	struct run *run = ctx;
	struct tora_check *c = run->check;
	bool spoiled = false;

	if (how == TORA_RUNNER_ANSWERED)
		spoiled = take_trial(run, i, json);
	else if (how == TORA_RUNNER_SLOW || !tora_batch_died(run->batch, i))
		put_lost(run, i, how, "it ended with this test, twice");
	if (run->is_progress && c->progress)
		c->progress(c->progress_ctx, "run", run->batch->n_done, run->batch->n);
	return spoiled;
}

static int run_batch(struct run *run, struct tora_batch *batch, int64_t budget_ms,
                     struct tora_err *err)
{
	int rc;

	if (batch->n == 0)
		return TORA_OK;
	run->batch = batch;
	rc = tora_pool_run(run->pool, budget_ms, err);
	run->batch = NULL;
	if (rc == TORA_E_TIMEOUT || rc == TORA_E_CANCELED)
		rc = tora_fail(err, rc, "%zu of %zu trials were not run in time",
		               batch->n - batch->n_done, batch->n);
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
	int64_t left = tora_check_left_ms(run->check), budget = budget_ms < left ? budget_ms : left;
	cJSON *request = params ? cJSON_Duplicate(params, 1) : cJSON_CreateObject(), *answer = NULL;
	struct tora_pool_request asked = { request, budget + GRACE_MS };
	int rc;

	cJSON_DeleteItemFromObjectCaseSensitive(request, "command");
	tora_json_put_text(request, "command", command);
	if (!cJSON_HasObjectItem(request, "budget_ms"))
		tora_json_put_int(request, "budget_ms", budget);
	rc = tora_pool_ask(run->pool,
	                   side == TORA_BASE ? TORA_BATCH_WARM_BASE : TORA_BATCH_WARM_HEAD, &asked,
	                   budget + LOAD_ALL_MS, &answer, err);
	cJSON_Delete(request);
	if (rc)
		return tora_wrap(err, "asking the runner to %s", command);
	if (!tora_json_bool(answer, "ok", false)) {
		rc = tora_fail(err, TORA_E_REMOTE, "%s: %.160s", command,
		               tora_json_text(answer, "error", "refused"));
		cJSON_Delete(answer);
		return rc;
	}
	*ret_answer = answer;
	return TORA_OK;
}

/* ---- opening -------------------------------------------------------------------------------------------- */

/* What each runner of a side is asked first; cold ones import nothing. -> how many requests. */
static size_t make_openings(struct run *run, size_t lane)
{
	struct tora_check *c = run->check;
	bool is_base = side_of(lane) == TORA_BASE;
	size_t n_lines = is_base ? c->change.base_lines.n : c->change.head_lines.n;
	int64_t share = tora_check_left_ms(c) / LOAD_SHARE;
	struct tora_pool_request *openings = run->openings[lane];
	struct tora_load_spec spec = { .roots = c->change.roots.at,
		                       .n_roots = c->change.roots.n,
		                       .site = run->toolchain.import_path.at,
		                       .n_site = run->toolchain.import_path.n,
		                       .load_ms = (unsigned)(share < LOAD_MS ? share : LOAD_MS),
		                       .config = c->config };

	if (is_warm(lane)) {
		spec.modules = is_base ? c->change.modules_base.at : c->change.modules_head.at;
		spec.n_modules = is_base ? c->change.modules_base.n : c->change.modules_head.n;
	}
	openings[0] =
		(struct tora_pool_request){ tora_request_load(&spec),
		                            2 * share < LOAD_ALL_MS ? 2 * share : LOAD_ALL_MS };
	if (n_lines == 0)
		return 1;
	openings[1] = (struct tora_pool_request){
		tora_request_cover(is_base ? c->change.base_lines.at : c->change.head_lines.at,
		                   n_lines),
		COVER_MS
	};
	return 2;
}

/* At least two, so that both sides make progress at once. Several checks may run beside this one. */
static unsigned jobs_at_once(const struct run *run)
{
	cpu_set_t set;
	int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 2;

	if (run->check->config->jobs)
		return run->check->config->jobs;
	return cores < 2 ? 2 : cores > AT_ONCE_MAX ? AT_ONCE_MAX : (unsigned)cores;
}

static void make_pool(struct run *run)
{
	static const char *const names[LANES] = { [TORA_BATCH_WARM_BASE] = "base warm",
		                                  [TORA_BATCH_WARM_HEAD] = "head warm",
		                                  [TORA_BATCH_COLD_BASE] = "base cold",
		                                  [TORA_BATCH_COLD_HEAD] = "head cold" };
	struct tora_pool_lane lanes[LANES];
	struct tora_pool_spec spec = { .loop = run->loop,
		                       .log = run->check->log,
		                       .lanes = lanes,
		                       .n_lanes = LANES,
		                       .at_once = jobs_at_once(run),
		                       .ctx = run,
		                       .start = start_runner,
		                       .opened = take_load,
		                       .next = next_job,
		                       .back = job_back,
		                       .done = job_done };

	for (size_t i = 0; i < LANES; i++)
		lanes[i] = (struct tora_pool_lane){ .name = names[i],
			                            .runners_max = (spec.at_once + 1) / 2,
			                            .openings = run->openings[i],
			                            .n_openings = make_openings(run, i) };
	run->pool = tora_pool_new(&spec);
}

/* A fork of a process with threads, or without its helpers, is half a process: then every job gets its own. */
static void judge_loads(struct run *run)
{
	unsigned slowest = 0; /* both sides have the same limit */

	for (int i = TORA_BASE; i <= TORA_HEAD; i++) {
		const struct side *side = &run->sides[i];
		if (tora_load_judge(run->check, (enum tora_side)i, &side->loaded,
		                    side->load_failed ? side->load_error : NULL))
			run->all_cold = true;
		if (side->loaded.ms > slowest)
			slowest = side->loaded.ms;
	}
	run->cold_ms = tora_request_cold_ms(run->check->config, slowest);
	if (run->all_cold)
		tora_check_note(run->check,
		                "importing the changed modules starts threads or processes: each "
		                "test gets an interpreter of its own, which is slower");
}

static int open_runners(struct run *run, struct tora_err *err)
{
	int64_t left = tora_check_left_ms(run->check);
	int rc = place_runner(run, err);

	if (rc)
		return rc;
	make_pool(run);
	/* the warm ones are the first two lanes */
	return tora_pool_open(run->pool, 2, left < READY_MS ? left : READY_MS, err);
}

int tora_run_open(struct tora_check *check, struct tora_err *err)
{
	struct run *run;
	int rc = tora_run_sandbox(check, err);

	if (rc || check->reason != TORA_REASON_NONE)
		return rc;
	run = check->sandbox->ctx;
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
	tora_pool_free(run->pool);
	for (size_t i = 0; i < LANES * OPENINGS; i++)
		cJSON_Delete(run->openings[i / OPENINGS][i % OPENINGS].json);
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
