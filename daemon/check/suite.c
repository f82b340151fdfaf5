#include "check/suite.h"

#include "check/pick.h"
#include "check/proof.h"
#include "check/scope.h"
#include "check/suite_report.h"
#include "check/suite_request.h"
#include "generate/generate.h"
#include "lang/lang.h"
#include "tora/clock.h"

#include <string.h>
#include <sys/random.h>

#define SURVEY_MS   20000
#define WRITE_MS    20000
#define ROUNDS      4  /* of keeping: each drops what did not hold */
#define CHUNK_MAX   45 /* functions at a time */
#define CHUNK_MIN   4
#define CHUNK_MS    8000 /* at least, of one such look: reading the project is then little of it */
#define SPARE_SHARE 45   /* percent of the time kept back for functions that nothing reached */
#define PASSES      2
#define TEST_MS     9.5 /* of the engine, for one test it is asked for (generate.c) */
#define ASKED_MIN   100
#define ASKED_MAX   1000
#define WRITE_MAX   300 /* tests in one request */
#define TESTS_MAX   6000

static int ask(const struct tora_suite *s, const char *command, const cJSON *params,
               unsigned budget_ms, cJSON **ret_answer, struct tora_err *err)
{
	struct tora_exec_question q = {
		.side = s->side, .command = command, .params = params, .budget_ms = budget_ms
	};

	s->check->exec->ask(s->check->exec->ctx, &q, 1);
	if (!q.answer) {
		*err = q.err;
		return tora_wrap(err, "asking the runner for its %s", command);
	}
	*ret_answer = q.answer;
	return TORA_OK;
}

/* Out of time is a result: what was not run says so itself. */
static int run_all(const struct tora_suite *s, const struct tora_exec_job *jobs, size_t n,
                   struct tora_trial *trials, struct tora_err *err)
{
	int rc = s->check->exec->run(s->check->exec->ctx, jobs, n, trials, err);

	return rc == TORA_E_TIMEOUT ? TORA_OK : rc;
}

const char *tora_suite_word(struct tora_arena *arena)
{
	unsigned char bytes[8] = { 0 };
	struct tora_str hex = TORA_STR_INIT(32);
	const char *word;

	(void)!getrandom(bytes, sizeof bytes, 0);
	tora_str_adds(&hex, "tora-");
	for (size_t i = 0; i < sizeof bytes; i++)
		tora_str_addf(&hex, "%02x", bytes[i]);
	word = tora_arena_text(arena, tora_str_view(&hex));
	tora_str_free(&hex);
	return word;
}

/* ---- what there is ------------------------------------------------------------------------------ */

/* NULL: it is too large. */
static const char *program_of(const struct tora_suite *s, const char *source)
{
	cJSON *job = cJSON_CreateObject(), *files = tora_json_put_list(job, "files");
	const char *program;

	tora_json_put_text(job, "word", s->word);
	tora_json_put_text(job, "source", source);
	tora_json_put_text(job, "root", TORA_MOUNT);
	for (size_t i = 0; i < s->points.files.n; i++)
		tora_json_push_text(files, s->points.files.at[i].path);
	program = tora_observed_program(s->lang->observe, job, s->check->arena);
	cJSON_Delete(job);
	return program;
}

static void add_bits(uint64_t *to, const uint64_t *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] |= from[i];
}

/* What a fresh process reaches by importing the modules: nobody's test has to. */
static int measure_import(struct tora_suite *s, const char *imports, struct tora_err *err)
{
	struct tora_exec_job job = { .source = program_of(s, imports),
		                     .side = TORA_HEAD,
		                     .cold = true };
	struct tora_trial trial = { .status = TORA_TRIAL_LIMIT };
	struct tora_observed seen;
	int rc;

	if (!job.source)
		return TORA_OK;
	rc = run_all(s, &job, 1, &trial, err);
	if (rc)
		return rc;
	tora_observed_read(&trial, s->word, &s->points, s->check->arena, &seen);
	s->imported = seen.hits;
	if (seen.failure)
		tora_check_note(s->check, "what importing alone runs is not known (%s)",
		                seen.failure);
	return TORA_OK;
}

/* The lines that statements begin on, for a runner that cannot tell by itself. */
static void put_lines(cJSON *params, const struct tora_change *change)
{
	cJSON *files = tora_json_put_obj(params, "lines");

	for (size_t i = 0; i < change->head_lines.n; i++) {
		const struct tora_lines *lines = &change->head_lines.at[i];
		struct tora_str path = TORA_STR_INIT(8192);
		cJSON *list;

		tora_str_addf(&path, "%s/%s", TORA_MOUNT, lines->file);
		list = tora_json_put_list(files, path.buf);
		for (size_t k = 0; k < lines->at.n; k++)
			cJSON_AddItemToArray(list, cJSON_CreateNumber(lines->at.at[k]));
		tora_str_free(&path);
	}
}

static int survey(struct tora_suite *s, struct tora_err *err)
{
	struct tora_check *c = s->check;
	cJSON *params = cJSON_CreateObject(), *modules = tora_json_put_list(params, "modules");
	cJSON *answer = NULL;
	int rc;

	for (size_t i = 0; i < c->change.modules_head.n; i++)
		tora_json_push_text(modules, c->change.modules_head.at[i]);
	tora_json_put_text(params, "root", TORA_MOUNT);
	put_lines(params, &c->change);
	rc = ask(s, "survey", params, SURVEY_MS, &answer, err);
	if (rc == TORA_OK)
		rc = tora_points_parse(answer, c->arena, &s->points, err);
	s->imported = tora_arena_calloc(c->arena, s->points.n_words + 1, sizeof(uint64_t));
	s->kept = tora_arena_calloc(c->arena, s->points.n_words + 1, sizeof(uint64_t));
	s->reached = tora_arena_calloc(c->arena, s->points.n_words + 1, sizeof(uint64_t));
	if (rc == TORA_OK)
		rc = measure_import(s, tora_json_text(answer, "imports", ""), err);
	cJSON_Delete(answer);
	cJSON_Delete(params);
	return rc;
}

/* ---- candidates ------------------------------------------------------------------------------------ */

static bool is_known(const struct tora_suite *s, const char *source)
{
	for (size_t i = 0; i < s->tests.n; i++)
		if (strcmp(s->tests.at[i].source, source) == 0)
			return true;
	return false;
}

static void take_candidates(struct tora_suite *s)
{
	struct tora_check *c = s->check;

	for (size_t i = 0; i < c->candidates.n; i++) {
		const struct tora_candidate *one = &c->candidates.at[i];

		s->generated++;
		if (one->drop == TORA_DROP_NONE && is_known(s, one->source)) {
			s->drops[TORA_DROP_DUPLICATE]++;
			continue;
		}
		if (one->drop != TORA_DROP_NONE || s->tests.n >= TESTS_MAX) {
			s->drops[one->drop ? one->drop : TORA_DROP_LIMIT]++;
			continue;
		}
		*tora_vec_push(c->arena, &s->tests) = (struct tora_suite_test){
			.source = one->source, .target = one->target, .origin = one->origin
		};
	}
	c->candidates.n = 0;
}

/* How many functions are looked at at a time, so that the time is enough for all of them. */
static size_t chunk_size(size_t n, int64_t left_ms)
{
	size_t chunks = left_ms > 0 ? (size_t)(left_ms / CHUNK_MS) : 1;
	size_t size = n / (chunks ? chunks : 1) + 1;

	return size < CHUNK_MIN ? CHUNK_MIN : size > CHUNK_MAX ? CHUNK_MAX : size;
}

static void ask_for_share(struct tora_config *config, int64_t left_ms, size_t chunks_left)
{
	double n = left_ms > 0 ? (double)left_ms / (double)(chunks_left ? chunks_left : 1) / TEST_MS
	                       : 0;

	config->tests_max = n < ASKED_MIN ? ASKED_MIN : n > ASKED_MAX ? ASKED_MAX : (unsigned)n;
}

/*
 * The stage sees some functions at a time; which of them have no tests is nothing to stop for.
 * *ret_left: functions it did not come to.
 */
static int generate_for(struct tora_suite *s, struct tora_function *functions, size_t n,
                        int64_t until_ms, size_t *ret_left, struct tora_err *err)
{
	struct tora_check *c = s->check;
	const struct tora_config *asked = c->config;
	struct tora_config config = *asked;
	struct tora_change whole = c->change;
	size_t size = chunk_size(n, until_ms - tora_clock_mono_ms()), at = 0;
	int rc = TORA_OK;

	c->config = &config;
	for (; at < n && rc == TORA_OK && (!at || tora_clock_mono_ms() < until_ms); at += size) {
		ask_for_share(&config, until_ms - tora_clock_mono_ms(), (n - at + size - 1) / size);
		tora_scope_part(&whole, functions + at, n - at < size ? n - at : size, c->arena,
		                &c->change);
		rc = tora_stage_generate(c, err);
		if (c->reason == TORA_REASON_NO_TESTS)
			c->reason = TORA_REASON_NONE;
		take_candidates(s);
		if (c->progress)
			c->progress(c->progress_ctx, "generate", at + c->change.functions.n, n);
	}
	*ret_left = at < n ? n - at : 0;
	c->change = whole;
	c->config = asked;
	return rc;
}

/* ---- running ---------------------------------------------------------------------------------------- */

struct run { /* observed runs of some tests */
	size_t n;
	size_t *which;
	struct tora_exec_job *jobs;
	struct tora_trial *trials;
};

static void run_init(struct run *r, const struct tora_suite *s, size_t most)
{
	*r = (struct run){ .n = 0 };
	r->which = tora_arena_calloc(s->check->arena, most + 1, sizeof *r->which);
	r->jobs = tora_arena_calloc(s->check->arena, most + 1, sizeof *r->jobs);
	r->trials = tora_arena_calloc(s->check->arena, most + 1, sizeof *r->trials);
}

static void run_add(struct run *r, struct tora_suite *s, size_t test, unsigned seed)
{
	const char *program = program_of(s, s->tests.at[test].source);

	if (!program) {
		s->tests.at[test].failure = "limit";
		return;
	}
	r->which[r->n] = test;
	r->jobs[r->n] = (struct tora_exec_job){ .source = program,
		                                .side = r->n % 2 ? TORA_BASE : TORA_HEAD,
		                                .cold = seed != 0,
		                                .seed = seed };
	r->n++;
}

static int observe(struct tora_suite *s, struct tora_err *err)
{
	struct tora_check *c = s->check;
	struct run r;
	int rc;

	if (c->progress)
		c->progress(c->progress_ctx, "run", 0, s->tests.n);
	run_init(&r, s, s->tests.n);
	for (size_t i = s->n_observed; i < s->tests.n; i++)
		run_add(&r, s, i, 0);
	s->n_observed = s->tests.n;
	rc = run_all(s, r.jobs, r.n, r.trials, err);
	for (size_t i = 0; i < r.n && rc == TORA_OK; i++) {
		struct tora_suite_test *t = &s->tests.at[r.which[i]];

		tora_observed_read(&r.trials[i], s->word, &s->points, c->arena, &t->seen);
		t->failure = t->seen.failure;
		if (!t->failure)
			add_bits(s->reached, t->seen.hits, s->points.n_words);
	}
	return rc;
}

/* Functions whose bodies no passing test reached. */
static size_t not_reached(const struct tora_suite *s, struct tora_function *ret)
{
	const struct tora_change *change = &s->check->change;
	size_t n = 0;

	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];

		if (!tora_points_any(&s->points, s->reached, f->file, f->first, f->last))
			ret[n++] = *f;
	}
	return n;
}

/* All of them first; in the time that is kept back those again that nothing reached, fewer at a time. */
static int explore(struct tora_suite *s, struct tora_err *err)
{
	struct tora_check *c = s->check;
	size_t n = c->change.functions.n, left = 0, again = 0;
	struct tora_function *missed = tora_arena_calloc(c->arena, n + 1, sizeof *missed);
	int64_t now = tora_clock_mono_ms(), spare = (s->until_ms - now) * SPARE_SHARE / 100;
	int rc = generate_for(s, c->change.functions.at, n, s->until_ms - spare, &left, err);

	if (rc == TORA_OK)
		rc = observe(s, err);
	if (rc)
		return rc;
	n = not_reached(s, missed);
	s->until_ms +=
		tora_clock_mono_ms() - (s->until_ms - spare); /* running them was not writing */
	for (unsigned pass = 0; pass < PASSES && n && rc == TORA_OK; pass++) {
		rc = generate_for(s, missed, n, s->until_ms, &again, err);
		if (rc == TORA_OK)
			rc = observe(s, err);
		n = not_reached(s, missed);
		if (tora_clock_mono_ms() >= s->until_ms)
			break;
	}
	if (left && again)
		tora_check_note(c,
		                "%zu functions were not looked at: no time was left; --seconds "
		                "gives more",
		                again < left ? again : left);
	return rc;
}

/* Fresh processes under two other hash seeds: what is not seen alike there is no promise of the code. */
static int confirm(struct tora_suite *s, const struct tora_pick *picks, struct tora_err *err)
{
	struct run r;
	int rc;

	run_init(&r, s, 2 * s->tests.n);
	for (size_t i = 0; i < s->tests.n; i++)
		for (unsigned seed = 1; seed <= 2; seed++)
			if (picks[i].is_taken && !s->tests.at[i].is_ready)
				run_add(&r, s, i, seed);
	rc = run_all(s, r.jobs, r.n, r.trials, err);
	for (size_t i = 0; i < r.n && rc == TORA_OK; i++) {
		struct tora_suite_test *t = &s->tests.at[r.which[i]];
		struct tora_observed again;

		tora_observed_read(&r.trials[i], s->word, &s->points, s->check->arena, &again);
		t->is_ready = true;
		if (again.is_missing)
			t->failure = "not-run";
		else if (again.failure || strcmp(again.seen, t->seen.seen) != 0)
			t->failure = "flaky";
	}
	return rc;
}

/* ---- writing ---------------------------------------------------------------------------------------- */

static void take_written(struct tora_suite *s, const cJSON *answer, const size_t *which, size_t n)
{
	struct tora_arena *arena = s->check->arena;
	const cJSON *row;

	cJSON_ArrayForEach(row, tora_json_list(answer, "dropped"))
	{
		int64_t i = tora_json_int(row, "index", -1);
		struct tora_suite_test *t;

		if (i < 0 || (size_t)i >= n)
			continue;
		t = &s->tests.at[which[i]];
		t->failure =
			tora_arena_printf(arena, "%.40s", tora_json_text(row, "why", "malformed"));
		t->is_kept = false;
	}
	cJSON_ArrayForEach(row, tora_json_list(answer, "tests"))
	{
		int64_t i = tora_json_int(row, "index", -1);
		struct tora_suite_test *t;

		if (i < 0 || (size_t)i >= n)
			continue;
		t = &s->tests.at[which[i]];
		t->target = tora_arena_dup(arena, tora_json_text(row, "target", ""));
		t->name = tora_arena_dup(arena, tora_json_text(row, "name", ""));
		t->assertions = (unsigned)tora_json_int(row, "assertions", 0);
		t->nontrivial = (unsigned)tora_json_int(row, "nontrivial", 0);
	}
}

int tora_suite_write(struct tora_suite *s, const size_t *which, size_t n, cJSON **ret_answer,
                     struct tora_err *err)
{
	cJSON *params = tora_suite_request(s, which, n);
	int rc = ask(s, "suite", params, WRITE_MS, ret_answer, err);

	cJSON_Delete(params);
	if (rc == TORA_OK)
		take_written(s, *ret_answer, which, n);
	return rc;
}

/* Every test that passes is written once, only to learn what it would assert. */
static int weigh(struct tora_suite *s, struct tora_err *err)
{
	size_t *which = tora_arena_calloc(s->check->arena, WRITE_MAX, sizeof *which);
	int rc = TORA_OK;

	for (size_t i = 0, n = 0; i < s->tests.n && rc == TORA_OK; i++) {
		cJSON *answer = NULL;

		if (!s->tests.at[i].failure)
			which[n++] = i;
		if (n == 0 || (n < WRITE_MAX && i + 1 < s->tests.n))
			continue;
		rc = tora_suite_write(s, which, n, &answer, err);
		cJSON_Delete(answer);
		n = 0;
	}
	return rc;
}

/* ---- keeping ------------------------------------------------------------------------------------------ */

static bool meets(const struct tora_suite_test *t, const uint64_t *points, size_t n_words)
{
	for (size_t i = 0; t->seen.hits && i < n_words; i++)
		if (t->seen.hits[i] & points[i])
			return true;
	return false;
}

/* The lines of functions that were named, where others of their files were not. */
static const uint64_t *named(const struct tora_suite *s)
{
	const struct tora_change *change = &s->check->change;
	uint64_t *ret = tora_arena_calloc(s->check->arena, s->points.n_words + 1, sizeof *ret);

	for (size_t i = 0; s->is_part && i < change->functions.n; i++)
		tora_points_mark(&s->points, change->functions.at[i].file,
		                 change->functions.at[i].first, change->functions.at[i].last, ret);
	return ret;
}

/* What a test has to reach something of: of what was named, else whatever is counted, and so where nobody reached what
 * was named, which a runner may not tell from its surroundings. */
static const uint64_t *asked_about(const struct tora_suite *s)
{
	size_t n_words = s->points.n_words;
	const uint64_t *asked = named(s);
	uint64_t *all;

	for (size_t i = 0; i < s->tests.n; i++)
		if (!s->tests.at[i].failure && meets(&s->tests.at[i], asked, n_words))
			return asked;
	all = tora_arena_calloc(s->check->arena, n_words + 1, sizeof *all);
	return memset(all, 0xff, n_words * sizeof *all);
}

static void pick(struct tora_suite *s, struct tora_pick *picks)
{
	const uint64_t *asked = asked_about(s);

	for (size_t i = 0; i < s->tests.n; i++) {
		const struct tora_suite_test *t = &s->tests.at[i];

		picks[i] = (struct tora_pick){ .hits = t->seen.hits,
			                       .target = t->target,
			                       .kind = t->seen.kind,
			                       .origin = (unsigned)t->origin,
			                       .length = strlen(t->source),
			                       .is_out = t->failure ||
			                                 !meets(t, asked, s->points.n_words) };
	}
	tora_pick(picks, s->tests.n, s->points.n_words);
}

/* Nobody writes a file down that was not proved as it is. */
static void drop_answer(struct tora_suite *s)
{
	cJSON_Delete(s->answer);
	s->answer = NULL;
	s->proved_by = NULL;
}

/* These tests as one file, run. *ret_failed grows by those that do not hold: the file is none to keep then. */
static int write_and_prove(struct tora_suite *s, const size_t *which, size_t n, size_t *ret_failed,
                           struct tora_err *err)
{
	int rc;

	drop_answer(s);
	s->proofs = 0;
	if (n == 0)
		return TORA_OK;
	rc = tora_proof_part(s, which, n, ret_failed, err);
	if (rc != TORA_E_TIMEOUT)
		return rc;
	tora_check_note(s->check, "no time was left to write the suite: --seconds gives more");
	for (size_t i = 0; i < n; i++)
		s->tests.at[which[i]].failure = "not-run";
	*ret_failed += n;
	return TORA_OK;
}

/* *ret_again: something that was picked did not hold. */
static int keep_round(struct tora_suite *s, bool *ret_again, struct tora_err *err)
{
	struct tora_arena *arena = s->check->arena;
	struct tora_pick *picks = tora_arena_calloc(arena, s->tests.n + 1, sizeof *picks);
	size_t *which = tora_arena_calloc(arena, s->tests.n + 1, sizeof *which), n = 0, failed = 0;
	int rc;

	pick(s, picks);
	rc = confirm(s, picks, err);
	for (size_t i = 0; i < s->tests.n; i++) {
		s->tests.at[i].is_kept = picks[i].is_taken && !s->tests.at[i].failure;
		failed += picks[i].is_taken && s->tests.at[i].failure;
		if (s->tests.at[i].is_kept)
			which[n++] = i;
	}
	if (rc == TORA_OK)
		rc = write_and_prove(s, which, n, &failed, err);
	*ret_again = failed > 0;
	return rc;
}

/* What is left after the last round, without those that failed in it. */
static int finish_round(struct tora_suite *s, bool *ret_again, struct tora_err *err)
{
	size_t *which = tora_arena_calloc(s->check->arena, s->tests.n + 1, sizeof *which);
	size_t n = 0, failed = 0;
	int rc;

	for (size_t i = 0; i < s->tests.n; i++) {
		s->tests.at[i].is_kept = s->tests.at[i].is_kept && !s->tests.at[i].failure;
		if (s->tests.at[i].is_kept)
			which[n++] = i;
	}
	rc = write_and_prove(s, which, n, &failed, err);
	*ret_again = failed > 0;
	return rc;
}

/* Tests that fail whatever others are left out of their file: none of them is kept. */
static void give_up(struct tora_suite *s)
{
	drop_answer(s);
	for (size_t i = 0; i < s->tests.n; i++)
		s->tests.at[i].is_kept = false;
	tora_check_note(
		s->check,
		"no suite was found that passes: in each that was written some test failed");
}

static int keep(struct tora_suite *s, struct tora_err *err)
{
	bool again = true;
	int rc = TORA_OK;

	for (unsigned round = 1; round <= ROUNDS && again && rc == TORA_OK; round++) {
		if (s->check->progress)
			s->check->progress(s->check->progress_ctx, "confirm", round, ROUNDS);
		rc = keep_round(s, &again, err);
	}
	for (unsigned round = 1; round <= ROUNDS && again && rc == TORA_OK; round++)
		rc = finish_round(s, &again, err);
	if (rc == TORA_OK && again)
		give_up(s);
	return rc;
}

static void sum_up(struct tora_suite *s)
{
	const uint64_t *asked = named(s);
	bool any = false, met = !s->is_part;

	for (size_t i = 0; i < s->tests.n; i++) {
		const struct tora_suite_test *t = &s->tests.at[i];

		if (!t->is_kept)
			continue;
		any = true;
		met |= meets(t, asked, s->points.n_words);
		add_bits(s->kept, t->seen.hits, s->points.n_words);
	}
	if (!any)
		drop_answer(s);
	else if (!met)
		tora_check_note(s->check, "no test that could be kept reaches what was named: "
		                          "these reach others of its file");
}

int tora_suite_make(struct tora_suite *s, struct tora_err *err)
{
	int rc = survey(s, err);

	if (rc == TORA_OK)
		rc = explore(s, err);
	if (rc == TORA_OK)
		rc = weigh(s, err);
	if (rc == TORA_OK)
		rc = keep(s, err);
	if (rc == TORA_OK)
		sum_up(s);
	return rc;
}

/* ---- one test ------------------------------------------------------------------------------------------- */

#define LOOKS 3 /* under as many hash seeds */

/* What a test saw on the suite's side, alike in LOOKS fresh processes. */
static int look(struct tora_suite *s, struct tora_suite_test *t, struct tora_err *err)
{
	struct tora_exec_job jobs[LOOKS];
	struct tora_trial trials[LOOKS];
	const char *program = program_of(s, t->source);
	int rc;

	if (!program)
		return tora_fail(err, TORA_E_LIMIT, "the test is too long");
	for (unsigned i = 0; i < LOOKS; i++) {
		jobs[i] = (struct tora_exec_job){
			.source = program, .side = s->side, .cold = true, .seed = i
		};
		trials[i] = (struct tora_trial){ .status = TORA_TRIAL_LIMIT };
	}
	rc = s->check->exec->run(s->check->exec->ctx, jobs, LOOKS, trials, err);
	for (unsigned i = 0; i < LOOKS && rc == TORA_OK; i++) {
		struct tora_observed seen;

		tora_observed_read(&trials[i], s->word, &s->points, s->check->arena, &seen);
		if (i == 0)
			t->seen = seen;
		else if (strcmp(seen.seen, t->seen.seen) != 0)
			t->seen.failure = "flaky";
	}
	t->failure = t->seen.failure;
	return rc;
}

/* Why the written test fails on a side, or NULL; *ret_problem: why it does not run there, or "". */
static int try_side(struct tora_suite *s, enum tora_side side, const char *name,
                    const char **ret_why, const char **ret_problem, struct tora_err *err)
{
	cJSON *report = NULL;
	int rc;

	*ret_why = NULL;
	*ret_problem = "";
	rc = tora_proof_run(s, side, &report, ret_problem, err);
	if (rc == TORA_OK && !**ret_problem)
		*ret_why = tora_arena_dup(s->check->arena, tora_proof_why(report, name));
	cJSON_Delete(report);
	return rc;
}

/* Written, and run as it is on the side that is not the suite's. */
static int write_one(struct tora_suite *s, const char **ret_there, const char **ret_problem,
                     struct tora_err *err)
{
	struct tora_suite_test *t = &s->tests.at[0];
	const size_t which = 0;
	int rc = TORA_OK;

	drop_answer(s);
	if (!t->failure)
		rc = tora_suite_write(s, &which, 1, &s->answer, err);
	if (rc == TORA_OK && t->failure)
		rc = tora_fail(err, TORA_E_UNSUPPORTED,
		               "what it shows on the %s cannot be asserted: %s",
		               tora_side_name(s->side), tora_suite_why_not(t->failure));
	return rc ? rc
	          : try_side(s, s->side == TORA_BASE ? TORA_HEAD : TORA_BASE, t->name, ret_there,
	                     ret_problem, err);
}

int tora_suite_one(struct tora_suite *s, const char *source, const char *target,
                   struct tora_suite_there *ret_there, struct tora_err *err)
{
	struct tora_suite_test *t = tora_vec_push(s->check->arena, &s->tests);
	const char *here = NULL, *there = NULL, *problem = "", *problem_there = "";
	int rc;

	*t = (struct tora_suite_test){ .source = source, .target = target };
	s->points.n_words = 1;
	rc = look(s, t, err);
	if (rc == TORA_OK)
		rc = write_one(s, &there, &problem_there, err);
	/* 0 and 0.0 are equal, where they are two types. */
	if (rc == TORA_OK && !there && !*problem_there && !s->lang->has_one_number) {
		s->is_exact = true;
		rc = write_one(s, &there, &problem_there, err);
	}
	if (rc == TORA_OK)
		rc = try_side(s, s->side, t->name, &here, &problem, err);
	if (rc == TORA_OK && (here || *problem))
		rc = tora_fail(err, TORA_E_UNSUPPORTED, "the written test fails on the %s: %.150s",
		               tora_side_name(s->side), here ? here : problem);
	*ret_there = (struct tora_suite_there){ .fails = there != NULL,
		                                .problem = *problem_there ? problem_there : NULL };
	return rc;
}

void tora_suite_done(struct tora_suite *s)
{
	cJSON_Delete(s->answer);
	s->answer = NULL;
}
