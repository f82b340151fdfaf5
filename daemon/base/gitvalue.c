#include "tora/gitvalue.h"

#include <errno.h>
#include <stdlib.h>
#include <strings.h>

bool tora_gitvalue_bool(const char *text, bool *ret)
{
	static const struct {
		const char *word;
		bool is;
	} words[] = { { "true", true }, { "yes", true },  { "on", true }, { "false", false },
		      { "no", false },  { "off", false }, { "", false } };
	int64_t n;

	for (size_t i = 0; text && i < sizeof words / sizeof *words; i++)
		if (strcasecmp(text, words[i].word) == 0) {
			*ret = words[i].is;
			return true;
		}
	if (text && (!tora_gitvalue_int(text, &n) || n > INT32_MAX || n < INT32_MIN))
		return false;
	*ret = !text || n != 0;
	return true;
}

bool tora_gitvalue_int(const char *text, int64_t *ret)
{
	static const char *const units[] = { "", "k", "m", "g" };
	int64_t n, factor = 1;
	char *end;

	if (!text)
		return false;
	errno = 0;
	n = strtoll(text, &end, 0);
	if (errno || end == text)
		return false;
	for (size_t i = 0; i < sizeof units / sizeof *units; i++, factor *= 1024) {
		if (strcasecmp(end, units[i]) != 0)
			continue;
		if (n > INT64_MAX / factor || n < INT64_MIN / factor)
			return false;
		*ret = n * factor;
		return true;
	}
	return false;
}
