/*
 * view.c - the store, as clients see it.
 */
#include "serve/view.h"
#include "serve/place.h"
#include "store/brief.h"

#include <string.h>
#include <unistd.h>

const char *tora_view_id(struct tora_call *call, char letter, int64_t id)
{
	return tora_arena_printf(call->arena, "%c%lld", letter, (long long)id);
}

int tora_view_param_id(struct tora_call *call, const char *key, char letter, int64_t *ret,
                       struct tora_err *err)
{
	const char *text = tora_json_text(call->params, key, NULL);

	*ret = 0;
	if (!text)
		return TORA_OK;
	*ret = tora_store_id(text, letter);
	return *ret ? TORA_OK
	            : tora_fail(err, TORA_E_USAGE, "'%s' is not an id like %c7", key, letter);
}

int tora_view_repo(struct tora_call *call, struct tora_repo_row *ret, struct tora_err *err)
{
	const char *path = tora_json_text(call->params, "repo", "");
	struct tora_watch_view view;
	int64_t id = tora_watch_find(call->daemon->watch, path);
	int rc;

	memset(ret, 0, sizeof *ret);
	if (id && tora_watch_view(call->daemon->watch, id, &view)) {
		ret->id = id;
		ret->watched = true;
		ret->common_dir = tora_arena_dup(call->arena, view.common_dir);
		ret->work_dir = tora_arena_dup(call->arena, view.work_dir);
		return TORA_OK;
	}
	rc = tora_repos_find(call->daemon->store, call->arena, path, ret, err);
	if (rc != TORA_E_NOTFOUND)
		return rc;
	memset(ret, 0, sizeof *ret);
	if (call->found && call->found->err.rc) {
		*err = call->found->err;
		return err->rc;
	}
	if (call->found) {
		ret->common_dir = call->found->common_dir;
		ret->work_dir = call->found->work_dir;
	}
	if (ret->common_dir) {
		struct tora_repo_row known;

		rc = tora_repos_find(call->daemon->store, call->arena, ret->common_dir, &known,
		                     err);
		if (rc == TORA_OK)
			*ret = known;
	}
	return rc == TORA_E_NOTFOUND
	               ? tora_fail(err, rc, "'%s' is not a repository known to tora", path)
	               : rc;
}

int tora_view_repo_id(struct tora_call *call, int64_t *ret, struct tora_err *err)
{
	struct tora_repo_row row;
	int rc;

	*ret = 0;
	if (!tora_json_text(call->params, "repo", NULL))
		return TORA_OK;
	rc = tora_view_repo(call, &row, err);
	if (rc == TORA_OK)
		*ret = row.id;
	return rc;
}

cJSON *tora_view_check(struct tora_call *call, const struct tora_check_row *row)
{
	cJSON *o = cJSON_CreateObject();

	tora_json_put_text(o, "check", tora_view_id(call, 'c', row->id));
	tora_json_put_text(o, "repo", row->common_dir);
	tora_json_put_text(o, "branch", row->branch);
	tora_json_put_text(o, "base", row->base);
	tora_json_put_text(o, "head", row->head);
	tora_json_put_text(o, "trigger", row->trigger);
	tora_json_put_text(o, "state", row->state);
	tora_json_put_text(o, "reason", row->reason);
	tora_json_put_text(o, "detail", row->detail);
	tora_json_put_int(o, "attempts", row->attempts);
	tora_json_put_int(o, "queued_at", row->queued);
	tora_json_put_int(o, "started_at", row->started);
	tora_json_put_int(o, "ended_at", row->ended);
	tora_json_put_int(o, "findings", row->findings);
	return o;
}

cJSON *tora_view_finding(struct tora_call *call, const struct tora_finding_row *row)
{
	struct tora_err err;
	cJSON *whole = NULL, *brief;

	if (tora_json_parse(tora_sv(row->json), TORA_FINDING_MAX, &whole, &err))
		return NULL;
	brief = tora_brief(whole);
	cJSON_Delete(whole);
	cJSON_DeleteItemFromObjectCaseSensitive(brief, "acked");
	cJSON_DeleteItemFromObjectCaseSensitive(brief, "verdict");
	cJSON_DeleteItemFromObjectCaseSensitive(brief, "confidence");
	tora_json_put_text(brief, "acked", row->acked);
	tora_json_put_text(brief, "verdict", row->verdict);
	tora_json_put_num(brief, "confidence", row->confidence);
	tora_json_put_text(brief, "check", tora_view_id(call, 'c', row->check));
	tora_json_put_text(brief, "repo", row->common_dir);
	tora_json_put_text(brief, "branch", row->branch);
	tora_json_put_text(brief, "head", row->head);
	tora_json_put_int(brief, "at", row->at);
	return brief;
}

/* Asked for by a person between two commits of their own choice: no word about the branch. */
static bool is_of_a_range(const struct tora_check_row *row)
{
	struct tora_err err;
	cJSON *options = NULL;
	bool ret;

	if (!row->options ||
	    tora_json_parse(tora_sv(row->options), TORA_CHECK_OPTIONS_MAX, &options, &err))
		return false;
	ret = tora_json_bool(options, "range", false);
	cJSON_Delete(options);
	return ret;
}

/* What a check in this state knows of its commit: nothing, that it could not be checked, or how it is. */
static unsigned knows(const char *state)
{
	if (strcmp(state, "done") == 0 || strcmp(state, "skipped") == 0)
		return 2;
	return strcmp(state, "failed") == 0;
}

/*
 * "Not checked" of a branch is answered by who then said `tora check` of its commit: that check has no branch. While the
 * branch's own is not over, by who said so before as well.
 */
static int ask_after_failure(struct tora_call *call, int64_t repo, const char *head,
                             struct tora_check_row *ret, struct tora_err *err)
{
	struct tora_check_filter filter = { .repo = repo, .branch = "", .head = head, .limit = 20 };
	struct tora_check_rows rows = { 0 };
	int rc = tora_checks_list(call->daemon->store, call->arena, &filter, &rows, err);

	for (size_t i = 0; rc == TORA_OK && i < rows.n; i++) {
		if (rows.at[i].id < ret->id && knows(ret->state))
			break;
		if (knows(rows.at[i].state) < 2 || is_of_a_range(&rows.at[i]))
			continue;
		*ret = rows.at[i];
		break;
	}
	return rc;
}

/* The newest finished check of the commit that says something, else the newest. */
static int newest(struct tora_call *call, int64_t repo, const char *branch, const char *head,
                  struct tora_check_row *ret, struct tora_err *err)
{
	struct tora_check_filter filter = {
		.repo = repo, .branch = branch, .head = head, .limit = 20
	};
	struct tora_check_rows rows = { 0 };
	int rc = tora_checks_list(call->daemon->store, call->arena, &filter, &rows, err);

	if (rc == TORA_OK && rows.n == 0 && branch) {
		filter.branch = NULL;
		rc = tora_checks_list(call->daemon->store, call->arena, &filter, &rows, err);
	}
	memset(ret, 0, sizeof *ret);
	for (size_t i = 0; rc == TORA_OK && i < rows.n; i++) {
		if (is_of_a_range(&rows.at[i]))
			continue;
		if (ret->id == 0 || knows(rows.at[i].state))
			*ret = rows.at[i];
		if (knows(rows.at[i].state))
			break;
	}
	if (rc == TORA_OK && ret->id && knows(ret->state) < 2)
		rc = ask_after_failure(call, repo, head, ret, err);
	return rc;
}

/*
 * The daemon's own check of what a person has just had checked: it will say the same, but where main moved in between.
 * Then it is what was known, until the own one is over.
 */
static bool is_known(const struct tora_check_row *row, const struct tora_queue_view *open)
{
	return !open->is_asked && row->id && strcmp(row->state, "done") == 0 && !row->reason;
}

/* Since when its process runs; 0 where that cannot be said. */
static int64_t started_at(struct tora_call *call, int64_t check)
{
	struct tora_check_row row;
	struct tora_err ignored;

	return tora_checks_get(call->daemon->store, call->arena, check, &row, &ignored)
	               ? 0
	               : row.started;
}

/* What nobody asked for may have to wait. */
static void held(struct tora_call *call, const struct tora_queue_view *open,
                 struct tora_commit_facts *facts, struct tora_view_commit *ret)
{
	const struct tora_ease *ease = tora_queue_ease(call->daemon->queue);

	if (open->is_asked || open->is_running || ease->reason == TORA_REASON_NONE)
		return;
	facts->held = tora_reason_name(ease->reason);
	ret->detail = ease->detail;
}

int tora_view_commit(struct tora_call *call, int64_t repo, const char *branch, const char *head,
                     unsigned findings_max, struct tora_view_commit *ret, struct tora_err *err)
{
	struct tora_commit_facts facts = { .is_enabled = true };
	struct tora_finding_filter filter = {
		.repo = repo,
		.verdict = "unintended",
		.open_only = true,
		.as_recorded = true,
		.limit = findings_max,
	};
	struct tora_watch_view watch;
	struct tora_queue_view open;
	struct tora_check_row row;
	int64_t until;
	int rc = newest(call, repo, branch, head, &row, err);

	if (rc)
		return rc;
	memset(ret, 0, sizeof *ret);
	facts.is_paused = tora_queue_is_paused(call->daemon->queue, &until);
	if (tora_watch_view(call->daemon->watch, repo, &watch))
		facts.is_enabled = watch.settings->is_enabled;
	facts.is_open = tora_queue_find(call->daemon->queue, 0, repo, NULL, head, &open) &&
	                !is_known(&row, &open);
	if (facts.is_open) {
		facts.is_running = open.is_running;
		held(call, &open, &facts, ret);
		ret->check = open.check;
		ret->stage = *open.stage ? tora_arena_dup(call->arena, open.stage) : NULL;
		ret->done = open.done;
		ret->of = open.of;
		ret->started = open.is_running ? started_at(call, open.check) : 0;
	} else if (row.id) {
		bool is_final =
			strcmp(row.state, "queued") != 0 && strcmp(row.state, "running") != 0;

		facts.state = is_final ? row.state : NULL;
		facts.reason = row.reason;
		ret->check = row.id;
		ret->detail = row.detail;
		ret->base = row.base;
		filter.check = row.id;
		rc = tora_findings_list(call->daemon->store, call->arena, &filter, &ret->findings,
		                        err);
		facts.open_findings = ret->findings.n;
	}
	ret->state = tora_commit_state(&facts);
	return rc;
}
