/*
 * errors.c - see errors.h.
 */
#include "lang/python/errors.h"

#include <string.h>

static bool says(const struct tora_exception *e, const char *words)
{
	return tora_sv_has(tora_sv(e->message), words);
}

bool tora_python_lacks_name(const struct tora_exception *e)
{
	if (!e->frames.n || strcmp(e->frames.at[e->frames.n - 1].file, "<test>") != 0)
		return false;
	if (strcmp(e->type, "TypeError") == 0)
		return says(e, "unexpected keyword argument") || says(e, "positional argument");
	if (strcmp(e->type, "AttributeError") == 0)
		return says(e, "has no attribute") && !says(e, "'NoneType' object");
	return strcmp(e->type, "ImportError") == 0 || strcmp(e->type, "ModuleNotFoundError") == 0 ||
	       strcmp(e->type, "NameError") == 0;
}
