/*
 * values.h - what is handed to a parameter: expressions, the most telling first.
 *
 * What the project hands over, the numbers and texts of the function's own body and of the lines that the change took
 * away, each with its neighbours, then the edges of the type.
 */
#ifndef TORA_LANG_C_NATIVE_VALUES_H
#define TORA_LANG_C_NATIVE_VALUES_H

#include "lang/c/native/json.h"
#include "lang/c/native/plan.h"

struct pool {
	TORA_VEC(const char *) at;
};

struct values { /* where they come from */
	const struct model *m;
	struct tora_arena *arena;
	const struct json *literals;
};

void values_add(const struct values *v, struct pool *p, const char *text);
void values_edges(const struct values *v, struct pool *p, struct number n);
void values_texts(const struct values *v, struct pool *p);
/* For parameter `i` of `f`, which is called to reach `near`. */
struct pool values_of(const struct values *v, const struct function *f, size_t i,
                      const struct function *near);

#endif
