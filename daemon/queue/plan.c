/*
 * plan.c - the rules.
 */
#include "queue/plan.h"
#include "queue/ease.h"
#include "tora/arena.h"

#include <stdlib.h>
#include <string.h>

static int compare_branches(const struct tora_job *a, const struct tora_job *b)
{
	if (a->repo != b->repo)
		return a->repo < b->repo ? -1 : 1;
	return strcmp(a->branch, b->branch);
}

static int by_branch(const void *a, const void *b)
{
	const struct tora_job *x = *(const struct tora_job *const *)a;
	const struct tora_job *y = *(const struct tora_job *const *)b;
	int way = compare_branches(x, y);

	return way ? way : (x->check > y->check) - (x->check < y->check);
}

/* The first with a newer one of the same branch, or NULL. Sorted, because there may be thousands. */
static const struct tora_job *find_outdated(const struct tora_job *jobs, size_t n)
{
	const struct tora_job **sorted = tora_xcalloc(n + 1, sizeof *sorted), *found = NULL;
	size_t m = 0;

	for (size_t i = 0; i < n; i++)
		if (!jobs[i].is_asked)
			sorted[m++] = &jobs[i];
	if (m)
		qsort(sorted, m, sizeof(*sorted), by_branch);
	for (size_t i = 0; i + 1 < m; i++)
		if (sorted[i]->state != TORA_JOB_ENDING &&
		    compare_branches(sorted[i], sorted[i + 1]) == 0 &&
		    (!found || sorted[i] < found))
			found = sorted[i];
	free(sorted);
	return found;
}

static unsigned running(const struct tora_job *jobs, size_t n, int64_t repo)
{
	unsigned count = 0;

	for (size_t i = 0; i < n; i++)
		count += jobs[i].state != TORA_JOB_QUEUED && (repo == 0 || jobs[i].repo == repo);
	return count;
}

/* Does `a` go before `b`? */
static bool is_before(const struct tora_job *jobs, size_t n, const struct tora_job *a,
                      const struct tora_job *b)
{
	unsigned running_a, running_b;

	if (a->is_asked != b->is_asked)
		return a->is_asked;
	if (a->repo == b->repo)
		return a->check < b->check;
	running_a = running(jobs, n, a->repo);
	running_b = running(jobs, n, b->repo);
	if (running_a != running_b)
		return running_a < running_b;
	if (a->served != b->served)
		return a->served < b->served;
	return a->check < b->check;
}

static void wake(struct tora_plan *plan, int64_t at)
{
	if (plan->wake_at < 0 || at < plan->wake_at)
		plan->wake_at = at;
}

struct tora_plan tora_plan_next(const struct tora_job *jobs, size_t n,
                                const struct tora_limits *limits, int64_t now)
{
	struct tora_plan plan = { .wake_at = -1 };
	const struct tora_job *best = NULL, *outdated;

	outdated = find_outdated(jobs, n);
	if (outdated) {
		plan.is_step = true;
		plan.step = (struct tora_step){ TORA_STEP_GIVE_UP, (size_t)(outdated - jobs) };
		return plan;
	}
	if (limits->is_stopped || running(jobs, n, 0) >= limits->jobs)
		return plan;
	for (size_t i = 0; i < n; i++) {
		const struct tora_job *job = &jobs[i];

		if (job->state != TORA_JOB_QUEUED)
			continue;
		if (job->not_before > now) {
			wake(&plan, job->not_before);
		} else if (limits->asked_only && !job->is_asked) {
			wake(&plan, now + TORA_EASE_LOOK_MS);
		} else if (!best || is_before(jobs, n, job, best)) {
			best = job;
		}
	}
	if (best) {
		plan.is_step = true;
		plan.step = (struct tora_step){ TORA_STEP_START, (size_t)(best - jobs) };
	}
	return plan;
}
