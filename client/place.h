/*
 * place.h - where a generated file goes, and putting it there: never over another one, never out of the project.
 *
 * The name may come from a program of the project, so it is hostile text.
 */
#ifndef TORA_CLIENT_PLACE_H
#define TORA_CLIENT_PLACE_H

#include "tora/str.h"

#include <limits.h>

struct tora_place {
	char path[PATH_MAX]; /* of the file; absolute, or as it was asked for */
	bool is_stdout;
	bool may_replace; /* --force */
};

/*
 * Look before the work is done: is `out` (NULL: not given) a file that is there, in a folder that is not, or one
 * that cannot be written? TORA_E_CONFLICT, TORA_E_NOTFOUND, TORA_E_SYS.
 */
int tora_place_check(const char *out, bool may_replace, struct tora_err *err);

/*
 * The file's place: `out` when it was given, a folder or a file; else `name`, which is relative to `top`, with a
 * number where such a file is there already. TORA_E_FORMAT: `name` is none, or leads out of `top`.
 */
int tora_place_find(const char *out, bool may_replace, const char *top, const char *name,
                    struct tora_place *ret, struct tora_err *err);

/* Is the file there already, under this name of `top` or one with a number, with this very text? Its path is `ret` then. */
bool tora_place_has(const char *top, const char *name, struct tora_sv text, char ret[PATH_MAX]);

/* The folder that `out` is or is in, relative to `top`, "." for that itself; "" for the standard output, no `out`, and a
 * place elsewhere. */
void tora_place_folder(const char *out, const char *top, char ret[PATH_MAX]);

/* Folders of a name of ours are made. TORA_E_CONFLICT: somebody made such a file in the meantime. */
int tora_place_write(const struct tora_place *place, struct tora_sv text, struct tora_err *err);

#endif
