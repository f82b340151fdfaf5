#include "judge/confirm.h"

#include "judge/both.h"
#include "judge/locate.h"

#include <string.h>

#define REPEAT_AT_ONCE 16 /* clusters whose runs are started together */
#define CLUSTERS_MAX   64 /* of a check; the rest is counted in a note */
#define MEMBERS_MAX    3  /* tests tried per cluster before it counts as flaky */
#define REPEATS        2  /* in the perturbed pair */
#define FRESH_SEED     2  /* neither that of the pair that finds nor that of the perturbed one */

static void say_failed(const struct tora_judging *j, const struct tora_difference *d,
                       enum tora_stable how, const char *where)
{
	tora_log(j->check->log, TORA_LOG_DEBUG, "judge",
	         "not confirmed %s (%s): '%s', '%s' against '%s'", where,
	         how == TORA_STABLE_FLAKY ? "not stable" : "not seen again", d->signature,
	         d->before, d->after);
}

/* What a member of a cluster shows, as a finding. */
static void fill(struct tora_judging *j, size_t at, const struct tora_seen *seen)
{
	struct tora_finding *f = &j->found.at[at];
	const struct tora_member *m = tora_judging_member(j, at);

	f->file = m->place.file;
	f->line = m->place.line;
	f->function = m->place.name;
	f->commit = tora_locate_commit(&j->check->intent, m->place.name, &j->check->head);
	f->from_model = m->candidate->from_model;
	f->origin = m->candidate->origin;
	f->legality = m->candidate->legality;
	f->where = m->candidate->where ? m->candidate->where : "";
	f->test = m->candidate->source;
	f->before = seen->base;
	f->after = seen->head;
	f->difference = seen->difference;
	/* Facts about names that miss were seen where the whole test ran; masking keeps them, and those that the test's text
	 * was asked for are kept here. */
	if (f->difference.kind == m->difference.kind) {
		f->difference.api_missing_base |= m->difference.api_missing_base;
		f->difference.api_missing_head |= m->difference.api_missing_head;
	}
	f->cluster = j->way.at[at].cluster->members.n;
	f->spot = j->way.at[at].cluster->spot;
}

/* Fresh processes can do what warm runners cannot: a module that does not load with other hashes, say. */
static bool go_cold(struct tora_judging *j, int rc, const struct tora_err *err)
{
	if (!rc || rc == TORA_E_TIMEOUT || rc == TORA_E_CANCELED || j->is_cold)
		return false;
	tora_log(j->check->log, TORA_LOG_INFO, "judge", "confirmed without warm runners: '%s'",
	         err->msg);
	return j->is_cold = true;
}

/* ---- repeat ----------------------------------------------------------------------------------- */

/* The run that found it counts. What costs a time limit each time, or cannot be otherwise, is not repeated here. */
static void plan_repeat(const struct tora_judging *j, const struct tora_member *m,
                        struct tora_both *ret)
{
	const struct tora_pair *pair = &j->check->pairs.at[m->pair];
	unsigned seeds = tora_judging_seeds(&m->difference);

	*ret = (struct tora_both){ .source = m->candidate->source };
	if (j->is_cold) {
		ret->cold = seeds;
		return;
	}
	ret->base[0] = pair->base;
	ret->head[0] = pair->head;
	ret->n = 1;
	ret->again = seeds > 1 ? REPEATS : 0;
}

static int run_repeats(struct tora_judging *j, const struct tora_cluster *const *open, size_t n,
                       size_t attempt, struct tora_both *both, struct tora_err *err)
{
	int rc;

	for (size_t i = 0; i < n; i++)
		plan_repeat(j, open[i]->members.at[attempt], &both[i]);
	rc = tora_both_run(j->check, both, n, err);
	return go_cold(j, rc, err) ? run_repeats(j, open, n, attempt, both, err) : rc;
}

static const struct tora_both *keep(const struct tora_both *both, struct tora_arena *arena)
{
	struct tora_both *ret = tora_arena_alloc(arena, sizeof *ret);

	*ret = *both;
	return ret;
}

/* Member number `attempt` of each given cluster. Clusters that need another attempt are moved to the
 * front of the list; *n is their number afterwards. */
static int repeat_round(struct tora_judging *j, const struct tora_cluster **open, size_t *n,
                        size_t attempt, struct tora_err *err)
{
	struct tora_check *check = j->check;
	struct tora_both both[REPEAT_AT_ONCE];
	size_t i, left = 0;
	int rc = run_repeats(j, open, *n, attempt, both, err);

	if (rc)
		return rc;
	for (i = 0; i < *n; i++) {
		const struct tora_member *m = open[i]->members.at[attempt];
		struct tora_seen seen;
		enum tora_stable how =
			tora_both_decide(&both[i], &m->difference, check->arena, &seen);

		if (how == TORA_STABLE_CONFIRMED) {
			*tora_vec_push(check->arena, &j->way) = (struct tora_way){
				.cluster = open[i],
				.at = attempt,
				.is_confirmed = j->is_cold,
				.repeated = both[i].again ? keep(&both[i], check->arena) : NULL,
			};
			(void)tora_vec_push(check->arena, &j->evidence);
			(void)tora_vec_push(check->arena, &j->found);
			fill(j, j->found.n - 1, &seen);
			continue;
		}
		say_failed(j, &m->difference, how, "by repetition");
		check->tests.flaky++;
		check->tests.unconfirmed += j->is_cold && how == TORA_STABLE_GONE;
		if (attempt + 1 < open[i]->members.n && attempt + 1 < MEMBERS_MAX &&
		    m->difference.kind != TORA_DIFF_HANG) /* each try costs the time limit */
			open[left++] = open[i];
	}
	*n = left;
	return TORA_OK;
}

static int repeat_some(struct tora_judging *j, size_t from, size_t to, struct tora_err *err)
{
	const struct tora_cluster *open[REPEAT_AT_ONCE];
	size_t i, n = 0, attempt;
	int rc = TORA_OK;

	for (i = from; i < to; i++)
		open[n++] = &j->clusters.of.at[i];
	for (attempt = 0; n && attempt < MEMBERS_MAX && !rc; attempt++)
		rc = repeat_round(j, open, &n, attempt, err);
	return rc;
}

int tora_confirm_repeat(struct tora_judging *j, struct tora_err *err)
{
	size_t i, to, n = j->clusters.of.n < CLUSTERS_MAX ? j->clusters.of.n : CLUSTERS_MAX;
	int rc;

	/* Where warm runs are no word on the code, neither is the second pair. */
	j->is_cold = j->check->tests.cold > 0;
	for (i = 0; i < n && !tora_judging_late(j->check); i = to) {
		to = i + REPEAT_AT_ONCE < n ? i + REPEAT_AT_ONCE : n;
		tora_judging_say(j->check, 0, n);
		rc = repeat_some(j, i, to, err);
		if (rc == TORA_E_TIMEOUT)
			break;
		if (rc)
			return rc;
	}
	j->unconfirmed = j->clusters.of.n - i;
	j->beyond = j->clusters.of.n - n;
	return TORA_OK;
}

/* ---- confirm ----------------------------------------------------------------------------------- */

struct attempt { /* at one finding, until fresh processes have shown it */
	size_t finding;
	unsigned step;
	enum tora_stable how; /* the last one's outcome */
};

enum { STEP_SMALL, STEP_SMALL_SEEDS, STEP_WHOLE, STEP_OTHERS };

static bool is_small(const struct tora_judging *j, size_t at)
{
	return strcmp(j->found.at[at].test, tora_judging_member(j, at)->candidate->source) != 0;
}

/* The small test is not what it was made of: that was confirmed before. */
static bool give_back(struct tora_judging *j, size_t at)
{
	struct tora_way *way = &j->way.at[at];

	if (!way->whole)
		return false;
	j->found.at[at] = *way->whole;
	return way->is_confirmed = true;
}

/* Another test of the cluster takes the place of one that fresh processes did not confirm. */
static bool take_next_member(struct tora_judging *j, const struct attempt *a)
{
	struct tora_way *way = &j->way.at[a->finding];

	j->check->tests.flaky++;
	j->check->tests.unconfirmed += a->how == TORA_STABLE_GONE;
	if (tora_judging_member(j, a->finding)->difference.kind == TORA_DIFF_HANG ||
	    way->at + 1 >= way->cluster->members.n || way->at + 1 >= MEMBERS_MAX) {
		way->is_refuted = true;
		return false;
	}
	way->at++;
	return true;
}

/* The test is what was repeated, and counts as that: only the fresh processes are new. */
static bool was_repeated(const struct tora_judging *j, const struct attempt *a)
{
	return a->step == STEP_SMALL && !j->is_cold && !is_small(j, a->finding) &&
	       j->way.at[a->finding].repeated;
}

/* What to run next for it; false: nothing is left to try. */
static bool plan_confirm(struct tora_judging *j, struct attempt *a, struct tora_both *ret)
{
	const struct tora_finding *f = &j->found.at[a->finding];
	unsigned seeds = tora_judging_seeds(&f->difference);

	*ret = (struct tora_both){ .source = f->test, .cold = 1, .seed = FRESH_SEED };
	if (was_repeated(j, a))
		return true;
	if (a->step == STEP_SMALL && !j->is_cold) {
		ret->warm = seeds > 1;
		ret->again = seeds > 1 ? REPEATS : 0;
		return true;
	}
	ret->cold = seeds;
	ret->seed = 0;
	if (a->step == STEP_SMALL || (a->step == STEP_SMALL_SEEDS && seeds > 1 && !j->is_cold))
		return true;
	if (a->step <= STEP_WHOLE && is_small(j, a->finding)) {
		if (give_back(j, a->finding))
			return false;
		a->step = STEP_WHOLE;
	} else {
		if (!take_next_member(j, a))
			return false;
		a->step = STEP_OTHERS;
	}
	ret->source = tora_judging_member(j, a->finding)->candidate->source;
	ret->cold = tora_judging_seeds(&tora_judging_member(j, a->finding)->difference);
	return true;
}

static void take_outcome(struct tora_judging *j, struct attempt *a, const struct tora_both *both)
{
	struct tora_finding *f = &j->found.at[a->finding];
	const struct tora_difference *expect =
		a->step >= STEP_WHOLE ? &tora_judging_member(j, a->finding)->difference
				      : &f->difference;
	struct tora_seen seen;

	a->how = tora_both_decide(both, expect, j->check->arena, &seen);
	if (a->how == TORA_STABLE_CONFIRMED) {
		fill(j, a->finding, &seen);
		f->test = both->source;
		j->way.at[a->finding].is_confirmed = true;
		return;
	}
	say_failed(j, expect, a->how, "in fresh processes");
	a->step++;
}

/* The next step of each of those, all in one batch; *n are left that no step has confirmed. */
static int confirm_round(struct tora_judging *j, struct attempt *all, size_t *n,
                         struct tora_err *err)
{
	struct tora_both *both = tora_arena_calloc(j->check->arena, *n, sizeof *both);
	size_t i, planned = 0, left = 0;
	int rc;

	for (i = 0; i < *n; i++) {
		struct attempt a = all[i];

		if (plan_confirm(j, &a, &both[planned]))
			all[planned++] = a;
	}
	*n = planned;
	rc = tora_both_run(j->check, both, planned, err);
	if (go_cold(j, rc, err))
		return TORA_OK; /* the same step once more */
	if (rc)
		return rc;
	for (i = 0; i < planned; i++) {
		if (was_repeated(j, &all[i]))
			tora_both_join(&both[i], j->way.at[all[i].finding].repeated);
		take_outcome(j, &all[i], &both[i]);
		if (!j->way.at[all[i].finding].is_confirmed)
			all[left++] = all[i];
	}
	*n = left;
	return TORA_OK;
}

int tora_confirm_found(struct tora_judging *j, const size_t *order, size_t n, struct tora_err *err)
{
	struct attempt *all = tora_arena_calloc(j->check->arena, n + 1, sizeof *all);
	size_t i, open = 0;
	int rc = TORA_OK;

	for (i = 0; i < n; i++)
		if (!j->way.at[order[i]].is_confirmed)
			all[open++] = (struct attempt){ .finding = order[i] };
	while (open && !rc)
		rc = confirm_round(j, all, &open, err);
	return rc;
}

void tora_confirm_drop(struct tora_judging *j)
{
	size_t i, kept = 0, n = j->found.n;

	for (i = 0; i < n; i++) {
		if (!j->way.at[i].is_confirmed && !give_back(j, i)) {
			j->unconfirmed += !j->way.at[i].is_refuted;
			continue;
		}
		j->found.at[kept] = j->found.at[i];
		j->evidence.at[kept] = j->evidence.at[i];
		j->way.at[kept++] = j->way.at[i];
	}
	j->found.n = j->evidence.n = j->way.n = kept;
}
