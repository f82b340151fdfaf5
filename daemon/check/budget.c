/*
 * budget.c - `torad budget`: what models cost today, by repository and branch, and the limits.
 *
 * Read from the store; no daemon and no network. The limits are those of the repository it is run
 * in, because git's configuration has levels; outside of one they are not known.
 */
#include "check/check.h"
#include "check/ledger.h"
#include "check/session.h"
#include "git/repo.h"
#include "llm/budget.h"
#include "store/store.h"
#include "tora/json.h"

#include <string.h>

static void put_spend(cJSON *o, int64_t requests, int64_t tokens, double usd)
{
	tora_json_put_int(o, "requests", requests);
	tora_json_put_int(o, "tokens", tokens);
	tora_json_put_num(o, "usd", usd);
}

/* "/a/b/.git" is the repository people call /a/b. */
static const char *repo_name(const char *common_dir, struct tora_arena *arena)
{
	struct tora_sv path = tora_sv(common_dir);

	if (!tora_sv_ends(path, "/.git"))
		return common_dir;
	path.len -= strlen("/.git");
	return tora_arena_text(arena, path);
}

static void put_rows(cJSON *o, const struct tora_ledger_today *today, struct tora_arena *arena,
                     struct tora_spend *ret_total)
{
	cJSON *rows = tora_json_put_list(o, "rows");

	for (size_t i = 0; i < today->rows.n; i++) {
		const struct tora_ledger_row *r = &today->rows.at[i];
		cJSON *row = cJSON_CreateObject();

		tora_json_put_text(row, "repo", repo_name(r->common_dir, arena));
		tora_json_put_text(row, "branch", r->branch);
		put_spend(row, r->requests, r->tokens, r->usd);
		cJSON_AddItemToArray(rows, row);
		ret_total->requests += r->requests;
		ret_total->tokens += r->tokens;
		ret_total->usd += r->usd;
	}
}

/* A limit of which nothing is spent is one too. */
static void take_fuller(double share, const char *name, double *most, const char **ret_name)
{
	if (!name || (*ret_name && share <= *most))
		return;
	*most = share;
	*ret_name = name;
}

/* The fullest limit of all: of the day, of this repository, of one of its branches. */
static double fullest(const struct tora_config *c, const struct tora_ledger_today *today,
                      const char *common_dir, const struct tora_spend *all, const char **ret_name)
{
	double most = tora_budget_share(c, TORA_SPEND_ALL, all, ret_name), share;
	struct tora_spend repo = { 0 };
	const char *name;

	for (size_t i = 0; i < today->rows.n; i++) {
		const struct tora_ledger_row *r = &today->rows.at[i];
		struct tora_spend branch = { r->requests, r->tokens, r->usd };

		if (strcmp(r->common_dir, common_dir) != 0)
			continue;
		repo.requests += r->requests;
		repo.tokens += r->tokens;
		repo.usd += r->usd;
		share = tora_budget_share(c, TORA_SPEND_BRANCH, &branch, &name);
		take_fuller(share, name, &most, ret_name);
	}
	share = tora_budget_share(c, TORA_SPEND_REPO, &repo, &name);
	take_fuller(share, name, &most, ret_name);
	return most;
}

static void put_limit(cJSON *o, const char *key, const struct tora_llm_limit *limit)
{
	cJSON *one;

	if (limit->requests < 0 && limit->tokens < 0 && limit->usd < 0)
		return;
	one = tora_json_put_obj(o, key);
	if (limit->requests >= 0)
		tora_json_put_int(one, "requests", limit->requests);
	if (limit->tokens >= 0)
		tora_json_put_int(one, "tokens", limit->tokens);
	if (limit->usd >= 0)
		tora_json_put_num(one, "usd", limit->usd);
}

static void put_limits(cJSON *o, const struct tora_config *c, const struct tora_ledger_today *today,
                       const char *common_dir, const struct tora_spend *spent)
{
	cJSON *limits = tora_json_put_obj(o, "limits");
	const char *name = NULL;
	double share = fullest(c, today, common_dir, spent, &name);
	struct tora_llm_limit check = { c->llm_check_requests, c->llm_check_tokens, -1 };

	if (c->llm_budget_requests >= 0)
		tora_json_put_int(limits, "requests", c->llm_budget_requests);
	if (c->llm_budget_tokens >= 0)
		tora_json_put_int(limits, "tokens", c->llm_budget_tokens);
	if (c->llm_budget_usd >= 0)
		tora_json_put_num(limits, "usd", c->llm_budget_usd);
	put_limit(limits, "repo", &c->llm_repo);
	put_limit(limits, "branch", &c->llm_branch);
	put_limit(limits, "check", &check);
	tora_json_put_text(o, "fullest", name);
	tora_json_put_num(o, "share", share);
	tora_json_put_text(o, "state",
	                   share >= 1                               ? "used-up"
	                   : share * 100 > TORA_BUDGET_WARN_PERCENT ? "warning"
	                                                            : "ok");
	tora_json_put_bool(o, "priced", c->llm_price_in > 0 || c->llm_price_out > 0);
}

/* By what was asked. */
static void put_stages(cJSON *o, const struct tora_ledger_today *by)
{
	cJSON *list = tora_json_put_list(o, "stages");

	for (size_t i = 0; i < by->rows.n; i++) {
		const struct tora_ledger_row *r = &by->rows.at[i];
		cJSON *row = cJSON_CreateObject();

		tora_json_put_text(row, "stage", r->branch);
		put_spend(row, r->requests, r->tokens, r->usd);
		cJSON_AddItemToArray(list, row);
	}
}

static int budget(const struct tora_check_options *options, cJSON *o, struct tora_err *err)
{
	struct tora_session s = { .log_fd = -1 };
	struct tora_store_spec spec = { .path = s.paths.store };
	struct tora_ledger_today today = { .day = "" }, by = { .day = "" };
	struct tora_spend total = { 0 };
	struct tora_store *store = NULL;
	int rc = tora_session_open(options, &s, err);
	bool in_repo = rc == TORA_OK;

	if (rc == TORA_OK || rc == TORA_E_NOTFOUND)
		rc = tora_paths_mkdirs(s.paths.state, err);
	if (rc == TORA_OK)
		rc = tora_store_new(&spec, &store, err);
	if (rc == TORA_OK)
		rc = tora_ledger_today(store, s.check.arena, &today, err);
	if (rc == TORA_OK)
		rc = tora_ledger_by(store, s.check.arena, NULL, 1, &by, err);
	if (rc == TORA_OK) {
		put_stages(o, &by);
		tora_json_put_text(o, "day", today.day);
		put_rows(o, &today, s.check.arena, &total);
		put_spend(tora_json_put_obj(o, "spent"), total.requests, total.tokens, total.usd);
		if (in_repo)
			put_limits(o, &s.config, &today, tora_repo_common_dir(s.check.repo),
			           &total);
	}
	tora_store_free(store);
	tora_session_close(&s);
	return rc;
}

int tora_budget_command(int argc, char **argv)
{
	return tora_session_command("budget", argc, argv, cJSON_CreateObject(), budget);
}
