/*
 * plan.h - what can be handed to a parameter of a type, and what can be seen of a value: as pieces of C.
 */
#ifndef TORA_LANG_C_NATIVE_PLAN_H
#define TORA_LANG_C_NATIVE_PLAN_H

#include "lang/c/native/source.h"

#define PLAN_MAKERS_MAX 8
#define PLAN_PARAMS_MAX 12 /* a function with more of them is not called */

#define PLAN_LENGTH_MAX 256 /* of an array, and what a text that is changed has room for */

enum plan_kind {
	PLAN_NONE, /* there is nothing to hand over */
	PLAN_VALUE,
	PLAN_TEXT,    /* const char * */
	PLAN_SIZE,    /* how much the buffer, text or array before it has */
	PLAN_BUFFER,  /* char *, with a size after it */
	PLAN_CHANGED, /* char *, without: a text in a large buffer */
	PLAN_BYTES,   /* const void *, with a size after it */
	PLAN_ARRAY,   /* of numbers, of a size that is said or handed over */
	PLAN_OUT,     /* a place for one number */
	PLAN_RECORD,  /* by value */
	PLAN_PLACE,   /* a record whose contents are known, by address */
	PLAN_HANDLE,  /* what a function of the library makes and another one takes apart */
};

enum plan_number { NUMBER_NONE, NUMBER_INT, NUMBER_BOOL, NUMBER_FLOAT, NUMBER_CHAR, NUMBER_ENUM };

struct number {
	enum plan_number kind;
	bool is_unsigned;
	unsigned bits;
	const char *format; /* of printf */
	const char *cast;   /* "" or what it is printed as */
	const struct constants *constants;
};

struct number plan_number(const struct model *m, struct type type);
/* `depth`: 0, and one more for each call inside of which `f` makes an argument. There is an end to that. */
enum plan_kind plan_param(const struct model *m, const struct function *f, size_t i, int depth);

/* Of a pointer to a record: who makes one, and who ends it. 0, NULL: nobody. */
size_t plan_makers(const struct model *m, struct type type, int depth,
                   const struct function *ret[PLAN_MAKERS_MAX]);
const struct function *plan_ender(const struct model *m, struct type type);
const struct function *plan_starter(const struct model *m,
                                    struct type type);        /* x_init(struct x *, ...) */
bool plan_is_handle(const struct model *m, struct type type); /* one star, to a record */
bool plan_same(const struct model *m, struct type a, struct type b);
bool plan_is_public(const struct function *f);
bool plan_is_callable(const struct model *m,
                      const struct function *f); /* all of it can be handed over */

/* A statement, or none, that prints what `expression` of that type shows. */
void plan_show(const struct model *m, struct type type, const char *expression,
               struct tora_str *out);

#endif
