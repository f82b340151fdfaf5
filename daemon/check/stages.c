/*
 * stages.c - the recipe.
 *
 * Building comes before generating: the engines look at the running code (signatures,
 * documentation, what is public) and validate against it.
 */
#include "check/stages.h"

#include "build/build.h"
#include "check/mine.h"
#include "change/change.h"
#include "generate/generate.h"
#include "judge/judge.h"
#include "run/run.h"
#include "tora/clock.h"

#include <errno.h>
#include <inttypes.h>
#include <unistd.h>

static const struct tora_stage {
	const char *name;
	int time; /* which stage_ms it counts for */
	int (*run)(struct tora_check *check, struct tora_err *err);
	bool is_extra; /* a check without it is as good: no time for it is no reason */
} stages[] = {
	{ "change", TORA_STAGE_CHANGE, tora_stage_change,
	  false }, /* two commits -> changed functions, intent */
	{ "sandbox", TORA_STAGE_BUILD, tora_run_sandbox, false }, /* or nothing is run at all */
	{ "build", TORA_STAGE_BUILD, tora_stage_build,
	  false }, /* two trees -> two runnable builds */
	{ "load", TORA_STAGE_BUILD, tora_run_open,
	  false }, /* builds -> warm runners with the code loaded */
	{ "mine", TORA_STAGE_GENERATE, tora_mine,
	  false }, /* single files -> what each says, kept */
	{ "generate", TORA_STAGE_GENERATE, tora_stage_generate,
	  false },                                        /* changed functions -> candidate tests */
	{ "run", TORA_STAGE_RUN, tora_stage_run, false }, /* tests x builds -> trials */
	{ "sharpen", TORA_STAGE_GENERATE, tora_stage_sharpen,
	  true }, /* pairs, all alike -> more of them */
	{ "judge", TORA_STAGE_JUDGE, tora_stage_judge, false }, /* trial pairs -> findings */
	{ "sharpen", TORA_STAGE_GENERATE, tora_stage_sharpen,
	  true }, /* nothing found -> how sure that is */
};

#define STAGES (sizeof stages / sizeof *stages)
#define LOADED 4 /* stages that end with warm runners */

/* ~/.cache may be emptied at any time; what fails then has names that tell nobody anything. */
static const char *removed_build(const struct tora_check *c)
{
	for (int i = TORA_BASE; i <= TORA_HEAD; i++)
		if (c->builds[i].dir && access(c->builds[i].dir, F_OK) < 0 && errno == ENOENT)
			return c->builds[i].dir;
	return NULL;
}

/* What a failure of ours is called in the record. */
static void stop_for(struct tora_check *c, const char *stage, int rc, const struct tora_err *err)
{
	const char *removed =
		rc == TORA_E_TIMEOUT ? NULL : removed_build(c); /* we drop what was cut */
	enum tora_reason reason = rc == TORA_E_TIMEOUT                     ? TORA_REASON_TIMEOUT
	                          : rc == TORA_E_SYS && err->sys == ENOSPC ? TORA_REASON_DISK_FULL
	                                                                   : TORA_REASON_INTERNAL;

	tora_log(c->log, TORA_LOG_ERROR, "check", "stage=%s failed: %s", stage, err->msg);
	if (removed)
		tora_check_stop(
			c, reason,
			"a folder of the cache was removed while the check used it (%s): check "
			"again; tora cache clear leaves what is in use",
			removed);
	tora_check_stop(c, reason, "%s", err->msg);
}

/* False: the check is over, with or without a failure. */
static bool run_stage(struct tora_check *c, const struct tora_stage *stage)
{
	struct tora_err err = TORA_ERR_INIT;
	int64_t began = tora_clock_mono_ms();
	int rc;

	if (tora_check_left_ms(c) == 0 && stage->is_extra)
		return true;
	if (tora_check_left_ms(c) == 0) {
		tora_check_stop(c, TORA_REASON_TIMEOUT,
		                "%u s were not enough, the stage '%s' was not begun; --timeout or "
		                "tora.check.timeout gives more",
		                c->config->check_timeout_s, stage->name);
		return false;
	}
	if (c->progress)
		c->progress(c->progress_ctx, stage->name, 0, 0);
	rc = stage->run(c, &err);
	c->stage_ms[stage->time] += tora_clock_mono_ms() - began;
	tora_log(c->log, TORA_LOG_INFO, "check",
	         "stage=%s ms=%" PRId64
	         " functions=%zu candidates=%zu pairs=%zu trials=%zu findings=%zu reason=%s",
	         stage->name, tora_clock_mono_ms() - began, c->change.functions.n, c->candidates.n,
	         c->pairs.n, c->trials, c->findings.n, tora_reason_name(c->reason));
	if (rc)
		stop_for(c, stage->name, rc, &err);
	return c->reason == TORA_REASON_NONE;
}

void tora_stages_run(struct tora_check *check)
{
	for (size_t i = 0; i < STAGES && run_stage(check, &stages[i]); i++)
		;
}

int tora_stages_prepare(struct tora_check *check, struct tora_err *err)
{
	for (size_t i = 0; i < LOADED; i++)
		if (!run_stage(check, &stages[i]))
			return tora_fail(err, TORA_E_REMOTE, "cannot run it: %s (%s)",
			                 tora_reason_text(check->reason),
			                 check->reason_detail ? check->reason_detail
			                                      : "no details");
	return TORA_OK;
}

void tora_stages_close(struct tora_check *check)
{
	tora_run_close(check);
	tora_build_release(check);
}
