/*
 * sources.c - see sources.h.
 */
#include "change/sources.h"

static unsigned count_lines(struct tora_sv text)
{
	unsigned n = 0;

	for (size_t i = 0; i < text.len; i++)
		n += text.at[i] == '\n';
	return text.len && text.at[text.len - 1] != '\n' ? n + 1 : n;
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
	(void)tora_syntax_has_error(side->syntax, &side->error_line);
	tora_syntax_defs(side->syntax, s->arena, &side->defs);
	tora_syntax_stmts(side->syntax, s->arena, &side->stmts);
	tora_syntax_idents(side->syntax, s->arena, &side->idents);
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

/* Definitions are in source order, so the last one that fits is the innermost. */
size_t tora_source_def_at(const struct tora_source *side, size_t byte)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < side->defs.defs.n && side->defs.defs.at[i].start <= byte; i++)
		if (byte < side->defs.defs.at[i].end)
			found = i;
	return found;
}

size_t tora_source_def_on(const struct tora_source *side, unsigned line)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < side->defs.defs.n && side->defs.defs.at[i].first <= line; i++)
		if (line <= side->defs.defs.at[i].last)
			found = i;
	return found;
}

bool tora_source_is_nested(const struct tora_source *side, size_t def)
{
	const struct tora_def *defs = side->defs.defs.at;

	for (def = defs[def].parent; def != SIZE_MAX; def = defs[def].parent)
		if (!defs[def].is_class)
			return true;
	return false;
}
