/*
 * pool.h - a few runners kept at work: started when there is something to do, fed, replaced.
 *
 * Work comes in lanes. The runners of one lane are interchangeable: same build, same way of being
 * started, same requests asked of each before its first job. The pool asks the owner for the next
 * job of a lane whenever a runner could take one, and brings the answer back. How many
 * runners are at work at the same time is bounded over all lanes; where there is room for one
 * only, lanes take turns. Lanes whose jobs take long come first: begun last, one of them would be alone at the end.
 *
 * A runner that ended, or that the owner says is spoiled, is replaced when its lane has work
 * again. A pool may serve one owner's work after another: tora_pool_keep() and tora_pool_drop() say for each
 * lane whether its runners are as good for the next as new ones. Nothing is ever freed inside a callback, and no callback is made
 * but by the loop: in tora_pool_open(), _run() and _ask(), which wait in it, and of runners that are expected whenever
 * somebody does.
 */
#ifndef TORA_LANG_POOL_H
#define TORA_LANG_POOL_H

#include "lang/runner.h"
#include "tora/log.h"

#define TORA_POOL_LANES_MAX    8
#define TORA_POOL_OPENINGS_MAX 4
#define TORA_POOL_RESTARTS_MAX 50 /* runners of one lane that may be replaced, in all */

struct tora_pool_request {
	cJSON *json;
	int64_t budget_ms;
};

struct tora_pool_lane {
	const char *name;     /* for the log; borrowed */
	unsigned runners_max; /* at least 1 */
	unsigned depth; /* jobs that a runner has at the same time; 0: as many as keep it busy */
	bool is_slow;   /* a job of it takes much longer than one of another lane */
	const struct tora_pool_request *openings; /* asked of each new runner; borrowed */
	size_t n_openings;
};

struct tora_pool_spec {
	struct tora_loop *loop;
	const struct tora_log *log;
	const struct tora_pool_lane *lanes; /* copied */
	size_t n_lanes;
	unsigned at_once; /* runners at work at the same time; at least 1 */
	void *ctx;        /* of all that follow */
	/* tora_runner_start() with `spec`, after filling in the program. */
	int (*start)(void *ctx, size_t lane, struct tora_runner_spec *spec,
	             struct tora_runner **ret_runner, struct tora_err *err);
	/* The answer to opening number `i`; json is NULL unless ANSWERED. */
	void (*opened)(void *ctx, size_t lane, size_t i, enum tora_runner_how how,
	               const cJSON *json);
	/* The next job that waits in `lane`; the pool frees its json. False: there is none. */
	bool (*next)(void *ctx, size_t lane, size_t *ret_job,
	             struct tora_pool_request *ret_request);
	/* It was never looked at: next() is to give it again. */
	void (*back)(void *ctx, size_t job);
	/*
	 * What became of it; `how` is not LOST, json is NULL unless ANSWERED. The owner may
	 * make it wait again. True: this runner may not be given another job.
	 */
	bool (*done)(void *ctx, size_t job, enum tora_runner_how how, const cJSON *json);
};

struct tora_pool;

struct tora_pool *tora_pool_new(const struct tora_pool_spec *spec);
void tora_pool_free(
	struct tora_pool *pool); /* NULL is fine; kills its runners, no callback is made */

/*
 * For other work: these openings from now on (borrowed). Runners that work on a job or a question end.
 * keep: those of the lane stay, and are asked the openings from number `from` on, not those before. drop:
 * all of them end, and it is as if there had been none.
 */
void tora_pool_keep(struct tora_pool *pool, size_t lane, const struct tora_pool_request *openings,
                    size_t n_openings, size_t from);
void tora_pool_drop(struct tora_pool *pool, size_t lane, const struct tora_pool_request *openings,
                    size_t n_openings);
/*
 * There will be jobs of this lane: it is to have n runners, of which those that are missing are started, during tora_pool_run()
 * or _ask(), as soon as no other work has their place; lanes in their order. Nobody waits until they are ready; what they answer to
 * their openings may come while another wait in the loop goes on. They may be more than runners_max, which is for those that
 * jobs have started.
 */
void tora_pool_expect(struct tora_pool *pool, size_t lane, unsigned n);
void tora_pool_rest(
	struct tora_pool *pool); /* until then one of each lane is enough; the others end */
void tora_pool_set_log(struct tora_pool *pool, const struct tora_log *log);
size_t tora_pool_runners(const struct tora_pool *pool,
                         size_t lane); /* that are alive, as far as is known */

/*
 * See that each of the first n lanes has a runner, and wait for the answers to their openings.
 * TORA_E_TIMEOUT: budget_ms passed; other errors are start()'s.
 */
int tora_pool_open(struct tora_pool *pool, size_t n, int64_t budget_ms, struct tora_err *err);

/*
 * Until no lane has a job and none is being worked on. However it ends, no answer to these jobs comes
 * later: runners that still work on one are stopped.
 * TORA_E_TIMEOUT: budget_ms passed. TORA_E_REMOTE: runners of a lane keep dying.
 */
int tora_pool_run(struct tora_pool *pool, int64_t budget_ms, struct tora_err *err);

struct tora_pool_question {
	size_t lane;
	struct tora_pool_request request; /* borrowed */
	cJSON *answer;                    /* the caller owns it; NULL: err says why */
	struct tora_err err;
};

/*
 * Requests outside of next(), each to a runner of another lane, all at the same time and waited for.
 * Each is answered or has its error. TORA_E_TIMEOUT: the runner had `wait_ms` in all, for starting and
 * for this. TORA_E_REMOTE: it ended.
 */
void tora_pool_ask(struct tora_pool *pool, struct tora_pool_question *all, size_t n,
                   int64_t wait_ms);

#endif
