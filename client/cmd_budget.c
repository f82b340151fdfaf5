/*
 * cmd_budget.c - what models cost today, by repository and branch, and what happens at the limits.
 */
#include "client/ask.h"
#include "client/offline.h"
#include "client/print/fold.h"
#include "client/where.h"

#include <stdio.h>
#include <string.h>

#define BUDGET_S     30
#define NAME_COLUMNS 46

static void say_row(struct tora_str *out, const char *repo, const char *branch, const cJSON *spend)
{
	struct tora_str name = TORA_STR_INIT(8192);

	tora_str_add_escaped(&name, tora_sv(repo), false);
	if (*branch) {
		tora_str_adds(&name, "  ");
		tora_str_add_escaped(&name, tora_sv(branch), false);
	}
	if (name.len > NAME_COLUMNS) { /* its numbers stand below it, in their columns */
		tora_str_addf(out, "  %s\n", name.buf);
		tora_str_reset(&name);
	}
	tora_str_addf(out, "  %-*s %8lld %10lld %10.4f\n", NAME_COLUMNS, name.buf,
	              (long long)tora_json_int(spend, "requests", 0),
	              (long long)tora_json_int(spend, "tokens", 0), tora_json_num(spend, "usd", 0));
	tora_str_free(&name);
}

/* "limits of one check: 6 requests, 9440 tokens"; nothing where no limit is set. */
static void say_limit(const char *what, const cJSON *of, struct tora_str *out)
{
	int64_t requests = tora_json_int(of, "requests", -1),
		tokens = tora_json_int(of, "tokens", -1);
	double usd = tora_json_num(of, "usd", -1);

	if (!of || (requests < 0 && tokens < 0 && usd < 0))
		return;
	tora_str_addf(out, "limits %s:", what);
	if (requests >= 0)
		tora_str_addf(out, " %lld requests", (long long)requests);
	if (tokens >= 0)
		tora_str_addf(out, "%s %lld tokens", requests >= 0 ? "," : "", (long long)tokens);
	if (usd >= 0)
		tora_str_addf(out, "%s %.2f USD", requests >= 0 || tokens >= 0 ? "," : "", usd);
	tora_str_adds(out, "\n");
}

static bool is_in_dollars(const cJSON *limits, const char *scope)
{
	const cJSON *of = tora_json_obj(limits, scope);

	return of && tora_json_num(of, "usd", -1) >= 0;
}

static void say_limits(const cJSON *budget, const cJSON *limits, struct tora_str *out)
{
	const char *fullest = tora_json_text(budget, "fullest", "");
	double usd = tora_json_num(limits, "usd", -1);

	say_limit("of one check", tora_json_obj(limits, "check"), out);
	say_limit("of a branch, a day", tora_json_obj(limits, "branch"), out);
	say_limit("of this repository, a day", tora_json_obj(limits, "repo"), out);
	say_limit("a day, for all repositories together", limits, out);
	if (!*fullest) {
		tora_str_adds(
			out,
			"no limit of a day is set: git config --global tora.llm.budgetUsd 0.50 "
			"(also budgetTokens, budgetRequests)\n");
		return;
	}
	tora_str_addf(out, "%.0f %% of tora.llm.%s is spent",
	              100 * tora_json_num(budget, "share", 0), fullest);
	if (strcmp(tora_json_text(budget, "state", ""), "used-up") == 0)
		tora_str_adds(out, ": no model is asked until midnight (UTC)\n");
	else
		tora_str_adds(out, "\n");
	tora_str_adds(out,
	              "Over 80 % a check says so in its notes. At the limit nothing more is asked: "
	              "checks go on with the offline engine and the rules. The day ends at "
	              "midnight, UTC.\n");
	if ((usd >= 0 || is_in_dollars(limits, "repo") || is_in_dollars(limits, "branch")) &&
	    !tora_json_bool(budget, "priced", false))
		tora_str_adds(
			out, "warning: no price is configured, so dollars are known only where the "
			     "provider says them: git config --global tora.llm.priceIn 0.15 "
			     "(USD a million tokens), and tora.llm.priceOut\n");
}

static void print_human(const struct tora_view *v, const cJSON *budget, struct tora_str *out)
{
	const cJSON *limits = tora_json_obj(budget, "limits"), *row;
	char day[40] = "today";

	size_t from;

	if (strlen(tora_json_text(budget, "day", "")) == 10)
		(void)snprintf(day, sizeof day, "today, %s (UTC)",
		               tora_json_text(budget, "day", ""));
	tora_str_addf(out, "%-*s %8s %10s %10s\n", NAME_COLUMNS + 2, day, "requests", "tokens",
	              "USD");
	cJSON_ArrayForEach(row, tora_json_list(budget, "rows")) say_row(
		out, tora_json_text(row, "repo", ""), tora_json_text(row, "branch", ""), row);
	say_row(out, "all together", "", tora_json_obj(budget, "spent"));
	if (cJSON_GetArraySize(tora_json_list(budget, "stages")))
		tora_str_adds(out, "by what was asked\n");
	cJSON_ArrayForEach(row, tora_json_list(budget, "stages"))
		say_row(out, tora_json_text(row, "stage", ""), "", row);
	from = out->len;
	if (limits)
		say_limits(budget, limits, out);
	else
		tora_str_adds(out, "run it in a repository to see its limits\n");
	tora_fold(out, from, tora_fold_table(v->columns), "  ");
}

int tora_cmd_budget(struct tora_cli *cli, struct tora_err *err)
{
	const char *args[] = { "budget", "--repo", ".", NULL };
	struct tora_here where;
	struct tora_err ignored;
	cJSON *budget = NULL;
	int rc;

	if (tora_where_find(&where, &ignored) == TORA_OK)
		args[2] = tora_where_path(&where);
	rc = tora_offline_run(cli, args, "budget", BUDGET_S, &budget, err);
	if (rc)
		return rc;
	tora_ask_print(cli,
	               cli->format == &tora_format_human ? print_human : tora_format_json.record,
	               budget);
	cJSON_Delete(budget);
	return TORA_OK;
}
