/*
 * test_plan.c - what the queue decides. A job is "id repo branch flags": r running, e ending, a asked,
 * w waits until 100, and a digit for when its repository was served last.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "queue/ease.h"
#include "queue/plan.h"

#include <string.h>

static const struct {
	const char *label;
	const char *jobs; /* separated by commas; after a "!" in a bad moment */
	unsigned limit;
	bool stopped;
	int64_t now;
	char kind;     /* s start, g give up, - nothing */
	int64_t check; /* which */
	int64_t wake;
} rows[] = {
	{ "nothing", "", 1, false, 0, '-', 0, -1 },
	{ "one", "1A t", 1, false, 0, 's', 1, -1 },
	{ "no room", "1A t r,2A u", 1, false, 0, '-', 0, -1 },
	{ "room for two", "1A t r,2A u", 2, false, 0, 's', 2, -1 },
	{ "one that ends takes room", "1A t e,2A u", 1, false, 0, '-', 0, -1 },
	{ "paused", "1A t", 1, true, 0, '-', 0, -1 },
	{ "newest tip of a branch", "1A t,2A t", 1, false, 0, 'g', 1, -1 },
	{ "even while paused", "1A t,2A t", 1, true, 0, 'g', 1, -1 },
	{ "a running older tip is given up", "1A t r,2A t", 4, false, 0, 'g', 1, -1 },
	{ "and only once", "1A t e,2A t", 1, false, 0, '-', 0, -1 },
	{ "other branch, other repository", "1A t r,2A u,3B t", 4, false, 0, 's', 3, -1 },
	{ "asked for: never given up", "1A t ra,2A t", 1, false, 0, '-', 0, -1 },
	{ "asked for: outdates nothing", "1A t r,2A t a", 1, false, 0, '-', 0, -1 },
	{ "asked for goes first", "1A t,2A u,3A v a", 1, false, 0, 's', 3, -1 },
	{ "repositories take turns", "1A t r,2A u,3B t", 2, false, 0, 's', 3, -1 },
	{ "served longest ago", "1A t 5,2B t 3", 1, false, 0, 's', 2, -1 },
	{ "fewest running before longest ago", "1A t r3,2A u 3,3B t 5", 2, false, 0, 's', 3, -1 },
	{ "oldest first", "2A t,1A u", 1, false, 0, 's', 1, -1 },
	{ "not yet", "1A t w", 1, false, 50, '-', 0, 100 },
	{ "now", "1A t w", 1, false, 100, 's', 1, -1 },
	{ "others meanwhile", "1A t w,2A u", 1, false, 50, 's', 2, -1 },
	{ "a bad moment", "!1A t", 1, false, 50, '-', 0, 50 + TORA_EASE_LOOK_MS },
	{ "a person does not wait for a better one", "!1A t,2A u a", 1, false, 50, 's', 2, -1 },
	{ "the earlier of two reasons to look", "!1A t,2A u aw", 1, false, 50, '-', 0, 100 },
	{ "outdated all the same", "!1A t,2A t", 1, false, 50, 'g', 1, -1 },
};

static size_t parse(const char *text, struct tora_job *jobs, char branches[][8])
{
	size_t n = 0;

	while (*text) {
		struct tora_job *job = &jobs[n];

		*job = (struct tora_job){ .check = text[0] - '0',
			                  .repo = text[1],
			                  .branch = branches[n] };
		branches[n][0] = text[3];
		branches[n][1] = '\0';
		for (text += 4; *text && *text != ','; text++) {
			if (*text == 'r')
				job->state = TORA_JOB_RUNNING;
			else if (*text == 'e')
				job->state = TORA_JOB_ENDING;
			else if (*text == 'a')
				job->is_asked = true;
			else if (*text == 'w')
				job->not_before = 100;
			else if (*text >= '0' && *text <= '9')
				job->served = *text - '0';
		}
		n++;
		if (*text)
			text++;
	}
	return n;
}

static void decides(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool asked_only = rows[i].jobs[0] == '!';
		struct tora_limits limits = { rows[i].limit, rows[i].stopped, asked_only };
		struct tora_job jobs[8];
		char branches[8][8], kind = '-';
		size_t n = parse(rows[i].jobs + asked_only, jobs, branches);
		struct tora_plan plan = tora_plan_next(jobs, n, &limits, rows[i].now);
		int64_t check = plan.is_step ? jobs[plan.step.job].check : 0;

		if (plan.is_step)
			kind = plan.step.kind == TORA_STEP_START ? 's' : 'g';
		if (kind != rows[i].kind || check != rows[i].check ||
		    (kind == '-' && plan.wake_at != rows[i].wake))
			fail_msg("%s: %c %d, wake %d", rows[i].label, kind, (int)check,
			         (int)plan.wake_at);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(decides) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
