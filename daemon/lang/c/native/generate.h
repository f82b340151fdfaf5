/*
 * generate.h - tests of a library, written from its headers, its sources and the project's tests.
 */
#ifndef TORA_LANG_C_NATIVE_GENERATE_H
#define TORA_LANG_C_NATIVE_GENERATE_H

#include "lang/c/native/json.h"

/* The members of an answer to `generate` and `explore` (PROTOCOL.md). */
void generate_answer(const char *root, const struct json *request, struct tora_str *out);
void generate_explore(const char *root, const struct json *request, struct tora_str *out);

#endif
