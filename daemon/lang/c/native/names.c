/*
 * names.c - see names.h.
 */
#include "lang/c/native/names.h"

#include <string.h>

static struct name *slot_of(const struct names *names, const char *text)
{
	uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
	size_t i;

	for (const char *c = text; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
	i = (size_t)hash & (names->room - 1);
	while (names->slots[i].text && strcmp(names->slots[i].text, text) != 0)
		i = (i + 1) & (names->room - 1);
	return &names->slots[i];
}

static void make_room(struct names *names, struct tora_arena *arena)
{
	struct names more = { .n = names->n, .room = names->room ? 2 * names->room : 64 };

	more.slots = tora_arena_calloc(arena, more.room, sizeof *more.slots);
	for (size_t i = 0; i < names->room; i++)
		if (names->slots[i].text)
			*slot_of(&more, names->slots[i].text) = names->slots[i];
	*names = more;
}

void names_add(struct names *names, struct tora_arena *arena, const char *text, size_t at)
{
	struct name *slot;

	if (2 * names->n >= names->room)
		make_room(names, arena);
	slot = slot_of(names, text);
	if (slot->text)
		return;
	*slot = (struct name){ text, at };
	names->n++;
}

size_t names_find(const struct names *names, const char *text)
{
	const struct name *slot = names->room ? slot_of(names, text) : NULL;

	return slot && slot->text ? slot->at : NAMES_NONE;
}
