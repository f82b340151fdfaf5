/*
 * results.c - ask for checks, read what they found, say what one thinks of it.
 */
#include "serve/call.h"
#include "serve/client.h"
#include "serve/server.h"
#include "serve/view.h"
#include "serve/wait.h"
#include "store/record.h"

#include <string.h>

/* ---- check ----------------------------------------------------------------------------- */

static bool is_ended(struct tora_call *call, int64_t check)
{
	struct tora_queue_view view;

	return !tora_queue_find(call->daemon->queue, check, 0, NULL, NULL, &view);
}

static bool is_its_own(struct tora_call *call, int64_t check, const struct tora_queue_view *of)
{
	(void)call;
	return of->check == check;
}

static int put_findings(struct tora_call *call, const struct tora_finding_filter *filter,
                        struct tora_err *err)
{
	struct tora_finding_rows rows = { 0 };
	cJSON *list = tora_json_put_list(call->result, "findings");
	int rc = tora_findings_list(call->daemon->store, call->arena, filter, &rows, err);

	for (size_t i = 0; rc == TORA_OK && i < rows.n; i++) {
		cJSON *one = tora_view_finding(call, &rows.at[i]);

		if (one)
			cJSON_AddItemToArray(list, one);
	}
	return rc;
}

static void put_record(cJSON *obj, const char *text)
{
	struct tora_err err;
	cJSON *record = NULL;

	if (text && tora_json_parse(tora_sv(text), TORA_RECORD_LINE_MAX, &record, &err) == TORA_OK)
		cJSON_AddItemToObject(obj, "record", record);
	else
		tora_json_put_text(obj, "record", NULL);
}

static int answer_check(struct tora_call *call, int64_t check, bool is_late, struct tora_err *err)
{
	struct tora_finding_filter filter = { .check = check };
	struct tora_check_row row;
	int rc = tora_checks_get(call->daemon->store, call->arena, check, &row, err);

	(void)is_late;
	if (rc)
		return rc;
	tora_json_put_text(call->result, "check", tora_view_id(call, 'c', check));
	tora_json_put_text(call->result, "state", row.state);
	tora_json_put_text(call->result, "reason", row.reason);
	tora_json_put_text(call->result, "detail", row.detail);
	put_record(call->result, row.record);
	return put_findings(call, &filter, err);
}

/* What goes beyond the columns of a check's row. */
static const char *options_of(struct tora_call *call, const struct tora_repo_row *repo)
{
	cJSON *o = cJSON_CreateObject();
	struct tora_str text = TORA_STR_INIT(TORA_CHECK_OPTIONS_MAX);
	const char *path = tora_json_text(call->params, "repo", ""), *ret;

	if (strcmp(path, repo->common_dir) != 0)
		tora_json_put_text(o, "repo", path); /* HEAD is that of this work tree */
	if (tora_json_text(call->params, "base", NULL))
		tora_json_put_bool(o, "range", true);
	if (tora_json_text(call->params, "engine", NULL))
		tora_json_put_text(o, "engine", tora_json_text(call->params, "engine", NULL));
	if (tora_json_bool(call->params, "no_cache", false))
		tora_json_put_bool(o, "no_cache", true);
	if (tora_json_int(call->params, "timeout_s", 0))
		tora_json_put_int(o, "timeout_s", tora_json_int(call->params, "timeout_s", 0));
	tora_json_print(o, &text);
	ret = tora_arena_text(call->arena, tora_str_view(&text));
	cJSON_Delete(o);
	tora_str_free(&text);
	return ret;
}

static int find_repo(struct tora_call *call, struct tora_repo_row *repo, struct tora_err *err)
{
	int rc = tora_view_repo(call, repo, err);

	if (rc == TORA_E_NOTFOUND && repo->common_dir)
		rc = tora_repos_ensure(call->daemon->store, repo->common_dir, repo->work_dir,
		                       &repo->id, err);
	return rc;
}

int tora_do_check(struct tora_call *call, struct tora_err *err)
{
	const char *engine = tora_json_text(call->params, "engine", "auto");
	struct tora_wait_spec wait = { .is_ready = is_ended, .answer = answer_check };
	struct tora_check_ask ask = {
		.branch = tora_json_text(call->params, "branch", ""),
		.base = tora_json_text(call->params, "base", NULL),
		.head = tora_json_text(call->params, "head", NULL),
		.trigger = "ask",
	};
	struct tora_repo_row repo;
	int rc;

	if (strcmp(engine, "auto") != 0 && strcmp(engine, "offline") != 0 &&
	    strcmp(engine, "llm") != 0)
		return tora_fail(err, TORA_E_USAGE, "check: no engine '%s'", engine);
	if (call->daemon->is_draining)
		return tora_fail(err, TORA_E_CONFLICT, "check: the daemon is about to stop");
	rc = find_repo(call, &repo, err);
	if (rc)
		return rc;
	ask.repo = repo.id;
	ask.options = options_of(call, &repo);
	rc = tora_queue_ask(call->daemon->queue, &ask, &wait.number, err);
	if (rc)
		return rc == TORA_E_LIMIT ? (err->rc = TORA_E_CONFLICT) : rc;
	if (tora_json_bool(call->params, "progress", false))
		wait.is_about = is_its_own;
	if (tora_json_bool(call->params, "wait", false))
		return tora_wait(tora_server_waits(call->daemon->server), call, &wait, err);
	tora_json_put_text(call->result, "check", tora_view_id(call, 'c', wait.number));
	tora_json_put_text(call->result, "state", "queued");
	return TORA_OK;
}

/* ---- checks and findings ----------------------------------------------------------------- */

static int put_one_check(struct tora_call *call, int64_t id, cJSON *list, struct tora_err *err)
{
	struct tora_check_row row;
	cJSON *one;
	int rc = tora_checks_get(call->daemon->store, call->arena, id, &row, err);

	if (rc)
		return rc;
	one = tora_view_check(call, &row);
	put_record(one, row.record);
	cJSON_AddItemToArray(list, one);
	return TORA_OK;
}

int tora_do_checks(struct tora_call *call, struct tora_err *err)
{
	struct tora_check_filter filter = {
		.branch = tora_json_text(call->params, "branch", NULL),
		.state = tora_json_text(call->params, "state", NULL),
		.limit = (unsigned)tora_json_int(call->params, "limit", 50),
	};
	struct tora_check_rows rows = { 0 };
	cJSON *list = tora_json_put_list(call->result, "checks");
	int64_t only = 0;
	int rc = tora_view_param_id(call, "check", 'c', &only, err);

	if (rc == TORA_OK)
		rc = tora_view_param_id(call, "before", 'c', &filter.before, err);
	if (rc == TORA_OK)
		rc = tora_view_repo_id(call, &filter.repo, err);
	if (rc)
		return rc;
	if (only)
		return put_one_check(call, only, list, err);
	rc = tora_checks_list(call->daemon->store, call->arena, &filter, &rows, err);
	for (size_t i = 0; rc == TORA_OK && i < rows.n; i++)
		cJSON_AddItemToArray(list, tora_view_check(call, &rows.at[i]));
	return rc;
}

int tora_do_findings(struct tora_call *call, struct tora_err *err)
{
	bool all = tora_json_bool(call->params, "all", false);
	struct tora_finding_filter filter = {
		.branch = tora_json_text(call->params, "branch", NULL),
		.verdict = tora_json_text(call->params, "verdict", all ? "*" : NULL),
		.open_only = !all,
		.limit = (unsigned)tora_json_int(call->params, "limit", 50),
	};
	int rc = tora_view_param_id(call, "check", 'c', &filter.check, err);

	if (rc == TORA_OK)
		rc = tora_view_param_id(call, "before", 'K', &filter.before, err);
	if (rc == TORA_OK)
		rc = tora_view_repo_id(call, &filter.repo, err);
	return rc ? rc : put_findings(call, &filter, err);
}

static int get_finding(struct tora_call *call, bool as_found, struct tora_finding_row *ret,
                       struct tora_err *err)
{
	int64_t id = 0;
	int rc = tora_view_param_id(call, "id", 'K', &id, err);

	return rc ? rc
	          : tora_findings_get(call->daemon->store, call->arena, id, as_found, ret, err);
}

int tora_do_finding(struct tora_call *call, struct tora_err *err)
{
	struct tora_finding_row row;
	cJSON *o = NULL;
	int rc = get_finding(call, true, &row, err);

	if (rc == TORA_OK)
		rc = tora_json_parse(tora_sv(row.json), TORA_RECORD_LINE_MAX, &o, err);
	if (rc)
		return rc;
	cJSON_DeleteItemFromObjectCaseSensitive(o, "acked");
	tora_json_put_text(o, "acked", row.acked);
	tora_json_put_text(o, "check", tora_view_id(call, 'c', row.check));
	tora_json_put_text(o, "repo", row.common_dir);
	tora_json_put_text(o, "branch", row.branch);
	tora_json_put_text(o, "base", row.base);
	tora_json_put_text(o, "head", row.head);
	tora_json_put_int(o, "at", row.at);
	cJSON_AddItemToObject(call->result, "finding", o);
	return TORA_OK;
}

static bool is_said(const struct tora_finding_row *row, const char *kind)
{
	return kind ? row->acked && strcmp(row->acked, kind) == 0 : !row->acked;
}

/* The others of one cause: said the same of, where that was asked for; told of, where not. */
static int say_alike(struct tora_call *call, int64_t id, const char *kind, struct tora_err *err)
{
	bool all = tora_json_bool(call->params, "alike", false);
	cJSON *list = tora_json_put_list(call->result, "alike");
	struct tora_finding_rows rows = { 0 };
	int rc = tora_findings_alike(call->daemon->store, call->arena, id, &rows, err);

	for (size_t i = 0; rc == TORA_OK && i < rows.n; i++) {
		if (is_said(&rows.at[i], kind) || (!all && kind && rows.at[i].acked))
			continue; /* what has been said of it, if something else, is left to stand */
		if (all)
			rc = tora_findings_ack(call->daemon->store, rows.at[i].id, kind, err);
		cJSON_AddItemToArray(list,
		                     cJSON_CreateString(tora_view_id(call, 'K', rows.at[i].id)));
	}
	return rc;
}

static int say(struct tora_call *call, const char *kind, struct tora_err *err)
{
	struct tora_finding_row row;
	int rc = get_finding(call, false, &row, err);

	if (tora_json_bool(call->params, "undo", false))
		kind = NULL;
	if (rc == TORA_OK)
		rc = tora_findings_ack(call->daemon->store, row.id, kind, err);
	if (rc == TORA_OK)
		rc = say_alike(call, row.id, kind, err);
	if (rc)
		return rc;
	tora_json_put_text(call->result, "id", tora_view_id(call, 'K', row.id));
	tora_json_put_text(call->result, "fingerprint", row.fingerprint);
	tora_json_put_text(call->result, "acked", kind);
	tora_json_put_text(call->result, "was", row.acked);
	return TORA_OK;
}

int tora_do_ack(struct tora_call *call, struct tora_err *err)
{
	return say(call, "ack", err);
}

int tora_do_dismiss(struct tora_call *call, struct tora_err *err)
{
	return say(call, "dismiss", err);
}
