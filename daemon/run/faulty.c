#include "run/faulty.h"

#include "lang/pool.h"
#include "run/answer.h"
#include "run/request.h"
#include "run/start.h"
#include "tora/clock.h"

#include <string.h>
#include <unistd.h>

#define GRACE_MS 1000 /* a runner's own deadline for a test comes first */
#define JOBS_MAX 4096 /* of one build: a job's number is the lane's times this, and its own */

enum state { WAITS, GIVEN, DONE };

struct lane {
	struct tora_exec_faulty *faulty;
	unsigned char *states; /* enum state, of each job */
	bool is_over;          /* it hung or died: no more of it */
};

struct group { /* those that are run at the same time */
	const struct tora_faulty_spec *spec;
	struct lane lanes[TORA_POOL_LANES_MAX];
	size_t n;
};

/* ---- a runner that sees another file ---------------------------------------------------------- */

/* What was compiled ahead of the file, if anything was: it is not looked at whether that is of this very text. */
static const char *compiled(const struct tora_faulty_spec *spec, const char *path)
{
	const char *found = spec->lang->compiled_path
	                            ? spec->lang->compiled_path(path, spec->toolchain->version,
	                                                        spec->check->arena)
	                            : NULL;

	if (!found || access(tora_arena_printf(spec->check->arena, "%s/%s",
	                                       spec->check->builds[TORA_HEAD].dir, found),
	                     F_OK) < 0)
		return NULL;
	return found;
}

/* struct tora_pool_spec */
static int start_runner(void *ctx, size_t lane, struct tora_runner_spec *spec,
                        struct tora_runner **ret_runner, struct tora_err *err)
{
	const struct group *g = ctx;
	const struct tora_exec_faulty *faulty = g->lanes[lane].faulty;
	const struct tora_box_runner runner = { .lang = g->spec->lang,
		                                .toolchain = g->spec->toolchain,
		                                .dir = g->spec->runner_dir,
		                                .tree = g->spec->check->builds[TORA_HEAD].dir,
		                                .instead = { faulty->path,
		                                             compiled(g->spec, faulty->path) } };
	const struct tora_sv texts[] = { faulty->text, { "", 0 } };
	struct tora_proc_fd fds[TORA_START_FDS + TORA_BOX_INSTEAD_MAX];
	int rc = tora_start_fds(g->spec->box, fds, &spec->n_fds, err);

	if (rc)
		return rc;
	for (int i = 0; i < TORA_BOX_INSTEAD_MAX && runner.instead[i] && !rc; i++) {
		int fd = tora_box_memory_file("instead", texts[i], err);

		fds[spec->n_fds++] = (struct tora_proc_fd){ fd, TORA_BOX_INSTEAD_FD + i };
		rc = fd < 0 ? err->rc : TORA_OK;
	}
	if (rc == TORA_OK) {
		spec->argv = tora_box_runner(g->spec->box, &runner, g->spec->check->arena).argv;
		spec->env = tora_start_env;
		spec->fds = fds;
		rc = tora_runner_start(g->spec->check->loop, spec, ret_runner, err);
	}
	(void)close(fds[0].fd);
	for (size_t i = TORA_START_FDS; i < spec->n_fds; i++)
		if (fds[i].fd >= 0)
			(void)close(fds[i].fd);
	return rc;
}

/* ---- jobs ---------------------------------------------------------------------------------------- */

static void take_load(void *ctx, size_t lane, size_t i, enum tora_runner_how how, const cJSON *json)
{
	struct group *g = ctx;
	struct lane *l = &g->lanes[lane];
	struct tora_load_answer loaded = { .loaded = 0 };
	struct tora_err err = TORA_ERR_INIT;

	(void)i;
	l->faulty->loads = how == TORA_RUNNER_ANSWERED &&
	                   !tora_answer_load(json, g->spec->check->arena, &loaded, &err) &&
	                   loaded.failed.n <= g->spec->failed;
	l->is_over |= !l->faulty->loads;
}

static bool next_job(void *ctx, size_t lane, size_t *ret_job, struct tora_pool_request *ret_request)
{
	struct group *g = ctx;
	struct lane *l = &g->lanes[lane];

	for (size_t i = 0; i < l->faulty->n && !l->is_over; i++) {
		const struct tora_exec_job *job = &l->faulty->jobs[i];

		if (l->states[i] != WAITS)
			continue;
		l->states[i] = GIVEN;
		*ret_job = lane * JOBS_MAX + i;
		ret_request->json = tora_request_run(job->source, false, job->limit_ms);
		ret_request->budget_ms = job->limit_ms + GRACE_MS;
		return true;
	}
	return false;
}

static void job_back(void *ctx, size_t job)
{
	struct group *g = ctx;

	g->lanes[job / JOBS_MAX].states[job % JOBS_MAX] = WAITS;
}

/* A fault that makes a test hang, or kills its process, does so to the next one as well. */
static bool job_done(void *ctx, size_t job, enum tora_runner_how how, const cJSON *json)
{
	struct group *g = ctx;
	struct lane *l = &g->lanes[job / JOBS_MAX];
	struct tora_trial *trial = &l->faulty->ret[job % JOBS_MAX];
	size_t max = ((size_t)g->spec->check->config->test_output_kib << 10) + 4096;
	struct tora_trial_answer got = { .spoiled = NULL };
	struct tora_err err = TORA_ERR_INIT;

	l->states[job % JOBS_MAX] = DONE;
	g->spec->check->trials++;
	if (how != TORA_RUNNER_ANSWERED) {
		trial->status = how == TORA_RUNNER_SLOW ? TORA_TRIAL_TIMEOUT : TORA_TRIAL_SIGNAL;
		l->is_over = true;
		return true;
	}
	if (tora_answer_trial(json, max, g->spec->check->arena, &got, &err)) {
		l->is_over = true;
		return true;
	}
	*trial = got.trial;
	l->is_over |= trial->status == TORA_TRIAL_TIMEOUT;
	return got.spoiled != NULL; /* the next one gets another runner */
}

/* ---- some at a time --------------------------------------------------------------------------------- */

static int run_group(struct group *g, int64_t budget_ms, struct tora_err *err)
{
	struct tora_pool_lane lanes[TORA_POOL_LANES_MAX];
	struct tora_pool_spec spec = { .loop = g->spec->check->loop,
		                       .log = g->spec->check->log,
		                       .lanes = lanes,
		                       .n_lanes = g->n,
		                       .at_once = g->spec->at_once,
		                       .ctx = g,
		                       .start = start_runner,
		                       .opened = take_load,
		                       .next = next_job,
		                       .back = job_back,
		                       .done = job_done };
	struct tora_pool *pool;
	int rc;

	for (size_t i = 0; i < g->n; i++)
		lanes[i] = (struct tora_pool_lane){ .name = "faulty",
			                            .runners_max = 1,
			                            .depth = g->spec->lang->ahead,
			                            .openings = g->spec->load,
			                            .n_openings = 1 };
	pool = tora_pool_new(&spec);
	rc = tora_pool_run(pool, budget_ms, err);
	tora_pool_free(pool);
	return rc == TORA_E_TIMEOUT || rc == TORA_E_REMOTE ? TORA_OK : rc;
}

static void prepare(struct group *g, struct tora_exec_faulty *faulty)
{
	struct tora_arena *arena = g->spec->check->arena;

	g->lanes[g->n++] = (struct lane){ .faulty = faulty,
		                          .states = tora_arena_calloc(arena, faulty->n + 1, 1),
		                          .is_over = faulty->n > JOBS_MAX };
	faulty->loads = false;
	memset(faulty->ret, 0, faulty->n * sizeof *faulty->ret);
	for (size_t i = 0; i < faulty->n; i++)
		faulty->ret[i].status = TORA_TRIAL_LIMIT;
}

int tora_faulty_run(const struct tora_faulty_spec *spec, struct tora_exec_faulty *all, size_t n,
                    int64_t budget_ms, struct tora_err *err)
{
	int64_t until = tora_clock_mono_ms() + budget_ms;
	size_t most = spec->at_once < TORA_POOL_LANES_MAX ? spec->at_once : TORA_POOL_LANES_MAX;
	int rc = TORA_OK;

	if (spec->box->tier != TORA_TIER_BUBBLEWRAP)
		return tora_fail(err, TORA_E_UNSUPPORTED,
		                 "without bubblewrap no file can stand in for another");
	if (spec->check->builds[TORA_HEAD].by_command)
		return tora_fail(err, TORA_E_UNSUPPORTED,
		                 "a command builds what is run, and would have to do it again");
	for (size_t i = 0; i < n;) {
		struct group g = { .spec = spec };
		int64_t left = until - tora_clock_mono_ms();

		while (i < n && g.n < most)
			prepare(&g, &all[i++]);
		if (left > 0 && !rc)
			rc = run_group(&g, left, err);
	}
	return rc;
}
