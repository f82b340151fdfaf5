/*
 * here.h - which repository a hook runs in, found without starting git.
 */
#ifndef TORA_HOOKS_HERE_H
#define TORA_HOOKS_HERE_H

#include "tora/paths.h"

struct tora_here {
	char top[TORA_PATH_MAX];    /* top of the work tree; "" when bare */
	char common[TORA_PATH_MAX]; /* absolute common git dir */
};

/* From GIT_DIR as git sets it, or by walking up. TORA_E_NOTFOUND: no repository. */
int tora_here_find(struct tora_here *ret, struct tora_err *err);

#endif
