/*
 * cmd_generate.c - a test suite for what HEAD holds: torad makes it, here it is written down and reported.
 *
 * Standard output is the report; with `--out -` it is the file, and the report goes to stderr.
 */
#include "client/ask.h"
#include "client/offline.h"
#include "client/place.h"
#include "client/where.h"

#include <assert.h>
#include <stdio.h>

#define BUDGET_S     14400
#define MISSED_SHOWN 8
#define NOTES_SHOWN  12
#define FIXED_ARGS   16

static long long whole(const cJSON *o, const char *key)
{
	return (long long)tora_json_int(o, key, 0);
}

/* "correctness 22, other 4" */
static void say_counts(struct tora_str *out, const char *head, const cJSON *counts)
{
	const cJSON *one;

	if (!counts || !counts->child)
		return;
	tora_str_addf(out, "%-11s", head);
	cJSON_ArrayForEach(one, counts)
	{
		tora_str_adds(out, one == counts->child ? "" : ", ");
		tora_str_add_escaped(out, tora_sv(one->string), false);
		tora_str_addf(out, " %.0f", cJSON_GetNumberValue(one));
	}
	tora_str_addc(out, '\n');
}

static void say_share(struct tora_str *out, const char *what, const cJSON *share)
{
	tora_str_addf(out, "%s %lld of %lld (%.1f %%)", what, whole(share, "covered"),
	              whole(share, "total"), 100 * tora_json_num(share, "share", 0));
}

static void say_missed(struct tora_str *out, const cJSON *functions)
{
	const cJSON *missed = tora_json_list(functions, "not_reached"), *one;
	int n = 0, of = cJSON_GetArraySize(missed);

	if (!of)
		return;
	tora_str_addf(out, "%-11s", "not reached");
	cJSON_ArrayForEach(one, missed)
	{
		if (n++ == MISSED_SHOWN)
			break;
		tora_str_adds(out, n == 1 ? " " : ", ");
		tora_str_add_escaped(out, tora_sv(cJSON_GetStringValue(one)), false);
	}
	if (of > MISSED_SHOWN)
		tora_str_addf(out, " and %d more", of - MISSED_SHOWN);
	tora_str_addc(out, '\n');
}

static void say_tests(struct tora_str *out, const cJSON *report)
{
	const cJSON *tests = tora_json_obj(report, "tests");
	const cJSON *coverage = tora_json_obj(report, "coverage");
	const cJSON *statements = tora_json_obj(coverage, "statements");
	const cJSON *assertions = tora_json_obj(report, "assertions");

	tora_str_addf(out, "%-11s%lld written, %lld run, %lld passing (%.0f %%), %lld kept\n",
	              "tests", whole(tests, "generated"), whole(tests, "run"),
	              whole(tests, "passing"), 100 * tora_json_num(tests, "pass_rate", 0),
	              whole(tests, "kept"));
	tora_str_addf(out, "%-11s", "coverage");
	say_share(out, "statements", statements);
	say_share(out, ", branches", tora_json_obj(coverage, "branches"));
	tora_str_addf(out, ", in %lld file%s; importing alone %lld statements\n",
	              whole(coverage, "files"), whole(coverage, "files") == 1 ? "" : "s",
	              whole(statements, "by_import"));
	tora_str_addf(out, "%-11s%lld on values that the package made; %lld on others left out\n",
	              "assertions", whole(assertions, "nontrivial"),
	              whole(assertions, "total") - whole(assertions, "nontrivial"));
}

static void say_text(struct tora_str *out, const char *head, const char *text)
{
	tora_str_addf(out, "%-11s", head);
	tora_str_add_escaped(out, tora_sv(text), false);
	tora_str_addc(out, '\n');
}

/* The last ones are about the suite itself; before them stands what was left out, file by file. */
static void say_notes(struct tora_str *out, const cJSON *notes)
{
	int skipped = cJSON_GetArraySize(notes) - NOTES_SHOWN;
	const cJSON *note;

	if (skipped > 0)
		tora_str_addf(out, "%-11s%d more with --json\n", "notes", skipped);
	cJSON_ArrayForEach(note, notes)
	{
		if (skipped-- <= 0)
			say_text(out, "note", cJSON_GetStringValue(note));
	}
}

static void print_human(const struct tora_view *v, const cJSON *report, struct tora_str *out)
{
	const cJSON *functions = tora_json_obj(report, "functions"), *cost;
	const char *proved = tora_json_text(report, "proved_by", NULL);

	(void)v;
	tora_str_addf(out, "%-11s%lld public, %lld reached; commit %.12s, %s, %.1f s\n",
	              "functions", whole(functions, "public"), whole(functions, "reached"),
	              tora_json_text(report, "commit", ""), tora_json_text(report, "language", ""),
	              tora_json_num(report, "ms", 0) / 1000);
	say_missed(out, functions);
	say_tests(out, report);
	say_counts(out, "failures", tora_json_obj(report, "failures"));
	say_counts(out, "left out", tora_json_obj(report, "invalid"));
	cost = tora_json_obj(report, "cost");
	if (whole(cost, "requests"))
		tora_str_addf(out, "%-11s%lld requests, %lld + %lld tokens, %.4f USD\n", "model",
		              whole(cost, "requests"), whole(cost, "tokens_in"),
		              whole(cost, "tokens_out"), tora_json_num(cost, "usd", 0));
	if (proved) {
		tora_str_addf(out, "%-11s%s, by ", "proved",
		              tora_json_bool(report, "proved_alone", false)
		                      ? "each test alone and all together"
		                      : "all tests together");
		tora_str_add_escaped(out, tora_sv(proved), false);
		tora_str_addc(out, '\n');
	}
	say_notes(out, tora_json_list(report, "notes"));
	if (tora_json_text(report, "written", NULL))
		say_text(out, "wrote", tora_json_text(report, "written", NULL));
}

/* The report where the file is not. */
static void print_beside(struct tora_cli *cli, const cJSON *report)
{
	struct tora_view view = { .color = false };
	struct tora_str out = TORA_STR_INIT(1u << 20);

	if (cli->format == &tora_format_human)
		print_human(&view, report, &out);
	else
		tora_format_json.record(&view, report, &out);
	(void)fwrite(out.buf, 1, out.len, stderr);
	tora_str_free(&out);
}

static int write_file(struct tora_cli *cli, const char *top, cJSON *report,
                      struct tora_place *place, struct tora_err *err)
{
	const cJSON *file = cJSON_GetArrayItem(tora_json_list(report, "files"), 0);
	int rc;

	if (!file)
		return tora_fail(err, TORA_E_NOTFOUND,
		                 "no test could be kept; nothing was written");
	rc = tora_place_find(cli->out, cli->given & TORA_OPT_FORCE, top,
	                     tora_json_text(file, "path", ""), place, err);
	if (rc == TORA_OK)
		rc = tora_place_write(place, tora_sv(tora_json_text(file, "text", "")), err);
	if (rc == TORA_OK && !place->is_stdout)
		tora_json_put_text(report, "written", place->path);
	return rc;
}

static int ask(struct tora_cli *cli, const struct tora_here *where, cJSON **ret,
               struct tora_err *err)
{
	const char *args[FIXED_ARGS + 2 * TORA_NAMES_MAX] = { "generate", "--repo",
		                                              tora_where_path(where) };
	char seconds[16], folder[PATH_MAX];
	size_t n = 3;

	(void)snprintf(seconds, sizeof seconds, "%u", cli->seconds);
	if (cli->seconds)
		args[n++] = "--seconds", args[n++] = seconds;
	tora_place_folder(cli->out, where->top, folder);
	if (*folder)
		args[n++] = "--folder", args[n++] = folder;
	if (cli->engine)
		args[n++] = "--engine", args[n++] = cli->engine;
	if (cli->framework)
		args[n++] = "--framework", args[n++] = cli->framework;
	if (cli->commit)
		args[n++] = "--head", args[n++] = cli->commit;
	if (cli->given & TORA_OPT_NO_CACHE)
		args[n++] = "--no-cache";
	assert(cli->nargs <= TORA_NAMES_MAX);
	for (int i = 0; i < cli->nargs; i++)
		args[n++] = "--only", args[n++] = cli->args[i];
	return tora_offline_run(cli, args, "generate", BUDGET_S, ret, err);
}

int tora_cmd_generate(struct tora_cli *cli, struct tora_err *err)
{
	struct tora_place place = { .is_stdout = false };
	struct tora_here where;
	cJSON *report = NULL;
	int rc = tora_where_find(&where, err);

	if (rc == TORA_OK)
		rc = tora_place_check(cli->out, cli->given & TORA_OPT_FORCE, err);
	if (rc == TORA_OK && !where.top[0] && !cli->out)
		rc = tora_fail(err, TORA_E_USAGE,
		               "a bare repository has no folder for tests: --out names a place");
	if (rc == TORA_OK)
		rc = ask(cli, &where, &report, err);
	if (rc)
		return rc;
	rc = write_file(cli, tora_json_text(report, "repo", "."), report, &place, err);
	if (place.is_stdout)
		print_beside(cli, report);
	else
		tora_ask_print(cli,
		               cli->format == &tora_format_human ? print_human
		                                                 : tora_format_json.record,
		               report);
	cJSON_Delete(report);
	return rc;
}
