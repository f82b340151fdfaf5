/*
 * repair.h - the import a program forgot, added where there is only one thing it can mean.
 *
 * A name is known when another candidate of the check imports it, when it is a module or a
 * public top-level name of the changed modules (what `explore` lists), what a look at the tree found (lang/symbols.h), or a
 * module of the standard library. Pure.
 */
#ifndef TORA_GENERATE_REPAIR_H
#define TORA_GENERATE_REPAIR_H

#include "lang/syntax.h"

struct tora_repair { /* what may be imported; built once a check */
	const struct tora_lang *lang;
	struct tora_arena *arena;
	TORA_VEC(struct tora_repair_name) names;
};
struct tora_repair_name {
	const char *name,
		*line; /* "Slug", "from p.u import Slug"; line NULL: more than one meaning */
	bool learned;  /* how the project imports it itself: wins over where it is defined */
};

void tora_repair_init(struct tora_repair *r, const struct tora_lang *lang,
                      const struct tora_change *change, struct tora_arena *arena);
/* A public top-level name of a module. */
void tora_repair_know(struct tora_repair *r, const char *module, const char *name);
/* Learn from the import lines of a program that is known to be good. */
void tora_repair_learn(struct tora_repair *r, const char *source);
/* Is anything known of it, be it that it has two meanings? Else it may be looked for: lang/symbols.h. */
bool tora_repair_has(const struct tora_repair *r, const char *name);
/* The import line for `name`, or NULL. */
const char *tora_repair_import(const struct tora_repair *r, const char *name);
/* `source` with imports for `names`, or NULL when one of them is not known. */
const char *tora_repair_source(const struct tora_repair *r, const char *source,
                               const char *const *names, size_t n);

#endif
