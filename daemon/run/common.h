/*
 * common.h - the modules that many of a check's tests import: a runner that has imported them spares each test
 * that. Pure.
 */
#ifndef TORA_RUN_COMMON_H
#define TORA_RUN_COMMON_H

#include "lang/lang.h"
#include "model/exec.h"

#define TORA_COMMON_MAX 16 /* modules */

struct tora_common {
	TORA_VEC(const char *) modules; /* in the order of their first mention */
};

/*
 * pairs: n tests, each a job of the base and one of the head. Few tests, or a small part of them, are not worth a
 * larger process for all.
 */
void tora_common_imports(const struct tora_lang *lang, const struct tora_exec_job *pairs, size_t n,
                         struct tora_arena *arena, struct tora_common *ret);

#endif
