/*
 * hook.c - what git hooks say, and what pre-push is told.
 */
#include "serve/call.h"
#include "serve/place.h"
#include "serve/server.h"
#include "serve/view.h"
#include "serve/wait.h"
#include "model/oid.h"
#include "tora/log.h"

#include <string.h>

#define HEADS        "refs/heads/"
#define FINDINGS_MAX 20

/* A commit on its way to a branch; false: a deletion, a tag, or nothing we can make sense of. */
static bool is_commit(const cJSON *ref, const char **ret_branch, const char **ret_oid)
{
	const char *local = tora_json_text(ref, "local_ref", ""), *oid;
	const char *remote = tora_json_text(ref, "remote_ref", "");
	struct tora_oid parsed;

	oid = tora_json_text(ref, "local_oid", "");
	if (!tora_oid_parse(tora_sv(oid), &parsed) || tora_oid_is_none(&parsed) ||
	    strncmp(remote, HEADS, strlen(HEADS)) != 0)
		return false;
	*ret_oid = oid;
	/* `git push origin HEAD:x` and `git push origin <oid>:x` have no local branch: the remote's name serves. */
	*ret_branch = strncmp(local, HEADS, strlen(HEADS)) == 0 ? local + strlen(HEADS)
	                                                        : remote + strlen(HEADS);
	return true;
}

static bool is_word(const char *text, const char *const *words)
{
	for (; *words; words++)
		if (strcmp(text, *words) == 0)
			return true;
	return false;
}

static cJSON *ref_json(const cJSON *ref, const char *branch, const char *state)
{
	cJSON *o = cJSON_CreateObject();

	tora_json_put_text(o, "local_ref", tora_json_text(ref, "local_ref", NULL));
	tora_json_put_text(o, "remote_ref", tora_json_text(ref, "remote_ref", NULL));
	tora_json_put_text(o, "branch", branch);
	tora_json_put_text(o, "local_oid", tora_json_text(ref, "local_oid", NULL));
	tora_json_put_text(o, "state", state);
	return o;
}

/* Nobody has checked it, perhaps because the push comes right after it; or not to the end. */
static bool is_to_be_checked(const struct tora_commit_state *s)
{
	return strcmp(s->state, "unknown") == 0 ||
	       (strcmp(s->state, "waiting") == 0 && s->reason && strcmp(s->reason, "timeout") == 0);
}

/* Could not be checked, for a cause that somebody may have seen to since without a commit. */
static bool may_be_over(const struct tora_commit_state *s)
{
	static const bool table[TORA_REASON_COUNT] = {
		[TORA_REASON_NO_MERGE_BASE] = true,      [TORA_REASON_MISSING_OBJECTS] = true,
		[TORA_REASON_REPOSITORY_GONE] = true,    [TORA_REASON_BASE_NOT_BUILDABLE] = true,
		[TORA_REASON_HEAD_NOT_BUILDABLE] = true, [TORA_REASON_NO_INTERPRETER] = true,
		[TORA_REASON_NO_SANDBOX] = true,         [TORA_REASON_NEEDS_TRUST] = true,
		[TORA_REASON_DISK_FULL] = true,          [TORA_REASON_CRASHED] = true,
		[TORA_REASON_INTERNAL] = true,
	};

	return strcmp(s->state, "waiting") == 0 && table[tora_reason_parse(s->reason)];
}

/* Its check is not over. */
static bool is_open(const struct tora_commit_state *s)
{
	return strcmp(s->state, "queued") == 0 || strcmp(s->state, "checking") == 0;
}

static bool is_paused(struct tora_call *call)
{
	int64_t until;

	return tora_queue_is_paused(call->daemon->queue, &until);
}

/* What is known of it. One that is to be checked is queued: in the store before that is said. */
static int look_and_ask(struct tora_call *call, int64_t repo, const char *branch, const char *oid,
                        struct tora_view_commit *ret, struct tora_err *err)
{
	struct tora_check_ask ask = {
		.repo = repo, .branch = branch, .head = oid, .trigger = "push"
	};
	int rc = tora_view_commit(call, repo, branch, oid, FINDINGS_MAX, ret, err);

	if (rc)
		return rc;
	if (may_be_over(&ret->state)) { /* what is known is said all the same */
		rc = tora_queue_ask(call->daemon->queue, &ask, &ret->check, err);
		ret->is_tried_again = rc == TORA_OK && !is_paused(call);
		return rc == TORA_E_LIMIT ? TORA_OK : rc;
	}
	if (!is_to_be_checked(&ret->state)) {
		if (is_open(&ret->state))
			tora_queue_promote(call->daemon->queue, repo, oid);
		return TORA_OK;
	}
	rc = tora_queue_ask(call->daemon->queue, &ask, &ret->check, err);
	if (rc == TORA_OK) {
		ret->state =
			(struct tora_commit_state){ "queued", is_paused(call) ? "paused" : NULL };
		ret->detail = NULL;
	}
	return rc == TORA_E_LIMIT ? TORA_OK : rc; /* then it stays as it is */
}

/* How much of an answer has to be read, so that a hook can go without reading it (PROTOCOL.md). */
enum say { SAY_NOTHING, SAY_QUEUED, SAY_MORE };

static enum say how_much(const struct tora_view_commit *commit)
{
	const char *state = commit->state.state;

	if (commit->findings.n)
		return SAY_MORE;
	if (strcmp(state, "clean") == 0 || strcmp(state, "skipped") == 0)
		return SAY_NOTHING;
	/* With a reason it is more than that, or with others before it: why it waits. */
	return strcmp(state, "queued") == 0 && !commit->state.reason && !commit->ahead ? SAY_QUEUED
	                                                                               : SAY_MORE;
}

static void put_say(struct tora_call *call, enum say say)
{
	static const char *const words[] = { "nothing", "queued", "more" };
	const cJSON *settings = tora_json_obj(call->result, "settings");

	/* Who may want to wait has to know for how long. */
	if (say == SAY_QUEUED && (!settings || tora_json_int(settings, "push_wait_s", 1) != 0 ||
	                          tora_json_text(settings, "problem", NULL)))
		say = SAY_MORE;
	tora_json_put_text(call->result, "say", words[say]);
}

static int put_ref(struct tora_call *call, int64_t repo, const cJSON *ref, bool asks, cJSON *list,
                   enum say *say, struct tora_err *err)
{
	struct tora_view_commit commit = { .state = { "skipped", NULL } };
	const char *branch = NULL, *oid = NULL;
	cJSON *o, *findings;
	int rc = TORA_OK;

	if (is_commit(ref, &branch, &oid))
		rc = asks ? look_and_ask(call, repo, branch, oid, &commit, err)
		          : tora_view_commit(call, repo, branch, oid, FINDINGS_MAX, &commit, err);
	if (rc)
		return rc;
	if (strcmp(commit.state.state, "queued") == 0)
		commit.ahead = tora_queue_ahead(call->daemon->queue, commit.check);
	if (how_much(&commit) > *say)
		*say = how_much(&commit);
	o = ref_json(ref, branch, commit.state.state);
	tora_json_put_text(o, "reason", commit.state.reason);
	tora_json_put_text(o, "detail", commit.detail);
	tora_json_put_text(o, "check", commit.check ? tora_view_id(call, 'c', commit.check) : NULL);
	tora_json_put_bool(o, "again", commit.is_tried_again);
	tora_json_put_text(o, "stage", commit.stage);
	tora_json_put_int(o, "done", commit.done);
	tora_json_put_int(o, "of", commit.of);
	tora_json_put_int(o, "ahead", commit.ahead);
	findings = tora_json_put_list(o, "findings");
	for (size_t i = 0; i < commit.findings.n; i++) {
		cJSON *one = tora_view_finding(call, &commit.findings.at[i]);

		if (one)
			cJSON_AddItemToArray(findings, one);
	}
	cJSON_AddItemToArray(list, o);
	return TORA_OK;
}

/* The one that matters most to who set it wrong. */
static const char *problem_of(unsigned wrong)
{
	if (wrong & TORA_WRONG_BLOCK)
		return "tora.push.block is neither true nor false, so no push is refused (git "
		       "config --get --show-origin tora.push.block)";
	if (wrong & TORA_WRONG_ENABLED)
		return "tora.enabled is neither true nor false, so commits are checked (git "
		       "config --get --show-origin tora.enabled)";
	if (wrong & TORA_WRONG_WAIT)
		return "tora.push.wait is no number of seconds from 0 to 3600, so a push does not "
		       "wait (git config --get --show-origin tora.push.wait)";
	if (wrong & TORA_WRONG_SURE)
		return "tora.push.sure is no percentage from 0 to 100, so the default holds (git "
		       "config --get --show-origin tora.push.sure)";
	return NULL;
}

/* Settings go along only if git would say the same now: then the hook need not ask it. */
static void put_settings(struct tora_call *call, int64_t repo)
{
	const struct tora_stamps *stamps = call->found ? call->found->stamps : NULL;
	struct tora_stamps told;
	struct tora_watch_view view;
	cJSON *o;

	if (!tora_watch_view(call->daemon->watch, repo, &view) ||
	    tora_place_is_elsewhere(call->params, view.settings))
		return;
	if (!stamps && tora_place_is_told(call->params, view.settings, &told))
		stamps = &told;
	if (!stamps || !tora_settings_is_fresh(view.settings, stamps))
		return;
	o = tora_json_put_obj(call->result, "settings");
	tora_json_put_int(o, "push_wait_s", view.settings->push_wait_s);
	tora_json_put_bool(o, "push_block", view.settings->push_block);
	tora_json_put_int(o, "push_sure", view.settings->push_sure);
	tora_json_put_text(o, "problem", problem_of(view.settings->wrong));
}

static int put_answer(struct tora_call *call, int64_t repo, bool asks, struct tora_err *err)
{
	const cJSON *ref;
	enum say say = SAY_NOTHING;
	cJSON *list;
	int rc = TORA_OK;

	tora_json_put_bool(call->result, "registered", true);
	put_settings(call, repo);
	tora_json_put_bool(call->result, "paused", is_paused(call));
	list = tora_json_put_list(call->result, "refs");
	cJSON_ArrayForEach(ref, tora_json_list(call->params, "refs"))
	{
		rc = put_ref(call, repo, ref, asks, list, &say, err);
		if (rc)
			return rc;
	}
	put_say(call, say);
	return rc;
}

static int answer_push(struct tora_call *call, int64_t repo, bool is_late, struct tora_err *err)
{
	(void)is_late;
	return put_answer(call, repo, false, err);
}

static bool is_judged(struct tora_call *call, int64_t repo)
{
	const cJSON *ref;

	cJSON_ArrayForEach(ref, tora_json_list(call->params, "refs"))
	{
		struct tora_view_commit commit = { .state = { "skipped", NULL } };
		struct tora_queue_view open;
		const char *branch, *oid;
		struct tora_err ignored;

		if (is_commit(ref, &branch, &oid) &&
		    tora_queue_find(call->daemon->queue, 0, repo, NULL, oid, &open) &&
		    tora_view_commit(call, repo, branch, oid, 1, &commit, &ignored) == TORA_OK &&
		    is_open(&commit.state))
			return false;
	}
	return true;
}

static bool is_pushed(struct tora_call *call, int64_t repo, const struct tora_queue_view *check)
{
	const cJSON *ref;

	if (check->repo != repo)
		return false;
	cJSON_ArrayForEach(ref, tora_json_list(call->params, "refs"))
	{
		const char *branch, *oid;

		if (is_commit(ref, &branch, &oid) && check->head && strcmp(check->head, oid) == 0)
			return true;
	}
	return false;
}

/* The push itself waits, so there is nothing to spare it. */
static int ask_now(struct tora_call *call, int64_t repo, struct tora_err *err)
{
	const cJSON *ref;
	int rc = TORA_OK;

	cJSON_ArrayForEach(ref, tora_json_list(call->params, "refs"))
	{
		struct tora_view_commit commit;
		const char *branch, *oid;

		if (!is_commit(ref, &branch, &oid))
			continue;
		rc = look_and_ask(call, repo, branch, oid, &commit, err);
		if (rc)
			break;
		tora_queue_hurry(call->daemon->queue, repo, oid);
	}
	return rc;
}

static int do_push(struct tora_call *call, int64_t repo, struct tora_err *err)
{
	struct tora_wait_spec wait = {
		.is_ready = is_judged,
		.answer = answer_push,
		.is_about = is_pushed,
		.number = repo,
		.timeout_ms = tora_json_int(call->params, "wait_ms", 0),
	};
	int rc;

	if (wait.timeout_ms == 0)
		return put_answer(call, repo, true, err);
	rc = ask_now(call, repo, err);
	return rc ? rc : tora_wait(tora_server_waits(call->daemon->server), call, &wait, err);
}

int tora_do_hook(struct tora_call *call, struct tora_err *err)
{
	static const char *const events[] = { "post-commit", "post-merge", "post-rewrite",
		                              "pre-push", NULL };
	const char *event = tora_json_text(call->params, "event", "");
	struct tora_repo_row repo;
	int rc;

	if (!is_word(event, events))
		return tora_fail(err, TORA_E_USAGE, "hook: no event '%s'", event);
	rc = tora_view_repo(call, &repo, err);
	/* Of a daemon that has lost its store nobody can tell which repositories it was to watch. */
	if (rc == TORA_E_NOTFOUND && !call->daemon->is_store_kept)
		return tora_fail(err, TORA_E_SYS, "%s", call->daemon->store_trouble);
	if (rc == TORA_E_NOTFOUND || (rc == TORA_OK && !repo.watched)) {
		tora_json_put_bool(call->result, "registered", false);
		put_say(call, SAY_NOTHING);
		return TORA_OK;
	}
	if (rc)
		return rc;
	tora_log(call->daemon->log, TORA_LOG_DEBUG, "serve", "%s in '%s'", event, repo.common_dir);
	/* A pushed commit may be younger than our last look; the look itself is not waited for. */
	tora_watch_touch(call->daemon->watch, repo.id);
	if (strcmp(event, "pre-push") == 0)
		return do_push(call, repo.id, err);
	tora_json_put_bool(call->result, "registered", true);
	return TORA_OK;
}
