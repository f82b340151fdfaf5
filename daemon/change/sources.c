/*
 * sources.c - see sources.h. What is asked for every line or name of a file is found by
 * bisection: a file can have a hundred thousand of them.
 */
#include "change/sources.h"

#include <stdlib.h>
#include <string.h>

static unsigned count_lines(struct tora_sv text)
{
	unsigned n = 0;

	for (size_t i = 0; i < text.len; i++)
		n += text.at[i] == '\n';
	return text.len && text.at[text.len - 1] != '\n' ? n + 1 : n;
}

static int by_name(const void *a, const void *b)
{
	const struct tora_ident *x = *(const struct tora_ident *const *)a;
	const struct tora_ident *y = *(const struct tora_ident *const *)b;
	int order = x->name == y->name ? 0 : strcmp(x->name, y->name);

	return order ? order : x->start < y->start ? -1 : x->start > y->start;
}

static int by_qualname(const void *a, const void *b)
{
	const struct tora_def *x = *(const struct tora_def *const *)a;
	const struct tora_def *y = *(const struct tora_def *const *)b;
	int order = strcmp(x->qualname, y->qualname);

	return order ? order : x->start < y->start ? -1 : x->start > y->start;
}

static void index_names(struct tora_source *side, struct tora_arena *arena)
{
	side->by_name = tora_arena_calloc(arena, side->idents.at.n + 1, sizeof(void *));
	for (size_t i = 0; i < side->idents.at.n; i++)
		side->by_name[i] = &side->idents.at.at[i];
	qsort(side->by_name, side->idents.at.n, sizeof(void *), by_name);
	side->by_qualname = tora_arena_calloc(arena, side->defs.defs.n + 1, sizeof(void *));
	for (size_t i = 0; i < side->defs.defs.n; i++)
		side->by_qualname[i] = &side->defs.defs.at[i];
	qsort(side->by_qualname, side->defs.defs.n, sizeof(void *), by_qualname);
}

static void parse_side(struct tora_sources *s, const struct tora_change *change,
                       const struct tora_file_change *file, const char *path, struct tora_sv text,
                       struct tora_source *side)
{
	struct tora_err err = TORA_ERR_INIT;

	side->path = path;
	side->text = text;
	side->module = file->lang->module_name(path, change->roots.at, change->roots.n, s->arena);
	side->lines = count_lines(text);
	if (tora_syntax_new(file->lang, text, &side->syntax, &err)) {
		*tora_vec_push(s->arena, &s->notes) =
			tora_arena_printf(s->arena, "%s: not analysed, %s", path, err.msg);
		side->syntax = NULL;
		return;
	}
	if (!file->lang->is_preprocessed)
		(void)tora_syntax_has_error(side->syntax, &side->error_line);
	tora_syntax_defs(side->syntax, s->arena, &side->defs);
	tora_syntax_stmts(side->syntax, s->arena, &side->stmts);
	tora_syntax_idents(side->syntax, s->arena, &side->idents);
	index_names(side, s->arena);
}

static bool same_code(const struct tora_source_file *f)
{
	const struct tora_source *base = &f->side[TORA_BASE], *head = &f->side[TORA_HEAD];

	return base->syntax && head->syntax &&
	       tora_syntax_hash(base->syntax, 0, SIZE_MAX, false) ==
	               tora_syntax_hash(head->syntax, 0, SIZE_MAX, false);
}

void tora_sources_init(struct tora_sources *s, struct tora_change *change, struct tora_arena *arena)
{
	*s = (struct tora_sources){ .arena = arena };
	for (size_t i = 0; i < change->files.n; i++) {
		struct tora_file_change *file = &change->files.at[i];
		struct tora_source_file *f;
		bool was = file->kind != TORA_CHANGE_ADDED, is = file->kind != TORA_CHANGE_DELETED;

		if (file->role != TORA_FILE_SOURCE || !file->lang || file->too_large)
			continue;
		f = tora_vec_push(arena, &s->files);
		f->change = file;
		if (was)
			parse_side(s, change, file, file->old_path ? file->old_path : file->path,
			           file->base_text, &f->side[TORA_BASE]);
		if (is)
			parse_side(s, change, file, file->path, file->head_text,
			           &f->side[TORA_HEAD]);
		file->comments_only = file->kind == TORA_CHANGE_MODIFIED && same_code(f);
		if (f->side[TORA_HEAD].error_line)
			*tora_vec_push(arena, &s->notes) =
				tora_arena_printf(arena, "%s:%u: syntax error on the branch",
			                          file->path, f->side[TORA_HEAD].error_line);
		else if (f->side[TORA_BASE].error_line)
			*tora_vec_push(arena, &s->notes) = tora_arena_printf(
				arena, "%s:%u: syntax error on the base", f->side[TORA_BASE].path,
				f->side[TORA_BASE].error_line);
	}
}

void tora_sources_done(struct tora_sources *s)
{
	for (size_t i = 0; i < s->files.n; i++)
		for (int side = 0; side < 2; side++) {
			tora_syntax_free(s->files.at[i].side[side].syntax);
			s->files.at[i].side[side].syntax = NULL;
		}
}

bool tora_source_is_sound(const struct tora_source *side)
{
	return side->syntax && side->error_line == 0;
}

/* How many of the names come before `name`, or before what follows it. */
static size_t names_before(const struct tora_source *side, const char *name, bool with_it)
{
	size_t from = 0, to = side->idents.at.n;

	while (from < to) {
		size_t mid = from + (to - from) / 2;
		int order = strcmp(side->by_name[mid]->name, name);

		if (order < 0 || (order == 0 && with_it))
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

const struct tora_ident *const *tora_source_named(const struct tora_source *side, const char *name,
                                                  size_t *ret_n)
{
	size_t from = names_before(side, name, false);

	*ret_n = names_before(side, name, true) - from;
	return *ret_n ? side->by_name + from : NULL;
}

const struct tora_def *tora_source_def_named(const struct tora_source *side, const char *qualname)
{
	size_t from = 0, to = side->defs.defs.n;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (strcmp(side->by_qualname[mid]->qualname, qualname) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from < side->defs.defs.n && strcmp(side->by_qualname[from]->qualname, qualname) == 0
	               ? side->by_qualname[from]
	               : NULL;
}

size_t tora_source_stmt_from(const struct tora_source *side, size_t byte)
{
	size_t from = 0, to = side->stmts.stmts.n;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (side->stmts.stmts.at[mid].start < byte)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

size_t tora_source_ident_from(const struct tora_source *side, size_t byte)
{
	size_t from = 0, to = side->idents.at.n;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (side->idents.at.at[mid].start < byte)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

/* Definitions are in source order: the last that begins in time, or one that it lies in. */
size_t tora_source_def_at(const struct tora_source *side, size_t byte)
{
	const struct tora_def *defs = side->defs.defs.at;
	size_t from = 0, to = side->defs.defs.n, def;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (defs[mid].start <= byte)
			from = mid + 1;
		else
			to = mid;
	}
	def = from ? from - 1 : SIZE_MAX;
	while (def != SIZE_MAX && defs[def].end <= byte)
		def = defs[def].parent;
	return def;
}

size_t tora_source_def_on(const struct tora_source *side, unsigned line)
{
	const struct tora_def *defs = side->defs.defs.at;
	size_t from = 0, to = side->defs.defs.n, def;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (defs[mid].first <= line)
			from = mid + 1;
		else
			to = mid;
	}
	def = from ? from - 1 : SIZE_MAX;
	while (def != SIZE_MAX && defs[def].last < line)
		def = defs[def].parent;
	return def;
}

bool tora_source_is_nested(const struct tora_source *side, size_t def)
{
	const struct tora_def *defs = side->defs.defs.at;

	for (def = defs[def].parent; def != SIZE_MAX; def = defs[def].parent)
		if (!defs[def].is_class)
			return true;
	return false;
}
