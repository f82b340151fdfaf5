/*
 * repos.c - register and forget.
 */
#include "serve/call.h"
#include "serve/server.h"
#include "serve/view.h"
#include "tora/log.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int real(struct tora_call *call, const char *path, const char **ret, struct tora_err *err)
{
	char buf[PATH_MAX];

	if (!realpath(path, buf)) {
		int missing = errno == ENOENT || errno == ENOTDIR;

		(void)tora_fail_sys(err, "'%s'", path);
		return err->rc = missing ? TORA_E_NOTFOUND : TORA_E_DENIED;
	}
	*ret = tora_arena_dup(call->arena, buf);
	return TORA_OK;
}

static bool is_main_tree(struct tora_call *call, const char *work, const char *common_dir)
{
	return strcmp(tora_arena_printf(call->arena, "%s/.git", work), common_dir) == 0;
}

/* Said again in a linked work tree, which may be gone tomorrow: the one that is known stays, while it is there. */
static const char *tree_to_keep(struct tora_call *call, const char *common_dir, const char *work)
{
	struct tora_repo_row known;
	struct tora_err ignored;

	if (!work || is_main_tree(call, work, common_dir) ||
	    tora_repos_find(call->daemon->store, call->arena, common_dir, &known, &ignored) ||
	    !known.work_dir || tora_repos_folder(common_dir, known.work_dir) != known.work_dir)
		return work;
	return known.work_dir;
}

int tora_do_repo_add(struct tora_call *call, struct tora_err *err)
{
	const char *path = tora_json_text(call->params, "repo", "");
	const char *work = tora_json_text(call->params, "work", NULL), *dir = NULL;
	struct tora_daemon *d = call->daemon;
	bool is_new = false;
	int64_t id = 0;
	int rc = real(call, path, &dir, err);

	if (rc == TORA_OK && work)
		rc = real(call, work, &work, err);
	if (rc)
		return rc;
	if (access(tora_arena_printf(call->arena, "%s/HEAD", dir), F_OK) < 0 ||
	    access(tora_arena_printf(call->arena, "%s/objects", dir), F_OK) < 0)
		return tora_fail(err, TORA_E_NOTFOUND, "'%s' is no common git directory", path);
	work = tree_to_keep(call, dir, work);
	rc = tora_repos_add(d->store, dir, work, &id, &is_new, err);
	if (rc)
		return rc;
	if (is_new)
		tora_log(d->log, TORA_LOG_INFO, "serve", "watching '%s'", dir);
	tora_watch_add(d->watch, id, dir, work);
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
