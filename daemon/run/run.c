/*
 * run.c - the main file of this folder: the sandbox is looked up and tried (start.c), the pool of runners is opened, and jobs
 * become trials.
 *
 * Six lanes of runners, three a side. Warm ones have the change's modules loaded and fork for each test. The
 * others are started while tests are written, where a processor has nothing else to do, or when first wanted: cold ones give
 * each test a new interpreter, and a second warm pair, with other hashes and addresses, repeats what differed.
 */
#include "run/run.h"

#include "lang/found.h"
#include "lang/place.h"
#include "lang/pool.h"
#include "loop/once.h"
#include "run/ahead.h"
#include "run/answer.h"
#include "run/ask.h"
#include "run/batch.h"
#include "run/box.h"
#include "run/common.h"
#include "run/faulty.h"
#include "run/known.h"
#include "run/load.h"
#include "run/opening.h"
#include "run/pairs.h"
#include "run/request.h"
#include "run/room.h"
#include "run/start.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WATCH_MS       200 /* between looks at the disk while a command runs */
#define PREPARE_MS     15000
#define READY_GRACE_MS 1000 /* for what one loads while others work */
#define READY_MS       (TORA_OPENING_MS + 10000)
#define GRACE_MS       3000 /* a runner's own deadline for a test comes first */
#define RUN_SHARE      60 /* percent of the time left that trials may take; the rest is for judging */

#define LANES TORA_BATCH_KINDS
#define IMPORT                                                                                     \
	TORA_OPENING_N /* the last that one is asked: what many tests import; of a cold one, to get ready */
#define OPENINGS (IMPORT + 1)
#define SIDES    2

struct run {
	struct tora_check *check;
	struct tora_loop *loop;
	struct tora_box box;
	const struct tora_lang *lang;
	struct tora_toolchain toolchain;
	const char *runner_dir, *placed_for; /* which interpreter it was made for */
	struct tora_load loads[SIDES];
	bool is_short; /* they had less time than they may have */
	struct tora_pool_request openings[LANES][OPENINGS];
	struct tora_pool *pool;
	size_t n_slow[2]; /* tests of a side that met the time limit */
	bool all_cold,
		no_second; /* no warm runner will do; none of the second pair, with other hashes, loads */
	unsigned cold_ms;         /* limit of a cold test; 0: the configured one */
	struct tora_batch *batch; /* of the exec.run under way, or NULL */
	bool is_progress;         /* the batch is the stage's own */
	struct tora_sandbox sandbox;
	struct tora_exec exec;

	/* what may outlive a check */
	struct tora_arena *arena;        /* of the box, and of what loading said */
	struct tora_room room;           /* it was made for */
	char keys[LANES][TORA_HASH_HEX]; /* of all that makes the runners of a lane what they are */
	int locks[2];                    /* 0: none; of the trees they have, while nobody checks */
};

struct tora_kept {
	struct run *run;
};

/* ---- one program in the sandbox, waited for --------------------------------------------- */

int tora_run_probe(struct tora_loop *loop, struct tora_arena *arena, const char *cache,
                   bool *ret_is_full, const char **ret_text, struct tora_err *err)
{
	struct tora_config none = { .jobs = 0 };
	struct tora_group_limits limits = tora_room_limits(&none);
	struct tora_box box;

	if (tora_start_find(loop, arena, cache, &limits, &box, err)) {
		*ret_text = tora_arena_printf(arena, "nothing can be run: %s", err->msg);
		return tora_fail(err, TORA_E_UNSUPPORTED, "%s", *ret_text);
	}
	*ret_text = tora_box_describe(&box, arena);
	*ret_is_full = box.tier == TORA_TIER_BUBBLEWRAP;
	tora_box_done(&box);
	return TORA_OK;
}

/* model/sandbox.h */
static int sandbox_run(void *ctx, const char *const *argv, const char *dir_rw,
                       const struct tora_sandbox_ccache *ccache, unsigned budget_ms, size_t out_max,
                       const struct tora_sandbox_watch *watch, struct tora_sv *ret_log,
                       int *ret_status, struct tora_err *err)
{
	struct run *run = ctx;
	struct tora_arena *arena = run->check->arena;
	struct tora_once_watch looks = { .every_ms = WATCH_MS };
	struct tora_start_place place = { run->loop, arena, watch ? &looks : NULL };
	struct tora_box_line line =
		tora_box_command(&run->box, &run->toolchain, argv, dir_rw, ccache, arena);
	int rc;

	if (watch) {
		looks.may_go_on = watch->may_go_on;
		looks.ctx = watch->ctx;
	}
	rc = tora_start_once(&place, &run->box, line.argv, budget_ms, out_max, ret_log, ret_status,
	                     err);
	if (!rc && run->box.tier == TORA_TIER_LANDLOCK)
		*ret_log = tora_box_rename(&line, *ret_log, arena);
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
	else if (tora_found_toolchain(c, run->lang, &run->toolchain, &err))
		tora_check_stop(c, TORA_REASON_NO_INTERPRETER, "%s", err.msg);
	else if (run->toolchain.note)
		tora_check_note(c, "%s", run->toolchain.note);
}

/* ---- starting a runner --------------------------------------------------------------------------- */

static void prepare_runner(void *ctx, const char *dir)
{
	struct run *run = ctx;
	struct tora_start_place place = { run->loop, run->check->arena, NULL };
	struct tora_box_runner spec = {
		.lang = run->lang, .toolchain = &run->toolchain, .dir = dir, .prepare = true
	};
	struct tora_err err = TORA_ERR_INIT;
	struct tora_sv log = { NULL, 0 };
	int status = -1;
	int rc = tora_start_once(&place, &run->box,
	                         tora_box_runner(&run->box, &spec, run->check->arena).argv,
	                         PREPARE_MS, 400, &log, &status, &err);

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

/* Where they are is known by a hash of all of them: for a second check that is not done again. */
static int place_runner(struct run *run, struct tora_err *err)
{
	struct tora_arena *arena = run->check->arena;
	const char *who = tora_arena_printf(arena, "%s %s", run->lang->name, interpreter(run));
	const struct tora_blob *etc;
	size_t n;
	int rc;

	if (run->placed_for && strcmp(run->placed_for, who) == 0 && !access(run->runner_dir, F_OK))
		return TORA_OK;
	etc = tora_box_files(arena, &n);
	rc = tora_lang_place(run->lang, run->check->paths->cache, interpreter(run), etc, n,
	                     prepare_runner, run, run->arena, &run->runner_dir, err);
	run->placed_for = rc ? NULL : tora_arena_dup(run->arena, who);
	return rc;
}

/* model/sandbox.h */
static int sandbox_compile(void *ctx, const char *tree, const char *out, unsigned budget_ms,
                           struct tora_err *err)
{
	struct run *run = ctx;
	struct tora_start_place place = { run->loop, run->check->arena, NULL };
	struct tora_box_runner spec = {
		.lang = run->lang, .toolchain = &run->toolchain, .tree = tree, .out = out
	};
	struct tora_sv log = { NULL, 0 };
	int status = -1, rc = place_runner(run, err);

	if (rc)
		return rc;
	spec.dir = run->runner_dir;
	rc = tora_start_once(&place, &run->box,
	                     tora_box_runner(&run->box, &spec, run->check->arena).argv, budget_ms,
	                     400, &log, &status, err);
	if (!rc && status)
		rc = tora_fail(err, TORA_E_REMOTE, "compiling ended with %d: %.*s", status,
		               (int)log.len, log.len ? log.at : "");
	return rc;
}

static void free_run(struct run *run)
{
	tora_pool_free(run->pool);
	for (size_t i = 0; i < LANES * OPENINGS; i++)
		cJSON_Delete(run->openings[i / OPENINGS][i % OPENINGS].json);
	for (int i = 0; i < SIDES; i++)
		(void)(run->locks[i] && close(run->locks[i]));
	tora_box_done(&run->box);
	tora_arena_free(run->arena);
	free(run);
}

static int new_run(struct tora_check *check, struct run **ret_run, struct tora_err *err)
{
	struct run *run = tora_xcalloc(1, sizeof(*run));
	int rc;

	run->arena = tora_arena_new();
	run->loop = check->loop;
	run->room = tora_room_of(check->config);
	rc = tora_start_find(check->loop, run->arena, check->paths->cache, &run->room.together,
	                     &run->box, err);
	if (rc) {
		tora_arena_free(run->arena);
		free(run);
		return rc;
	}
	tora_log(check->log, TORA_LOG_INFO, "run", "sandbox: '%s'",
	         tora_box_describe(&run->box, check->arena));
	*ret_run = run;
	return TORA_OK;
}

/* That of the check before, in this process; NULL: none, or it does not fit. */
static struct run *take_kept(struct tora_check *check)
{
	struct tora_room room = tora_room_of(check->config);
	struct run *run;

	if (!check->kept || !*check->kept)
		return NULL;
	run = (*check->kept)->run;
	free(*check->kept);
	*check->kept = NULL;
	if (check->no_cache || memcmp(&run->room, &room, sizeof room) != 0) {
		free_run(run);
		return NULL;
	}
	tora_pool_set_log(run->pool, check->log);
	return run;
}

int tora_run_sandbox(struct tora_check *check, struct tora_err *err)
{
	struct run *run;

	if (check->sandbox)
		return TORA_OK;
	run = take_kept(check);
	if (!run && new_run(check, &run, err)) {
		tora_check_stop(check, TORA_REASON_NO_SANDBOX, "%s", err->msg);
		return TORA_OK;
	}
	run->check = check;
	run->sandbox = (struct tora_sandbox){ .ctx = run, .run = sandbox_run };
	if (run->box.tier == TORA_TIER_LANDLOCK)
		run->sandbox.lacks = "without bubblewrap (package bubblewrap) a build cannot run "
				     "what it has just made";
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

/* struct tora_pool_spec */
static int start_runner(void *ctx, size_t lane, struct tora_runner_spec *spec,
                        struct tora_runner **ret_runner, struct tora_err *err)
{
	struct run *run = ctx;
	struct tora_box_runner runner = { .lang = run->lang,
		                          .toolchain = &run->toolchain,
		                          .dir = run->runner_dir,
		                          .tree = run->check->builds[tora_batch_side(lane)].dir,
		                          .seed = tora_batch_seed(lane) };
	struct tora_box_line line = tora_box_runner(&run->box, &runner, run->check->arena);
	struct tora_proc_fd fds[TORA_START_FDS];
	int rc = tora_start_fds(&run->box, fds, &spec->n_fds, err);

	if (rc)
		return rc;
	spec->argv = line.argv;
	spec->env = tora_start_env;
	spec->fds = fds;
	spec->names = line.names;
	spec->n_names = run->box.tier == TORA_TIER_LANDLOCK ? 2 : 0;
	rc = tora_runner_start(run->loop, spec, ret_runner, err);
	(void)close(fds[0].fd);
	return rc;
}

/* What a warm runner of that lane is asked to import from now on. */
static void set_common(struct run *run, size_t lane, const struct tora_common *common)
{
	struct tora_opening one =
		tora_opening_import(run->check, common->modules.at, common->modules.n);

	cJSON_Delete(run->openings[lane][IMPORT].json);
	run->openings[lane][IMPORT] = (struct tora_pool_request){ one.json, one.budget_ms };
}

static void take_load(void *ctx, size_t lane, size_t i, enum tora_runner_how how, const cJSON *json)
{
	struct run *run = ctx;

	if (i == 0 && how != TORA_RUNNER_ANSWERED && tora_batch_seed(lane)) {
		run->no_second = true;
		if (run->batch)
			tora_batch_without_second(run->batch, true);
	}
	if (i == IMPORT && how != TORA_RUNNER_ANSWERED && tora_batch_is_warm(lane))
		set_common(run, lane, &(struct tora_common){ .modules = { 0 } }); /* once */
	if (i == IMPORT && !tora_batch_is_warm(lane))
		tora_log(run->check->log, TORA_LOG_DEBUG, "run", "%s: a fresh process %s",
		         tora_side_name(tora_batch_side(lane)),
		         tora_json_bool(json, "ready", false) ? "is ready" : "does not get ready");
	if (i == 1 && how == TORA_RUNNER_ANSWERED && tora_batch_side(lane) == TORA_HEAD)
		tora_answer_cover(json, run->check);
	if (i == 0 && tora_json_text(json, "compiler", NULL))
		tora_log(run->check->log, TORA_LOG_INFO, "run",
		         "%s: loaded where it is needed: '%s'",
		         tora_side_name(tora_batch_side(lane)),
		         tora_json_text(json, "compiler", ""));
	if (i == 0 && tora_batch_is_first(lane))
		tora_load_take(&run->loads[tora_batch_side(lane)], json,
		               how == TORA_RUNNER_SLOW ? run->openings[lane][0].budget_ms : 0,
		               run->arena);
}

/* ---- jobs -------------------------------------------------------------------------------------------- */

static bool next_job(void *ctx, size_t lane, size_t *ret_job, struct tora_pool_request *ret_request)
{
	struct run *run = ctx;
	size_t i = tora_batch_next(run->batch, (enum tora_batch_kind)lane);
	struct tora_request_room room = { .config = run->check->config, .cold_ms = run->cold_ms };

	if (i == TORA_BATCH_NONE)
		return false;
	*ret_job = i;
	room.slow = run->n_slow[run->batch->jobs[i].side];
	ret_request->json = tora_request_job(&run->batch->jobs[i], tora_batch_is_warm(lane), &room,
	                                     &ret_request->budget_ms);
	ret_request->budget_ms += GRACE_MS;
	return true;
}

static void job_back(void *ctx, size_t job)
{
	struct run *run = ctx;

	tora_batch_again(run->batch, job);
}

/* True: the runner is to be replaced. */
static bool take_trial(struct run *run, size_t i, const cJSON *json)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_trial_answer got;
	size_t max = ((size_t)run->check->config->test_output_kib << 10) + 4096;

	if (tora_answer_trial(json, max, run->check->arena, &got, &err)) {
		if (!tora_batch_died(run->batch, i))
			tora_batch_lost(run->batch, i, false, err.msg, run->check->arena);
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
		tora_batch_lost(run->batch, i, how == TORA_RUNNER_SLOW,
		                "it ended with this test, twice", c->arena);
	if (run->is_progress && run->batch->differs && !run->no_second)
		for (size_t lane = TORA_BATCH_AGAIN_BASE; lane <= TORA_BATCH_AGAIN_HEAD; lane++)
			tora_pool_expect(run->pool, lane, 1);
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
	tora_batch_without_second(batch, run->no_second);
	rc = tora_pool_run(run->pool, budget_ms, err);
	run->batch = NULL;
	if (rc == TORA_E_TIMEOUT || rc == TORA_E_CANCELED)
		rc = tora_fail(err, rc, "%zu of %zu trials were not run in time",
		               batch->n - batch->n_done, batch->n);
	run->check->trials += batch->n_done;
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

static unsigned slower_load_ms(const struct run *run)
{
	unsigned base = run->loads[TORA_BASE].answer.ms, head = run->loads[TORA_HEAD].answer.ms;

	return base > head ? base : head;
}

/* From now on each new cold runner of that side has a process that waits for a test of this package; NULL: none. */
static void get_ready(struct run *run, size_t lane, const char *package)
{
	struct tora_pool_request *ready = &run->openings[lane][IMPORT];
	unsigned load_ms = 2 * slower_load_ms(run) + READY_GRACE_MS;

	cJSON_Delete(ready->json);
	*ready = (struct tora_pool_request){ NULL, load_ms + GRACE_MS };
	if (package)
		ready->json = tora_request_ready(package, load_ms, run->cold_ms);
	tora_pool_keep(run->pool, lane, run->openings[lane], package ? OPENINGS : IMPORT, OPENINGS);
}

static void start_ahead(struct run *run)
{
	const struct tora_ahead_spec spec = {
		.check = run->check,
		.lang = run->lang,
		.processors = tora_room_engines(run->check->config),
		.load_ms = slower_load_ms(run),
		.is_cold = run->all_cold,
		.has_second = !run->no_second,
		.is_base_known = tora_known_is(run->check, run->keys[TORA_BATCH_WARM_BASE])
	};
	struct tora_ahead plan;

	tora_ahead_plan(&spec, &plan);
	for (size_t i = 0; i < LANES; i++) {
		if (!tora_batch_is_warm(i))
			get_ready(run, i, plan.package[tora_batch_side(i)]);
		tora_pool_expect(run->pool, i, plan.runners[i]);
	}
}

/* model/exec.h */
static void exec_ask(void *ctx, struct tora_exec_question *all, size_t n)
{
	struct run *run = ctx;

	if (n == SIDES && strcmp(all[0].command, "generate") == 0)
		start_ahead(run); /* this is for a check, which will run them */
	tora_ask_runners(run->pool, run->check, all, n);
}

/* model/exec.h */
static int exec_faulty(void *ctx, struct tora_exec_faulty *all, size_t n, int64_t budget_ms,
                       struct tora_err *err)
{
	struct run *run = ctx;
	const struct tora_faulty_spec spec = { run->check,
		                               &run->box,
		                               run->lang,
		                               &run->toolchain,
		                               run->runner_dir,
		                               &run->openings[TORA_BATCH_WARM_HEAD][0],
		                               run->loads[TORA_HEAD].answer.failed.n,
		                               run->room.trials };

	if (run->all_cold)
		return tora_fail(err, TORA_E_UNSUPPORTED, "each test has a process of its own");
	return tora_faulty_run(&spec, all, n, budget_ms, err);
}

/* ---- opening -------------------------------------------------------------------------------------------- */

static void make_pool(struct run *run)
{
	static const char *const names[LANES] = { "base warm", "head warm",  "base cold",
		                                  "head cold", "base again", "head again" };
	struct tora_pool_lane lanes[LANES];
	struct tora_pool_spec spec = { .loop = run->loop,
		                       .log = run->check->log,
		                       .lanes = lanes,
		                       .n_lanes = LANES,
		                       .at_once = run->room.trials,
		                       .ctx = run,
		                       .start = start_runner,
		                       .opened = take_load,
		                       .next = next_job,
		                       .back = job_back,
		                       .done = job_done };

	for (size_t i = 0; i < LANES; i++)
		lanes[i] = (struct tora_pool_lane){ .name = names[i],
			                            .runners_max = tora_batch_seed(i)
			                                                   ? 1
			                                                   : (spec.at_once + 1) / 2,
			                            .depth = run->lang ? run->lang->ahead : 0,
			                            .is_slow = !tora_batch_is_warm(i) };
	run->pool = tora_pool_new(&spec);
}

/* May its runners, of the check before, do this one's work? A tree that was written anew is not theirs. */
static bool is_good(const struct run *run, size_t lane, const char *key)
{
	const struct tora_load *load = &run->loads[tora_batch_side(lane)];

	return *key && strcmp(key, run->keys[lane]) == 0 &&
	       run->check->builds[tora_batch_side(lane)].reused &&
	       tora_pool_runners(run->pool, lane) && load->is_over && !*load->failure;
}

/* What a lane is opened with in this check, and the key of that. */
static void address_lane(struct run *run, size_t lane, char key[TORA_HASH_HEX])
{
	struct tora_opening_spec spec = { .check = run->check,
		                          .toolchain = &run->toolchain,
		                          .runner_dir = run->runner_dir,
		                          .side = tora_batch_side(lane),
		                          .is_warm = tora_batch_is_warm(lane) };
	struct tora_opening fresh[TORA_OPENING_N];

	tora_opening_make(&spec, fresh, key);
	for (size_t i = 0; i < TORA_OPENING_N; i++) {
		cJSON_Delete(run->openings[lane][i].json);
		run->openings[lane][i] =
			(struct tora_pool_request){ fresh[i].json, fresh[i].budget_ms };
	}
}

/*
 * With the runners that are there, or with none yet. Both sides or neither: what both import from elsewhere
 * (an editable installation) may have changed since, and one side alone would still have the old of it.
 */
static void fit_lanes(struct run *run)
{
	bool good[LANES], is_same = true;

	for (size_t i = 0; i < LANES; i++) {
		char key[TORA_HASH_HEX];

		address_lane(run, i, key);
		good[i] = is_good(run, i, key);
		is_same = is_same && (good[i] || !tora_batch_is_first(i));
		memcpy(run->keys[i], key, sizeof key);
	}
	for (size_t i = 0; i < LANES; i++) {
		if (is_same && good[i]) {
			tora_pool_keep(run->pool, i, run->openings[i], IMPORT, 1);
			tora_log(run->check->log, TORA_LOG_INFO, "run",
			         "%s: %s runners of the last check",
			         tora_side_name(tora_batch_side(i)),
			         tora_batch_is_warm(i) ? "warm" : "cold");
			continue;
		}
		tora_pool_drop(run->pool, i, run->openings[i], IMPORT);
		if (tora_batch_is_first(i))
			run->loads[tora_batch_side(i)] = (struct tora_load){ .is_over = false };
	}
}

/* A fork of a process with threads, or without its helpers, is half a process: then every job gets its own. */
static void judge_loads(struct run *run)
{
	unsigned slowest = 0; /* both sides have the same limit */

	if (tora_loads_judge(run->check, run->loads, run->is_short, run->lang,
	                     run->toolchain.program, &slowest))
		run->all_cold = true;
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
	if (!run->pool)
		make_pool(run);
	run->is_short = tora_opening_is_short(run->check);
	fit_lanes(run);
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
	if (rc == TORA_E_TIMEOUT && run->is_short) {
		tora_check_stop(check, TORA_REASON_TIMEOUT,
		                "%u s were not enough, getting runners ready: %s; --timeout or "
		                "tora.check.timeout gives more",
		                check->config->check_timeout_s, err->msg);
		return TORA_OK;
	}
	if (rc)
		return tora_wrap(err, "getting runners ready");
	judge_loads(run);
	run->exec = (struct tora_exec){
		.ctx = run, .run = exec_run, .ask = exec_ask, .faulty = exec_faulty
	};
	check->exec = &run->exec;
	tora_log(check->log, TORA_LOG_DEBUG, "run",
	         "warm runners with %s (%s), modules %zu and %zu", run->toolchain.program,
	         run->toolchain.how, run->loads[0].answer.loaded, run->loads[1].answer.loaded);
	return TORA_OK;
}

/*
 * For the next check of this process. In the Landlock tier a runner's folder for scratch files lives as long as it does, in the
 * cache; and where all was run cold, or something went wrong, there is nothing worth keeping.
 */
static bool keep(struct run *run)
{
	struct tora_check *c = run->check;

	if (!c->kept || !run->pool || run->all_cold || c->reason != TORA_REASON_NONE ||
	    run->box.tier != TORA_TIER_BUBBLEWRAP)
		return false;
	for (int i = 0; i < SIDES; i++) {
		int own = c->builds[i].lock, lock = own > 0 ? fcntl(own, F_DUPFD_CLOEXEC, 3) : -1;
		if (lock < 0)
			return false; /* somebody may take the tree away */
		if (run->locks[i])
			(void)close(run->locks[i]);
		run->locks[i] = lock;
	}
	tora_pool_rest(run->pool); /* memory; the others start while these work */
	for (size_t i = 0; i < LANES; i++)
		if (tora_batch_seed(i))
			tora_pool_drop(run->pool, i, run->openings[i], IMPORT);
	run->check = NULL;
	run->lang = NULL;
	run->toolchain = (struct tora_toolchain){ .program = NULL };
	run->n_slow[TORA_BASE] = run->n_slow[TORA_HEAD] = 0;
	run->no_second = false;
	*c->kept = tora_xcalloc(1, sizeof(**c->kept));
	(*c->kept)->run = run;
	return true;
}

void tora_run_close(struct tora_check *check)
{
	struct run *run = check->sandbox ? check->sandbox->ctx : NULL;

	check->sandbox = NULL;
	check->exec = NULL;
	if (run && !keep(run))
		free_run(run);
}

void tora_run_drop(struct tora_kept *kept)
{
	if (!kept)
		return;
	free_run(kept->run);
	free(kept);
}

/* ---- the stage ------------------------------------------------------------------------------------------- */

static int run_pairs(struct run *run, struct tora_pairs *p, size_t n, struct tora_err *err)
{
	int rc;

	tora_batch_init(&p->batch, p->jobs, n, p->trials, run->all_cold, run->check->arena);
	run->is_progress = true;
	rc = run_batch(run, &p->batch, tora_check_left_ms(run->check) * RUN_SHARE / 100, err);
	run->is_progress = false;
	return rc;
}

/* What many of the tests import is imported once, on both sides alike. */
static void import_common(struct run *run, size_t base_lane, const struct tora_exec_job *pairs,
                          size_t n)
{
	struct tora_common common;

	tora_common_imports(run->lang, pairs, n, run->check->arena, &common);
	for (size_t i = base_lane; i < base_lane + SIDES && common.modules.n; i++) {
		set_common(run, i, &common);
		tora_pool_keep(run->pool, i, run->openings[i], OPENINGS, IMPORT);
	}
}

/* The second pair will run what differs. */
static void import_again(struct run *run, const struct tora_pairs *p)
{
	size_t n;
	const struct tora_exec_job *differing = tora_pairs_differing(p, run->check->arena, &n);

	import_common(run, TORA_BATCH_AGAIN_BASE, differing, n);
}

/* The tests that said something else in a process of their own, again: are they sure? */
static bool ask_canary(struct run *run, const struct tora_pairs *p)
{
	struct tora_trial again[2 * TORA_CANARY_MAX];
	struct tora_suspects suspects;
	struct tora_err err = TORA_ERR_INIT;

	tora_pairs_suspects(p, &suspects);
	return suspects.n && !exec_run(run, suspects.again, 2 * suspects.n, again, &err) &&
	       tora_pairs_tell(p, &suspects, again);
}

int tora_stage_run(struct tora_check *check, struct tora_err *err)
{
	struct run *run = check->exec ? check->exec->ctx : NULL;
	struct tora_pairs pairs;
	const char *base;
	size_t n;
	int rc;

	assert(run);
	base = run->keys[TORA_BATCH_WARM_BASE];
	for (size_t side = 0; side < SIDES; side++)
		get_ready(run, TORA_BATCH_COLD_BASE + side, NULL); /* its tests are there */
	tora_pairs_make(check, false, tora_known_is(check, base), &pairs);
	tora_log(check->log, TORA_LOG_INFO, "run", "canary: %zu tests", pairs.canary.n);
	if (!run->all_cold)
		import_common(run, TORA_BATCH_WARM_BASE, pairs.jobs, pairs.which.n);
	rc = run_pairs(run, &pairs, 2 * pairs.which.n + (run->all_cold ? 0 : pairs.canary.n), err);
	if (!rc && !run->all_cold && ask_canary(run, &pairs)) {
		tora_check_note(check, "a test says something else in a process of its own than in "
		                       "one that has the code loaded: each test gets its own "
		                       "in this check, which is slower");
		run->all_cold = true;
		tora_pairs_make(check, true, false, &pairs);
		rc = run_pairs(run, &pairs, 2 * pairs.which.n, err);
	} else if (!rc && !run->all_cold && tora_pairs_agree(&pairs)) {
		tora_known_put(check, base);
	}
	if (!run->all_cold)
		import_again(run, &pairs);
	n = tora_pairs_publish(&pairs, run->all_cold, check);
	if (rc == TORA_E_TIMEOUT && check->pairs.n) {
		check->unrun = n - check->pairs.n;
		tora_check_note(check, "%zu of %zu tests were not run: no time was left",
		                check->unrun, n);
		rc = TORA_OK;
	}
	return rc;
}
