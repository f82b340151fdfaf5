/*
 * where.h - which repository the command is run in.
 */
#ifndef TORA_CLIENT_WHERE_H
#define TORA_CLIENT_WHERE_H

#include "tora/paths.h"

struct tora_where {
	char top[TORA_PATH_MAX];    /* top of the work tree; "" when bare */
	char common[TORA_PATH_MAX]; /* absolute common git dir */
};

/* Asks git. TORA_E_NOTFOUND: not inside a repository (git's own sentence is in the error). */
int tora_where_find(struct tora_where *ret, struct tora_err *err);

/*
 * The same without starting a program, for hooks: from GIT_DIR as git sets it, or by walking up.
 * TORA_E_NOTFOUND: no repository.
 */
int tora_where_in_hook(struct tora_where *ret, struct tora_err *err);

/* The path the daemon is to be told: the work tree, or the git dir of a bare repository. */
const char *tora_where_path(const struct tora_where *w);

#endif
