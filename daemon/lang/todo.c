#include "lang/todo.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int tora_lang_todo(const char *dir, const char *const *paths, size_t n, struct tora_arena *arena,
                   struct tora_err *err)
{
	const char *path = tora_arena_printf(arena, "%s/todo", dir);
	FILE *f = fopen(path, "wxe");
	int rc = TORA_OK;

	if (!f)
		return tora_fail_sys(err, "creating '%s'", path);
	for (size_t i = 0; i < n; i++)
		(void)fwrite(paths[i], 1, strlen(paths[i]) + 1, f);
	if (ferror(f))
		rc = tora_fail_sys(err, "writing '%s'", path);
	if (fclose(f) && !rc)
		rc = tora_fail_sys(err, "writing '%s'", path);
	if (!rc && (chmod(path, 0644) < 0 || chmod(dir, 0777) < 0))
		rc = tora_fail_sys(err, "writing '%s'", path);
	return rc;
}
