/*
 * callers.c - see callers.h. A breadth-first search over names, so the nearest caller wins.
 */
#include "change/callers.h"

#include <string.h>

#define STEPS_MAX   6
#define VISITED_MAX 2000

struct visit {
	const char *name; /* what a caller has in its body */
	const struct tora_source_file *file;
	size_t def;
	unsigned step;
};
struct search {
	struct tora_sources *s;
	enum tora_side side;
	TORA_VEC(struct visit) queue;
	const char *found;
};

/* The name a caller writes for a definition: a constructor is called by its class's name. */
static const char *called_as(const struct tora_source *side, const struct tora_lang *lang,
                             size_t def)
{
	const struct tora_def *d = &side->defs.defs.at[def];
	const char *dot = strrchr(d->qualname, '.'), *name = dot ? dot + 1 : d->qualname;
	bool special = strncmp(name, "__", 2) == 0 && !lang->is_private(name);

	if (special && d->parent != SIZE_MAX)
		return called_as(side, lang, d->parent);
	return name;
}

static bool is_public(const struct tora_source_file *file, const struct tora_source *side,
                      size_t def, struct tora_arena *arena)
{
	const char *full =
		tora_arena_printf(arena, "%s.%s", side->module, side->defs.defs.at[def].qualname);
	char *part = tora_arena_dup(arena, full), *dot;

	if (tora_source_is_nested(side, def))
		return false;
	for (; part; part = dot) {
		dot = strchr(part, '.');
		if (dot)
			*dot++ = '\0';
		if (file->change->lang->is_private(part))
			return false;
	}
	return true;
}

static size_t outermost_function(const struct tora_source *side, size_t def)
{
	size_t found = def;

	for (; def != SIZE_MAX; def = side->defs.defs.at[def].parent)
		if (!side->defs.defs.at[def].is_class)
			found = def;
	return found;
}

static bool visited(const struct search *q, const struct tora_source_file *file, size_t def)
{
	for (size_t i = 0; i < q->queue.n; i++)
		if (q->queue.at[i].file == file && q->queue.at[i].def == def)
			return true;
	return false;
}

/* Every definition of one file that mentions the name; the first public one ends the search. */
static void look_in(struct search *q, const struct tora_source_file *file, struct visit from)
{
	const struct tora_source *side = &file->side[q->side];
	size_t n = 0;
	const struct tora_ident *const *idents =
		side->module ? tora_source_named(side, from.name, &n) : NULL;

	for (size_t i = 0; i < n && !q->found; i++) {
		const struct tora_ident *ident = idents[i];
		size_t def;
		if (ident->defines)
			continue;
		def = tora_source_def_at(side, ident->start);
		if (def == SIZE_MAX)
			continue;
		def = outermost_function(side, def);
		if (q->queue.n >= VISITED_MAX || visited(q, file, def))
			continue;
		if (is_public(file, side, def, q->s->arena)) {
			q->found = tora_arena_printf(q->s->arena, "%s.%s", side->module,
			                             side->defs.defs.at[def].qualname);
			return;
		}
		*tora_vec_push(q->s->arena, &q->queue) =
			(struct visit){ called_as(side, file->change->lang, def), file, def,
			                from.step + 1 };
	}
}

static const char *search(struct tora_sources *s, enum tora_side side,
                          const struct tora_source_file *home, size_t def)
{
	struct search q = { .s = s, .side = side };
	const struct tora_source *source = &home->side[side];
	size_t outer = outermost_function(source, def);

	if (outer != def && is_public(home, source, outer, s->arena))
		return tora_arena_printf(s->arena, "%s.%s", source->module,
		                         source->defs.defs.at[outer].qualname);
	*tora_vec_push(s->arena, &q.queue) =
		(struct visit){ called_as(source, home->change->lang, outer), home, outer, 0 };
	for (size_t i = 0; i < q.queue.n && !q.found; i++) {
		struct visit from = q.queue.at[i];
		if (from.step >= STEPS_MAX)
			break;
		look_in(&q, home, from);
		for (size_t k = 0; k < s->files.n && !q.found; k++)
			if (&s->files.at[k] != home)
				look_in(&q, &s->files.at[k], from);
	}
	return q.found;
}

static size_t def_of(const struct tora_source *side, const struct tora_function *fn, unsigned first)
{
	for (size_t i = 0; i < side->defs.defs.n; i++)
		if (side->defs.defs.at[i].first == first &&
		    strcmp(side->defs.defs.at[i].qualname, fn->qualname) == 0)
			return i;
	return SIZE_MAX;
}

void tora_callers_find(struct tora_sources *s, struct tora_change *change)
{
	for (size_t i = 0; i < change->functions.n; i++) {
		struct tora_function *fn = &change->functions.at[i];
		enum tora_side side = fn->kind == TORA_CHANGE_DELETED ? TORA_BASE : TORA_HEAD;
		for (size_t k = 0; k < s->files.n && !fn->is_public && fn->qualname[0]; k++) {
			struct tora_source_file *file = &s->files.at[k];
			size_t def;
			if (strcmp(file->change->path, fn->file) != 0 || !file->side[side].module)
				continue;
			def = def_of(&file->side[side], fn, fn->first);
			if (def != SIZE_MAX)
				fn->public_caller = search(s, side, file, def);
			break;
		}
	}
}
