#include "judge/shrink.h"

#include "judge/compare.h"
#include "judge/reduce.h"
#include "tora/clock.h"

#include <string.h>

#define SHRINK_MAX  16   /* findings whose test is made small */
#define QUIET_MAX   4    /* of those, which nobody is shown unasked ... */
#define QUIET_MS    4000 /* ... begun within this time */
#define TRIALS      120
#define HANG_TRIALS 16

struct keeper { /* what tora_reduce() asks through */
	const struct tora_judging *j;
	const struct tora_member *of;
	struct tora_check *check;
	const struct tora_difference *expect;
	int64_t reserve_ms;
};

static bool keeper_expired(void *ctx)
{
	const struct keeper *k = ctx;

	return tora_check_left_ms(k->check) < k->reserve_ms;
}

/* What nobody speaks of may go with a line that the difference does not need: it is what the test is shown for. */
static bool keeps_unsaid(const struct keeper *k, const char *source, const struct tora_trial *base,
                         const struct tora_trial *head, const struct tora_difference *d)
{
	struct tora_arena *arena;
	struct tora_evidence e;
	struct tora_case c;
	bool ret;

	if (!k->of->unsaid)
		return true;
	arena = tora_arena_new();
	c = tora_judging_case(k->j, k->of, d);
	c.test = source;
	c.before = base;
	c.after = head;
	tora_evidence(&c, arena, &e);
	ret = tora_evidence_unsaid(&e);
	tora_arena_free(arena);
	return ret;
}

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
		tora_compare_beside(&trials[2 * i], &trials[2 * i + 1], k->expect->beside, arena,
		                    &d);
		ret_keeps[i] = d.kind == k->expect->kind && d.beside == k->expect->beside &&
		               strcmp(d.signature, k->expect->signature) == 0 &&
		               keeps_unsaid(k, sources[i], &trials[2 * i], &trials[2 * i + 1], &d);
	}
	return TORA_OK;
}

static int shrink(struct tora_judging *j, size_t at, int64_t reserve_ms, struct tora_err *err)
{
	struct tora_finding *f = &j->found.at[at], *whole;
	struct tora_check *check = j->check;
	struct keeper keeper = { j, tora_judging_member(j, at), check, &f->difference, reserve_ms };
	struct tora_reduce_spec spec = { .lang = tora_judging_lang(check, f->file),
		                         .trials_max = TRIALS,
		                         .keeps = keeper_keeps,
		                         .expired = keeper_expired,
		                         .ctx = &keeper };
	struct tora_reduced reduced;
	int rc;

	if (!spec.lang)
		return TORA_OK;
	/* Every candidate that keeps a hang costs the whole time limit of a test. */
	if (f->difference.kind == TORA_DIFF_HANG)
		spec.trials_max = HANG_TRIALS;
	rc = tora_reduce(f->test, &spec, check->arena, &reduced, err);
	if (rc)
		return rc;
	tora_log(check->log, TORA_LOG_DEBUG, "judge",
	         "reduced a test from %zu to %zu bytes in %u trials, %u rounds%s", strlen(f->test),
	         strlen(reduced.source), reduced.trials, reduced.rounds,
	         reduced.complete ? "" : ", cut short");
	if (strcmp(reduced.source, f->test) == 0)
		return TORA_OK;
	if (j->way.at[at].is_confirmed) {
		whole = tora_arena_alloc(check->arena, sizeof *whole);
		*whole = *f;
		j->way.at[at].whole = whole;
	}
	j->way.at[at].is_confirmed = false;
	f->test = reduced.source;
	return TORA_OK;
}

void tora_shrink_start(struct tora_shrinking *ret)
{
	*ret = (struct tora_shrinking){ .until_ms = tora_clock_mono_ms() + QUIET_MS };
}

void tora_shrink(struct tora_judging *j, size_t at, int64_t reserve_ms, struct tora_shrinking *s)
{
	const struct tora_finding *f = &j->found.at[at];
	bool is_quiet = f->verdict == TORA_VERDICT_INTENDED ||
	                (f->verdict == TORA_VERDICT_UNSURE && !j->check->model);
	struct tora_err err = TORA_ERR_INIT;

	/* A hang is reduced only where somebody is warned of it: whole time limits. */
	if (s->is_over || s->done == SHRINK_MAX || f->verdict == TORA_VERDICT_IRRELEVANT ||
	    (f->verdict != TORA_VERDICT_UNINTENDED && f->difference.kind == TORA_DIFF_HANG) ||
	    tora_check_left_ms(j->check) < reserve_ms ||
	    (is_quiet && (s->quiet++ >= QUIET_MAX || tora_clock_mono_ms() > s->until_ms)))
		return;
	s->done++;
	if (shrink(j, at, reserve_ms, &err)) {
		tora_check_note(j->check, "tests were not made smaller: %s", err.msg);
		s->is_over = true;
	}
}
