/*
 * cmd_status.c - every watched branch, as the refs are now.
 */
#include "client/ask.h"
#include "client/conn.h"
#include "client/where.h"
#include "tora/answers.h"
#include "tora/spawn.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_MS 300 /* for a look at refs that moved just now; a scan takes some milliseconds */

/* What was committed a moment ago is seen before it is answered. Late: what is known is shown. */
static int look_at_refs(struct tora_cli *cli, struct tora_err *err)
{
	cJSON *params = cJSON_CreateObject(), *answer = NULL;
	int rc;

	tora_json_put_int(params, "timeout_ms", LOOK_MS);
	rc = tora_ask(cli, "sync", params, TORA_ASK_MS, &answer, err);
	cJSON_Delete(params);
	cJSON_Delete(answer);
	return rc;
}

/* Outside of a repository (*ret_common "") there is nothing to start it for. */
static int is_of_use(struct tora_cli *cli, struct tora_here *ret, char ret_common[PATH_MAX],
                     struct tora_err *err)
{
	struct tora_conn *conn = NULL;
	struct tora_err said, ignored;
	int found = tora_where_find(ret, &said), rc;

	*ret_common = '\0';
	if (found == TORA_OK && !realpath(ret->common, ret_common))
		*ret_common = '\0';
	if (found != TORA_E_NOTFOUND && found != TORA_E_REMOTE)
		return TORA_OK;
	rc = tora_conn_open(&cli->paths, TORA_ASK_MS, &conn, &ignored);
	tora_conn_free(conn);
	if (rc != TORA_E_NOTFOUND)
		return TORA_OK;
	if (found == TORA_E_NOTFOUND)
		return tora_fail(err, rc,
		                 "the daemon does not run, and this is no repository; tora daemon "
		                 "start starts it");
	*err = said; /* somebody else's, damaged, ...: git knows better */
	return found;
}

static bool is_well(const cJSON *repo)
{
	return strcmp(tora_json_text(repo, "state", ""), "ok") == 0;
}

/*
 * No event tells the daemon that a folder above a repository was renamed: it says so at its next look. One that does not
 * answer is the daemon's to tell of, and holds up nobody behind it once that is known.
 */
static void tell_gone(cJSON *repos)
{
	size_t most = (size_t)cJSON_GetArraySize(repos), n = 0, i = 0;
	const char **folders = tora_xcalloc(most + 1, sizeof(*folders));
	bool *is_gone = tora_xcalloc(most + 1, sizeof(*is_gone));
	cJSON *repo;

	cJSON_ArrayForEach(repo, repos) if (is_well(repo)) folders[n++] =
		tora_json_text(repo, "common_dir", "");
	n = n ? tora_answers_in_turn(folders, n, LOOK_MS, is_gone) : 0;
	cJSON_ArrayForEach(repo, repos)
	{
		if (!is_well(repo))
			continue;
		if (i == n)
			break;
		if (!is_gone[i++])
			continue;
		cJSON_DeleteItemFromObjectCaseSensitive(repo, "state");
		cJSON_DeleteItemFromObjectCaseSensitive(repo, "reason");
		tora_json_put_text(repo, "state", "repository-gone");
		tora_json_put_text(repo, "reason", "its directory is not there any more");
	}
	free(is_gone);
	free(folders);
}

/* The repository one is in comes first, the others in the order they were registered. False: it is none of them. */
static bool put_first(cJSON *repos, const char *common)
{
	cJSON *repo;

	cJSON_ArrayForEach(repo, repos)
	{
		if (strcmp(tora_json_text(repo, "common_dir", ""), common) == 0) {
			cJSON_InsertItemInArray(repos, 0, cJSON_DetachItemViaPointer(repos, repo));
			return true;
		}
	}
	return false;
}

/* Where none is registered, the answer has said it. */
static void tell_unwatched(const cJSON *repos, const struct tora_here *where)
{
	struct tora_str text = TORA_STR_INIT(8 * PATH_MAX);
	struct tora_sv path = tora_sv(tora_where_path(where));

	if (cJSON_GetArraySize(repos) == 0)
		return;
	if (tora_sv_ends(path, "/.git"))
		path.len -= 5;
	tora_str_add_escaped(&text, path, false);
	(void)printf("%s is not watched; tora init does it\n", text.buf);
	tora_str_free(&text);
}

/* Branches are watched; what HEAD is when it is none of them is told, so that nobody waits for it. */
static void tell_detached(void)
{
	const char *const argv[] = { "git",  "rev-parse", "HEAD", "--symbolic-full-name",
		                     "HEAD", NULL };
	struct tora_spawn_spec spec = { .argv = argv, .budget_ms = TORA_ASK_MS, .out_max = 8192 };
	struct tora_spawn_result r = { 0 };
	struct tora_sv rest, oid = { 0 }, name = { 0 };
	struct tora_err ignored;

	if (tora_spawn_run(&spec, &r, &ignored))
		return;
	rest = tora_str_view(&r.out);
	if (r.how == TORA_SPAWN_EXIT && r.code == 0 && tora_sv_line(&rest, &oid) &&
	    tora_sv_line(&rest, &name) && tora_sv_eq(name, TORA_SV("HEAD")))
		(void)printf(
			"HEAD is detached at %.12s, which is not watched: tora check looks at it\n",
			oid.at);
	tora_spawn_done(&r);
}

int tora_cmd_status(struct tora_cli *cli, struct tora_err *err)
{
	cJSON *params, *answer = NULL, *repos = NULL;
	struct tora_here where;
	char common[PATH_MAX];
	bool is_watched = false;
	int rc;

	assert(cli->format->status); /* main() refuses the format that has none */
	rc = is_of_use(cli, &where, common, err);
	if (rc == TORA_OK)
		rc = look_at_refs(cli, err);
	if (rc)
		return rc;
	params = cJSON_CreateObject();
	tora_json_put_bool(params, "all", (cli->given & TORA_OPT_ALL) != 0);
	rc = tora_ask(cli, "status", params, TORA_ASK_MS, &answer, err);
	if (rc == TORA_OK) {
		repos = cJSON_GetObjectItemCaseSensitive(answer, "repos");
		is_watched = put_first(repos, common);
		tell_gone(repos);
		tora_ask_print(cli, cli->format->status, answer);
	}
	if (rc == TORA_OK && *common && cli->format == &tora_format_human) {
		if (is_watched)
			tell_detached();
		else
			tell_unwatched(repos, &where);
	}
	cJSON_Delete(params);
	cJSON_Delete(answer);
	return rc;
}
