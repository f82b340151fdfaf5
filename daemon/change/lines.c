/*
 * lines.c - see lines.h.
 */
#include "change/lines.h"

struct marking {
	const struct tora_source *side, *other;
	struct tora_arena *arena;
	size_t *owner;  /* by line: the innermost statement, SIZE_MAX for none */
	bool *has_name; /* by line: an identifier stands on it */
	bool *wanted;   /* by line: the result */
	bool *used;     /* by name's first occurrence: its uses are wanted already */
	size_t *inside; /* by statement: its first child, SIZE_MAX for none */
};

static void prepare(struct marking *m, const struct tora_source *side,
                    const struct tora_source *other, struct tora_arena *arena)
{
	size_t n = side->lines + 2;

	*m = (struct marking){ .side = side, .other = other, .arena = arena };
	m->owner = tora_arena_calloc(arena, n, sizeof *m->owner);
	m->has_name = tora_arena_calloc(arena, n, sizeof *m->has_name);
	m->wanted = tora_arena_calloc(arena, n, sizeof *m->wanted);
	m->used = tora_arena_calloc(arena, side->idents.at.n + 1, sizeof *m->used);
	m->inside = tora_arena_calloc(arena, side->stmts.stmts.n + 1, sizeof *m->inside);
	for (size_t i = 0; i < n; i++)
		m->owner[i] = SIZE_MAX;
	/* Parents come before children, so what is written last is the innermost. */
	for (size_t i = 0; i < side->stmts.stmts.n; i++) {
		const struct tora_stmt *stmt = &side->stmts.stmts.at[i];
		m->inside[i] = SIZE_MAX;
		if (stmt->parent != SIZE_MAX && m->inside[stmt->parent] == SIZE_MAX)
			m->inside[stmt->parent] = i;
		for (unsigned line = stmt->first; line <= stmt->last && line < n; line++)
			m->owner[line] = i;
	}
	for (size_t i = 0; i < side->idents.at.n; i++)
		if (side->idents.at.at[i].line < n)
			m->has_name[side->idents.at.at[i].line] = true;
}

static void want(struct marking *m, unsigned line)
{
	if (line >= 1 && line <= m->side->lines)
		m->wanted[line] = true;
}

static unsigned line_of_body(const struct marking *m, const struct tora_def *def)
{
	unsigned line = def->first;

	for (size_t at = def->start; at < def->body_start; at++)
		line += m->side->text.at[at] == '\n';
	return line;
}

/* The first statement of a definition's body that runs; of a body that has none, an expression, where it begins. */
static void want_body(struct marking *m, const struct tora_def *def)
{
	bool is_empty = true;

	for (size_t i = tora_source_stmt_from(m->side, def->body_start); i < m->side->stmts.stmts.n;
	     i++) {
		const struct tora_stmt *stmt = &m->side->stmts.stmts.at[i];
		if (stmt->start >= def->body_end)
			break;
		if (!stmt->is_doc) {
			want(m, stmt->first);
			return;
		}
		is_empty = false;
	}
	if (is_empty)
		want(m, line_of_body(m, def));
}

static bool runs_in_function(const struct tora_source *side, size_t def)
{
	for (; def != SIZE_MAX; def = side->defs.defs.at[def].parent)
		if (!side->defs.defs.at[def].is_class)
			return true;
	return false;
}

/* Lines inside functions that use the name of this binding. */
static void want_uses(struct marking *m, const char *name)
{
	size_t n;
	const struct tora_ident *const *idents = tora_source_named(m->side, name, &n);
	bool *done = n ? &m->used[idents[0] - m->side->idents.at.at] : NULL;

	for (size_t i = 0; i < n && !*done; i++) {
		const struct tora_ident *ident = idents[i];
		size_t def;
		def = tora_source_def_at(m->side, ident->start);
		if (runs_in_function(m->side, def) &&
		    ident->start >= m->side->defs.defs.at[def].body_start &&
		    m->owner[ident->line] != SIZE_MAX) {
			want(m, m->side->stmts.stmts.at[m->owner[ident->line]].first);
			want(m, ident->line);
		}
	}
	if (n)
		*done = true;
}

static bool binds(const struct tora_source *side, const char *name)
{
	size_t n;
	const struct tora_ident *const *idents = tora_source_named(side, name, &n);

	for (size_t i = 0; i < n; i++)
		if (idents[i]->defines)
			return true;
	return false;
}

/* An import: the names of this line the other side does not bind; when all are known, all of them. */
static void want_imported(struct marking *m, const struct tora_stmt *stmt, unsigned line)
{
	bool any_new = false;

	for (int pass = 0; pass < 2 && !any_new; pass++)
		for (size_t i = tora_source_ident_from(m->side, stmt->start);
		     i < m->side->idents.at.n; i++) {
			const struct tora_ident *ident = &m->side->idents.at.at[i];
			if (ident->start >= stmt->end || ident->line > line)
				break;
			if (ident->line != line || !ident->defines)
				continue;
			if (pass == 0 && binds(m->other, ident->name))
				continue;
			any_new = true;
			want_uses(m, ident->name);
		}
}

/* A statement of a class or module: what it binds, used elsewhere. */
static void want_dependents(struct marking *m, const struct tora_stmt *stmt)
{
	for (size_t i = tora_source_ident_from(m->side, stmt->start); i < m->side->idents.at.n;
	     i++) {
		const struct tora_ident *ident = &m->side->idents.at.at[i];
		if (ident->start >= stmt->end)
			break;
		if (ident->defines)
			want_uses(m, ident->name);
	}
}

/* Bases, decorators, parameters: the definition's own body, or every method of the class. */
static void want_definition(struct marking *m, size_t def)
{
	const struct tora_def *defs = m->side->defs.defs.at;

	if (!defs[def].is_class) {
		want_body(m, &defs[def]);
		return;
	}
	for (size_t i = def + 1; i < m->side->defs.defs.n && defs[i].start < defs[def].end; i++)
		if (defs[i].parent == def && !defs[i].is_class)
			want_body(m, &defs[i]);
}

/* A statement in a block that a class runs itself while it is defined, such as a static block: it binds nothing of the class. */
static bool in_block_of_class(const struct marking *m, const struct tora_stmt *stmt, size_t def)
{
	return def != SIZE_MAX && m->side->defs.defs.at[def].is_class && stmt->parent != SIZE_MAX &&
	       m->side->stmts.stmts.at[stmt->parent].start >= m->side->defs.defs.at[def].body_start;
}

static bool in_header(const struct marking *m, size_t stmt, unsigned line)
{
	const struct tora_stmt *at = &m->side->stmts.stmts.at[stmt];
	size_t child = m->inside[stmt];

	return child == SIZE_MAX || line == at->first ||
	       line < m->side->stmts.stmts.at[child].first;
}

static void mark_line(struct marking *m, unsigned line)
{
	size_t owner = line <= m->side->lines ? m->owner[line] : SIZE_MAX;
	size_t def = tora_source_def_on(m->side, line);
	const struct tora_stmt *stmt;

	if (owner == SIZE_MAX || m->side->stmts.stmts.at[owner].is_doc)
		return;
	stmt = &m->side->stmts.stmts.at[owner];
	if (line != stmt->first && !m->has_name[line] && m->inside[owner] != SIZE_MAX)
		return; /* a comment or a keyword between the blocks of a statement */
	if (def != SIZE_MAX && m->side->defs.defs.at[def].first <= line &&
	    stmt->start < m->side->defs.defs.at[def].body_start) {
		want_definition(m, def);
		if (!runs_in_function(m->side, m->side->defs.defs.at[def].parent))
			return;
	}
	if (!runs_in_function(m->side, def)) {
		if (stmt->is_import)
			want_imported(m, stmt, line);
		else
			want_dependents(m, stmt);
		if (in_block_of_class(m, stmt, def))
			want_definition(m, def);
		return;
	}
	if (m->has_name[line] || line == stmt->first)
		want(m, line);
	if (in_header(m, owner, line))
		want(m, stmt->first);
}

/* ---- deletions ------------------------------------------------------------------------------ */

static bool is_code(const struct marking *m, unsigned line)
{
	size_t owner = line >= 1 && line <= m->side->lines ? m->owner[line] : SIZE_MAX;

	return owner != SIZE_MAX && !m->side->stmts.stmts.at[owner].is_doc &&
	       (m->has_name[line] || line == m->side->stmts.stmts.at[owner].first);
}

/* Lines of `from` are gone after line `at` of m's side: mark the code beside, in the same function. */
static void mark_deletion(struct marking *m, const struct marking *from, unsigned first,
                          unsigned count, unsigned at)
{
	const struct tora_def *def = NULL;
	size_t was = SIZE_MAX;
	unsigned line, lo = 1, hi = m->side->lines;
	bool any = false;

	for (line = first; line < first + count && !any; line++)
		if (is_code(from, line)) {
			any = true;
			was = tora_source_def_on(from->side, line);
		}
	if (!any)
		return;
	if (was != SIZE_MAX) {
		def = tora_source_def_named(m->side, from->side->defs.defs.at[was].qualname);
		if (!def)
			return; /* gone as a whole: only the other side can reach it */
		lo = def->first;
		hi = def->last;
	}
	for (line = at; line >= lo && line <= hi && !is_code(m, line); line--)
		;
	if (line >= lo && line <= hi)
		mark_line(m, line);
	for (line = at + 1; line <= hi && line >= lo && !is_code(m, line); line++)
		;
	if (line <= hi && line >= lo)
		mark_line(m, line);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void collect(const struct marking *m, struct tora_arena *arena, struct tora_lines *ret)
{
	ret->file = m->side->path;
	for (unsigned line = 1; line <= m->side->lines; line++)
		if (m->wanted[line])
			*tora_vec_push(arena, &ret->at) = line;
}

static void mark_file(struct tora_source_file *file, struct tora_arena *arena,
                      struct tora_lines ret[2])
{
	struct marking m[2];

	for (int side = 0; side < 2; side++)
		prepare(&m[side], &file->side[side], &file->side[!side], arena);
	for (size_t i = 0; i < file->change->hunks.n; i++) {
		const struct tora_hunk *h = &file->change->hunks.at[i];
		for (unsigned k = 0; k < h->base_count; k++)
			mark_line(&m[TORA_BASE], h->base_first + k);
		for (unsigned k = 0; k < h->head_count; k++)
			mark_line(&m[TORA_HEAD], h->head_first + k);
		if (h->head_count == 0)
			mark_deletion(&m[TORA_HEAD], &m[TORA_BASE], h->base_first, h->base_count,
			              h->head_first);
	}
	for (int side = 0; side < 2; side++)
		collect(&m[side], arena, &ret[side]);
}

void tora_lines_find(struct tora_sources *s, struct tora_change *change)
{
	for (size_t i = 0; i < s->files.n; i++) {
		struct tora_lines found[2] = { 0 };
		if (s->files.at[i].change->comments_only)
			continue;
		mark_file(&s->files.at[i], s->arena, found);
		if (found[TORA_BASE].at.n)
			*tora_vec_push(s->arena, &change->base_lines) = found[TORA_BASE];
		if (found[TORA_HEAD].at.n)
			*tora_vec_push(s->arena, &change->head_lines) = found[TORA_HEAD];
	}
}
