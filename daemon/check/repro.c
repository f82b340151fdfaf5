/*
 * repro.c - `torad repro K7`: the finding's own test on both builds again, now, in fresh processes.
 */
#include "check/check.h"
#include "check/recall.h"
#include "check/session.h"
#include "judge/judge.h"
#include "tora/json.h"

/* The finding's trials are replaced by what is seen now. */
static int fresh_trials(struct tora_check *c, struct tora_finding *f, struct tora_err *err)
{
	const struct tora_exec_job jobs[] = {
		{ .source = f->test, .side = TORA_BASE, .cold = true },
		{ .source = f->test, .side = TORA_HEAD, .cold = true },
	};
	struct tora_trial trials[2] = { { .status = TORA_TRIAL_LIMIT },
		                        { .status = TORA_TRIAL_LIMIT } };
	int rc = c->exec->run(c->exec->ctx, jobs, 2, trials, err);

	f->before = trials[0];
	f->after = trials[1];
	return rc;
}

static int rerun(struct tora_session *s, struct tora_finding *f, cJSON **ret, struct tora_err *err)
{
	struct tora_check *c = &s->check;
	bool differs = false;
	int rc = tora_judge_replay(c, f->test, &differs, &f->difference, err);

	if (rc == TORA_OK)
		rc = fresh_trials(c, f, err);
	if (rc)
		return rc;
	*ret = cJSON_CreateObject();
	tora_json_put_bool(*ret, "differs", differs);
	cJSON_AddItemToObject(*ret, "finding", tora_finding_json(f));
	return TORA_OK;
}

int tora_repro_command(int argc, char **argv)
{
	return tora_recall_command(argc, argv, "repro", rerun);
}
