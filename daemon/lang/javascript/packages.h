/*
 * packages.h - which package manager a project uses, and whether what is installed is what it asks for.
 *
 * Files of the work tree are read and nothing is run. What is installed is used as it is; where it differs from
 * package.json or the lock file, one sentence says so: a difference that tests show may then come of it.
 */
#ifndef TORA_LANG_JAVASCRIPT_PACKAGES_H
#define TORA_LANG_JAVASCRIPT_PACKAGES_H

#include "lang/lang.h"

/* "npm", "yarn", "pnpm", "bun": by the lock file, else by "packageManager"; NULL: nobody says. */
const char *tora_javascript_manager(const char *repo, struct tora_arena *arena);

/* A sentence on what is not as package.json and the lock file have it, or NULL. */
const char *tora_javascript_disagreement(const char *repo, struct tora_arena *arena);

/* The node_modules folders of packages inside of the project, not of the project itself: real paths, sorted. */
void tora_javascript_inner_packages(const char *repo, struct tora_arena *arena,
                                    struct tora_toolchain *ret);

#endif
