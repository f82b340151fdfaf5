/*
 * cmd_prompt.c - the exact bytes a model would be asked about a change, sent nowhere.
 *
 * People read the two texts of each request; `--format json` has the bytes themselves (`body`) and
 * their sha256, which is what the log says of a request that was sent.
 */
#include "client/ask.h"
#include "client/offline.h"
#include "client/print/fold.h"
#include "client/where.h"

#define PROMPT_S 600

static void say_text(struct tora_str *out, const char *head, const char *text)
{
	tora_str_addf(out, "---- %s\n", head);
	tora_str_add_escaped(out, tora_sv(text), true);
	tora_str_addc(out, '\n');
}

static void say_request(const cJSON *request, size_t at, size_t of, struct tora_str *out)
{
	long long bytes = (long long)tora_json_int(request, "bytes", 0);
	long long redacted = (long long)tora_json_int(request, "redacted", 0);

	tora_str_addf(out, "==== %zu of %zu: ", at, of);
	tora_str_add_escaped(out, tora_sv(tora_json_text(request, "purpose", "")), false);
	tora_str_adds(out, ", to ");
	tora_str_add_escaped(out, tora_sv(tora_json_text(request, "host", "")), false);
	tora_str_adds(out, ", model ");
	tora_str_add_escaped(out, tora_sv(tora_json_text(request, "model", "")), false);
	tora_str_addf(out, ", %lld bytes, about %lld tokens", bytes, bytes / 4);
	if (redacted)
		tora_str_addf(out, ", %lld secret%s taken out", redacted, redacted == 1 ? "" : "s");
	tora_str_addc(out, '\n');
	say_text(out, "system", tora_json_text(request, "system", ""));
	say_text(out, "user", tora_json_text(request, "user", ""));
}

static void say_end(const cJSON *prompt, int requests, struct tora_str *out)
{
	const char *why = tora_json_text(prompt, "why_not", NULL);
	const cJSON *note;

	cJSON_ArrayForEach(note, tora_json_list(prompt, "notes"))
	{
		tora_str_adds(out, "note: ");
		tora_str_add_escaped(out, tora_sv(cJSON_GetStringValue(note)), false);
		tora_str_addc(out, '\n');
	}
	if (!requests) {
		tora_str_adds(out, "a model would be asked nothing");
		if (tora_json_text(prompt, "detail", NULL)) {
			tora_str_adds(out, ": ");
			tora_str_add_escaped(out, tora_sv(tora_json_text(prompt, "detail", "")),
			                     false);
		}
		tora_str_addc(out, '\n');
		return;
	}
	tora_str_adds(out, "Nothing was sent.");
	if (why) {
		tora_str_adds(out, " Nor would a check send it: ");
		tora_str_add_escaped(out, tora_sv(why), false);
		tora_str_addc(out, '.');
	}
	tora_str_adds(out, " Questions that depend on answers are not shown.\n");
}

static void print_human(const struct tora_view *v, const cJSON *prompt, struct tora_str *out)
{
	const cJSON *requests = tora_json_list(prompt, "requests"), *one;
	size_t at = 0, of = (size_t)cJSON_GetArraySize(requests), from;

	cJSON_ArrayForEach(one, requests) say_request(one, ++at, of, out);
	from = out->len; /* what goes out is shown as it is */
	say_end(prompt, (int)of, out);
	tora_fold(out, from, v->columns, "  ");
}

int tora_cmd_prompt(struct tora_cli *cli, struct tora_err *err)
{
	const char *args[10] = { "prompt", "--repo", NULL };
	struct tora_here where;
	cJSON *prompt = NULL;
	size_t n = 3;
	int rc = tora_where_find(&where, err);

	if (rc)
		return rc;
	args[2] = tora_where_path(&where);
	if (cli->nargs)
		args[n++] = cli->args[0];
	rc = tora_offline_run(cli, args, "prompt", PROMPT_S, &prompt, err);
	if (rc)
		return rc;
	tora_ask_print(cli,
	               cli->format == &tora_format_human ? print_human : tora_format_json.record,
	               prompt);
	cJSON_Delete(prompt);
	return TORA_OK;
}
