/*
 * names.h - where in a list the first one by a name stands, without looking at all of them.
 */
#ifndef TORA_LANG_C_NATIVE_NAMES_H
#define TORA_LANG_C_NATIVE_NAMES_H

#include "tora/arena.h"

#define NAMES_NONE ((size_t)-1)

struct name {
	const char *text; /* NULL: nobody's */
	size_t at;
};

struct names { /* all 0: empty */
	struct name *slots;
	size_t n, room; /* room: 0 or a power of two, never all of it taken */
};

/* The text stays the caller's; one that is there already stays as it is. */
void names_add(struct names *names, struct tora_arena *arena, const char *text, size_t at);
size_t names_find(const struct names *names, const char *text); /* or NAMES_NONE */

#endif
