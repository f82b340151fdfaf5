#include "llm/budget.h"

#include <string.h>

int64_t tora_budget_tokens(size_t bytes)
{
	return (int64_t)(bytes / 4) + 1;
}

double tora_budget_price(const struct tora_config *config, int64_t tokens_in, int64_t tokens_out)
{
	return ((double)tokens_in * config->llm_price_in +
	        (double)tokens_out * config->llm_price_out) /
	       1e6;
}

static void add(struct tora_spend *to, const struct tora_spend *more, int sign)
{
	to->requests += sign * more->requests;
	to->tokens += sign * more->tokens;
	to->usd += sign * more->usd;
}

struct limit {
	const char *name;
	double spent, limit; /* limit below 0: none */
};

/* A limit of 0 is full from the start. */
static double fullest(const struct limit *limits, size_t n, const char **ret_name)
{
	double most = 0;

	*ret_name = NULL;
	for (size_t i = 0; i < n; i++) {
		double share;

		if (limits[i].limit < 0)
			continue;
		share = limits[i].limit > 0 ? limits[i].spent / limits[i].limit : 2;
		if (share > most || !*ret_name) {
			most = share;
			*ret_name = limits[i].name;
		}
	}
	return most;
}

double tora_budget_share(const struct tora_config *c, enum tora_spend_scope scope,
                         const struct tora_spend *s, const char **ret_name)
{
	static const char *const names[TORA_SPEND_SCOPES][3] = {
		{ "budgetRequests", "budgetTokens", "budgetUsd" },
		{ "repoBudgetRequests", "repoBudgetTokens", "repoBudgetUsd" },
		{ "branchBudgetRequests", "branchBudgetTokens", "branchBudgetUsd" },
	};
	const struct tora_llm_limit all = { c->llm_budget_requests, c->llm_budget_tokens,
		                            c->llm_budget_usd };
	const struct tora_llm_limit *of = scope == TORA_SPEND_REPO     ? &c->llm_repo
	                                  : scope == TORA_SPEND_BRANCH ? &c->llm_branch
	                                                               : &all;
	const struct limit limits[] = {
		{ names[scope][0], (double)s->requests, (double)of->requests },
		{ names[scope][1], (double)s->tokens, (double)of->tokens },
		{ names[scope][2], s->usd, of->usd },
	};

	return fullest(limits, 3, ret_name);
}

/* What one check may ask for; what it cost so far is known here. */
static int take_share(const struct tora_budget *b, const struct tora_spend *more, int64_t answer,
                      struct tora_err *err)
{
	struct tora_spend total = b->own;
	const char *name = NULL;
	struct limit limits[] = { { "checkRequests", 0, (double)b->config->llm_check_requests },
		                  { "checkTokens", 0, (double)b->config->llm_check_tokens } };

	if (!b->is_check)
		return TORA_OK;
	add(&total, &b->flying, 1);
	add(&total, more, 1);
	limits[0].spent = (double)total.requests;
	limits[1].spent = (double)(total.tokens + answer);
	if (fullest(limits, 2, &name) <= 1)
		return TORA_OK;
	return tora_fail(err, TORA_E_LIMIT, "what one check may ask is used up (tora.llm.%s)",
	                 name);
}

static int take_day(struct tora_budget *b, enum tora_spend_scope scope,
                    const struct tora_spend *more, struct tora_err *err)
{
	static const char *const where[] = { "", " in this repository", " on this branch" };
	struct tora_spend total = b->own;
	const char *name = NULL;
	double share;

	if (tora_budget_share(b->config, scope, &total, &name) == 0 && !name)
		return TORA_OK; /* no limits, nothing to look up */
	if (b->ledger.spent_today && b->ledger.spent_today(b->ledger.ctx, scope, &total, err))
		return tora_wrap(err, "what was spent today cannot be read, so nothing is asked");
	if (b->ledger.spent_today)
		add(&total, &b->unwritten, 1);
	add(&total, &b->flying, 1);
	add(&total, more, 1);
	share = tora_budget_share(b->config, scope, &total, &name);
	if (share > 1)
		return tora_fail(err, TORA_E_DENIED,
		                 "today's budget for the model%s is used up: raise tora.llm.%s, or "
		                 "wait for tomorrow",
		                 where[scope], name);
	if (share * 100 > TORA_BUDGET_WARN_PERCENT && !b->warned) {
		b->warned = name;
		tora_log(b->log, TORA_LOG_WARN, "llm", "over %d%% of tora.llm.%s of today is spent",
		         TORA_BUDGET_WARN_PERCENT, name);
	}
	return TORA_OK;
}

int tora_budget_take(struct tora_budget *b, const struct tora_spend *more, int64_t answer,
                     struct tora_err *err)
{
	int rc = take_share(b, more, answer, err);

	for (int scope = 0; !rc && scope < TORA_SPEND_SCOPES; scope++)
		rc = take_day(b, (enum tora_spend_scope)scope, more, err);
	if (!rc)
		add(&b->flying, more, 1);
	return rc;
}

/* Purposes beyond the last one share it. */
static struct tora_spend *part_of(struct tora_budget *b, const char *purpose)
{
	size_t i = 0;

	while (i < TORA_BUDGET_PARTS - 1 && b->parts[i].purpose &&
	       strcmp(b->parts[i].purpose, purpose) != 0)
		i++;
	if (!b->parts[i].purpose)
		b->parts[i].purpose = i < TORA_BUDGET_PARTS - 1 ? purpose : "other";
	return &b->parts[i].spend;
}

int tora_budget_settle(struct tora_budget *b, const struct tora_spend *estimate,
                       const struct tora_spend *real, const char *purpose, struct tora_err *err)
{
	add(&b->flying, estimate, -1);
	add(&b->own, real, 1);
	add(part_of(b, purpose), real, 1);
	if (!b->ledger.add || b->ledger.add(b->ledger.ctx, purpose, real, err) == TORA_OK)
		return TORA_OK;
	add(&b->unwritten, real, 1);
	return err->rc;
}
