/*
 * hash.c - a hash of what code does, not of how it is laid out.
 *
 * The tree is hashed with its structure, so tokens that only spell the structure out
 * (indentation, redundant parentheses, trailing commas) can be left away.
 */
#include "lang/syntax_private.h"

enum { OPEN = 1, CLOSE = 2, LEAF = 3, GAP = 4 }; /* what comes next in the hashed stream */

struct hashing {
	const struct tora_syntax *s;
	size_t start, end;
	bool skip_defs;
	bool all;       /* the range is the whole text, whatever fills it */
	bool keep_next; /* the next definition is the one inside a kept @outer */
	TSNode root;
	size_t seen; /* bytes before this were hashed or skipped */
	uint64_t h;
};

static void mix_tag(struct hashing *g, uint8_t tag, uint32_t value)
{
	g->h = tora_mix(g->h, &tag, 1);
	g->h = tora_mix(g->h, &value, sizeof value);
}

/* Bytes no node covers are white space, unless the grammar keeps text outside of its tokens. */
static void mix_gap(struct hashing *g, size_t upto)
{
	for (size_t i = g->seen; i < upto; i++) {
		unsigned char c = (unsigned char)g->s->text.at[i];
		if (c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\f' && c != '\\')
			mix_tag(g, GAP, c);
	}
	if (upto > g->seen)
		g->seen = upto;
}

static void mix_leaf(struct hashing *g, TSNode node, bool is_quote)
{
	struct tora_sv text = tora_syntax_text(g->s, node);

	mix_tag(g, LEAF, ts_node_symbol(node));
	if (!is_quote) {
		mix_tag(g, LEAF, (uint32_t)text.len);
		g->h = tora_mix(g->h, text.at, text.len);
	} else {
		for (size_t i = 0; i < text.len; i++)
			if (text.at[i] != '\'' && text.at[i] != '"')
				g->h = tora_mix(g->h, text.at + i, 1);
	}
	g->seen = ts_node_end_byte(node);
}

/* Is this a nested definition to leave out? The one the range itself is stays. */
static bool skips(struct hashing *g, TSNode node, size_t from, size_t to)
{
	const struct tora_mark *def = tora_marks_at(&g->s->definitions, node);
	bool kept;

	if (!g->skip_defs || !def ||
	    (def->role != ROLE_FUNCTION && def->role != ROLE_CLASS && def->role != ROLE_OUTER))
		return false;
	kept = g->keep_next || (!g->all && from <= g->start && to >= g->end);
	g->keep_next = kept && def->role == ROLE_OUTER;
	return !kept;
}

/*
 * Only the children count. The root is transparent too: whether it spans the same
 * bytes as a definition depends on what else is in the file.
 */
static bool is_transparent(const struct hashing *g, TSNode node, const struct tora_mark *mark)
{
	return ts_node_start_byte(node) < g->start || ts_node_end_byte(node) > g->end ||
	       (mark && mark->role == ROLE_LAYOUT) || ts_node_eq(node, g->root);
}

static bool hash_enter(void *ctx, TSNode node)
{
	struct hashing *g = ctx;
	size_t from = ts_node_start_byte(node), to = ts_node_end_byte(node);
	const struct tora_mark *mark = tora_marks_at(&g->s->marks, node);
	enum tora_role role = mark ? mark->role : ROLE_NONE;
	bool leaf = ts_node_child_count(node) == 0;

	if (to <= g->start || from >= g->end)
		return false;
	if (from >= g->start)
		mix_gap(g, from);
	if (role == ROLE_COMMENT || role == ROLE_DOC || skips(g, node, from, to) ||
	    (role == ROLE_LAYOUT && leaf)) {
		if (to > g->seen)
			g->seen = to;
		return false;
	}
	if (is_transparent(g, node, mark))
		return true;
	if (leaf || role == ROLE_QUOTE || role == ROLE_VERBATIM) {
		mix_leaf(g, node, role == ROLE_QUOTE);
		return false;
	}
	mix_tag(g, OPEN, ts_node_symbol(node));
	return true;
}

static void hash_leave(void *ctx, TSNode node)
{
	struct hashing *g = ctx;
	size_t to = ts_node_end_byte(node);

	if (to <= g->end && to > g->start)
		mix_gap(g, to);
	if (!is_transparent(g, node, tora_marks_at(&g->s->marks, node)))
		mix_tag(g, CLOSE, ts_node_symbol(node));
}

/* The outermost node that spans just the range, else the innermost one round it. */
static TSNode around(const struct tora_syntax *s, size_t start, size_t end)
{
	TSNode root = ts_tree_root_node(s->tree);
	TSNode node = ts_node_descendant_for_byte_range(root, (uint32_t)start, (uint32_t)end);
	TSNode up;

	if (ts_node_is_null(node))
		return root;
	while (!ts_node_is_null(up = ts_node_parent(node)) &&
	       ts_node_start_byte(up) == ts_node_start_byte(node) &&
	       ts_node_end_byte(up) == ts_node_end_byte(node))
		node = up;
	return node;
}

uint64_t tora_syntax_hash(const struct tora_syntax *s, size_t start, size_t end, bool skip_defs)
{
	struct hashing g = { .s = s,
		             .start = start,
		             .end = end,
		             .skip_defs = skip_defs,
		             .all = end == SIZE_MAX,
		             .seen = start,
		             .h = TORA_MIX_START,
		             .root = ts_tree_root_node(s->tree) };

	if (g.end > s->text.len)
		g.end = s->text.len;
	tora_syntax_walk(s, &(struct tora_visit){ .from = around(s, g.start, g.end),
	                                          .enter = hash_enter,
	                                          .leave = hash_leave,
	                                          .ctx = &g });
	return g.h;
}
