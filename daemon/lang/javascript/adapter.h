/*
 * adapter.h - JavaScript's and TypeScript's lines in the list of languages. They differ in grammar and queries, and share
 * all else: one process runs both.
 */
#ifndef TORA_LANG_JAVASCRIPT_ADAPTER_H
#define TORA_LANG_JAVASCRIPT_ADAPTER_H

#include "lang/lang.h"

extern const struct tora_lang tora_lang_javascript;
extern const struct tora_lang tora_lang_typescript;
extern const struct tora_lang tora_lang_tsx; /* TypeScript with JSX is a grammar of its own */

#endif
