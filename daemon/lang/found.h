/*
 * found.h - the toolchain of a project for a language, looked for once a check: each look starts an interpreter,
 * and several stages want to know.
 */
#ifndef TORA_LANG_FOUND_H
#define TORA_LANG_FOUND_H

#include "lang/lang.h"
#include "model/check.h"

/*
 * As lang->toolchain() for the check's repository and configuration; languages that share that function share the
 * answer, and so do all callers. A failure is remembered too, with its sentence. *ret is in the check's arena.
 */
int tora_found_toolchain(struct tora_check *check, const struct tora_lang *lang,
                         struct tora_toolchain *ret, struct tora_err *err);

#endif
