/*
 * draft.h - the program that a test is: one call, with what its arguments need before it and what is to be seen of
 * it and of them afterwards.
 */
#ifndef TORA_LANG_C_NATIVE_DRAFT_H
#define TORA_LANG_C_NATIVE_DRAFT_H

#include "lang/c/native/plan.h"
#include "lang/c/native/values.h"

struct writer {
	const struct model *m;
	const struct values *values;
	struct tora_arena *arena; /* holds the programs */
	uint64_t random;          /* not 0 */
};

unsigned writer_draw(struct writer *w, size_t n); /* below n, or 0 */

/*
 * One that calls `f`, which plan_is_callable(); values: an expression for each parameter, NULL for what is as good as
 * another one. NULL: it became too long.
 */
const char *writer_program(struct writer *w, const struct function *f, const char *const *values);

#endif
