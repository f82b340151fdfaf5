/*
 * cmd_eval.c - how good the verdicts are, held against a file of labelled differences.
 */
#include "client/ask.h"
#include "client/offline.h"
#include "client/where.h"

#define EVAL_S 86400

static void say_share(struct tora_str *out, const char *head, const cJSON *eval, const char *key)
{
	double share = tora_json_num(eval, key, -1);

	if (share < 0)
		tora_str_addf(out, "%s -", head);
	else
		tora_str_addf(out, "%s %.0f %%", head, 100 * share);
}

static void say_matrix(const cJSON *matrix, struct tora_str *out)
{
	const cJSON *label, *cell;

	if (!matrix || !matrix->child)
		return;
	tora_str_addf(out, "%-20s", "labelled \\ judged");
	cJSON_ArrayForEach(cell, matrix->child) tora_str_addf(out, " %16s", cell->string);
	tora_str_addc(out, '\n');
	cJSON_ArrayForEach(label, matrix)
	{
		tora_str_addf(out, "%-20s", label->string);
		cJSON_ArrayForEach(cell, label)
			tora_str_addf(out, " %16.0f", cJSON_GetNumberValue(cell));
		tora_str_addc(out, '\n');
	}
}

static void say_wrong(const cJSON *row, struct tora_str *out)
{
	if (!tora_json_text(row, "label", NULL) || tora_json_bool(row, "right", true))
		return;
	tora_str_adds(out, "wrong: ");
	tora_str_add_escaped(out, tora_sv(tora_json_text(row, "id", "")), false);
	tora_str_addf(out, ", labelled %s, judged %s: ", tora_json_text(row, "label", ""),
	              tora_json_text(row, "verdict", ""));
	tora_str_add_escaped(out, tora_sv(tora_json_text(row, "explanation", "")), false);
	tora_str_addc(out, '\n');
}

static void say_model(const cJSON *eval, struct tora_str *out)
{
	const cJSON *cost = tora_json_obj(eval, "cost");

	tora_str_addf(out,
	              "%lld judged by the model: %lld requests, %lld answers kept from earlier, "
	              "%lld + %lld tokens, %.4f USD\n",
	              (long long)tora_json_int(eval, "judged_by_model", 0),
	              (long long)tora_json_int(cost, "requests", 0),
	              (long long)tora_json_int(cost, "cached", 0),
	              (long long)tora_json_int(cost, "tokens_in", 0),
	              (long long)tora_json_int(cost, "tokens_out", 0),
	              tora_json_num(cost, "usd", 0));
	if (!tora_json_int(eval, "model_failed", 0))
		return;
	tora_str_addf(out, "%lld were judged by the rules because the model failed: ",
	              (long long)tora_json_int(eval, "model_failed", 0));
	tora_str_add_escaped(out, tora_sv(tora_json_text(eval, "model_failure", "")), false);
	tora_str_adds(out, "; the same command goes on where this ended\n");
}

/* ---- one project left out at a time -------------------------------------------------------------- */

#define MOVES_SHOWN 8

static void say_count(struct tora_str *out, const char *head, const cJSON *c)
{
	tora_str_addf(out, "%-28s", head);
	say_share(out, " error", c, "error");
	say_share(out, ", precision", c, "precision");
	say_share(out, ", recall", c, "recall");
	say_share(out, ", F1", c, "f1");
	tora_str_addf(out, "  (%lld found, %lld missed, %lld false alarms)\n",
	              (long long)tora_json_int(c, "true_positive", 0),
	              (long long)tora_json_int(c, "false_negative", 0),
	              (long long)tora_json_int(c, "false_positive", 0));
}

static void say_moves(const cJSON *left_out, size_t projects, struct tora_str *out)
{
	const cJSON *move;
	size_t n = 0;

	cJSON_ArrayForEach(move, tora_json_list(left_out, "moves"))
	{
		if (n++ == MOVES_SHOWN)
			break;
		if (n == 1)
			tora_str_adds(out,
			              "what the labels would move most, all of them fitted:\n");
		tora_str_addf(
			out,
			"  %+.1f to %+.2f  %s (%lld commits; the same way in %lld of %zu fits)\n",
			tora_json_num(move, "weight", 0), tora_json_num(move, "fitted", 0),
			tora_json_text(move, "rule", ""),
			(long long)tora_json_int(move, "changes", 0),
			(long long)tora_json_int(move, "agree", 0), projects);
	}
}

static void say_left_out(const cJSON *left_out, struct tora_str *out)
{
	const cJSON *projects = tora_json_list(left_out, "projects");
	const cJSON *findings = tora_json_obj(left_out, "findings");
	const cJSON *changes = tora_json_obj(left_out, "changes");
	size_t n = (size_t)cJSON_GetArraySize(projects);

	if (!left_out)
		return;
	tora_str_addf(out,
	              "left one project out, %zu times: the weights of the rules are fitted to the "
	              "other projects and judge that one\n",
	              n);
	say_count(out, "findings, fitted to others", tora_json_obj(findings, "left_out"));
	say_count(out, "findings, the table as it is", tora_json_obj(findings, "table"));
	say_count(out, "commits, fitted to others", tora_json_obj(changes, "left_out"));
	say_count(out, "commits, the table as it is", tora_json_obj(changes, "table"));
	say_moves(left_out, n, out);
}

static void print_human(const struct tora_view *v, const cJSON *eval, struct tora_str *out)
{
	const cJSON *row;

	(void)v;
	cJSON_ArrayForEach(row, tora_json_list(eval, "rows")) say_wrong(row, out);
	say_matrix(tora_json_obj(eval, "matrix"), out);
	tora_str_addf(out,
	              "positive (unintended, coincidental fix): %lld found, %lld missed, %lld "
	              "false alarms, %lld rightly quiet\n",
	              (long long)tora_json_int(eval, "true_positive", 0),
	              (long long)tora_json_int(eval, "false_negative", 0),
	              (long long)tora_json_int(eval, "false_positive", 0),
	              (long long)tora_json_int(eval, "true_negative", 0));
	tora_str_addf(out, "%lld rows, engine %s:", (long long)tora_json_int(eval, "labelled", 0),
	              tora_json_text(eval, "engine", ""));
	say_share(out, " precision", eval, "precision");
	say_share(out, ", recall", eval, "recall");
	say_share(out, ", F1", eval, "f1");
	tora_str_addc(out, '\n');
	if (tora_json_int(eval, "unlabelled", 0))
		tora_str_addf(out, "%lld rows without a label are not counted\n",
		              (long long)tora_json_int(eval, "unlabelled", 0));
	if (tora_json_text(eval, "model", NULL))
		say_model(eval, out);
	say_left_out(tora_json_obj(eval, "left_out"), out);
}

static void print_rows(const struct tora_view *v, const cJSON *eval, struct tora_str *out)
{
	const cJSON *row;

	cJSON_ArrayForEach(row, tora_json_list(eval, "rows")) tora_format_json.record(v, row, out);
}

int tora_cmd_eval(struct tora_cli *cli, struct tora_err *err)
{
	const char *args[10] = { "eval", cli->args[0] };
	void (*print)(const struct tora_view *, const cJSON *, struct tora_str *) = print_human;
	struct tora_here where;
	struct tora_err ignored;
	cJSON *eval = NULL;
	size_t n = 2;
	int rc;

	if (tora_where_find(&where, &ignored) == TORA_OK)
		args[n++] = "--repo", args[n++] = tora_where_path(&where);
	if (cli->engine)
		args[n++] = "--engine", args[n++] = cli->engine;
	if (cli->given & TORA_OPT_NO_CACHE)
		args[n++] = "--no-cache";
	rc = tora_offline_run(cli, args, "eval", EVAL_S, &eval, err);
	if (rc)
		return rc;
	if (cli->format == &tora_format_jsonl)
		print = print_rows;
	else if (cli->format != &tora_format_human)
		print = tora_format_json.record;
	tora_ask_print(cli, print, eval);
	cJSON_Delete(eval);
	return TORA_OK;
}
