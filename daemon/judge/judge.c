#include "judge/judge.h"

#include "judge/ask.h"
#include "judge/cluster.h"
#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/fingerprint.h"
#include "judge/merge.h"
#include "judge/order.h"
#include "judge/reduce.h"
#include "judge/stable.h"
#include "judge/verdict.h"
#include "lang/lang.h"
#include "llm/answer.h"
#include "llm/model.h"
#include "tora/clock.h"

#include <stdint.h>
#include <string.h>

#define SEEDS              3  /* cold runs of each side: one run twice shows nothing about order */
#define CONFIRM_AT_ONCE    4  /* clusters whose runs are started together */
#define CLUSTERS_MAX       64 /* confirmed per check; the rest is counted in a note */
#define MEMBERS_MAX        3  /* tests tried per cluster before it counts as flaky */
#define REDUCE_MAX         16 /* findings whose test is made small */
#define REDUCE_QUIET_MAX   4  /* of those, which nobody is shown unasked ... */
#define REDUCE_QUIET_MS    4000 /* ... begun within this time */
#define REDUCE_TRIALS      120
#define REDUCE_HANG_TRIALS 16
#define RESERVE_MS         1500 /* kept back for ordering, writing and showing what there is */
#define AHEAD              3    /* questions that leave together */
#define ASK_MAX            24   /* findings a model is asked about */

struct judging {
	struct tora_check *check;
	TORA_VEC(struct tora_member) members;
	struct tora_clusters clusters;
	struct tora_said said;
	TORA_VEC(struct tora_finding) found;
	TORA_VEC(struct tora_evidence) evidence; /* of found[i] */
	TORA_VEC(const struct tora_member *) of; /* of found[i] */
	size_t unconfirmed;                      /* clusters nobody had time for */
	struct tora_reply ahead[AHEAD];          /* to the question about found[ahead_of[i]] */
	size_t ahead_of[AHEAD], n_ahead;
};

static bool out_of_time(const struct tora_check *check)
{
	return tora_check_left_ms(check) < RESERVE_MS;
}

static void say_progress(struct tora_check *check, size_t done, size_t of)
{
	if (check->progress)
		check->progress(check->progress_ctx, "judge", done, of);
}

/* ---- running both sides ------------------------------------------------------------------ */

struct runs {       /* cold runs of one source */
	unsigned n; /* seeds: SEEDS, or 1 where a run costs the time limit or more say nothing */
	struct tora_trial base[SEEDS], head[SEEDS];
};

/* A name that is missing is missing under every seed. */
static unsigned seeds_for(const struct tora_difference *d)
{
	return d->kind == TORA_DIFF_HANG || d->api_missing_base || d->api_missing_head ? 1 : SEEDS;
}

/* Every source, both sides, each seed of runs[i].n, in one batch. */
static int run_cold(struct tora_check *check, const char *const *sources, size_t n,
                    struct runs *runs, struct tora_err *err)
{
	size_t max = n * 2 * SEEDS, n_jobs = 0, i;
	struct tora_exec_job *jobs = tora_arena_calloc(check->arena, max, sizeof *jobs);
	struct tora_trial *trials = tora_arena_calloc(check->arena, max, sizeof *trials);
	struct tora_trial **to = tora_arena_calloc(check->arena, max, sizeof *to);
	unsigned s;
	int rc;

	for (i = 0; i < n; i++)
		for (s = 0; s < 2 * runs[i].n; s++) {
			bool head = s >= runs[i].n;

			to[n_jobs] = head ? &runs[i].head[s - runs[i].n] : &runs[i].base[s];
			jobs[n_jobs++] =
				(struct tora_exec_job){ .source = sources[i],
				                        .side = head ? TORA_HEAD : TORA_BASE,
				                        .cold = true,
				                        .seed = s % runs[i].n };
		}
	rc = check->exec->run(check->exec->ctx, jobs, n_jobs, trials, err);
	if (rc)
		return tora_wrap(err, "confirming");
	for (i = 0; i < n_jobs; i++) {
		if (trials[i].status == TORA_TRIAL_LIMIT && !trials[i].out.len &&
		    !trials[i].err.len)
			return tora_fail(err, TORA_E_TIMEOUT, "confirming: out of time");
		*to[i] = trials[i];
	}
	return TORA_OK;
}

struct confirmed {
	enum tora_stable stable;
	struct tora_difference difference;
	struct tora_trial base, head;
};

static void decide(struct tora_check *check, const struct runs *runs,
                   const struct tora_difference *expect, struct confirmed *ret)
{
	const struct tora_stable_runs all = { .base = runs->base,
		                              .head = runs->head,
		                              .n = runs->n };

	ret->stable = tora_stable_decide(&all, expect, check->arena, &ret->difference, &ret->base,
	                                 &ret->head);
}

int tora_judge_replay(struct tora_check *check, const char *source, bool *ret_differs,
                      struct tora_difference *ret_difference, struct tora_err *err)
{
	struct runs runs = { .n = SEEDS };
	struct confirmed c = { .stable = TORA_STABLE_GONE };
	int rc = run_cold(check, &source, 1, &runs, err);

	if (rc)
		return rc;
	decide(check, &runs, NULL, &c);
	*ret_differs = c.stable == TORA_STABLE_CONFIRMED;
	memset(ret_difference, 0, sizeof *ret_difference);
	ret_difference->before = ret_difference->after = ret_difference->signature = "";
	if (*ret_differs)
		*ret_difference = c.difference;
	return TORA_OK;
}

/* ---- compare and cluster --------------------------------------------------------------------- */

static struct tora_case case_of(const struct judging *j, const struct tora_member *m,
                                const char *test, const struct tora_trial *before,
                                const struct tora_trial *after,
                                const struct tora_difference *difference, size_t cluster)
{
	return (struct tora_case){ .intent = &j->check->intent,
		                   .change = &j->check->change,
		                   .said = &j->said,
		                   .function = m->place.function,
		                   .name = m->place.name,
		                   .test = test,
		                   .legality = m->candidate->legality,
		                   .origin = m->candidate->origin,
		                   .before = before,
		                   .after = after,
		                   .difference = difference,
		                   .runs = seeds_for(difference),
		                   .cluster = cluster };
}

static void add_member(struct judging *j, size_t pair, const struct tora_difference *d)
{
	struct tora_check *check = j->check;
	const struct tora_pair *p = &check->pairs.at[pair];
	struct tora_member *m = tora_vec_push(check->arena, &j->members);
	struct tora_evidence e;
	struct tora_case c;

	m->pair = pair;
	m->candidate = &check->candidates.at[p->candidate];
	m->difference = *d;
	tora_locate(&check->change, m->candidate, &p->base, &p->head, &m->place);
	c = case_of(j, m, m->candidate->source, &p->base, &p->head, &m->difference, 1);
	tora_evidence(&c, check->arena, &e);
	m->announced = tora_evidence_announced(&e);
}

static void compare_pairs(struct judging *j)
{
	struct tora_check *check = j->check;
	struct tora_difference d;
	size_t i;

	for (i = 0; i < check->pairs.n; i++) {
		const struct tora_pair *p = &check->pairs.at[i];

		tora_compare(&p->base, &p->head, check->arena, &d);
		if (d.kind == TORA_DIFF_NONE) {
			check->tests.both_failed +=
				tora_compare_failed(&p->base) && tora_compare_failed(&p->head);
			continue;
		}
		check->tests.differing++;
		add_member(j, i, &d);
	}
	tora_cluster(j->members.at, j->members.n, check->arena, &j->clusters);
}

/* ---- confirm ----------------------------------------------------------------------------------- */

static void push_found(struct judging *j, const struct tora_cluster *cluster,
                       const struct tora_member *m, const struct confirmed *c)
{
	struct tora_finding *f = tora_vec_push(j->check->arena, &j->found);

	*tora_vec_push(j->check->arena, &j->of) = m;
	(void)tora_vec_push(j->check->arena, &j->evidence);
	f->file = m->place.file;
	f->line = m->place.line;
	f->function = m->place.name;
	f->commit = tora_locate_commit(&j->check->intent, m->place.name, &j->check->head);
	f->from_model = m->candidate->from_model;
	f->origin = m->candidate->origin;
	f->legality = m->candidate->legality;
	f->where = m->candidate->where ? m->candidate->where : "";
	f->test = m->candidate->source;
	f->before = c->base;
	f->after = c->head;
	f->difference = c->difference;
	/* Facts about names that miss were seen where the whole test ran; masking keeps them. */
	f->cluster = cluster->members.n;
}

/* One round: member number `attempt` of each given cluster. Clusters that need another
 * attempt are moved to the front of the list; *n is their number afterwards. */
static int confirm_round(struct judging *j, const struct tora_cluster **open, size_t *n,
                         size_t attempt, struct tora_err *err)
{
	struct tora_check *check = j->check;
	const char *sources[CONFIRM_AT_ONCE];
	struct runs *runs = tora_arena_calloc(check->arena, *n, sizeof *runs);
	size_t i, left = 0;
	int rc;

	for (i = 0; i < *n; i++) {
		sources[i] = open[i]->members.at[attempt]->candidate->source;
		runs[i].n = seeds_for(&open[i]->members.at[attempt]->difference);
	}
	rc = run_cold(check, sources, *n, runs, err);
	if (rc)
		return rc;
	for (i = 0; i < *n; i++) {
		const struct tora_member *m = open[i]->members.at[attempt];
		struct confirmed c;

		decide(check, &runs[i], &m->difference, &c);
		if (c.stable == TORA_STABLE_CONFIRMED) {
			push_found(j, open[i], m, &c);
			continue;
		}
		tora_log(check->log, TORA_LOG_DEBUG, "judge",
		         "not confirmed (%s): '%s', '%s' against '%s'",
		         c.stable == TORA_STABLE_FLAKY ? "not stable" : "not seen again",
		         m->difference.signature, m->difference.before, m->difference.after);
		check->tests.flaky++;
		check->tests.unconfirmed += c.stable == TORA_STABLE_GONE;
		if (attempt + 1 < open[i]->members.n && attempt + 1 < MEMBERS_MAX &&
		    m->difference.kind != TORA_DIFF_HANG) /* each try costs the time limit */
			open[left++] = open[i];
	}
	*n = left;
	return TORA_OK;
}

static int confirm_some(struct judging *j, size_t from, size_t to, struct tora_err *err)
{
	const struct tora_cluster *open[CONFIRM_AT_ONCE];
	size_t i, n = 0, attempt;
	int rc = TORA_OK;

	for (i = from; i < to; i++)
		open[n++] = &j->clusters.of.at[i];
	for (attempt = 0; n && attempt < MEMBERS_MAX && !rc; attempt++)
		rc = confirm_round(j, open, &n, attempt, err);
	return rc;
}

/* Out of time is a result: what is confirmed by then stands. */
static int confirm_clusters(struct judging *j, struct tora_err *err)
{
	size_t i, to, n = j->clusters.of.n < CLUSTERS_MAX ? j->clusters.of.n : CLUSTERS_MAX;
	int rc;

	for (i = 0; i < n && !out_of_time(j->check); i = to) {
		to = i + CONFIRM_AT_ONCE < n ? i + CONFIRM_AT_ONCE : n;
		say_progress(j->check, i, n);
		rc = confirm_some(j, i, to, err);
		if (rc == TORA_E_TIMEOUT)
			break;
		if (rc)
			return rc;
	}
	j->unconfirmed = j->clusters.of.n - i;
	return TORA_OK;
}

/* ---- verdicts --------------------------------------------------------------------------------- */

static void add_answer(struct tora_check *check, struct tora_finding *f, const char *key,
                       const char *value)
{
	struct tora_answer *a = tora_vec_push(check->arena, &f->answers);

	a->key = key;
	a->value = value;
}

static struct tora_case case_found(struct judging *j, size_t at)
{
	struct tora_finding *f = &j->found.at[at];

	return case_of(j, j->of.at[at], f->test, &f->before, &f->after, &f->difference, f->cluster);
}

/* All of them together: what is known of one says something about its neighbours. */
static void rule_all(struct judging *j)
{
	struct tora_arena *arena = j->check->arena;
	struct tora_case *cases = tora_arena_calloc(arena, j->found.n + 1, sizeof *cases);
	size_t i;

	for (i = 0; i < j->found.n; i++) {
		cases[i] = case_found(j, i);
		tora_evidence(&cases[i], arena, &j->evidence.at[i]);
	}
	tora_evidence_siblings(cases, j->found.n, j->evidence.at);
	for (i = 0; i < j->found.n; i++)
		tora_verdict_rule(&cases[i], &j->evidence.at[i], arena, &j->found.at[i]);
}

/* ---- reduce -------------------------------------------------------------------------------------- */

struct keeper { /* what tora_reduce() asks through */
	struct tora_check *check;
	const struct tora_difference *expect;
};

static bool keeper_expired(void *ctx)
{
	struct keeper *k = ctx;

	return out_of_time(k->check);
}

/* Warm runs find, cold runs confirm: these are warm. */
static int keeper_keeps(void *ctx, const char *const *sources, size_t n, bool *ret_keeps,
                        struct tora_err *err)
{
	struct keeper *k = ctx;
	struct tora_arena *arena = k->check->arena;
	struct tora_exec_job *jobs = tora_arena_calloc(arena, 2 * n, sizeof *jobs);
	struct tora_trial *trials = tora_arena_calloc(arena, 2 * n, sizeof *trials);
	struct tora_difference d;
	size_t i;
	int rc;

	for (i = 0; i < 2 * n; i++) {
		jobs[i].source = sources[i / 2];
		jobs[i].side = i % 2 ? TORA_HEAD : TORA_BASE;
	}
	rc = k->check->exec->run(k->check->exec->ctx, jobs, 2 * n, trials, err);
	if (rc)
		return rc;
	for (i = 0; i < n; i++) {
		tora_compare(&trials[2 * i], &trials[2 * i + 1], arena, &d);
		ret_keeps[i] =
			d.kind == k->expect->kind && strcmp(d.signature, k->expect->signature) == 0;
	}
	return TORA_OK;
}

static const struct tora_lang *lang_of(const struct tora_check *check, const char *file)
{
	const struct tora_lang *any = NULL;
	size_t i;

	for (i = 0; i < check->change.files.n; i++) {
		const struct tora_file_change *f = &check->change.files.at[i];

		if (f->lang && strcmp(f->path, file) == 0)
			return f->lang;
		if (f->lang && (!any || f->role == TORA_FILE_SOURCE))
			any = f->lang;
	}
	return any;
}

/* The small test replaces the large one only when it shows the same in fresh processes. */
static int adopt_reduced(struct judging *j, struct tora_finding *f, const char *source,
                         struct tora_err *err)
{
	struct tora_check *check = j->check;
	struct runs runs = { .n = seeds_for(&f->difference) };
	struct confirmed c;
	int rc;

	if (strcmp(source, f->test) == 0)
		return TORA_OK;
	rc = run_cold(check, &source, 1, &runs, err);
	if (rc)
		return rc;
	decide(check, &runs, &f->difference, &c);
	if (c.stable != TORA_STABLE_CONFIRMED) {
		tora_log(check->log, TORA_LOG_DEBUG, "judge", "a reduced test was not stable");
		return TORA_OK;
	}
	f->test = source;
	f->before = c.base;
	f->after = c.head;
	f->difference = c.difference;
	return TORA_OK;
}

static int reduce_one(struct judging *j, size_t at, struct tora_err *err)
{
	struct tora_finding *f = &j->found.at[at];
	struct tora_check *check = j->check;
	struct keeper keeper = { .check = check, .expect = &f->difference };
	struct tora_reduce_spec spec = { .lang = lang_of(check, f->file),
		                         .trials_max = REDUCE_TRIALS,
		                         .keeps = keeper_keeps,
		                         .expired = keeper_expired,
		                         .ctx = &keeper };
	struct tora_reduced reduced;
	int rc;

	if (!spec.lang)
		return TORA_OK;
	/* Every candidate that keeps a hang costs the whole time limit of a test. */
	if (f->difference.kind == TORA_DIFF_HANG)
		spec.trials_max = REDUCE_HANG_TRIALS;
	rc = tora_reduce(f->test, &spec, check->arena, &reduced, err);
	if (rc)
		return rc;
	tora_log(check->log, TORA_LOG_DEBUG, "judge",
	         "reduced a test from %zu to %zu bytes in %u trials, %u rounds%s", strlen(f->test),
	         strlen(reduced.source), reduced.trials, reduced.rounds,
	         reduced.complete ? "" : ", cut short");
	return adopt_reduced(j, f, reduced.source, err);
}

/* In the order of importance, so that time runs out on the least important ones. A test that
 * stays long is a nuisance; it is still the truth. */
static void reduce_findings(struct judging *j, const size_t *order)
{
	struct tora_err err = TORA_ERR_INIT;
	int64_t until_ms = tora_clock_mono_ms() + REDUCE_QUIET_MS;
	size_t i, done = 0, quiet = 0;

	for (i = 0; i < j->found.n && done < REDUCE_MAX && !out_of_time(j->check); i++) {
		enum tora_verdict v = j->found.at[order[i]].verdict;
		enum tora_difference_kind kind = j->found.at[order[i]].difference.kind;
		bool is_quiet = v == TORA_VERDICT_INTENDED ||
		                (v == TORA_VERDICT_UNSURE && !j->check->model);

		/* A hang is reduced only where somebody is warned of it: whole time limits. */
		if (v == TORA_VERDICT_IRRELEVANT ||
		    (v != TORA_VERDICT_UNINTENDED && kind == TORA_DIFF_HANG) ||
		    (is_quiet && (quiet++ >= REDUCE_QUIET_MAX || tora_clock_mono_ms() > until_ms)))
			continue;
		if (reduce_one(j, order[i], &err)) {
			tora_check_note(j->check, "tests were not made smaller: %s", err.msg);
			return;
		}
		done++;
	}
}

/* ---- the model's opinion ------------------------------------------------------------------------- */

/* Nothing here is fatal: false, with a sentence in `err`, leaves the rules' verdict. */
static bool make_ask(struct tora_check *check, const char *prompt_name,
                     const struct tora_ask_values *values, bool fresh, struct tora_ask *ret,
                     struct tora_err *err)
{
	struct tora_prompt_value *v = tora_arena_calloc(check->arena, values->of.n, sizeof *v);
	struct tora_prompt *prompt = tora_arena_alloc(check->arena, sizeof *prompt);
	struct tora_prompt_spec spec = { .name = prompt_name,
		                         .dir = check->config->llm_prompts,
		                         .values = v,
		                         .n = values->of.n,
		                         .seed = check->prompt_seed };
	int64_t left_ms = tora_check_left_ms(check) - RESERVE_MS;
	int64_t most_ms = (int64_t)check->config->llm_timeout_s * 1000;

	for (size_t i = 0; i < values->of.n; i++)
		v[i] = (struct tora_prompt_value){ values->of.at[i].name, values->of.at[i].text,
			                           values->of.at[i].max };
	if (left_ms <= 0) {
		(void)tora_fail(err, TORA_E_TIMEOUT, "out of time");
		return false;
	}
	*ret = (struct tora_ask){ .prompt = prompt,
		                  .json = true,
		                  .schema = tora_answer_schema(prompt_name),
		                  .steady = !fresh,
		                  .fresh = fresh,
		                  .wait_ms = (unsigned)(most_ms && left_ms > most_ms ? most_ms
		                                                                     : left_ms) };
	return !tora_prompt_render(&spec, check->arena, prompt, err);
}

static bool ask_model(struct tora_check *check, const char *prompt_name,
                      const struct tora_ask_values *values, bool fresh, struct tora_reply *ret,
                      struct tora_err *err)
{
	struct tora_ask ask;

	return make_ask(check, prompt_name, values, fresh, &ask, err) &&
	       !tora_model_ask(check->model, &ask, check->arena, ret, err);
}

static void keep_answer(struct tora_check *check, const struct tora_reply *reply)
{
	struct tora_err err = TORA_ERR_INIT;

	if (tora_model_keep(check->model, reply, &err))
		tora_log(check->log, TORA_LOG_DEBUG, "judge", "an answer was not kept: %s",
		         err.msg);
}

/*
 * A second sample, freely drawn, only where the first was no use or unsure. One that fails changes
 * nothing about a first that was read.
 */
static bool ask_judgement(struct tora_check *check, const struct tora_ask_values *values,
                          const struct tora_reply *asked, struct tora_judgement *ret,
                          struct tora_reply *reply, struct tora_err *err)
{
	struct tora_reply second;
	struct tora_judgement other;
	struct tora_err ignored;
	bool is_read;

	if (asked) { /* ahead */
		*reply = *asked;
		*err = asked->err;
	} else {
		(void)ask_model(check, "judge", values, false, reply, err);
	}
	if (reply->rc || err->rc)
		return false;
	is_read = !tora_answer_judgement(reply->text, check->arena, ret, err);
	if (is_read)
		keep_answer(check, reply);
	if ((is_read && ret->verdict != TORA_VERDICT_UNSURE) || reply->cached)
		return is_read;
	if (!ask_model(check, "judge", values, true, &second, is_read ? &ignored : err) ||
	    tora_answer_judgement(second.text, check->arena, &other, is_read ? &ignored : err))
		return is_read;
	keep_answer(check, &second);
	*ret = other;
	*reply = second;
	return true;
}

/* Unintended, says the model: a regression, or a repair nobody announced? */
static void ask_which_side(struct tora_check *check, const struct tora_case *c, const char *project,
                           struct tora_finding *f)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_ask_values values;
	struct tora_reply reply;
	enum tora_answer_side side = TORA_SIDE_UNKNOWN;
	const char *reason = NULL;
	bool head_first =
		tora_ask_head_first(tora_fingerprint(f, lang_of(check, f->file), check->arena));

	tora_ask_side(c, project, head_first, check->arena, &values);
	if (!ask_model(check, "expected-side", &values, false, &reply, &err) ||
	    tora_answer_expected(reply.text, check->arena, &side, &reason, &err)) {
		add_answer(check, f, "expected-side", "not answered");
		return;
	}
	keep_answer(check, &reply);
	if (side == (head_first ? TORA_SIDE_A : TORA_SIDE_B)) {
		f->verdict = TORA_VERDICT_COINCIDENTAL_FIX;
		add_answer(check, f, "expected-side", "after");
	} else if (side == (head_first ? TORA_SIDE_B : TORA_SIDE_A)) {
		add_answer(check, f, "expected-side", "before");
	} else {
		add_answer(check, f, "expected-side", "neither or unknown");
	}
}

static bool ask_verdict(struct tora_check *check, const struct tora_case *c,
                        const struct tora_evidence *e, const char *project,
                        const struct tora_reply *asked, struct tora_finding *f,
                        struct tora_err *err)
{
	struct tora_ask_values values;
	struct tora_judgement said;
	struct tora_opinion opinion;
	struct tora_reply reply = { 0 };

	*err = (struct tora_err)TORA_ERR_INIT;
	tora_ask_judge(c, e, project, check->arena, &values);
	if (!ask_judgement(check, &values, asked, &said, &reply, err))
		return false;
	opinion = tora_ask_opinion(&said, e, c->legality);
	tora_ask_apply(&opinion, c->intent, check->arena, f);
	f->prompt_hash = tora_arena_dup(check->arena, reply.prompt_hash);
	add_answer(check, f, "noteworthy", tora_tri_name(said.noteworthy));
	add_answer(check, f, "legal", tora_tri_name(said.legal));
	add_answer(check, f, "intended", tora_tri_name(said.intended));
	if (f->verdict == TORA_VERDICT_UNINTENDED)
		ask_which_side(check, c, project, f);
	return true;
}

/* What its file says is nobody else's business, and this test says what the file does. */
static bool is_withheld(const struct judging *j, size_t at)
{
	const struct tora_function *function = j->of.at[at]->place.function;
	const struct tora_pair *pair = &j->check->pairs.at[j->of.at[at]->pair];

	return (function && function->is_withheld) ||
	       tora_withhold_trial(&j->check->change, &pair->base) ||
	       tora_withhold_trial(&j->check->change, &pair->head) ||
	       tora_withhold_place(&j->check->change.withhold, j->found.at[at].where);
}

static bool ask_about(struct judging *j, size_t at, struct tora_err *err)
{
	struct tora_case c = case_found(j, at);

	const struct tora_reply *asked = NULL;

	for (size_t i = 0; i < j->n_ahead; i++)
		if (j->ahead_of[i] == at)
			asked = &j->ahead[i];
	return ask_verdict(j->check, &c, &j->evidence.at[at], tora_ask_project(j->check->repo_path),
	                   asked, &j->found.at[at], err);
}

/* The most important questions leave together; what depends on their answers follows one by one. */
static void ask_ahead(struct judging *j, const size_t *order)
{
	struct tora_ask asks[AHEAD];
	struct tora_err err = TORA_ERR_INIT;

	for (size_t i = 0; i < j->found.n && j->n_ahead < AHEAD; i++) {
		struct tora_case c = case_found(j, order[i]);
		struct tora_ask_values values;

		if (tora_ask_is_settled(&j->found.at[order[i]]) || is_withheld(j, order[i]))
			continue;
		tora_ask_judge(&c, &j->evidence.at[order[i]], tora_ask_project(j->check->repo_path),
		               j->check->arena, &values);
		if (!make_ask(j->check, "judge", &values, false, &asks[j->n_ahead], &err))
			break;
		j->ahead_of[j->n_ahead++] = order[i];
	}
	(void)tora_model_ask_all(j->check->model, asks, j->n_ahead, j->check->arena, j->ahead,
	                         &err);
}

int tora_judge_recorded(struct tora_check *check, const struct tora_record *record,
                        const char *project, struct tora_finding *ret, struct tora_err *err)
{
	struct tora_evidence evidence;
	struct tora_case c;

	tora_recorded_rule(record, check->arena, ret, &c, &evidence);
	if (!check->model || ret->difference.kind == TORA_DIFF_NONE || tora_ask_is_settled(ret) ||
	    ask_verdict(check, &c, &evidence, project, NULL, ret, err))
		return TORA_OK;
	return err->rc ? err->rc : TORA_E_REMOTE;
}

void tora_judge_again(struct tora_check *check)
{
	tora_verdict_again(&check->intent, &check->change, check->arena, check->findings.at,
	                   check->findings.n);
}

bool tora_judge_same(const struct tora_trial *a, const struct tora_trial *b,
                     struct tora_arena *arena)
{
	struct tora_difference d;

	if (a->status == TORA_TRIAL_LIMIT || b->status == TORA_TRIAL_LIMIT)
		return false;
	tora_compare(a, b, arena, &d);
	return d.kind == TORA_DIFF_NONE;
}

void tora_judge_sort(struct tora_check *check)
{
	size_t *order = tora_order(check->findings.at, check->findings.n, check->arena);
	struct tora_finding *sorted =
		tora_arena_calloc(check->arena, check->findings.n + 1, sizeof *sorted);

	for (size_t i = 0; i < check->findings.n; i++)
		sorted[i] = check->findings.at[order[i]];
	for (size_t i = 0; i < check->findings.n; i++)
		check->findings.at[i] = sorted[i];
}

/* Facts need no model. The rest is asked about in the order of importance. */
static void ask_about_findings(struct judging *j, const size_t *order)
{
	struct tora_check *check = j->check;
	struct tora_err err = TORA_ERR_INIT;
	size_t i, open = 0, failed = 0, withheld = 0;
	bool answers = true;

	if (!check->model || check->engine == TORA_ENGINE_OFFLINE)
		return;
	ask_ahead(j, order);
	for (i = 0; i < j->found.n; i++) {
		if (tora_ask_is_settled(&j->found.at[order[i]]))
			continue;
		if (is_withheld(j, order[i])) {
			withheld++;
			continue;
		}
		if (open++ < ASK_MAX && answers && ask_about(j, order[i], &err))
			continue;
		failed++;
		answers = answers && (open > ASK_MAX || tora_ask_next_may_do(&err));
	}
	if (withheld)
		tora_check_note(check,
		                "%zu differences were judged by rules alone: their files are "
		                "withheld from the model",
		                withheld);
	/* What one check may ask is the same next time; everything else may be over by then. */
	check->passing_trouble |= failed > 0 && err.rc != TORA_E_LIMIT;
	if (failed)
		tora_check_note(
			check,
			"%zu of %zu differences were not judged by the model (%s): the rules' "
			"verdicts stand",
			failed, open, *err.msg ? err.msg : "enough questions for one check");
}

/* ---- order and hand over ------------------------------------------------------------------------- */

static size_t *order_findings(const struct judging *j)
{
	return tora_order(j->found.at, j->found.n, j->check->arena);
}

static void hand_over(struct judging *j)
{
	struct tora_check *check = j->check;
	const struct tora_pair **seen =
		tora_arena_calloc(check->arena, j->found.n + 1, sizeof *seen);
	size_t i;

	for (i = 0; i < j->found.n; i++) {
		struct tora_finding *f = &j->found.at[i];

		f->fingerprint = tora_fingerprint(f, lang_of(check, f->file), check->arena);
		seen[i] = &check->pairs.at[j->of.at[i]->pair];
	}
	tora_merge(j->found.at, seen, j->found.n, check);
}

static void report(const struct judging *j, int64_t started_ms)
{
	struct tora_check *check = j->check;

	if (j->unconfirmed)
		tora_check_note(
			check, "%zu of %zu differences were not confirmed and are not shown: %s",
			j->unconfirmed, j->clusters.of.n,
			out_of_time(check) ? "out of time" : "more than one check confirms");
	tora_log(check->log, TORA_LOG_DEBUG, "judge",
	         "%zu pairs, %zu differ in %zu ways, %zu flaky, %zu confirmed, %zu findings, %lld "
	         "ms",
	         check->pairs.n, check->tests.differing, j->clusters.of.n, check->tests.flaky,
	         j->found.n, check->findings.n, (long long)(tora_clock_mono_ms() - started_ms));
}

int tora_stage_judge(struct tora_check *check, struct tora_err *err)
{
	struct judging j = { .check = check };
	int64_t started_ms = tora_clock_mono_ms();
	int rc;

	tora_said(&check->intent, &check->change, check->arena, &j.said);
	compare_pairs(&j);
	if (j.clusters.of.n) {
		rc = confirm_clusters(&j, err);
		if (rc)
			return rc;
	}
	rule_all(&j);
	reduce_findings(&j, order_findings(&j));
	rule_all(&j); /* the reduced tests */
	ask_about_findings(&j, order_findings(&j));
	hand_over(&j);
	report(&j, started_ms);
	return TORA_OK;
}
