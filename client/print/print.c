#include "client/print/print.h"

#include <string.h>

static const struct tora_format *const formats[] = { &tora_format_human, &tora_format_json,
	                                             &tora_format_jsonl, &tora_format_quickfix };

const struct tora_format *tora_format_named(const char *name)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}

void tora_progress_text(const cJSON *from, struct tora_str *out)
{
	long long of = tora_json_int(from, "of", 0);

	tora_str_add_escaped(out, tora_sv(tora_json_text(from, "stage", "starting")), false);
	if (of > 0)
		tora_str_addf(out, " %lld of %lld", (long long)tora_json_int(from, "done", 0), of);
}

void tora_age_text(int64_t ms, struct tora_str *out)
{
	long long s = ms < 0 ? 0 : ms / 1000;

	if (s < 120)
		tora_str_addf(out, "%lld s", s);
	else if (s < 7200)
		tora_str_addf(out, "%lld min", s / 60);
	else if (s < 172800)
		tora_str_addf(out, "%lld h", s / 3600);
	else
		tora_str_addf(out, "%lld d", s / 86400);
}

const char *tora_not_checked(const cJSON *from)
{
	return strcmp(tora_json_text(from, "reason", ""), "timeout") == 0 ? "not checked to the end"
	                                                                  : "not checked";
}

bool tora_finding_shown(const cJSON *finding)
{
	const char *verdict = tora_json_text(finding, "verdict", "");

	return !tora_json_text(finding, "acked", NULL) &&
	       (strcmp(verdict, "unintended") == 0 || strcmp(verdict, "coincidental-fix") == 0);
}
