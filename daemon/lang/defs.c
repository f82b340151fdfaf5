/*
 * defs.c - definitions and statements as flat lists in source order.
 */
#include "lang/syntax_private.h"

#include <stdlib.h>

#define SIGNATURE_MAX 4096

/* What ends where a line begins has nothing on it. */
static unsigned last_line(TSNode node)
{
	TSPoint start = ts_node_start_point(node), end = ts_node_end_point(node);

	return end.column == 0 && end.row > start.row ? end.row : end.row + 1;
}

static bool is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

/* ---- definitions ------------------------------------------------------------------------ */

struct raw_def {
	TSNode node, name, body, parameters, doc;
	bool has_name, has_body, has_parameters, has_doc, is_class;
	uint32_t name_rank; /* pattern that gave the name; a later one wins */
	size_t start;       /* with what belongs to it in front */
	unsigned first;
};

struct collecting {
	const struct tora_syntax *s;
	struct raw_def *at;
	size_t n, cap;
	struct tora_symbols
		index; /* first byte -> number in `at`: no two definitions start at one */
};

static struct raw_def *raw_of(struct collecting *c, TSNode node)
{
	struct tora_symbol *symbol;
	bool fresh;

	symbol = tora_symbols_put(&c->index, ts_node_start_byte(node), TORA_SV("definition"),
	                          &fresh);
	if (!fresh)
		return &c->at[symbol->value];
	symbol->value = c->n;
	if (c->n == c->cap) {
		c->cap = c->cap ? 2 * c->cap : 32;
		c->at = tora_xrealloc(c->at, c->cap * sizeof *c->at);
	}
	c->at[c->n] = (struct raw_def){ .node = node,
		                        .start = ts_node_start_byte(node),
		                        .first = ts_node_start_point(node).row + 1 };
	return &c->at[c->n++];
}

static void collect(void *ctx, const struct tora_hit *hit)
{
	struct collecting *c = ctx;
	struct raw_def *raw = NULL;

	for (size_t i = 0; i < hit->n; i++) {
		if (hit->at[i].role == ROLE_FUNCTION || hit->at[i].role == ROLE_CLASS) {
			raw = raw_of(c, hit->at[i].node);
			raw->is_class = hit->at[i].role == ROLE_CLASS;
		}
	}
	for (size_t i = 0; raw && i < hit->n; i++) {
		TSNode node = hit->at[i].node;
		if (hit->at[i].role == ROLE_NAME && hit->pattern >= raw->name_rank)
			raw->name = node, raw->has_name = true, raw->name_rank = hit->pattern;
		if (hit->at[i].role == ROLE_BODY)
			raw->body = node, raw->has_body = true;
		if (hit->at[i].role == ROLE_PARAMETERS)
			raw->parameters = node, raw->has_parameters = true;
		if (hit->at[i].role == ROLE_DOC)
			raw->doc = node, raw->has_doc = true;
	}
}

/* What belongs to a definition and stands round it (decorators). */
static void widen(const struct collecting *c, struct raw_def *raw)
{
	TSNode parent = ts_node_parent(raw->node);
	const struct tora_mark *mark;

	if (ts_node_is_null(parent))
		return;
	mark = tora_marks_at(&c->s->definitions, parent);
	if (!mark || mark->role != ROLE_OUTER)
		return;
	raw->start = ts_node_start_byte(parent);
	raw->first = ts_node_start_point(parent).row + 1;
}

static int by_place(const void *a, const void *b)
{
	const struct raw_def *x = a, *y = b;
	uint32_t xe = ts_node_end_byte(x->node), ye = ts_node_end_byte(y->node);

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return xe == ye ? 0 : xe > ye ? -1 : 1;
}

/* Parameters on one line: comments out, runs of white space become one space. */
struct flattening {
	const struct tora_syntax *s;
	struct tora_str *out;
	size_t start, end, seen;
};

static bool flatten_enter(void *ctx, TSNode node)
{
	struct flattening *f = ctx;
	size_t from = ts_node_start_byte(node), to = ts_node_end_byte(node);
	const struct tora_mark *mark = tora_marks_at(&f->s->marks, node);
	struct tora_sv text = tora_syntax_text(f->s, node);

	if (to <= f->start || from >= f->end)
		return false;
	if (mark && mark->role == ROLE_COMMENT) {
		f->seen = to;
		return false;
	}
	if (ts_node_child_count(node) > 0 && !(mark && mark->role == ROLE_VERBATIM))
		return true;
	if (text.len == 0)
		return false;
	if (from > f->seen && f->out->len > 0 && f->out->buf[f->out->len - 1] != '(' &&
	    text.at[0] != ')' && text.at[0] != ',')
		tora_str_addc(f->out, ' ');
	if (text.at[0] == ')' && f->out->len > 0 && f->out->buf[f->out->len - 1] == ',')
		f->out->buf[--f->out->len] = '\0';
	for (size_t i = 0; i < text.len; i++)
		tora_str_addc(f->out, text.at[i] == '\n' || text.at[i] == '\r' ? ' ' : text.at[i]);
	f->seen = to;
	return false;
}

static const char *signature_of(const struct tora_syntax *s, const struct raw_def *raw,
                                struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(SIGNATURE_MAX);
	char *text;

	tora_str_add(&out, tora_syntax_text(s, raw->name));
	if (raw->has_parameters) {
		struct flattening f = { .s = s,
			                .out = &out,
			                .start = ts_node_start_byte(raw->parameters),
			                .end = ts_node_end_byte(raw->parameters) };
		f.seen = f.start;
		tora_syntax_walk(s, &(struct tora_visit){ .from = raw->parameters,
		                                          .enter = flatten_enter,
		                                          .ctx = &f });
	}
	text = tora_arena_text(arena, tora_str_view(&out));
	tora_str_free(&out);
	return text;
}

static void fill_def(const struct tora_syntax *s, const struct raw_def *raw,
                     struct tora_arena *arena, struct tora_defs *ret)
{
	size_t parent = ret->defs.n ? ret->defs.n - 1 : SIZE_MAX;
	struct tora_sv name = tora_syntax_text(s, raw->name);
	struct tora_def *def;
	uint32_t end = ts_node_end_byte(raw->node);

	while (parent != SIZE_MAX && ret->defs.at[parent].end < end)
		parent = ret->defs.at[parent].parent;
	def = tora_vec_push(arena, &ret->defs);
	def->parent = parent;
	def->is_class = raw->is_class;
	def->qualname = parent == SIZE_MAX
	                        ? tora_arena_text(arena, name)
	                        : tora_arena_printf(arena, "%s.%.*s", ret->defs.at[parent].qualname,
	                                            (int)name.len, name.at);
	def->start = raw->start;
	def->end = end;
	def->first = raw->first;
	def->last = last_line(raw->node);
	def->name_at = ts_node_start_byte(raw->name);
	def->name_len = name.len;
	def->body_start = ts_node_start_byte(raw->body);
	def->body_end = ts_node_end_byte(raw->body);
	def->signature = signature_of(s, raw, arena);
	if (raw->has_doc)
		def->doc = tora_arena_text(arena, tora_sv_trim(tora_syntax_text(s, raw->doc)));
}

void tora_syntax_defs(const struct tora_syntax *s, struct tora_arena *arena, struct tora_defs *ret)
{
	struct collecting c = { .s = s };

	tora_query_run(s, &(struct tora_query_run){ QUERY_FUNCTIONS, collect, NULL, &c });
	for (size_t i = 0; i < c.n; i++)
		widen(&c, &c.at[i]);
	if (c.n)
		qsort(c.at, c.n, sizeof *c.at, by_place);
	*ret = (struct tora_defs){ 0 };
	for (size_t i = 0; i < c.n; i++)
		if (c.at[i].has_name && c.at[i].has_body)
			fill_def(s, &c.at[i], arena, ret);
	free(c.at);
	tora_symbols_done(&c.index);
}

/* ---- statements ------------------------------------------------------------------------- */

struct stmt_walk {
	const struct tora_syntax *s;
	struct tora_arena *arena;
	struct tora_stmts *ret;
	struct tora_marks marks, names;
	size_t open; /* innermost statement we are in, or SIZE_MAX */
	unsigned depth, functions;
};

static bool is_function(const struct stmt_walk *w, TSNode node)
{
	const struct tora_mark *mark = tora_marks_at(&w->names, node);

	return mark && mark->scope == ROLE_SCOPE;
}

static const struct tora_mark *stmt_mark(const struct stmt_walk *w, TSNode node)
{
	const struct tora_mark *mark = tora_marks_at(&w->marks, node);

	return mark && (mark->role == ROLE_STATEMENT || mark->role == ROLE_IMPORT) ? mark : NULL;
}

static bool stmt_enter(void *ctx, TSNode node)
{
	struct stmt_walk *w = ctx;
	const struct tora_mark *mark = stmt_mark(w, node);
	const struct tora_mark *doc = tora_marks_at(&w->s->marks, node);
	struct tora_stmt *stmt;

	w->functions += is_function(w, node);
	if (!mark)
		return true;
	stmt = tora_vec_push(w->arena, &w->ret->stmts);
	stmt->start = ts_node_start_byte(node);
	stmt->end = ts_node_end_byte(node);
	stmt->first = ts_node_start_point(node).row + 1;
	stmt->last = last_line(node);
	/* The line's end is part of what a preprocessor reads. */
	while (stmt->end > stmt->start && is_line_end(w->s->text.at[stmt->end - 1]))
		stmt->end--;
	stmt->depth = w->depth++;
	stmt->functions = w->functions - is_function(w, node);
	stmt->parent = w->open;
	stmt->is_import = mark->role == ROLE_IMPORT;
	stmt->is_doc = doc && doc->role == ROLE_DOC;
	w->open = w->ret->stmts.n - 1;
	return true;
}

static void stmt_leave(void *ctx, TSNode node)
{
	struct stmt_walk *w = ctx;

	w->functions -= is_function(w, node);
	if (!stmt_mark(w, node))
		return;
	w->depth--;
	w->open = w->ret->stmts.at[w->open].parent;
}

void tora_syntax_stmts(const struct tora_syntax *s, struct tora_arena *arena,
                       struct tora_stmts *ret)
{
	struct stmt_walk w = { .s = s, .arena = arena, .ret = ret, .open = SIZE_MAX };

	*ret = (struct tora_stmts){ 0 };
	tora_marks_add(s, QUERY_STATEMENTS, &w.marks);
	tora_marks_add(s, QUERY_NAMES, &w.names);
	tora_syntax_walk(
		s, &(struct tora_visit){ .enter = stmt_enter, .leave = stmt_leave, .ctx = &w });
	tora_marks_done(&w.marks);
	tora_marks_done(&w.names);
}
