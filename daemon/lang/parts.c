#include "lang/parts.h"

#include <string.h>

bool tora_parts_is_one_of(struct tora_sv part, const char *const *names)
{
	for (; *names; names++)
		if (tora_sv_is(part, *names))
			return true;
	return false;
}

bool tora_parts_in_folder(const char *path, const char *const *names)
{
	const char *slash;

	for (; (slash = strchr(path, '/')); path = slash + 1)
		if (tora_parts_is_one_of((struct tora_sv){ path, (size_t)(slash - path) }, names))
			return true;
	return false;
}

const char *tora_parts_file(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}
