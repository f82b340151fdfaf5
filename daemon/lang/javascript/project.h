/*
 * project.h - how a JavaScript project lies in its folders: what a file is for, and what it is
 * called. Pure; works on paths and text.
 *
 * A module is called by its path from the root of the repository, without ".js":
 * "lib/slug", "src/index", "tools/a.mjs", "src/a.ts". That is not a thing one can import, and need not
 * be: a test stands in the root of the repository, and says require('./lib/slug'). Such a test
 * runs as it is in the sandbox, where the build is the root, and at the user's prompt. The
 * name of the package would read better, but outside of an installed package it works only
 * with an `exports` map, and it does not tell which of its files is meant.
 */
#ifndef TORA_LANG_JAVASCRIPT_PROJECT_H
#define TORA_LANG_JAVASCRIPT_PROJECT_H

#include "lang/lang.h"

enum tora_file_role tora_javascript_role(const char *path, struct tora_sv text);
bool tora_javascript_is_private(const char *name);
const char *tora_javascript_module_name(const char *path, const char *const *roots, size_t nroots,
                                        struct tora_arena *arena);
/* The root of the repository, when there is a module of ours in it. */
void tora_javascript_roots(const char *const *paths, size_t npaths, struct tora_arena *arena,
                           struct tora_change *ret);

#endif
