/*
 * symbols.h - where in a tree a name comes from: the modules that define it at their top, or pass it on.
 *
 * Asked for a name that a written program uses and nothing else explains. Files that do not have the name in their text are
 * not parsed, so that a look costs about what reading the sources once costs; nothing is kept.
 */
#ifndef TORA_LANG_SYMBOLS_H
#define TORA_LANG_SYMBOLS_H

#include "lang/lang.h"

#define TORA_SYMBOLS_FILES 4000        /* sources of a tree that are read for one name */
#define TORA_SYMBOLS_BYTES (32u << 20) /* of them together */
#define TORA_SYMBOLS_FOUND 8           /* more places than these mean nothing */

struct tora_symbols_spec {
	const struct tora_lang
		*lang;            /* of the program; files of others that import alike count too */
	const char *dir;          /* the tree, absolute */
	const char *const *roots; /* import roots: model/change.h */
	size_t n_roots;
	unsigned budget_ms;
};

/*
 * The modules that have `name`, into ret: first the one where it is at home, then those that pass it on; returns how
 * many. 0: it has no home in the tree, or more than one, so that nobody knows which is meant; or no whole look at the tree
 * was possible. In the arena. Links are not followed.
 */
size_t tora_symbols_find(const struct tora_symbols_spec *spec, const char *name,
                         struct tora_arena *arena, const char *ret[TORA_SYMBOLS_FOUND]);

#endif
