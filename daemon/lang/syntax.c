/*
 * syntax.c - parsing, and the tables the other sources behind syntax.h use.
 */
#include "lang/syntax_private.h"

#include <stdlib.h>
#include <string.h>

#define PARSE_LIMIT_US 5000000u
/*
 * The library counts the children of a node in 16 bits and frees a wild pointer when the
 * parser gives up below more than 65535 open brackets. No program nests like that.
 */
#define BRACKETS_LIMIT 10000
/*
 * Running a query takes time that grows with the square of these: how deep nodes nest, and
 * how many tokens without a named node between them stand in one (text that is no program).
 */
#define DEPTH_LIMIT 4000
#define RUN_LIMIT   1000

/* ---- the first error, by walking only where the parser says there is one ----------------- */

struct error_search {
	const struct tora_syntax *s;
	unsigned line;
};

static bool error_enter(void *ctx, TSNode node)
{
	struct error_search *e = ctx;
	const struct tora_mark *mark;

	if (e->line)
		return false;
	mark = tora_marks_at(&e->s->marks, node);
	if (ts_node_is_missing(node) || strcmp(ts_node_type(node), "ERROR") == 0 ||
	    (mark && mark->role == ROLE_INVALID)) {
		e->line = ts_node_start_point(node).row + 1;
		return false;
	}
	return true;
}

static bool has_invalid(const struct tora_marks *m)
{
	for (size_t i = 0; i < m->cap; i++)
		if (m->slots[i].id && m->slots[i].role == ROLE_INVALID)
			return true;
	return false;
}

static unsigned find_error(const struct tora_syntax *s)
{
	struct error_search search = { s, 0 };
	bool broken = ts_node_has_error(ts_tree_root_node(s->tree));

	if (broken || has_invalid(&s->marks))
		tora_syntax_walk(s, &(struct tora_visit){ .enter = error_enter, .ctx = &search });
	return search.line || !broken ? search.line : 1;
}

/* Only these matter to the hash; parts of definitions are read from the matches. */
static void drop_parts(struct tora_marks *m)
{
	for (size_t i = 0; i < m->cap; i++)
		if (m->slots[i].role == ROLE_NAME || m->slots[i].role == ROLE_BODY ||
		    m->slots[i].role == ROLE_PARAMETERS)
			m->slots[i].role = ROLE_NONE;
}

/* Two tables, because ranks of different queries do not compare and both capture @doc. */
static void add_definitions(struct tora_syntax *s)
{
	struct tora_marks defs = { 0 };

	tora_marks_add(s, QUERY_FUNCTIONS, &defs);
	drop_parts(&defs);
	s->definitions = defs;
}

/* Open brackets at most, strings and comments not told apart: near enough for a limit. */
static size_t bracket_depth(struct tora_sv text)
{
	size_t depth = 0, most = 0;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];
		if (c == '(' || c == '[' || c == '{')
			depth++;
		else if ((c == ')' || c == ']' || c == '}') && depth > 0)
			depth--;
		if (depth > most)
			most = depth;
	}
	return most;
}

static bool is_absurd(const TSTree *tree)
{
	TSTreeCursor c = ts_tree_cursor_new(ts_tree_root_node(tree));
	size_t depth = 0, run = 0;
	bool more = true;

	while (more && depth <= DEPTH_LIMIT && run <= RUN_LIMIT) {
		run = ts_node_is_named(ts_tree_cursor_current_node(&c)) ? 0 : run + 1;
		if (ts_tree_cursor_goto_first_child(&c)) {
			depth++;
			continue;
		}
		while (more && !ts_tree_cursor_goto_next_sibling(&c)) {
			more = ts_tree_cursor_goto_parent(&c);
			depth -= more;
		}
	}
	ts_tree_cursor_delete(&c);
	return more;
}

static int parse(const struct tora_lang *lang, struct tora_sv text, TSTree **ret,
                 struct tora_err *err)
{
	TSParser *parser = ts_parser_new();
	TSTree *tree;

	if (!ts_parser_set_language(parser, lang->grammar())) {
		ts_parser_delete(parser);
		return tora_fail(err, TORA_E_UNSUPPORTED,
		                 "the grammar of %s does not fit the library", lang->name);
	}
	ts_parser_set_timeout_micros(parser, PARSE_LIMIT_US);
	tree = ts_parser_parse_string(parser, NULL, text.at ? text.at : "", (uint32_t)text.len);
	ts_parser_delete(parser);
	if (!tree)
		return tora_fail(err, TORA_E_TIMEOUT, "parsing took more than %u s",
		                 PARSE_LIMIT_US / 1000000u);
	if (is_absurd(tree)) {
		ts_tree_delete(tree);
		return tora_fail(err, TORA_E_LIMIT, "the text nests absurdly, or is no program");
	}
	*ret = tree;
	return TORA_OK;
}

int tora_syntax_new(const struct tora_lang *lang, struct tora_sv text, struct tora_syntax **ret,
                    struct tora_err *err)
{
	struct tora_syntax *s;
	TSTree *tree = NULL;
	int rc;

	if (text.len > TORA_CHANGE_FILE_MAX)
		return tora_fail(err, TORA_E_LIMIT, "source text is %zu bytes, more than %u",
		                 text.len, TORA_CHANGE_FILE_MAX);
	if (bracket_depth(text) > BRACKETS_LIMIT)
		return tora_fail(err, TORA_E_LIMIT, "brackets nest more than %d deep",
		                 BRACKETS_LIMIT);
	rc = parse(lang, text, &tree, err);
	if (rc)
		return rc;
	s = tora_xcalloc(1, sizeof *s);
	s->lang = lang;
	s->text = text;
	s->tree = tree;
	tora_marks_add(s, QUERY_COMMENTS, &s->marks);
	add_definitions(s);
	s->error_line = find_error(s);
	*ret = s;
	return TORA_OK;
}

void tora_syntax_free(struct tora_syntax *s)
{
	if (!s)
		return;
	tora_marks_done(&s->marks);
	tora_marks_done(&s->definitions);
	ts_tree_delete(s->tree);
	free(s);
}

bool tora_syntax_has_error(const struct tora_syntax *s, unsigned *ret_line)
{
	if (s->error_line && ret_line)
		*ret_line = s->error_line;
	return s->error_line != 0;
}

bool tora_syntax_parses(const struct tora_lang *lang, struct tora_sv text)
{
	struct tora_err ignored = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	bool ok = !tora_syntax_new(lang, text, &s, &ignored) && !s->error_line;

	tora_syntax_free(s);
	return ok;
}

/* ---- symbols ---------------------------------------------------------------------------- */

uint64_t tora_mix(uint64_t h, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < n; i++)
		h = (h ^ p[i]) * 0x100000001b3u;
	return h;
}

static size_t symbol_slot(const struct tora_symbols *t, uint32_t space, struct tora_sv name)
{
	uint64_t h = tora_mix(TORA_MIX_START ^ space * 0x9e3779b97f4a7c15u, name.at, name.len);
	size_t i = (size_t)(h ^ h >> 32) & (t->cap - 1);

	while (t->slots[i].taken &&
	       (t->slots[i].space != space || !tora_sv_eq(t->slots[i].name, name)))
		i = (i + 1) & (t->cap - 1);
	return i;
}

struct tora_symbol *tora_symbols_put(struct tora_symbols *t, uint32_t space, struct tora_sv name,
                                     bool *ret_new)
{
	struct tora_symbol *symbol;

	if (2 * (t->n + 1) > t->cap) {
		struct tora_symbols bigger = { .cap = t->cap ? 2 * t->cap : 64, .n = t->n };
		bigger.slots = tora_xcalloc(bigger.cap, sizeof *bigger.slots);
		for (size_t i = 0; i < t->cap; i++)
			if (t->slots[i].taken)
				bigger.slots[symbol_slot(&bigger, t->slots[i].space,
				                         t->slots[i].name)] = t->slots[i];
		free(t->slots);
		*t = bigger;
	}
	symbol = &t->slots[symbol_slot(t, space, name)];
	if (ret_new)
		*ret_new = !symbol->taken;
	if (!symbol->taken) {
		*symbol = (struct tora_symbol){ name, space, 0, true };
		t->n++;
	}
	return symbol;
}

const struct tora_symbol *tora_symbols_get(const struct tora_symbols *t, uint32_t space,
                                           struct tora_sv name)
{
	const struct tora_symbol *symbol;

	if (t->cap == 0)
		return NULL;
	symbol = &t->slots[symbol_slot(t, space, name)];
	return symbol->taken ? symbol : NULL;
}

void tora_symbols_done(struct tora_symbols *t)
{
	free(t->slots);
	*t = (struct tora_symbols){ 0 };
}
