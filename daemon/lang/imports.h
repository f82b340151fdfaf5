/*
 * imports.h - how a language writes the import that a program forgot: one table a language, part of lang.h.
 * All of it is pure; texts that are returned belong to the arena or are constant.
 */
#ifndef TORA_LANG_IMPORTS_H
#define TORA_LANG_IMPORTS_H

#include "tora/arena.h"

struct tora_lang;

#define TORA_IMPORTED_MAX 64 /* names that one line is read for */

struct tora_imported {
	const char *name, *line; /* what is bound, and the import of it alone */
};

enum tora_gives { TORA_GIVES_NOTHING, TORA_GIVES_ON, TORA_GIVES_ITS_OWN };

struct tora_imports {
	/* The line that binds a top-level module, or one name of a module. */
	const char *(*module_line)(const char *module, struct tora_arena *arena);
	const char *(*name_line)(const char *module, const char *name, struct tora_arena *arena);
	/* What people use without a second thought: names ("Decimal"), and modules by their own ("json"). */
	const struct tora_imported *usual_names; /* a name of NULL ends them */
	const char *const *usual_modules;        /* NULL-ended */
	const char *usual_line;                  /* of such a module; '@' stands for its name */
	/* What one line of a program imports; returns how many, at most TORA_IMPORTED_MAX. */
	size_t (*read_line)(struct tora_sv row, struct tora_arena *arena,
	                    struct tora_imported ret[TORA_IMPORTED_MAX]);
	/*
	 * The modules that one line of a program imports, as `load` and `import` of PROTOCOL.md name them; returns how
	 * many. NULL: its runner loads no more than the change's.
	 */
	size_t (*read_modules)(struct tora_sv row, struct tora_arena *arena,
	                       const char *ret[TORA_IMPORTED_MAX]);
	/* Do two lines bind one thing under two of its names: the package's, and that of a module in it? */
	bool (*is_same)(const char *a, const char *b);
	/* A statement that stays in front of all imports. */
	bool (*is_first)(struct tora_sv statement);
	/* What a file with this text has of `name` for others: what it defines at its top, or passes on. */
	enum tora_gives (*gives)(const struct tora_lang *lang, const char *path,
	                         struct tora_sv text, const char *name, struct tora_arena *arena);
	/* The same import as a program with this text has to write it; NULL: there is one way. */
	const char *(*fitted)(const char *line, struct tora_sv program, struct tora_arena *arena);
};

/* The line for a name that people use without a second thought; NULL: none. */
const char *tora_imports_usual(const struct tora_imports *imports, const char *name,
                               struct tora_arena *arena);

#endif
