/*
 * imports.h - require() and import statements of JavaScript and TypeScript (lang/imports.h).
 */
#ifndef TORA_LANG_JAVASCRIPT_IMPORTS_H
#define TORA_LANG_JAVASCRIPT_IMPORTS_H

#include "lang/imports.h"

extern const struct tora_imports tora_javascript_imports;

#endif
