/*
 * extensions.h - how a Python project's extension modules are built when nobody says so. Pure.
 *
 * Only what a project needs to be importable where it lies: extension modules and shared libraries,
 * built in place by the tools that are installed; nothing is downloaded. tora.build.command goes before.
 */
#ifndef TORA_LANG_PYTHON_EXTENSIONS_H
#define TORA_LANG_PYTHON_EXTENSIONS_H

#include "tora/str.h"

extern const char *const tora_python_build_files[]; /* whose texts say it; NULL-ended */
extern const char *const tora_python_build_tools[]; /* NULL-ended */

/* `texts` are of those files, empty where there is none. As lang->in_place; static. */
const char *tora_python_in_place(const struct tora_sv *texts);

#endif
