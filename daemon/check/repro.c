/*
 * repro.c - `torad repro K7`: the finding's own test on both builds again, now, in fresh processes.
 */
#include "check/check.h"
#include "check/session.h"
#include "check/stages.h"
#include "judge/judge.h"
#include "store/findings.h"
#include "store/store.h"
#include "tora/json.h"

#include <errno.h>
#include <stdlib.h>

#define FINDING_JSON_MAX (8u << 20)

/* "K7" or "7". */
static int parse_id(const char *text, int64_t *ret, struct tora_err *err)
{
	char *end;

	if (!text)
		return tora_fail(err, TORA_E_USAGE, "usage: torad repro K7");
	errno = 0;
	*ret = strtoll(text + (*text == 'K'), &end, 10);
	if (errno || *end || end == text + (*text == 'K') || *ret <= 0)
		return tora_fail(err, TORA_E_USAGE, "'%s' is no finding's name; they look like K7",
		                 text);
	return TORA_OK;
}

static int load_finding(const char *name, struct tora_arena *arena, struct tora_finding_row *ret,
                        struct tora_err *err)
{
	struct tora_store *store = NULL;
	struct tora_paths paths;
	struct tora_store_spec spec = { .path = paths.store };
	int64_t id = 0;
	int rc = parse_id(name, &id, err);

	if (rc == TORA_OK)
		rc = tora_paths_init(&paths, err);
	if (rc == TORA_OK)
		rc = tora_store_new(&spec, &store, err);
	if (rc == TORA_OK)
		rc = tora_findings_get(store, arena, id, ret, err);
	tora_store_free(store);
	if (rc == TORA_E_NOTFOUND)
		return tora_fail(err, rc, "there is no finding %s", name);
	return rc;
}

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
	struct tora_finding_row row = { .id = 0 };
	struct tora_finding finding;
	cJSON *json = NULL;
	bool differs = false;
	int rc = load_finding(options->finding, arena, &row, err);

	if (rc)
		return rc;
	options->repo = row.work_dir ? row.work_dir : row.common_dir;
	options->base = row.base;
	options->head = row.head;
	rc = tora_json_parse(tora_sv(row.json), FINDING_JSON_MAX, &json, err);
	if (rc == TORA_OK)
		rc = tora_finding_parse(json, arena, &finding, err);
	cJSON_Delete(json);
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
