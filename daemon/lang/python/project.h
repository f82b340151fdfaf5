/*
 * project.h - how a Python project lies in its folders: what a file is for, what it is
 * imported as, which folders go on the import path. Pure; works on paths and text.
 */
#ifndef TORA_LANG_PYTHON_PROJECT_H
#define TORA_LANG_PYTHON_PROJECT_H

#include "lang/lang.h"

enum tora_file_role tora_python_role(const char *path, struct tora_sv text);
bool tora_python_is_private(const char *name);
const char *tora_python_module_name(const char *path, const char *const *roots, size_t nroots,
                                    struct tora_arena *arena);
void tora_python_roots(const char *const *paths, size_t npaths, struct tora_arena *arena,
                       struct tora_change *ret);
/* Of a source file, not of a test: "p/u.py", "3.11.2" -> "p/__pycache__/u.cpython-311.pyc" (PEP 3147). */
const char *tora_python_compiled_path(const char *path, const char *version,
                                      struct tora_arena *arena);

#endif
