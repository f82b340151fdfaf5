/*
 * adapter.h - JavaScript's line in the list of languages.
 */
#ifndef TORA_LANG_JAVASCRIPT_ADAPTER_H
#define TORA_LANG_JAVASCRIPT_ADAPTER_H

#include "lang/lang.h"

extern const struct tora_lang tora_lang_javascript;

#endif
