/*
 * source.h - what the files of a C project declare: functions, types, constants, and who calls what with what.
 *
 * Read with tree-sitter, before any preprocessor: what a macro makes is not seen, and both sides of an #if are.
 * Everything lives in the arena of the model.
 */
#ifndef TORA_LANG_C_NATIVE_SOURCE_H
#define TORA_LANG_C_NATIVE_SOURCE_H

#include "lang/c/native/names.h"

/* "const struct rope *" is base "struct rope", one star, is_const. */
struct type {
	const char *base;
	unsigned stars;
	bool is_const; /* what it points to, or it itself without a star */
	bool is_array; /* written with [] */
	size_t length; /* what is said in the [] */
	bool is_odd;   /* a function pointer, or something else that is not looked into */
};

struct variable {         /* a parameter or a field */
	const char *name; /* "" when there is none */
	struct type type;
};

struct function {
	const char *name;
	struct type result;
	TORA_VEC(struct variable) params;
	bool is_variadic, is_static;
	const char *header; /* where it is declared for others, NULL: nowhere */
	const char *file;   /* where it is defined, NULL: nowhere */
	unsigned first, last;
	struct tora_sv body;    /* of its definition */
	const char *doc, *text; /* text: what stands before the body, or the declaration */
};

struct record {
	const char *name; /* "struct rope", or what a typedef calls it */
	TORA_VEC(struct variable) fields;
	bool is_public; /* a header says what is in it */
	bool is_odd;    /* a field is: bits, a union, a function pointer */
};

struct alias {
	const char *name;
	struct type type;
};

struct constants {        /* of one enum */
	const char *name; /* "enum colour", or what a typedef calls it */
	TORA_VEC(const char *) names;
};

struct global { /* declared outside of functions: a variable, a type, a constant, a function */
	const char *name;
	const char *file;
	unsigned first, last; /* lines */
};

struct call { /* somebody's */
	const char *name;
	const char *file;
	unsigned line;
	bool in_test;
	TORA_VEC(const char *) args; /* their text when it is a constant, else NULL */
};

struct model {
	struct tora_arena *arena;
	TORA_VEC(struct function) functions;
	TORA_VEC(struct record) records;
	TORA_VEC(struct alias) aliases;
	TORA_VEC(struct constants) enums;
	TORA_VEC(const char *) macros;   /* names of constants */
	TORA_VEC(struct global) globals; /* what is inside of another one comes after it */
	TORA_VEC(struct call) calls;
	struct names function_names, record_names, alias_names, enum_names;
	size_t files;
	bool cut; /* there were more files than are read */
};

void model_read(struct model *m, const char *root, struct tora_arena *arena);

/* Of several definitions or declarations by that name they are one. NULL: there is none. */
struct function *model_function(const struct model *m, const char *name);
const struct record *model_record(const struct model *m, const char *name);
const struct constants *model_enum(const struct model *m, const char *name);
/* Without typedefs: of "rope_t" the base may be "struct rope", with the stars of both. */
struct type model_resolve(const struct model *m, struct type type);

/* Does `word` stand in the text as a word of its own? */
bool text_has_word(struct tora_sv text, const char *word);

#endif
