/*
 * arena.h - memory that is given back all at once.
 *
 * A check owns one arena: the records stages make for each other live in it and
 * die with the process. Nothing in an arena owns heap memory or a descriptor.
 */
#ifndef TORA_ARENA_H
#define TORA_ARENA_H

#include "tora/str.h"

#include <stdint.h>

struct tora_arena;

struct tora_arena *tora_arena_new(void);
void tora_arena_free(struct tora_arena *a); /* NULL is fine */

void *tora_arena_alloc(struct tora_arena *a, size_t n); /* zeroed, aligned for anything */
void *tora_arena_calloc(struct tora_arena *a, size_t n, size_t size);
char *tora_arena_dup(struct tora_arena *a, const char *text);             /* NULL stays NULL */
char *tora_arena_text(struct tora_arena *a, struct tora_sv bytes);        /* NUL-terminated copy */
struct tora_sv tora_arena_sv(struct tora_arena *a, struct tora_sv bytes); /* copy; may hold NULs */
char *tora_arena_printf(struct tora_arena *a, const char *fmt, ...) TORA_PRINTF(2, 3);

/*
 * A growable array in an arena: TORA_VEC(struct x) xs; struct x *one = tora_vec_push(arena, &xs);
 * The new element is zeroed. Older pointers into the array die when it grows.
 */
#define TORA_VEC(type)                                                                             \
	struct {                                                                                   \
		type *at;                                                                          \
		size_t n, cap;                                                                     \
	}
#define tora_vec_push(arena, vec)                                                                  \
	((vec)->at = tora_arena_vec_room((arena), (vec)->at, (vec)->n, &(vec)->cap,                \
	                                 sizeof *(vec)->at),                                       \
	 &(vec)->at[(vec)->n++])

void *tora_arena_vec_room(struct tora_arena *a, void *at, size_t n, size_t *cap, size_t size);

#endif
