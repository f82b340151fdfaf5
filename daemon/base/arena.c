#include "tora/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Many an arena holds little: each chunk is twice as large as the one before. */
#define FIRST (2u << 10)
#define CHUNK (64u << 10)
#define ALIGN _Alignof(max_align_t)

struct chunk {
	struct chunk *next;
	size_t used, size;
	_Alignas(max_align_t) char bytes[];
};

struct tora_arena {
	struct chunk *chunks; /* the first one is being filled */
	size_t next;          /* how large another one is */
};

struct tora_arena *tora_arena_new(void)
{
	struct tora_arena *a = tora_xcalloc(1, sizeof(*a));

	a->next = FIRST;
	return a;
}

void tora_arena_free(struct tora_arena *a)
{
	struct chunk *c, *next;

	if (!a)
		return;
	for (c = a->chunks; c; c = next) {
		next = c->next;
		free(c);
	}
	free(a);
}

/* A large piece gets a chunk of its own, behind the one being filled. */
static struct chunk *add_chunk(struct tora_arena *a, size_t n)
{
	size_t size;
	struct chunk *c;

	assert(n < SIZE_MAX / 2);
	while (a->next < CHUNK && n > a->next / 4)
		a->next *= 2;
	size = n > a->next / 4 ? n : a->next;
	if (size != n && a->next < CHUNK)
		a->next *= 2;
	c = tora_xcalloc(1, sizeof(*c) + size);
	c->size = size;
	if (size == n && a->chunks) {
		c->next = a->chunks->next;
		a->chunks->next = c;
	} else {
		c->next = a->chunks;
		a->chunks = c;
	}
	return c;
}

void *tora_arena_alloc(struct tora_arena *a, size_t n)
{
	struct chunk *c = a->chunks;
	void *p;

	n = n ? n : 1;
	if (!c || c->size - c->used < n)
		c = add_chunk(a, n);
	p = c->bytes + c->used;
	c->used += n;
	c->used += (ALIGN - c->used % ALIGN) % ALIGN;
	if (c->used > c->size)
		c->used = c->size;
	return p;
}

void *tora_arena_calloc(struct tora_arena *a, size_t n, size_t size)
{
	assert(!size || n <= SIZE_MAX / 2 / size);
	return tora_arena_alloc(a, n * size);
}

char *tora_arena_dup(struct tora_arena *a, const char *text)
{
	return text ? tora_arena_text(a, tora_sv(text)) : NULL;
}

char *tora_arena_text(struct tora_arena *a, struct tora_sv bytes)
{
	char *text = tora_arena_alloc(a, bytes.len + 1);

	if (bytes.len)
		memcpy(text, bytes.at, bytes.len);
	return text;
}

struct tora_sv tora_arena_sv(struct tora_arena *a, struct tora_sv bytes)
{
	return (struct tora_sv){ tora_arena_text(a, bytes), bytes.len };
}

static char *print(struct tora_arena *a, const char *fmt, va_list ap) TORA_PRINTF(2, 0);

static char *print(struct tora_arena *a, const char *fmt, va_list ap)
{
	va_list again;
	char *text;
	int n;

	assert(fmt); /* tells gcc's sanitizer build, too */
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	assert(n >= 0);
	text = tora_arena_alloc(a, (size_t)n + 1);
	(void)vsnprintf(text, (size_t)n + 1, fmt, ap);
	return text;
}

char *tora_arena_printf(struct tora_arena *a, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = print(a, fmt, ap);
	va_end(ap);
	return text;
}

void *tora_arena_vec_room(struct tora_arena *a, void *at, size_t n, size_t *cap, size_t size)
{
	char *room = at;

	if (n == *cap) {
		*cap = n ? n * 2 : 8;
		room = tora_arena_calloc(a, *cap, size);
		if (n)
			memcpy(room, at, n * size);
	}
	memset(room + n * size, 0, size); /* it may have been used and given up before */
	return room;
}
