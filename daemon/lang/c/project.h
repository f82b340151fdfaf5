/*
 * project.h - how a C project lies in its folders: what a file is for, and what it is called. Pure;
 * works on paths and text.
 *
 * A source is called by its path without ".c", "src/slug", a header by its whole path; C itself has no names for
 * them. C is the language of a tree that has sources of a library and is no package of another
 * language: the C files of those are built and loaded in their way.
 */
#ifndef TORA_LANG_C_PROJECT_H
#define TORA_LANG_C_PROJECT_H

#include "lang/lang.h"

enum tora_file_role tora_c_role(const char *path, struct tora_sv text);
bool tora_c_is_private(const char *name);
const char *tora_c_module_name(const char *path, const char *const *roots, size_t nroots,
                               struct tora_arena *arena);
void tora_c_roots(const char *const *paths, size_t npaths, struct tora_arena *arena,
                  struct tora_change *ret);
bool tora_c_is_project(const char *const *paths, size_t npaths);

#endif
