/*
 * moves.c - known, queued, or one too many.
 */
#include "queue/moves.h"
#include "store/events.h"
#include "tora/json.h"

#include <stdlib.h>
#include <string.h>

#define TOLD_MAX 100 /* branches in one event: a clone may bring thousands */

static cJSON *moves_json(const struct tora_moves *moves)
{
	cJSON *fields = cJSON_CreateObject(), *list;

	tora_json_put_text(fields, "state", NULL);
	tora_json_put_text(fields, "reason", NULL);
	list = tora_json_put_list(fields, "branches");
	for (size_t i = 0; i < moves->n && i < TOLD_MAX; i++) {
		cJSON *one = cJSON_CreateObject();

		tora_json_put_text(one, "branch", moves->at[i].branch);
		tora_json_put_text(one, "head", moves->at[i].head);
		tora_json_put_text(one, "old", moves->at[i].old);
		cJSON_AddItemToArray(list, one);
	}
	return fields;
}

static bool is_final(const struct tora_check_row *row)
{
	return strcmp(row->state, "queued") != 0 && strcmp(row->state, "running") != 0;
}

/* A result that another look would not change; one that was asked for may have another base. */
static bool stands(const struct tora_check_row *row)
{
	enum tora_reason reason = tora_reason_parse(row->reason);

	if (strcmp(row->trigger, "ask") == 0)
		return false;
	return (strcmp(row->state, "done") == 0 && reason != TORA_REASON_TIMEOUT) ||
	       (strcmp(row->state, "skipped") == 0 && reason != TORA_REASON_TOO_MANY);
}

/* A push, or an earlier visit of the branch, may have had this very commit checked: its result stands. */
static int is_known(const struct tora_moves_spec *spec, const struct tora_move *move, bool *ret,
                    struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_check_filter filter = {
		.repo = spec->repo, .branch = move->branch, .head = move->head, .limit = 5
	};
	struct tora_check_rows rows = { 0 };
	int rc = tora_checks_list(spec->store, arena, &filter, &rows, err);

	for (size_t i = 0; rc == TORA_OK && i < rows.n && !*ret; i++)
		*ret = is_final(&rows.at[i]) ? stands(&rows.at[i])
		                             : spec->is_open(spec->ctx, rows.at[i].id);
	tora_arena_free(arena);
	return rc;
}

int tora_moves_compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool has_place(const struct tora_moves_spec *spec, const char *branch, size_t *room)
{
	if (spec->n_held &&
	    bsearch(&branch, spec->held, spec->n_held, sizeof branch, tora_moves_compare))
		return true;
	if (*room == 0)
		return false;
	--*room;
	return true;
}

static int write_one(const struct tora_moves_spec *spec, const struct tora_move *move, size_t *room,
                     int64_t *id, size_t *refused, struct tora_err *err)
{
	struct tora_check_ask ask = { .repo = spec->repo,
		                      .branch = move->branch,
		                      .head = move->head,
		                      .trigger = spec->trigger };
	bool known = false;
	int rc = tora_tips_set(spec->store, spec->repo, move->branch, move->head, err);

	if (rc || !move->head || !move->is_checked || !spec->is_enabled)
		return rc;
	rc = is_known(spec, move, &known, err);
	if (rc || known)
		return rc;
	if (has_place(spec, move->branch, room))
		return tora_checks_enqueue(spec->store, &ask, id, err);
	++*refused;
	return tora_checks_refuse(spec->store, &ask, TORA_REASON_TOO_MANY, err);
}

int tora_moves_write(const struct tora_moves_spec *spec, const struct tora_moves *moves,
                     int64_t *ids, size_t *ret_refused, struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_repo_rows repos = { 0 };
	const char *common_dir = NULL;
	size_t room = spec->room, refused = 0;
	int rc = tora_store_begin(spec->store, err);

	if (rc)
		goto out;
	rc = tora_repos_list(spec->store, arena, false, &repos, err);
	for (size_t i = 0; rc == TORA_OK && i < repos.n; i++)
		if (repos.at[i].id == spec->repo)
			common_dir = repos.at[i].common_dir;
	for (size_t i = 0; rc == TORA_OK && i < moves->n; i++)
		rc = write_one(spec, &moves->at[i], &room, &ids[i], &refused, err);
	if (rc == TORA_OK)
		rc = tora_events_put(spec->store, "repo.changed", common_dir, moves_json(moves),
		                     err);
	rc = tora_store_end(spec->store, rc, err);
out:
	tora_arena_free(arena);
	if (rc == TORA_OK)
		*ret_refused = refused;
	return rc;
}
