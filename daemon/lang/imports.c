/*
 * imports.c - see imports.h.
 */
#include "lang/imports.h"

#include "tora/str.h"

#include <string.h>

#define LINE_MAX_BYTES 255

static const char *line_of(const char *form, const char *name, struct tora_arena *arena)
{
	struct tora_str line = TORA_STR_INIT(LINE_MAX_BYTES);
	const char *made;

	for (; *form; form++)
		if (*form == '@')
			tora_str_adds(&line, name);
		else
			tora_str_addc(&line, *form);
	made = tora_arena_text(arena, (struct tora_sv){ line.buf, line.len });
	tora_str_free(&line);
	return made;
}

const char *tora_imports_usual(const struct tora_imports *imports, const char *name,
                               struct tora_arena *arena)
{
	for (const struct tora_imported *u = imports->usual_names; u->name; u++)
		if (strcmp(u->name, name) == 0)
			return u->line;
	for (const char *const *m = imports->usual_modules; *m; m++)
		if (strcmp(*m, name) == 0)
			return line_of(imports->usual_line, name, arena);
	return NULL;
}
