/*
 * cmd_stats.c - how often tora spoke, what was said of it, and what went quiet because of that.
 */
#include "client/ask.h"
#include "client/offline.h"
#include "client/print/fold.h"
#include "client/where.h"

#define STATS_S 30

static long long number(const cJSON *o, const char *key)
{
	return (long long)tora_json_int(o, key, 0);
}

static void say_part(const struct tora_view *v, const cJSON *part, struct tora_str *out)
{
	const cJSON *checks = tora_json_obj(part, "checks"), *tests = tora_json_obj(part, "tests");
	const cJSON *found = tora_json_obj(part, "findings");
	long long said = number(found, "acknowledged") + number(found, "dismissed");
	size_t from = out->len;

	tora_str_addf(out, "  checks    %lld done", number(checks, "done"));
	if (number(checks, "recalled"))
		tora_str_addf(out, " (%lld of them answered from an earlier one)",
		              number(checks, "recalled"));
	tora_str_addf(out, ", %lld skipped, %lld failed, %lld cancelled\n",
	              number(checks, "skipped"), number(checks, "failed"),
	              number(checks, "canceled"));
	tora_str_addf(
		out,
		"  tests     %lld run on both versions, %lld differed; %lld not the same twice, "
		"%lld of them seen in a warm runner and not in fresh processes\n",
		number(tests, "run"), number(tests, "differing"), number(tests, "flaky"),
		number(tests, "unconfirmed"));
	if (number(tests, "cold"))
		tora_str_addf(
			out,
			"            %lld of those run each in a process of its own: in one that "
			"has the code loaded they said something else\n",
			number(tests, "cold"));
	tora_str_addf(out, "  findings  %lld shown: %lld acknowledged, %lld dismissed, %lld open\n",
	              number(found, "shown"), number(found, "acknowledged"),
	              number(found, "dismissed"), number(found, "shown") - said);
	tora_fold(out, from, tora_fold_table(v->columns), "            ");
}

static void say_model(const cJSON *part, struct tora_str *out)
{
	const char *before = "  model     ";
	const cJSON *row;

	cJSON_ArrayForEach(row, tora_json_list(part, "model"))
	{
		tora_str_adds(out, before);
		tora_str_add_escaped(out, tora_sv(tora_json_text(row, "stage", "")), false);
		tora_str_addf(out, ": %lld requests, %lld tokens, %.4f USD\n",
		              number(row, "requests"), number(row, "tokens"),
		              tora_json_num(row, "usd", 0));
		before = "            ";
	}
}

static void say_rows(const cJSON *list, const char *title, struct tora_str *out)
{
	const cJSON *row;

	if (!cJSON_GetArraySize(list))
		return;
	tora_str_addf(out, "\n  %-38s %8s %8s %10s\n", title, "shown", "acked", "dismissed");
	cJSON_ArrayForEach(row, list)
	{
		tora_str_adds(out, "  ");
		tora_str_addf(out, "%-38.38s %8lld %8lld %10lld%s\n",
		              tora_json_text(row, "name", ""), number(row, "shown"),
		              number(row, "acknowledged"), number(row, "dismissed"),
		              tora_json_bool(row, "quiet", false) ? "  quiet" : "");
	}
}

static bool any_quiet(const cJSON *list)
{
	const cJSON *row;

	cJSON_ArrayForEach(row, list) if (tora_json_bool(row, "quiet", false)) return true;
	return false;
}

static void print_human(const struct tora_view *v, const cJSON *stats, struct tora_str *out)
{
	const cJSON *repo = tora_json_obj(stats, "repo");
	const cJSON *kinds = tora_json_list(repo, "differences");
	const cJSON *rules = tora_json_list(repo, "rules");

	if (repo) {
		tora_str_add_escaped(out, tora_sv(tora_json_text(stats, "name", "")), false);
		tora_str_addf(out, ", the last %lld days\n", number(stats, "days"));
		say_part(v, repo, out);
		say_model(repo, out);
		say_rows(kinds, "what differed", out);
		say_rows(rules, "what decided", out);
		if (any_quiet(kinds) || any_quiet(rules)) {
			size_t from = out->len;

			tora_str_adds(
				out,
				"\n  quiet: dismissed more often than acknowledged, so findings "
				"like these are only in tora status --all and tora show. "
				"tora dismiss --undo ID takes a dismissal back.\n");
			tora_fold(out, from, tora_fold_table(v->columns), "  ");
		}
		tora_str_addc(out, '\n');
	}
	tora_str_addf(out, "all repositories, the last %lld days\n", number(stats, "days"));
	say_part(v, tora_json_obj(stats, "all"), out);
	say_model(tora_json_obj(stats, "all"), out);
}

int tora_cmd_stats(struct tora_cli *cli, struct tora_err *err)
{
	const char *args[] = { "stats", "--repo", ".", NULL };
	struct tora_here where;
	struct tora_err ignored;
	cJSON *stats = NULL;
	int rc;

	if (tora_where_find(&where, &ignored) == TORA_OK)
		args[2] = tora_where_path(&where);
	rc = tora_offline_run(cli, args, "stats", STATS_S, &stats, err);
	if (rc)
		return rc;
	tora_ask_print(cli,
	               cli->format == &tora_format_human ? print_human : tora_format_json.record,
	               stats);
	cJSON_Delete(stats);
	return TORA_OK;
}
