/*
 * adapter.h - C's line in the list of languages.
 */
#ifndef TORA_LANG_C_ADAPTER_H
#define TORA_LANG_C_ADAPTER_H

#include "lang/lang.h"

extern const struct tora_lang tora_lang_c;

#endif
