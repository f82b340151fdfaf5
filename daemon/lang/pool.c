/*
 * Callbacks of runners only note what happened and wake `pump`; everything that starts or frees
 * a runner happens there, so nothing is ever freed under its own feet.
 */
#include "lang/pool.h"

#include "loop/timer.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HELLO_MS  10000
#define DEPTH     2  /* jobs a runner has, so that it never waits for us */
#define DEPTH_MAX 24 /* where the lane says so */

struct job {
	size_t job;
	unsigned ticket;
};

struct worker {
	struct tora_pool *pool;
	struct tora_runner *runner;
	size_t lane;
	bool over; /* it ended, or is to end once it has answered; the pump frees it */
	unsigned openings[TORA_POOL_OPENINGS_MAX]; /* tickets */
	size_t n_openings;
	struct job jobs[DEPTH_MAX]; /* oldest first */
	size_t n_jobs;
	size_t given;   /* jobs, in all */
	unsigned asked; /* ticket of `question`, or 0 */
	struct tora_pool_question *question;
	struct worker *next;
};

struct lane {
	struct tora_pool_lane spec;
	unsigned n, starts; /* runners there are, and how many were ever started */
	unsigned expected;  /* so many more are started where there is a place */
};

struct tora_pool {
	struct tora_pool_spec spec;
	struct lane lanes[TORA_POOL_LANES_MAX];
	struct worker *workers;
	struct tora_timer *pump;
	size_t turn; /* the lane that is looked at first */
	bool feeding, asking;
	size_t opening; /* lanes, the first ones, whose runners are waited for until they are ready */
	bool settled;   /* what is being waited for has happened */
	int rc;         /* a failure that ends the wait */
	struct tora_err err;
	char why[160]; /* how the last runner ended */
};

/* ---- what runners say ------------------------------------------------------------------------ */

static void wake(struct tora_pool *p)
{
	tora_timer_start(p->pump, 0);
}

static bool take_opening(struct worker *w, unsigned ticket, enum tora_runner_how how,
                         const cJSON *json)
{
	for (size_t i = 0; i < w->n_openings; i++) {
		if (w->openings[i] != ticket)
			continue;
		w->pool->spec.opened(w->pool->spec.ctx, w->lane, i, how, json);
		return true;
	}
	return false;
}

static void take_job(struct worker *w, enum tora_runner_how how, const cJSON *json)
{
	const struct tora_pool_spec *spec = &w->pool->spec;
	size_t job = w->jobs[0].job;

	w->n_jobs--;
	memmove(w->jobs, w->jobs + 1, w->n_jobs * sizeof(w->jobs[0]));
	if (how == TORA_RUNNER_LOST)
		spec->back(spec->ctx, job);
	else if (spec->done(spec->ctx, job, how, json))
		w->over = true;
}

static void on_answered(void *ctx, unsigned ticket, enum tora_runner_how how, cJSON **json)
{
	struct worker *w = ctx;

	if (w->asked && ticket == w->asked) {
		w->question->answer = *json;
		*json = NULL;
		w->asked = 0;
	} else if (w->n_jobs && ticket == w->jobs[0].ticket) {
		take_job(w, how, *json);
	} else {
		(void)take_opening(w, ticket, how, *json);
	}
	wake(w->pool);
}

static void on_ended(void *ctx, const char *why)
{
	struct worker *w = ctx;
	struct tora_pool *p = w->pool;

	w->over = true;
	(void)snprintf(p->why, sizeof(p->why), "%s", why);
	tora_log(p->spec.log, TORA_LOG_DEBUG, "pool", "%s runner: '%s'",
	         p->lanes[w->lane].spec.name, why);
	wake(p);
}

/* ---- starting and stopping ---------------------------------------------------------------------- */

static void drop(struct worker **at)
{
	struct worker *w = *at;

	*at = w->next;
	w->pool->lanes[w->lane].n--;
	tora_runner_free(w->runner);
	free(w);
}

/* Those that are over; `busy`: also those that still have something to answer. */
static void drop_over(struct tora_pool *p, bool busy)
{
	for (struct worker **at = &p->workers; *at;) {
		bool works = tora_runner_open((*at)->runner) > 0;
		if (works ? busy : (*at)->over)
			drop(at);
		else
			at = &(*at)->next;
	}
}

static int ask_openings(struct worker *w, size_t from, struct tora_err *err)
{
	const struct tora_pool_lane *lane = &w->pool->lanes[w->lane].spec;
	int rc = TORA_OK;

	for (size_t i = from; i < lane->n_openings && !rc; i++) {
		rc = tora_runner_ask(w->runner, lane->openings[i].json, lane->openings[i].budget_ms,
		                     &w->openings[i], err);
		w->n_openings = i + !rc;
	}
	return rc;
}

static int add_worker(struct tora_pool *p, size_t lane, struct worker **ret_worker,
                      struct tora_err *err)
{
	struct tora_runner_spec spec = {
		.name = "runner", .hello_ms = HELLO_MS, .answered = on_answered, .ended = on_ended
	};
	struct worker *w;
	int rc;

	p->lanes[lane].expected -= p->lanes[lane].expected > 0; /* be it a job that wants it */
	if (p->lanes[lane].starts >= p->lanes[lane].spec.runners_max + TORA_POOL_RESTARTS_MAX)
		return tora_fail(err, TORA_E_REMOTE, "runners keep dying: %s", p->why);
	w = tora_xcalloc(1, sizeof(*w));
	w->pool = p;
	w->lane = lane;
	spec.ctx = w;
	rc = p->spec.start(p->spec.ctx, lane, &spec, &w->runner, err);
	if (!rc)
		rc = ask_openings(w, 0, err);
	if (rc) {
		tora_runner_free(w->runner);
		free(w);
		return rc;
	}
	w->next = p->workers;
	p->workers = w;
	p->lanes[lane].n++;
	p->lanes[lane].starts++;
	*ret_worker = w;
	return TORA_OK;
}

/* ---- feeding -------------------------------------------------------------------------------------- */

static unsigned at_work(const struct tora_pool *p)
{
	unsigned n = 0;

	for (const struct worker *w = p->workers; w; w = w->next)
		n += w->n_jobs > 0;
	return n;
}

static size_t depth_of(const struct lane *lane)
{
	unsigned depth = lane->spec.depth ? lane->spec.depth : DEPTH;

	return depth < DEPTH_MAX ? depth : DEPTH_MAX;
}

static bool is_freer(const struct worker *w, const struct worker *than)
{
	return w->n_jobs != than->n_jobs ? w->n_jobs < than->n_jobs : w->given < than->given;
}

/* The one of `lane` with the least to do, and of those that which has done least, that can take a job; or NULL. */
static struct worker *least_busy(struct tora_pool *p, size_t lane)
{
	struct worker *best = NULL;

	for (struct worker *w = p->workers; w; w = w->next)
		if (w->lane == lane && !w->over && w->n_jobs < depth_of(&p->lanes[lane]) &&
		    (!best || is_freer(w, best)))
			best = w;
	return best;
}

static int give(struct worker *w, size_t job, struct tora_pool_request *request,
                struct tora_err *err)
{
	const struct tora_pool_spec *spec = &w->pool->spec;
	struct job *slot = &w->jobs[w->n_jobs];
	int rc = tora_runner_ask(w->runner, request->json, request->budget_ms, &slot->ticket, err);

	if (rc == TORA_E_REMOTE) { /* it just died; on_ended() follows */
		w->over = true;
		rc = TORA_OK;
		spec->back(spec->ctx, job);
	} else if (!rc) {
		slot->job = job;
		w->n_jobs++;
		w->given++;
	}
	return rc;
}

/* One job to one runner of `lane`. *ret_given: false when none waits or nobody can take it. */
static int feed_one(struct tora_pool *p, size_t lane, bool *ret_given, struct tora_err *err)
{
	struct worker *w = least_busy(p, lane);
	bool idle = !w || w->n_jobs == 0, full = at_work(p) >= p->spec.at_once;
	bool can_add = p->lanes[lane].n < p->lanes[lane].spec.runners_max;
	struct tora_pool_request request = { .json = NULL };
	size_t job;
	int rc = TORA_OK;

	*ret_given = false;
	/* with less room than lanes, whoever always has a second job would never make room */
	if (idle ? full || (!w && !can_add) : p->spec.at_once == 1)
		return TORA_OK;
	if (!p->spec.next(p->spec.ctx, lane, &job, &request))
		return TORA_OK;
	if (!w || (w->n_jobs && can_add && !full))
		rc = add_worker(p, lane, &w, err);
	if (rc)
		p->spec.back(p->spec.ctx, job);
	else
		rc = give(w, job, &request, err);
	cJSON_Delete(request.json);
	*ret_given = true;
	return rc;
}

/* A place that gets free is for them first, in turns: others fill what is left at the end. */
static int feed_slow(struct tora_pool *p, struct tora_err *err)
{
	bool given = p->spec.at_once > 1, one;

	while (given) {
		given = false;
		for (size_t i = 0; i < p->spec.n_lanes; i++) {
			int rc = p->lanes[i].spec.is_slow ? feed_one(p, i, &one, err) : TORA_OK;
			if (rc)
				return rc;
			given = given || (p->lanes[i].spec.is_slow && one);
		}
	}
	return TORA_OK;
}

/* In turns: one job to each lane, until nobody takes any. */
static int feed(struct tora_pool *p, struct tora_err *err)
{
	size_t idle = 0;
	bool given;

	while (idle < p->spec.n_lanes) {
		int rc = feed_one(p, p->turn, &given, err);
		if (rc)
			return rc;
		idle = given ? 0 : idle + 1;
		p->turn = (p->turn + 1) % p->spec.n_lanes;
	}
	return TORA_OK;
}

/* Those that have something to do, be it to get ready. */
static unsigned busy(const struct tora_pool *p)
{
	unsigned n = 0;

	for (const struct worker *w = p->workers; w; w = w->next)
		n += tora_runner_open(w->runner) > 0;
	return n;
}

/* Where nobody else takes the place. One that cannot be started is found out when it has a job. */
static void start_expected(struct tora_pool *p)
{
	struct tora_err ignored = TORA_ERR_INIT;
	struct worker *w;

	for (size_t i = 0; i < p->spec.n_lanes; i++)
		while (p->lanes[i].expected && busy(p) < p->spec.at_once)
			(void)add_worker(p, i, &w, &ignored);
}

/* Somebody waits for what it does, or, where it is over, for another in its place. One that gets ready for work to come
 * holds nobody up. */
static bool is_waited_for(const struct tora_pool *p, const struct worker *w)
{
	return w->over || w->n_jobs || w->asked ||
	       (w->lane < p->opening && tora_runner_open(w->runner) > 0);
}

static bool is_quiet(const struct tora_pool *p)
{
	for (const struct worker *w = p->workers; w; w = w->next)
		if (is_waited_for(p, w))
			return false;
	return true;
}

static void on_pump(void *ctx)
{
	struct tora_pool *p = ctx;

	drop_over(p, false);
	if (p->feeding && !p->rc)
		p->rc = feed_slow(p, &p->err);
	if (p->feeding && !p->rc)
		p->rc = feed(p, &p->err);
	if ((p->feeding || p->asking) && !p->rc)
		start_expected(p);
	p->settled = p->rc || is_quiet(p);
}

/* ---- waiting ---------------------------------------------------------------------------------------- */

static int wait_quiet(struct tora_pool *p, int64_t budget_ms, struct tora_err *err)
{
	int rc;

	p->settled = false;
	p->rc = TORA_OK;
	wake(p);
	rc = tora_loop_wait(p->spec.loop, &p->settled, budget_ms);
	if (!rc && p->rc) {
		*err = p->err;
		rc = p->rc;
	} else if (rc) {
		(void)tora_fail(err, rc, "the runners were not done in time");
	}
	if (rc)
		drop_over(p, true);
	return rc;
}

int tora_pool_open(struct tora_pool *pool, size_t n, int64_t budget_ms, struct tora_err *err)
{
	struct worker *w;
	int rc = TORA_OK;

	assert(n <= pool->spec.n_lanes);
	drop_over(pool, false);
	for (size_t i = 0; i < n && !rc; i++)
		if (!pool->lanes[i].n)
			rc = add_worker(pool, i, &w, err);
	if (rc)
		return rc;
	pool->opening = n;
	rc = wait_quiet(pool, budget_ms, err);
	pool->opening = 0;
	return rc;
}

static size_t first_slow(const struct tora_pool *p)
{
	for (size_t i = 0; i < p->spec.n_lanes; i++)
		if (p->lanes[i].spec.is_slow)
			return i;
	return 0;
}

int tora_pool_run(struct tora_pool *pool, int64_t budget_ms, struct tora_err *err)
{
	int rc;

	pool->turn = first_slow(pool);
	pool->feeding = true;
	rc = wait_quiet(pool, budget_ms, err);
	pool->feeding = false;
	return rc;
}

static int ask_one(struct tora_pool *p, struct tora_pool_question *q)
{
	struct worker *w = least_busy(p, q->lane);
	int rc = w ? TORA_OK : add_worker(p, q->lane, &w, &q->err);

	if (rc)
		return rc;
	assert(!w->asked);
	w->question = q;
	return tora_runner_ask(w->runner, q->request.json, q->request.budget_ms, &w->asked,
	                       &q->err);
}

void tora_pool_ask(struct tora_pool *pool, struct tora_pool_question *all, size_t n,
                   int64_t wait_ms)
{
	struct tora_err late = TORA_ERR_INIT;

	drop_over(pool, false);
	for (size_t i = 0; i < n; i++) {
		all[i].answer = NULL;
		all[i].err = (struct tora_err)TORA_ERR_INIT;
		(void)ask_one(pool, &all[i]);
	}
	pool->asking = true;
	(void)wait_quiet(pool, wait_ms, &late);
	pool->asking = false;
	for (size_t i = 0; i < n; i++) {
		if (all[i].answer || all[i].err.rc)
			continue;
		if (late.rc)
			all[i].err = late;
		else
			(void)tora_fail(&all[i].err, TORA_E_REMOTE, "the runner ended: %s",
			                pool->why);
	}
}

/* ---- from one owner's work to the next's ---------------------------------------------------- */

static void set_openings(struct tora_pool *p, size_t lane, const struct tora_pool_request *openings,
                         size_t n)
{
	assert(n <= TORA_POOL_OPENINGS_MAX);
	p->lanes[lane].spec.openings = openings;
	p->lanes[lane].spec.n_openings = n;
	p->lanes[lane].expected = 0;
	p->lanes[lane].starts = p->lanes[lane].n;
}

/* Those of the lane; `bad`: only those that are over or still work on something that was given to them. */
static void drop_of_lane(struct tora_pool *p, size_t lane, bool bad)
{
	for (struct worker **at = &p->workers; *at;) {
		const struct worker *w = *at;

		if (w->lane == lane && (!bad || w->over || w->n_jobs || w->asked))
			drop(at);
		else
			at = &(*at)->next;
	}
}

void tora_pool_keep(struct tora_pool *pool, size_t lane, const struct tora_pool_request *openings,
                    size_t n_openings, size_t from)
{
	struct tora_err ignored;

	drop_of_lane(pool, lane, true);
	set_openings(pool, lane, openings, n_openings);
	for (struct worker *w = pool->workers; w; w = w->next)
		if (w->lane == lane && ask_openings(w, from, &ignored))
			w->over = true; /* it has just died */
}

void tora_pool_drop(struct tora_pool *pool, size_t lane, const struct tora_pool_request *openings,
                    size_t n_openings)
{
	drop_of_lane(pool, lane, false);
	set_openings(pool, lane, openings, n_openings);
}

void tora_pool_expect(struct tora_pool *pool, size_t lane, unsigned n)
{
	struct lane *l = &pool->lanes[lane];

	l->expected = n > l->n ? n - l->n : 0;
}

void tora_pool_rest(struct tora_pool *pool)
{
	bool stays[TORA_POOL_LANES_MAX] = { false };

	for (struct worker **at = &pool->workers; *at;) {
		const struct worker *w = *at;

		if (stays[w->lane] || w->over || tora_runner_open(w->runner)) {
			drop(at);
			continue;
		}
		stays[w->lane] = true;
		at = &(*at)->next;
	}
}

void tora_pool_set_log(struct tora_pool *pool, const struct tora_log *log)
{
	pool->spec.log = log;
}

size_t tora_pool_runners(const struct tora_pool *pool, size_t lane)
{
	return pool->lanes[lane].n;
}

/* ---- the whole ---------------------------------------------------------------------------------------- */

struct tora_pool *tora_pool_new(const struct tora_pool_spec *spec)
{
	struct tora_pool *p = tora_xcalloc(1, sizeof(*p));

	assert(spec->n_lanes && spec->n_lanes <= TORA_POOL_LANES_MAX && spec->at_once);
	p->spec = *spec;
	for (size_t i = 0; i < spec->n_lanes; i++) {
		assert(spec->lanes[i].n_openings <= TORA_POOL_OPENINGS_MAX);
		p->lanes[i].spec = spec->lanes[i];
	}
	p->spec.lanes = NULL;
	p->pump = tora_timer_new(spec->loop, "pool", on_pump, p);
	return p;
}

void tora_pool_free(struct tora_pool *pool)
{
	if (!pool)
		return;
	while (pool->workers)
		drop(&pool->workers);
	tora_timer_free(pool->pump);
	free(pool);
}
