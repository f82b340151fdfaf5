/*
 * stats.c - `torad stats`: what was checked and shown, and what the user said of it.
 *
 * Read from the store; no daemon. {"since": ms, "days": 90, "repo": {...} or absent, "all": {...}}.
 */
#include "check/check.h"
#include "check/ledger.h"
#include "check/session.h"
#include "git/repo.h"
#include "store/repos.h"
#include "store/stats.h"
#include "store/store.h"
#include "tora/clock.h"
#include "tora/json.h"

#define DAY_MS (24 * 60 * 60 * (int64_t)1000)

static void put_said(cJSON *o, unsigned shown, unsigned acked, unsigned dismissed)
{
	tora_json_put_int(o, "shown", shown);
	tora_json_put_int(o, "acknowledged", acked);
	tora_json_put_int(o, "dismissed", dismissed);
}

static void put_rows(cJSON *o, const struct tora_stats *s, enum tora_stat_by by, const char *key)
{
	cJSON *list = tora_json_put_list(o, key);

	for (size_t i = 0; i < s->rows.n; i++) {
		const struct tora_stat_row *r = &s->rows.at[i];
		cJSON *row;

		if (r->by != by)
			continue;
		row = cJSON_CreateObject();
		tora_json_put_text(row, "name", r->name);
		put_said(row, r->shown, r->acked, r->dismissed);
		tora_json_put_bool(row, "quiet", tora_stat_is_quiet(r));
		cJSON_AddItemToArray(list, row);
	}
}

static void put_stats(cJSON *o, const struct tora_stats *s, bool is_repo)
{
	cJSON *part = tora_json_put_obj(o, "checks");

	tora_json_put_int(part, "done", s->done);
	tora_json_put_int(part, "recalled", s->recalled);
	tora_json_put_int(part, "skipped", s->skipped);
	tora_json_put_int(part, "failed", s->failed);
	tora_json_put_int(part, "canceled", s->canceled);
	part = tora_json_put_obj(o, "tests");
	tora_json_put_int(part, "run", s->run);
	tora_json_put_int(part, "differing", s->differing);
	tora_json_put_int(part, "flaky", s->flaky);
	tora_json_put_int(part, "unconfirmed", s->unconfirmed);
	tora_json_put_int(part, "cold", s->cold);
	put_said(tora_json_put_obj(o, "findings"), s->shown, s->acked, s->dismissed);
	if (is_repo) { /* quiet is decided per repository */
		put_rows(o, s, TORA_STAT_KIND, "differences");
		put_rows(o, s, TORA_STAT_RULE, "rules");
	}
}

/* What the model cost, by what was asked; absent where nothing was. */
static int put_model(struct tora_store *store, struct tora_arena *arena, const char *common_dir,
                     cJSON *part, struct tora_err *err)
{
	struct tora_ledger_today by = { .day = "" };
	int rc = tora_ledger_by(store, arena, common_dir, TORA_STATS_DAYS, &by, err);
	cJSON *list = rc || !by.rows.n ? NULL : tora_json_put_list(part, "model");

	for (size_t i = 0; list && i < by.rows.n; i++) {
		const struct tora_ledger_row *r = &by.rows.at[i];
		cJSON *row = cJSON_CreateObject();

		tora_json_put_text(row, "stage", r->branch);
		tora_json_put_int(row, "requests", r->requests);
		tora_json_put_int(row, "tokens", r->tokens);
		tora_json_put_num(row, "usd", r->usd);
		cJSON_AddItemToArray(list, row);
	}
	return rc;
}

static int put_part(struct tora_store *store, struct tora_arena *arena,
                    const struct tora_repo_row *repo, cJSON *o, const char *key,
                    struct tora_err *err)
{
	int64_t since = tora_clock_wall_ms() - TORA_STATS_DAYS * DAY_MS;
	struct tora_stats s;
	int rc = tora_stats_get(store, arena, repo ? repo->id : 0, since, &s, err);
	cJSON *part;

	if (rc)
		return rc;
	part = tora_json_put_obj(o, key);
	put_stats(part, &s, repo != NULL);
	return put_model(store, arena, repo ? repo->common_dir : NULL, part, err);
}

static int stats(const struct tora_check_options *options, cJSON *o, struct tora_err *err)
{
	struct tora_session s = { .log_fd = -1 };
	struct tora_store_spec spec = { .path = s.paths.store };
	struct tora_store *store = NULL;
	struct tora_repo_row repo = { 0 };
	int rc = tora_session_open(options, &s, err);
	bool in_repo = rc == TORA_OK;

	if (rc == TORA_OK || rc == TORA_E_NOTFOUND)
		rc = tora_paths_mkdirs(s.paths.state, err);
	if (rc == TORA_OK)
		rc = tora_store_new(&spec, &store, err);
	if (rc == TORA_OK && in_repo)
		rc = tora_repos_find(store, s.check.arena, tora_repo_common_dir(s.check.repo),
		                     &repo, err);
	if (rc == TORA_E_NOTFOUND)
		rc = TORA_OK; /* nothing was ever checked here */
	tora_json_put_int(o, "days", TORA_STATS_DAYS);
	if (rc == TORA_OK && repo.id) {
		tora_json_put_text(o, "name",
		                   tora_repo_work_dir(s.check.repo)
		                           ? tora_repo_work_dir(s.check.repo)
		                           : tora_repo_common_dir(s.check.repo));
		rc = put_part(store, s.check.arena, &repo, o, "repo", err);
	}
	if (rc == TORA_OK)
		rc = put_part(store, s.check.arena, NULL, o, "all", err);
	tora_store_free(store);
	tora_session_close(&s);
	return rc;
}

/* Our own store is opened whatever the configuration says. */
int tora_stats_command(int argc, char **argv)
{
	return tora_session_command("stats", argc, argv, cJSON_CreateObject(), stats);
}
