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

bool tora_finding_shown(const cJSON *finding)
{
	const char *verdict = tora_json_text(finding, "verdict", "");

	return !tora_json_text(finding, "acked", NULL) &&
	       (strcmp(verdict, "unintended") == 0 || strcmp(verdict, "coincidental-fix") == 0);
}
