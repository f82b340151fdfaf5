/*
 * imports.h - import statements of Python (lang/imports.h).
 */
#ifndef TORA_LANG_PYTHON_IMPORTS_H
#define TORA_LANG_PYTHON_IMPORTS_H

#include "lang/imports.h"

extern const struct tora_imports tora_python_imports;

#endif
