/*
 * toolchain.h - which Node runs a project's tests, and what of the user's packages it sees.
 *
 * node in PATH, resolved to the real program by asking it: version managers put a script
 * there. Packages come from the work tree's node_modules, and from those of packages inside of
 * it (pnpm, workspaces), which are shown read-only at their own path; nothing in them, or in the
 * work tree, is run outside of the sandbox. A link of that name that git has
 * (config->is_committed) leads nowhere outside of the work tree.
 */
#ifndef TORA_LANG_JAVASCRIPT_TOOLCHAIN_H
#define TORA_LANG_JAVASCRIPT_TOOLCHAIN_H

#include "lang/lang.h"

/* TORA_E_NOTFOUND: no Node, or older than 18; the message says what was tried. Takes 10 s at most. */
int tora_javascript_toolchain(const char *repo_path, const struct tora_config *config,
                              struct tora_arena *arena, struct tora_toolchain *ret,
                              struct tora_err *err);

/* The same; `how` also says what is missing, where nothing here makes JavaScript of it. A project's build may do so (tora.build.command). */
int tora_javascript_ts_toolchain(const char *repo_path, const struct tora_config *config,
                                 struct tora_arena *arena, struct tora_toolchain *ret,
                                 struct tora_err *err);
int tora_javascript_tsx_toolchain(const char *repo_path, const struct tora_config *config,
                                  struct tora_arena *arena, struct tora_toolchain *ret,
                                  struct tora_err *err);

#endif
