/*
 * budget.h - what a day may cost, and whether one more request fits.
 *
 * Limits are tora.llm.budgetRequests, budgetTokens and budgetUsd, per day, for everything; with
 * repoBudget... and branchBudget... for one repository and one branch; checkRequests and checkTokens
 * for one check, which ends the asking as well and is no trouble. Requests in flight count with an estimate, so that several at once do not pass together
 * what one could not. Where there is a limit, a ledger that cannot be read stops the asking:
 * a limit nobody can check is not kept. What cannot be written in it counts here.
 */
#ifndef TORA_LLM_BUDGET_H
#define TORA_LLM_BUDGET_H

#include "llm/model.h"

#define TORA_BUDGET_PARTS 8 /* purposes that are told apart */

struct tora_budget {
	const struct tora_config *config;
	const struct tora_log *log;
	struct tora_model_ledger ledger;
	struct tora_spend own;       /* by this model; all there is when there is no ledger */
	struct tora_spend flying;    /* estimates of what is in flight */
	struct tora_spend unwritten; /* what the ledger could not be told; it counts all the same */
	bool is_check;
	struct tora_budget_part { /* by purpose */
		const char *purpose;
		struct tora_spend spend;
	} parts[TORA_BUDGET_PARTS];
	const char *warned; /* the limit of which most is spent, once that was said; else NULL */
};

#define TORA_BUDGET_WARN_PERCENT 80

/* Share of the fullest limit of a scope that is spent, and its key ("budgetUsd"); 0 and NULL without limits. */
double tora_budget_share(const struct tora_config *config, enum tora_spend_scope scope,
                         const struct tora_spend *spent, const char **ret_name);

/* Tokens of a text, roughly: four bytes each. */
int64_t tora_budget_tokens(size_t bytes);
/* Dollars at the configured price; 0 when none is configured. */
double tora_budget_price(const struct tora_config *config, int64_t tokens_in, int64_t tokens_out);

/*
 * TORA_E_DENIED when `more` does not fit any more today, TORA_E_LIMIT when the check's share does not
 * hold it and an answer of about `answer` tokens. On success it counts as flying.
 */
int tora_budget_take(struct tora_budget *b, const struct tora_spend *more, int64_t answer,
                     struct tora_err *err);
/* It landed: the estimate goes, what it really cost is added. */
int tora_budget_settle(struct tora_budget *b, const struct tora_spend *estimate,
                       const struct tora_spend *real, const char *purpose, struct tora_err *err);

#endif
