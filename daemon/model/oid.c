#include "model/oid.h"

#include <string.h>

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

bool tora_oid_parse(struct tora_sv text, struct tora_oid *ret)
{
	if (text.len != 40 && text.len != 64)
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (!is_hex(text.at[i]))
			return false;
	memcpy(ret->hex, text.at, text.len);
	ret->hex[text.len] = '\0';
	return true;
}

bool tora_oid_eq(const struct tora_oid *a, const struct tora_oid *b)
{
	return strcmp(a->hex, b->hex) == 0;
}

bool tora_oid_is_none(const struct tora_oid *a)
{
	return a->hex[strspn(a->hex, "0")] == '\0';
}
