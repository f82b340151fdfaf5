#include "llm/thinking.h"

#include <string.h>

struct tora_sv tora_without_thinking(struct tora_sv text)
{
	static const char close[] = "</think>";
	const char *end;

	text = tora_sv_trim(text);
	if (!tora_sv_starts(text, "<think>"))
		return text;
	end = memmem(text.at, text.len, close, sizeof close - 1);
	if (!end)
		return (struct tora_sv){ text.at, 0 };
	end += sizeof close - 1;
	return tora_sv_trim((struct tora_sv){ end, (size_t)(text.at + text.len - end) });
}
