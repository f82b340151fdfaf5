/*
 * quickfix.c - `path:line:col: warning: text [tora:K7]`, which every editor can read.
 */
#include "client/print/print.h"

#include <string.h>

static void finding(const struct tora_view *v, const cJSON *f, struct tora_str *out)
{
	bool bad = strcmp(tora_json_text(f, "verdict", ""), "unintended") == 0;
	const char *id = tora_json_text(f, "id", ""); /* none: it could not be stored */

	(void)v;
	tora_str_add_escaped(out, tora_sv(tora_json_text(f, "file", "")), false);
	tora_str_addf(out, ":%lld:1: %s: ", (long long)tora_json_int(f, "line", 1),
	              bad ? "warning" : "note");
	tora_str_add_escaped(out, tora_sv(tora_json_text(f, "explanation", "")), false);
	tora_str_adds(out, *id ? " [tora:" : " [tora");
	tora_str_add_escaped(out, tora_sv(id), false);
	tora_str_adds(out, "]\n");
}

static void record(const struct tora_view *v, const cJSON *r, struct tora_str *out)
{
	const cJSON *f;

	cJSON_ArrayForEach(f, tora_json_list(r, "findings")) if (v->all || tora_finding_shown(f))
		finding(v, f, out);
}

/* A status has no places in files. */
const struct tora_format tora_format_quickfix = { "quickfix", record, finding, NULL };
