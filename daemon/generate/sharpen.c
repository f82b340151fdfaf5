/*
 * sharpen.c - the stage once the tests were run: small faults are put into the changed lines, and what nobody notices is
 * asked about. What is decided is in faults.h; here is what is run.
 *
 * The head itself, mounted like a fault, goes first: a test that tells that from the head varies, and is no word.
 */
#include "generate/generate.h"

#include "generate/faults.h"
#include "generate/select.h"
#include "generate/stage.h"
#include "generate/trouble.h"
#include "tora/clock.h"

#define SHARE     10 /* percent of the time of a check, */
#define MOST_MS   8000
#define LEAST_MS  500 /* less is not worth beginning */
#define TESTS_MAX 48  /* that are run on faults; the model's first */
#define ROWS      3   /* faults that a model is told of */
#define PATIENCE  5   /* times as long as on the head, and */
#define START_MS  1000
#define TEST_MS   2000  /* at most; who needs more of it on the head is not asked */
#define ASK_MS    20000 /* that are left of the check, for a question and what is written then */

struct subject { /* a test */
	const char *source;
	struct tora_candidate *candidate;
	const struct tora_trial *head;
	bool is_word; /* it says the same each time */
};

struct work {
	struct tora_check *check;
	struct stage *st;
	struct tora_faults_put faults;
	struct subject at[TESTS_MAX];
	size_t n;
	uint32_t reached; /* faults that any test runs, asked or not */
	uint32_t unknown; /* faults that do not load, or for which time was short */
	int64_t until_ms;
};

/* ---- which tests ------------------------------------------------------------------------------- */

static bool is_quick(const struct tora_trial *head)
{
	return head->status != TORA_TRIAL_TIMEOUT && head->status != TORA_TRIAL_LIMIT &&
	       START_MS + PATIENCE * head->ms <= TEST_MS;
}

/* `faced`: of those that were taken so far. */
static uint32_t add_subject(struct work *w, const struct tora_pair *p, uint32_t faced, bool is_all)
{
	struct tora_candidate *c = &w->check->candidates.at[p->candidate];
	uint32_t its = tora_faults_reached(&w->faults, &p->head);

	w->reached |= its;
	if (!its || c->faced || (!is_all && !(its & ~faced)) || w->n == TESTS_MAX ||
	    !is_quick(&p->head))
		return faced;
	c->faced = its;
	w->at[w->n++] = (struct subject){ c->source, c, &p->head, false };
	return faced | its;
}

/* First one for each fault, the model's before the others; then all there is room for. */
static void add_subjects(struct work *w, size_t first)
{
	uint32_t faced = 0;

	for (int all = 0; all <= 1; all++)
		for (int model = 1; model >= 0; model--)
			for (size_t i = first; i < w->check->pairs.n; i++) {
				const struct tora_pair *p = &w->check->pairs.at[i];

				if (w->check->candidates.at[p->candidate].from_model == (bool)model)
					faced = add_subject(w, p, faced, all);
			}
}

/* ---- running them on faults ----------------------------------------------------------------------- */

static unsigned limit_ms(const struct work *w, const struct subject *s)
{
	unsigned limit = START_MS + PATIENCE * s->head->ms;
	unsigned most = w->check->config->test_timeout_ms;

	limit = limit < TEST_MS ? limit : TEST_MS;
	return most && most < limit ? most : limit;
}

/* Those from `first` on that run the line of a fault; SIZE_MAX: all of them, on the head itself. */
static void fill(struct work *w, size_t fault, size_t first, struct tora_exec_faulty *ret,
                 size_t *which)
{
	const struct tora_fault_put *put = &w->faults.at[fault == SIZE_MAX ? 0 : fault];
	struct tora_exec_job *jobs = tora_arena_calloc(w->check->arena, w->n + 1, sizeof *jobs);

	*ret = (struct tora_exec_faulty){ .path = put->file->path, .jobs = jobs };
	ret->text =
		fault == SIZE_MAX ? put->file->head_text : tora_faults_text(put, w->check->arena);
	ret->ret = tora_arena_calloc(w->check->arena, w->n + 1, sizeof *ret->ret);
	for (size_t i = first; i < w->n; i++) {
		if (fault != SIZE_MAX && !(w->at[i].candidate->faced & 1u << fault))
			continue;
		jobs[ret->n] = (struct tora_exec_job){ .source = w->at[i].candidate->source,
			                               .side = TORA_HEAD,
			                               .limit_ms = limit_ms(w, &w->at[i]) };
		which[ret->n++] = i;
	}
}

static void take(struct work *w, size_t fault, const struct tora_exec_faulty *f,
                 const size_t *which)
{
	bool is_noticed = false, is_whole = f->loads;

	for (size_t i = 0; i < f->n && f->loads; i++) {
		struct subject *s = &w->at[which[i]];

		if (!s->is_word)
			continue;
		if (!tora_trial_was_run(&f->ret[i])) {
			is_whole = false;
		} else if (tora_faults_tells(s->head, &f->ret[i])) {
			s->candidate->sees |= 1u << fault;
			is_noticed = true;
		}
	}
	if (!is_whole && !is_noticed && f->n)
		w->unknown |= 1u << fault;
}

/* Tests from `first` on, on those of the faults. False: nothing is known of them. */
static bool face(struct work *w, size_t first, uint32_t faults, struct tora_err *err)
{
	struct tora_exec_faulty all[TORA_FAULTS_MAX + 1];
	size_t which[TORA_FAULTS_MAX + 1][TESTS_MAX], of[TORA_FAULTS_MAX + 1], n = 1;
	int64_t left = w->until_ms - tora_clock_mono_ms();
	int rc;

	fill(w, SIZE_MAX, first, &all[0], which[0]);
	for (size_t i = 0; i < w->faults.n; i++) {
		if (!(faults & 1u << i))
			continue;
		fill(w, of[n] = i, first, &all[n], which[n]);
		n += all[n].n > 0;
	}
	if (left <= 0)
		return false;
	rc = w->check->exec->faulty(w->check->exec->ctx, all, n, left, err);
	if (!rc && !all[0].loads)
		(void)tora_fail(err, TORA_E_REMOTE, "not even the head itself loads that way");
	if (rc || !all[0].loads)
		return false;
	for (size_t i = 0; i < all[0].n; i++) {
		struct subject *s = &w->at[which[0][i]];

		s->is_word = tora_trial_was_run(&all[0].ret[i]) &&
		             !tora_faults_tells(s->head, &all[0].ret[i]);
	}
	for (size_t i = 1; i < n; i++)
		take(w, of[i], &all[i], which[i]);
	return true;
}

/* ---- what is known then ------------------------------------------------------------------------------ */

static uint32_t noticed(const struct work *w)
{
	uint32_t ret = 0;

	for (size_t i = 0; i < w->n; i++)
		ret |= w->at[i].candidate->sees;
	return ret;
}

static uint32_t faced(const struct work *w)
{
	uint32_t ret = 0;

	for (size_t i = 0; i < w->n; i++)
		ret |= w->at[i].is_word ? w->at[i].candidate->faced : 0;
	return ret;
}

static void settle(struct work *w)
{
	struct tora_strength *s = &w->check->strength;
	uint32_t seen = noticed(w), no_word = w->unknown | tora_faults_doubtful(&w->faults);

	*s = (struct tora_strength){ .put = 0 };
	for (size_t i = 0; i < w->n; i++)
		s->tests += w->at[i].is_word;
	for (size_t i = 0; i < w->faults.n; i++) {
		const struct tora_fault_put *put = &w->faults.at[i];

		if (no_word & 1u << i & ~seen)
			continue;
		s->put++;
		s->noticed += (seen & 1u << i) != 0;
		if (!(seen & 1u << i))
			*tora_vec_push(w->check->arena, &s->unnoticed) = (struct tora_unnoticed){
				.file = put->file->path,
				.line = put->fault.first,
				.words = tora_faults_words(put, w->check->arena)
			};
	}
	tora_log(
		w->check->log, TORA_LOG_INFO, "generate",
		"%zu tests of the changed lines: they notice %zu of %zu small faults put into them",
		s->tests, s->noticed, s->put);
}

/* What it noticed counts when it is decided whether there are enough of them: trouble.h. */
static void tell_writer(struct work *w)
{
	struct tora_candidates *own = &w->st->from[SOURCE_MODEL];

	for (size_t i = 0; i < w->n; i++)
		for (size_t k = 0; k < own->all.n && w->at[i].is_word; k++)
			if (own->all.at[k].source == w->at[i].candidate->source) {
				own->all.at[k].faced = w->at[i].candidate->faced;
				own->all.at[k].sees = w->at[i].candidate->sees;
			}
}

/* Those that notice what others do not come first; where nothing was judged yet, for the judge as well. */
static void order_pairs(struct tora_check *check)
{
	size_t n = check->pairs.n, *order = tora_arena_calloc(check->arena, n + 1, sizeof *order);
	uint32_t *sees = tora_arena_calloc(check->arena, n + 1, sizeof *sees);
	struct tora_pair *old = tora_arena_calloc(check->arena, n + 1, sizeof *old);
	uint32_t seen = 0;

	for (size_t i = 0; i < n; i++) {
		old[i] = check->pairs.at[i];
		sees[i] = check->candidates.at[old[i].candidate].sees;
	}
	tora_faults_rank(sees, n, order);
	for (size_t i = 0; i < n; i++) {
		uint32_t its = sees[order[i]];

		check->pairs.at[i] = old[order[i]];
		if (its & ~seen)
			*tora_vec_push(check->arena, &check->strength.best) =
				(struct tora_noticing){
					check->candidates.at[old[order[i]].candidate].source,
					(size_t)__builtin_popcount(its)
				};
		seen |= its;
	}
}

/* ---- asking about it ---------------------------------------------------------------------------------- */

/* What the model wrote since, and was tried. */
static void publish(struct work *w, size_t first)
{
	struct tora_check *check = w->check;
	struct tora_candidates *own = &w->st->from[SOURCE_MODEL], fresh = { 0 };

	for (size_t i = first; i < own->all.n; i++) {
		struct tora_candidate *c = &own->all.at[i];

		if (!c->tried && c->drop == TORA_DROP_NONE)
			c->drop = TORA_DROP_DUPLICATE;
		*tora_vec_push(check->arena, &fresh.all) = *c;
		check->tests.generated++;
		if (c->drop != TORA_DROP_NONE)
			continue;
		check->tests.valid++;
		check->tests.run++;
		check->tests.reached += c->tried->reached;
		*tora_vec_push(check->arena, &check->candidates) = *c;
		*tora_vec_push(check->arena, &check->pairs) = *c->tried;
		check->pairs.at[check->pairs.n - 1].candidate = check->candidates.n - 1;
	}
	tora_trouble_count(&fresh, &check->tests);
}

/* Both vectors may have moved. */
static void find_subjects_again(struct work *w)
{
	for (size_t i = 0; i < w->n; i++)
		for (size_t k = 0; k < w->check->pairs.n; k++) {
			const struct tora_pair *p = &w->check->pairs.at[k];
			struct tora_candidate *c = &w->check->candidates.at[p->candidate];

			if (c->source != w->at[i].source)
				continue;
			w->at[i].candidate = c;
			w->at[i].head = &p->head;
		}
}

static void ask(struct work *w)
{
	struct tora_err ignored = TORA_ERR_INIT; /* what is not known of them does not count */
	uint32_t left = faced(w) & ~noticed(w) & ~w->unknown & ~tora_faults_doubtful(&w->faults);
	size_t first = w->st->from[SOURCE_MODEL].all.n, pairs = w->check->pairs.n, n = w->n;
	int64_t began = tora_clock_mono_ms();

	w->st->unnoticed = tora_faults_rows(&w->faults, left, ROWS, w->check->arena);
	if (tora_check_left_ms(w->check) < ASK_MS || !tora_stage_ask_more(w->st) ||
	    w->st->from[SOURCE_MODEL].all.n == first)
		return;
	w->until_ms += tora_clock_mono_ms() - began; /* the model's time is its own */
	publish(w, first);
	find_subjects_again(w);
	add_subjects(w, pairs);
	if (w->until_ms > tora_clock_mono_ms() + tora_check_left_ms(w->check) / 3)
		w->until_ms = tora_clock_mono_ms() + tora_check_left_ms(w->check) / 3;
	if (left && w->n > n)
		(void)face(w, n, left, &ignored);
}

/* ---- the stage ------------------------------------------------------------------------------------------ */

static bool differs(const struct tora_check *check)
{
	for (size_t i = 0; i < check->pairs.n; i++)
		if (tora_faults_tells(&check->pairs.at[i].base, &check->pairs.at[i].head))
			return true;
	return false;
}

static bool is_warned(const struct tora_check *check)
{
	for (size_t i = 0; i < check->findings.n; i++)
		if (check->findings.at[i].verdict == TORA_VERDICT_UNINTENDED)
			return true;
	return check->undecided > 0;
}

static bool has_models(const struct tora_check *check)
{
	for (size_t i = 0; i < check->pairs.n; i++)
		if (check->candidates.at[check->pairs.at[i].candidate].from_model)
			return true;
	return false;
}

/* Of the whole check; at most a third of what is left of it. */
static int64_t budget_ms(const struct tora_check *check)
{
	int64_t share = (int64_t)check->config->check_timeout_s * 1000 * SHARE / 100;
	int64_t third = tora_check_left_ms(check) / 3;

	share = share < MOST_MS ? share : MOST_MS;
	return share < third ? share : third;
}

static uint64_t seed_of(const struct tora_oid *tree)
{
	uint64_t seed = 0;

	for (const char *c = tree->hex; *c; c++)
		seed = seed * 31 + (unsigned char)*c;
	return seed;
}

/* NULL; else why nothing is known. */
static const char *measure(struct work *w)
{
	struct tora_err err = TORA_ERR_INIT;

	tora_faults_pick(&w->check->change, seed_of(&w->check->head_tree), w->check->arena,
	                 &w->faults);
	add_subjects(w, 0);
	if (!w->faults.n || !w->n)
		return w->faults.n ? "none runs a line of one" : "there is no place for one";
	if (!face(w, 0, ~0u, &err))
		return err.rc ? tora_arena_dup(w->check->arena, err.msg) : "no time was left";
	for (size_t i = 0; i < w->n; i++)
		if (w->at[i].is_word)
			return NULL;
	return "none says the same each time";
}

int tora_stage_sharpen(struct tora_check *check, struct tora_err *err)
{
	struct stage *st = check->generating;
	struct work w = { .check = check, .st = st };
	const char *why;
	bool is_early = st && !st->was_sharpened;

	(void)err;
	if (st)
		st->was_sharpened = true;
	w.until_ms = tora_clock_mono_ms() + budget_ms(check);
	if (!st || !check->model || st->is_sharp || tora_check_is_one_tree(check) ||
	    !check->exec->faulty || !has_models(check) || budget_ms(check) < LEAST_MS ||
	    (is_early ? differs(check) : is_warned(check)))
		return TORA_OK;
	st->is_sharp = true;
	why = measure(&w);
	if (why) {
		tora_log(check->log, TORA_LOG_INFO, "generate",
		         "not measured what %zu tests would notice of %zu small faults: %s", w.n,
		         w.faults.n, why);
		return TORA_OK;
	}
	tell_writer(&w);
	if (is_early)
		ask(&w);
	settle(&w);
	order_pairs(check);
	return TORA_OK;
}
