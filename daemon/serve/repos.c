/*
 * repos.c - register and forget.
 */
#include "serve/call.h"
#include "serve/place.h"
#include "serve/server.h"
#include "serve/view.h"
#include "tora/log.h"

#include <string.h>

static bool is_main_tree(struct tora_call *call, const char *work, const char *common_dir)
{
	return strcmp(tora_arena_printf(call->arena, "%s/.git", work), common_dir) == 0;
}

/* Said again in a linked work tree, which may be gone tomorrow: the one that is known stays, while it is there. */
static const char *tree_to_keep(struct tora_call *call, const char *common_dir, const char *work)
{
	struct tora_repo_row known;
	struct tora_watch_view view;
	struct tora_err ignored;
	bool is_there;

	if (!work || is_main_tree(call, work, common_dir) ||
	    tora_repos_find(call->daemon->store, call->arena, common_dir, &known, &ignored) ||
	    !known.work_dir)
		return work;
	is_there = tora_watch_view(call->daemon->watch, known.id, &view)
	                   ? view.folder == view.work_dir
	                   : is_main_tree(call, known.work_dir, common_dir);
	return is_there ? known.work_dir : work;
}

int tora_do_repo_add(struct tora_call *call, struct tora_err *err)
{
	const char *dir = call->found->common_dir, *work = call->found->work_dir;
	struct tora_daemon *d = call->daemon;
	bool is_new = false;
	int64_t id = 0;
	int rc = call->found->err.rc;

	if (rc) {
		*err = call->found->err;
		return rc;
	}
	work = tree_to_keep(call, dir, work);
	rc = tora_repos_add(d->store, dir, work, &id, &is_new, err);
	if (rc)
		return rc;
	if (is_new)
		tora_log(d->log, TORA_LOG_INFO, "serve", "watching '%s'", dir);
	tora_watch_add(d->watch, id, dir, work, is_new);
	tora_json_put_text(call->result, "repo", dir);
	tora_json_put_text(call->result, "path", work ? work : dir);
	tora_json_put_bool(call->result, "new", is_new);
	return TORA_OK;
}

int tora_do_repo_remove(struct tora_call *call, struct tora_err *err)
{
	struct tora_daemon *d = call->daemon;
	bool forget = tora_json_bool(call->params, "forget", false);
	struct tora_repo_row row;
	int rc = tora_view_repo(call, &row, err);

	if (rc)
		return rc;
	if (!row.watched && !forget) {
		tora_json_put_bool(call->result, "removed", false);
		return TORA_OK;
	}
	tora_queue_drop_repo(d->queue, row.id, TORA_REASON_CANCELED, "the repository was removed");
	tora_watch_remove(d->watch, row.id);
	rc = tora_repos_remove(d->store, row.id, forget, err);
	if (rc)
		return rc;
	tora_log(d->log, TORA_LOG_INFO, "serve", "not watching '%s' any more", row.common_dir);
	tora_json_put_bool(call->result, "removed", true);
	return TORA_OK;
}
