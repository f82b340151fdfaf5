/*
 * repro.c - `torad repro K7`: the finding's own test on both builds again, now, in fresh processes.
 */
#include "check/check.h"
#include "check/recall.h"
#include "check/session.h"
#include "check/stages.h"
#include "judge/judge.h"
#include "tora/json.h"

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

/* Run the test on both builds; the finding's trials are replaced by what was just seen. */
static int rerun(struct tora_session *s, struct tora_finding *f, bool *ret_differs,
                 struct tora_err *err)
{
	struct tora_check *c = &s->check;
	int rc = tora_session_range(s, err);

	if (rc == TORA_OK && c->reason != TORA_REASON_NONE)
		rc = tora_fail(err, TORA_E_NOTFOUND, "%s", c->reason_detail);
	if (rc == TORA_OK)
		rc = tora_session_config(s, err);
	if (rc == TORA_OK)
		rc = tora_stages_prepare(c, err);
	if (rc == TORA_OK)
		rc = tora_judge_replay(c, f->test, ret_differs, &f->difference, err);
	if (rc == TORA_OK)
		rc = fresh_trials(c, f, err);
	tora_stages_close(c);
	return rc;
}

static void say(const struct tora_finding *f, bool differs)
{
	cJSON *o = cJSON_CreateObject();

	tora_json_put_bool(o, "differs", differs);
	cJSON_AddItemToObject(o, "finding", tora_finding_json(f));
	tora_session_say("repro", o);
}

static int repro(struct tora_check_options *options, struct tora_arena *arena, struct tora_err *err)
{
	struct tora_session s = { .log_fd = -1 };
	struct tora_finding finding;
	bool differs = false;
	int rc = tora_recall(options, arena, &finding, err);

	if (rc)
		return rc;
	rc = tora_session_open(options, &s, err);
	if (rc == TORA_OK)
		rc = rerun(&s, &finding, &differs, err);
	if (rc == TORA_OK)
		say(&finding, differs);
	tora_session_close(&s);
	return rc;
}

int tora_repro_command(int argc, char **argv)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_check_options options;
	struct tora_err err = TORA_ERR_INIT;
	int rc = tora_check_options_parse(argc, argv, &options, &err);

	if (rc == TORA_OK)
		rc = repro(&options, arena, &err);
	if (rc)
		tora_session_complain(&err);
	tora_arena_free(arena);
	return rc == TORA_OK ? 0 : rc == TORA_E_USAGE ? 3 : 2;
}
