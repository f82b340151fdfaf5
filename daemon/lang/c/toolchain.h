/*
 * toolchain.h - which compiler builds a project's library and its tests: `cc` of the system, whatever the user's
 * PATH has before it: the sandbox shows /usr, and what is built there has to run there.
 */
#ifndef TORA_LANG_C_TOOLCHAIN_H
#define TORA_LANG_C_TOOLCHAIN_H

#include "lang/lang.h"

/* TORA_E_NOTFOUND: no compiler; the message says what was tried. Starts nothing. */
int tora_c_toolchain(const char *repo_path, const struct tora_config *config,
                     struct tora_arena *arena, struct tora_toolchain *ret, struct tora_err *err);

/* What builds a tree without tora.build.command, for /bin/sh -c; its $0 is the compiler. */
const char *tora_c_build(const struct tora_config *config, struct tora_arena *arena);

#endif
