/*
 * query.c - running a language's queries, and marks by node.
 *
 * Compiling a query takes 2 to 30 ms and a check parses hundreds of small texts, so
 * compiled queries are kept: a pure function of bytes linked into the program, worked
 * out once per process. It is the one memo here; nothing else outlives a tree.
 */
#include "lang/syntax_private.h"
#include "tora/str.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define LANGS_MAX    8
#define CAPTURES_MAX 64
#define SOURCE_MAX   (256u << 10)
/* States a query may keep open at once: bounds memory on hostile input; real code needs dozens. */
#define MATCH_LIMIT 65536

static const char *const role_names[ROLE_COUNT] = {
	[ROLE_NONE] = "",
	[ROLE_COMMENT] = "comment",
	[ROLE_DOC] = "doc",
	[ROLE_CODE] = "code",
	[ROLE_LAYOUT] = "layout",
	[ROLE_QUOTE] = "quote",
	[ROLE_VERBATIM] = "verbatim",
	[ROLE_INVALID] = "invalid",
	[ROLE_FUNCTION] = "function",
	[ROLE_CLASS] = "class",
	[ROLE_OUTER] = "outer",
	[ROLE_NAME] = "name",
	[ROLE_BODY] = "body",
	[ROLE_PARAMETERS] = "parameters",
	[ROLE_STATEMENT] = "statement",
	[ROLE_IMPORT] = "import",
	[ROLE_IGNORE] = "ignore",
	[ROLE_USE] = "use",
	[ROLE_DEFINE] = "define",
	[ROLE_DEFINE_HOIST] = "define.hoist",
	[ROLE_ATTRIBUTE] = "attribute",
	[ROLE_OWN] = "own",
	[ROLE_LABEL] = "label",
	[ROLE_GLOBAL] = "global",
	[ROLE_NONLOCAL] = "nonlocal",
	[ROLE_STAR] = "star",
	[ROLE_MODULE] = "module",
	[ROLE_PATH] = "path",
	[ROLE_SCOPE] = "scope",
	[ROLE_SCOPE_CLASS] = "scope.class",
	[ROLE_SCOPE_INNER] = "scope.inner",
	[ROLE_OUTSIDE] = "outside",
	[ROLE_UNSTABLE] = "unstable",
	[ROLE_STABLE] = "stable",
	[ROLE_CLAIM] = "claim",
	[ROLE_VALUE] = "value",
	[ROLE_CALL] = "call",
	[ROLE_PROMISE] = "promise",
	[ROLE_BY] = "by",
	[ROLE_OPERATOR] = "operator",
	[ROLE_CONDITION] = "condition",
	[ROLE_NUMBER] = "number",
	[ROLE_TEXT] = "text",
	[ROLE_RESULT] = "result",
};

struct compiled {
	const struct TSLanguage *(*grammar)(void);
	enum tora_query which;
	TSQuery *query;
	uint8_t roles[CAPTURES_MAX];
};

static const char *const *parts_of(const struct tora_lang *lang, enum tora_query query)
{
	switch (query) {
	case QUERY_FUNCTIONS:
		return lang->functions_query;
	case QUERY_COMMENTS:
		return lang->comments_query;
	case QUERY_STATEMENTS:
		return lang->statements_query;
	case QUERY_NAMES:
		return lang->names_query;
	case QUERY_UNSTABLE:
		return lang->unstable_query;
	case QUERY_CLAIMS:
		return lang->claims_query;
	case QUERY_FAULTS:
		return lang->faults_query;
	case QUERY_COUNT:
		break;
	}
	return NULL;
}

/* `(#any-of? @capture "text"...)` and `(#under? @capture "prefix"...)` are all that predicate_holds() knows. */
static bool are_predicates_known(const TSQuery *query)
{
	for (uint32_t p = 0; p < ts_query_pattern_count(query); p++) {
		uint32_t n, len, from = 0;
		const TSQueryPredicateStep *steps = ts_query_predicates_for_pattern(query, p, &n);

		for (uint32_t i = 0; i < n; i++) {
			const char *name;

			if (steps[i].type != TSQueryPredicateStepTypeDone)
				continue;
			name = ts_query_string_value_for_id(query, steps[from].value_id, &len);
			if (i - from < 3 ||
			    steps[from + 1].type != TSQueryPredicateStepTypeCapture ||
			    (strcmp(name, "under?") != 0 && strcmp(name, "any-of?") != 0))
				return false;
			from = i + 1;
		}
	}
	return true;
}

static struct compiled *compile(const struct tora_lang *lang, enum tora_query which)
{
	struct compiled *c = tora_xcalloc(1, sizeof *c);
	const char *const *parts = parts_of(lang, which);
	struct tora_str source = TORA_STR_INIT(SOURCE_MAX);
	uint32_t offset, n;
	TSQueryError error;

	assert(parts);
	c->grammar = lang->grammar;
	c->which = which;
	for (size_t i = 0; i < TORA_QUERY_PARTS && parts[i]; i++)
		tora_str_adds(&source, parts[i]);
	c->query = ts_query_new(lang->grammar(), source.buf, (uint32_t)source.len, &offset, &error);
	tora_str_free(&source);
	assert(c->query); /* data of ours: the unit tests compile every one */
	assert(are_predicates_known(c->query));
	n = ts_query_capture_count(c->query);
	assert(n <= CAPTURES_MAX);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t len;
		const char *name = ts_query_capture_name_for_id(c->query, i, &len);
		for (int r = 1; r < ROLE_COUNT; r++)
			if (strcmp(role_names[r], name) == 0)
				c->roles[i] = (uint8_t)r;
		assert(c->roles[i] != ROLE_NONE || name[0] == '_');
	}
	return c;
}

static const struct compiled *compiled(const struct tora_lang *lang, enum tora_query query)
{
	static _Atomic(struct compiled *) memo[LANGS_MAX * QUERY_COUNT];

	for (size_t i = 0; i < LANGS_MAX * QUERY_COUNT; i++) {
		struct compiled *have = atomic_load(&memo[i]);
		if (!have) {
			struct compiled *fresh = compile(lang, query);
			if (atomic_compare_exchange_strong(&memo[i], &have, fresh))
				return fresh;
			ts_query_delete(fresh->query);
			free(fresh);
		}
		if (have->which == query && have->grammar == lang->grammar)
			return have;
	}
	abort(); /* more languages than LANGS_MAX */
}

struct tora_sv tora_syntax_text(const struct tora_syntax *s, TSNode node)
{
	uint32_t start = ts_node_start_byte(node), end = ts_node_end_byte(node);

	if (end > s->text.len || start > end)
		return (struct tora_sv){ NULL, 0 };
	return (struct tora_sv){ s->text.at + start, end - start };
}

/* ---- predicates ------------------------------------------------------------------------ */

static bool is_under(struct tora_sv text, const char *name, size_t len)
{
	return text.len >= len && memcmp(text.at, name, len) == 0 &&
	       (text.len == len || text.at[len] == '.');
}

static struct tora_sv subject(const struct tora_syntax *s, const struct tora_query_run *run,
                              const TSQueryMatch *match, uint32_t capture)
{
	for (uint16_t i = 0; i < match->capture_count; i++)
		if (match->captures[i].index == capture)
			return run->text ? run->text(run->ctx, match->captures[i].node)
			                 : tora_syntax_text(s, match->captures[i].node);
	return (struct tora_sv){ NULL, 0 };
}

/* steps[0] is the predicate's name, steps[1] the capture, the rest strings. */
static bool predicate_holds(const struct tora_syntax *s, const struct tora_query_run *run,
                            const TSQuery *query, const TSQueryMatch *match,
                            const TSQueryPredicateStep *steps, size_t n)
{
	uint32_t len;
	const char *name = ts_query_string_value_for_id(query, steps[0].value_id, &len);
	bool under = strcmp(name, "under?") == 0;
	struct tora_sv text;

	text = subject(s, run, match, steps[1].value_id);
	if (text.len == 0)
		return false;
	for (size_t i = 2; i < n; i++) {
		const char *want = ts_query_string_value_for_id(query, steps[i].value_id, &len);
		if (under ? is_under(text, want, len)
		          : text.len == len && memcmp(text.at, want, len) == 0)
			return true;
	}
	return false;
}

static bool predicates_hold(const struct tora_syntax *s, const struct tora_query_run *run,
                            const TSQuery *query, const TSQueryMatch *match)
{
	uint32_t n, from = 0;
	const TSQueryPredicateStep *steps =
		ts_query_predicates_for_pattern(query, match->pattern_index, &n);

	for (uint32_t i = 0; i < n; i++) {
		if (steps[i].type != TSQueryPredicateStepTypeDone)
			continue;
		if (!predicate_holds(s, run, query, match, steps + from, i - from))
			return false;
		from = i + 1;
	}
	return true;
}

/* ---- running --------------------------------------------------------------------------- */

void tora_query_run(const struct tora_syntax *s, const struct tora_query_run *run)
{
	const struct compiled *c = compiled(s->lang, run->query);
	TSQueryCursor *cursor = ts_query_cursor_new();
	TSQueryMatch match;

	ts_query_cursor_set_match_limit(cursor, MATCH_LIMIT);
	ts_query_cursor_exec(cursor, c->query, ts_tree_root_node(s->tree));
	while (ts_query_cursor_next_match(cursor, &match)) {
		struct tora_hit hit = { .pattern = match.pattern_index };

		if (!predicates_hold(s, run, c->query, &match))
			continue;
		for (uint16_t i = 0; i < match.capture_count && hit.n < HIT_MAX; i++) {
			enum tora_role role = c->roles[match.captures[i].index];
			if (role == ROLE_NONE)
				continue;
			hit.at[hit.n].node = match.captures[i].node;
			hit.at[hit.n++].role = role;
		}
		run->each(run->ctx, &hit);
	}
	ts_query_cursor_delete(cursor);
}

void tora_syntax_walk(const struct tora_syntax *s, const struct tora_visit *visit)
{
	TSTreeCursor c =
		ts_tree_cursor_new(visit->from.id ? visit->from : ts_tree_root_node(s->tree));

	for (;;) {
		TSNode node = ts_tree_cursor_current_node(&c);
		if (visit->enter(visit->ctx, node)) {
			if (ts_tree_cursor_goto_first_child(&c))
				continue;
			if (visit->leave)
				visit->leave(visit->ctx, node);
		}
		while (!ts_tree_cursor_goto_next_sibling(&c)) {
			if (!ts_tree_cursor_goto_parent(&c))
				goto out;
			if (visit->leave)
				visit->leave(visit->ctx, ts_tree_cursor_current_node(&c));
		}
	}
out:
	ts_tree_cursor_delete(&c);
}

/* ---- marks ----------------------------------------------------------------------------- */

static size_t slot_of(const struct tora_marks *m, const void *id, uint32_t at)
{
	uint64_t h = ((uint64_t)(uintptr_t)id >> 3) * 0x9e3779b97f4a7c15u + at;
	size_t i = (size_t)(h ^ h >> 29) & (m->cap - 1);

	while (m->slots[i].id && (m->slots[i].id != id || m->slots[i].at != at))
		i = (i + 1) & (m->cap - 1);
	return i;
}

static struct tora_mark *mark_put(struct tora_marks *m, TSNode node)
{
	uint32_t at = ts_node_start_byte(node);
	struct tora_mark *mark;

	if (2 * (m->n + 1) > m->cap) {
		struct tora_marks bigger = { .cap = m->cap ? 2 * m->cap : 256, .n = m->n };
		bigger.slots = tora_xcalloc(bigger.cap, sizeof *bigger.slots);
		for (size_t i = 0; i < m->cap; i++)
			if (m->slots[i].id)
				bigger.slots[slot_of(&bigger, m->slots[i].id, m->slots[i].at)] =
					m->slots[i];
		free(m->slots);
		*m = bigger;
	}
	mark = &m->slots[slot_of(m, node.id, at)];
	if (!mark->id) {
		mark->id = node.id;
		mark->at = at;
		m->n++;
	}
	return mark;
}

const struct tora_mark *tora_marks_at(const struct tora_marks *m, TSNode node)
{
	const struct tora_mark *mark;

	if (m->cap == 0)
		return NULL;
	mark = &m->slots[slot_of(m, node.id, ts_node_start_byte(node))];
	return mark->id ? mark : NULL;
}

void tora_marks_done(struct tora_marks *m)
{
	free(m->slots);
	*m = (struct tora_marks){ 0 };
}

static void mark_hit(void *ctx, const struct tora_hit *hit)
{
	struct tora_marks *marks = ctx;

	for (size_t i = 0; i < hit->n; i++) {
		struct tora_mark *mark = mark_put(marks, hit->at[i].node);
		enum tora_role role = hit->at[i].role;

		if (role == ROLE_OUTSIDE) {
			mark->outside = true;
		} else if (role == ROLE_SCOPE || role == ROLE_SCOPE_CLASS ||
		           role == ROLE_SCOPE_INNER) {
			mark->scope = (uint8_t)role;
		} else if (role != ROLE_MODULE && role != ROLE_PATH && hit->pattern >= mark->rank) {
			mark->role = (uint8_t)role;
			mark->rank = hit->pattern;
		}
	}
}

void tora_marks_add(const struct tora_syntax *s, enum tora_query query, struct tora_marks *marks)
{
	tora_query_run(s, &(struct tora_query_run){ query, mark_hit, NULL, marks });
}
