/*
 * status.c - every watched branch in a word.
 */
#include "serve/call.h"
#include "serve/view.h"
#include "tora/clock.h"
#include "tora/version.h"

#include <string.h>
#include <unistd.h>

#define BRANCHES_MAX 500 /* of one repository */
#define FINDINGS_MAX 100 /* ids of one branch */
#define RANKED_MAX   50  /* findings of one branch ... */
#define RANKED_ALL   500 /* ... and of one answer */

static void put_daemon(struct tora_call *call)
{
	struct tora_daemon *d = call->daemon;
	cJSON *o = tora_json_put_obj(call->result, "daemon");
	unsigned queued, running;
	int64_t until = 0;
	bool paused = tora_queue_is_paused(d->queue, &until);

	tora_queue_counts(d->queue, &queued, &running);
	tora_json_put_text(o, "version", TORA_VERSION);
	tora_json_put_int(o, "pid", getpid());
	tora_json_put_int(o, "uptime_ms", tora_clock_mono_ms() - d->started_ms);
	tora_json_put_bool(o, "paused", paused);
	if (paused && until)
		tora_json_put_int(o, "paused_until", until);
	else
		tora_json_put_text(o, "paused_until", NULL);
	tora_json_put_int(o, "jobs", tora_queue_jobs(d->queue));
	tora_json_put_int(o, "running", running);
	tora_json_put_int(o, "queued", queued);
	tora_json_put_text(o, "degraded", tora_daemon_degraded(d));
	tora_json_put_text(o, "store", d->is_store_kept ? tora_store_journal(d->store) : "none");
}

/* Where behaviour changed: the others of a function are most likely the same cause on other inputs. */
static size_t places(const struct tora_finding_rows *findings)
{
	cJSON *seen = cJSON_CreateObject();
	size_t n;

	for (size_t i = 0; i < findings->n; i++) {
		struct tora_err err;
		cJSON *one = NULL;

		if (tora_json_parse(tora_sv(findings->at[i].json), TORA_FINDING_MAX, &one, &err))
			continue;
		if (!tora_json_bool(seen, tora_json_text(one, "function", ""), false))
			tora_json_put_bool(seen, tora_json_text(one, "function", ""), true);
		cJSON_Delete(one);
	}
	n = (size_t)cJSON_GetArraySize(seen);
	cJSON_Delete(seen);
	return n;
}

/* All that may be a mistake and nobody has answered, a push would tell of it or not. In the order of its check, which is
 * that of importance. The supervisor waits: what is not put is not read either. */
static int put_ranked(struct tora_call *call, int64_t check, cJSON *branch, size_t *left,
                      struct tora_err *err)
{
	struct tora_finding_filter filter = { .check = check,
		                              .verdict = "*",
		                              .open_only = true,
		                              .as_recorded = true,
		                              .limit = RANKED_MAX };
	cJSON *list = tora_json_put_list(branch, "ranked");
	struct tora_finding_rows rows = { 0 };
	int rc = check && *left
	                 ? tora_findings_list(call->daemon->store, call->arena, &filter, &rows, err)
	                 : TORA_OK;

	for (size_t i = 0; rc == TORA_OK && i < rows.n && *left; i++) {
		const char *verdict = rows.at[i].verdict;
		cJSON *one;

		if (strcmp(verdict, "intended") == 0 || strcmp(verdict, "irrelevant") == 0)
			continue;
		one = tora_view_finding(call, &rows.at[i]);
		if (!one)
			continue;
		cJSON_DeleteItemFromObjectCaseSensitive(one, "test");
		cJSON_AddItemToArray(list, one);
		--*left;
	}
	return rc;
}

static cJSON *branch_json(struct tora_call *call, const struct tora_ref *ref,
                          const struct tora_view_commit *commit)
{
	cJSON *o = cJSON_CreateObject(), *list;

	tora_json_put_text(o, "branch", ref->branch);
	tora_json_put_text(o, "head", ref->head);
	tora_json_put_text(o, "state", commit->state.state);
	tora_json_put_text(o, "reason", commit->state.reason);
	tora_json_put_text(o, "detail", commit->detail);
	tora_json_put_text(o, "stage", commit->stage);
	tora_json_put_int(o, "done", commit->done);
	tora_json_put_int(o, "of", commit->of);
	if (commit->started)
		tora_json_put_int(o, "started", commit->started);
	list = tora_json_put_list(o, "findings");
	for (size_t i = 0; i < commit->findings.n; i++)
		tora_json_push_text(list, tora_view_id(call, 'K', commit->findings.at[i].id));
	tora_json_put_int(o, "places", (int64_t)places(&commit->findings));
	tora_json_put_text(o, "check",
	                   commit->check ? tora_view_id(call, 'c', commit->check) : NULL);
	tora_json_put_text(o, "base", commit->base);
	return o;
}

/* Without `all`: what is checked out, and what we have something to say about. */
static int put_branches(struct tora_call *call, int64_t repo, const struct tora_refs *refs,
                        cJSON *list, size_t *left, struct tora_err *err)
{
	const char *only = tora_json_text(call->params, "branch", NULL);
	bool all = tora_json_bool(call->params, "all", false);
	int rc = TORA_OK;

	for (size_t i = 0; i < refs->n && rc == TORA_OK; i++) {
		const struct tora_ref *ref = &refs->at[i];
		struct tora_view_commit commit;
		cJSON *one;

		if (only && strcmp(only, ref->branch) != 0)
			continue;
		if (cJSON_GetArraySize(list) >= BRANCHES_MAX)
			break;
		rc = tora_view_commit(call, repo, ref->branch, ref->head, FINDINGS_MAX, &commit,
		                      err);
		if (rc || !(all || only || ref->worktree || commit.check))
			continue;
		one = branch_json(call, ref, &commit);
		cJSON_AddItemToArray(list, one);
		if (all)
			rc = put_ranked(call, commit.check, one, left, err);
	}
	return rc;
}

static int put_repo(struct tora_call *call, const struct tora_repo_row *row, cJSON *list,
                    size_t *left, struct tora_err *err)
{
	struct tora_watch_view view;
	cJSON *o = cJSON_CreateObject(), *branches;
	bool is_watched = tora_watch_view(call->daemon->watch, row->id, &view);
	const char *folder = row->work_dir ? row->work_dir : row->common_dir;

	cJSON_AddItemToArray(list, o);
	tora_json_put_text(o, "path", is_watched ? view.folder : folder);
	tora_json_put_text(o, "common_dir", row->common_dir);
	if (!is_watched) {
		tora_json_put_text(o, "state", "unwatched");
		tora_json_put_text(o, "reason", "it was not registered with 'repo.add'");
		(void)tora_json_put_list(o, "branches");
		return TORA_OK;
	}
	tora_json_put_text(o, "state", tora_watch_state_name(view.state));
	tora_json_put_text(o, "reason", view.reason);
	branches = tora_json_put_list(o, "branches");
	return put_branches(call, row->id, view.refs, branches, left, err);
}

int tora_do_status(struct tora_call *call, struct tora_err *err)
{
	struct tora_repo_rows rows = { 0 };
	struct tora_repo_row one;
	size_t left = RANKED_ALL;
	cJSON *list;
	int rc;

	put_daemon(call);
	list = tora_json_put_list(call->result, "repos");
	if (tora_json_text(call->params, "repo", NULL)) {
		rc = tora_view_repo(call, &one, err);
		return rc ? rc : put_repo(call, &one, list, &left, err);
	}
	rc = tora_repos_list(call->daemon->store, call->arena, true, &rows, err);
	for (size_t i = 0; rc == TORA_OK && i < rows.n; i++)
		rc = put_repo(call, &rows.at[i], list, &left, err);
	return rc;
}
