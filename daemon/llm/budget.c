#include "llm/budget.h"

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

/* A limit of 0 is full from the start. */
double tora_budget_share(const struct tora_config *c, const struct tora_spend *s,
                         const char **ret_name)
{
	const struct {
		const char *name;
		double spent, limit;
	} limits[] = { { "budgetRequests", (double)s->requests, (double)c->llm_budget_requests },
		       { "budgetTokens", (double)s->tokens, (double)c->llm_budget_tokens },
		       { "budgetUsd", s->usd, c->llm_budget_usd } };
	double most = 0;

	*ret_name = NULL;
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
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

int tora_budget_take(struct tora_budget *b, const struct tora_spend *more, struct tora_err *err)
{
	struct tora_spend total = b->own;
	const char *name = NULL;
	double share;

	if (b->ledger.spent_today && b->ledger.spent_today(b->ledger.ctx, &total, err))
		return tora_wrap(err, "what was spent today cannot be read, so nothing is asked");
	add(&total, &b->flying, 1);
	add(&total, more, 1);
	share = tora_budget_share(b->config, &total, &name);
	if (share > 1)
		return tora_fail(err, TORA_E_DENIED,
		                 "today's budget for the model is used up: raise tora.llm.%s, or "
		                 "wait for tomorrow",
		                 name);
	if (share * 100 > TORA_BUDGET_WARN_PERCENT && !b->warned) {
		b->warned = name;
		tora_log(b->log, TORA_LOG_WARN, "llm", "over %d%% of tora.llm.%s of today is spent",
		         TORA_BUDGET_WARN_PERCENT, name);
	}
	add(&b->flying, more, 1);
	return TORA_OK;
}

int tora_budget_settle(struct tora_budget *b, const struct tora_spend *estimate,
                       const struct tora_spend *real, const char *purpose, struct tora_err *err)
{
	add(&b->flying, estimate, -1);
	add(&b->own, real, 1);
	return b->ledger.add ? b->ledger.add(b->ledger.ctx, purpose, real, err) : TORA_OK;
}
