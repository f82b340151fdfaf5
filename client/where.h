/*
 * where.h - which repository the command is run in.
 */
#ifndef TORA_CLIENT_WHERE_H
#define TORA_CLIENT_WHERE_H

#include "hooks/here.h"

/* Asks git. TORA_E_NOTFOUND: not inside a repository; TORA_E_REMOTE: inside one that git does not open: damaged, somebody
 * else's. Git's own sentence is in both errors. */
int tora_where_find(struct tora_here *ret, struct tora_err *err);

/* The path the daemon is to be told: the work tree, or the git dir of a bare repository. */
const char *tora_where_path(const struct tora_here *w);

#endif
