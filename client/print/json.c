/*
 * json.c - the formats for programs: `json` is the answer itself, `jsonl` one finding a line.
 */
#include "client/print/print.h"

static void whole(const struct tora_view *v, const cJSON *json, struct tora_str *out)
{
	(void)v;
	tora_json_print(json, out);
	tora_str_addc(out, '\n');
}

const struct tora_format tora_format_json = { "json", whole, whole, whole };

static void each_finding(const struct tora_view *v, const cJSON *record, struct tora_str *out)
{
	const cJSON *f;

	cJSON_ArrayForEach(f,
	                   tora_json_list(record, "findings")) if (v->all || tora_finding_shown(f))
		whole(v, f, out);
}

static void each_branch(const struct tora_view *v, const cJSON *status, struct tora_str *out)
{
	const cJSON *repo, *branch;

	cJSON_ArrayForEach(repo, tora_json_list(status, "repos"))
	{
		cJSON_ArrayForEach(branch, tora_json_list(repo, "branches"))
		{
			cJSON *row = cJSON_Duplicate(branch, true);

			tora_json_put_text(row, "repo", tora_json_text(repo, "path", ""));
			whole(v, row, out);
			cJSON_Delete(row);
		}
	}
}

const struct tora_format tora_format_jsonl = { "jsonl", each_finding, whole, each_branch };
