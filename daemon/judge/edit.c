#include "judge/edit.h"

#include "judge/text.h"
#include "model/candidate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EDIT_MAX (2u * TORA_CANDIDATE_MAX)

static const char *taken(struct tora_str *out, struct tora_arena *arena)
{
	const char *ret = out->over ? NULL : tora_arena_dup(arena, out->buf);

	tora_str_free(out);
	return ret;
}

/* What is left of one line; nothing when only white space and separators remain of it. */
static void add_rest(const char *source, size_t from, size_t to, const bool *drop,
                     struct tora_str *out)
{
	size_t i, start = out->len;
	bool touched = false, solid = false;

	for (i = from; i < to; i++) {
		touched |= drop[i];
		solid |= !drop[i] && !tora_one_of(source[i], " \t\r\n;");
	}
	if (touched && !solid)
		return;
	for (i = from; i < to; i++)
		if (!drop[i])
			tora_str_addc(out, source[i]);
	if (touched && out->len > start && out->buf[out->len - 1] != '\n')
		tora_str_addc(out, '\n');
}

/* Bytes of white space in front of `at` on its line; SIZE_MAX when something else is there. */
static size_t indent_of(const char *source, size_t at)
{
	size_t n = 0;

	while (at > n && (source[at - n - 1] == ' ' || source[at - n - 1] == '\t'))
		n++;
	return at == n || source[at - n - 1] == '\n' ? n : SIZE_MAX;
}

/* A line between two statements that is code: an `else:`, an `except X:`. */
static bool header_between(const char *source, size_t from, size_t to)
{
	struct tora_sv rest = { source + from, to - from }, line;
	bool first = true;

	while (tora_sv_line(&rest, &line)) {
		line = tora_sv_trim(line);
		if (!first && line.len && line.at[0] != '#' && line.at[0] != '/')
			return true;
		first = false;
	}
	return false;
}

/* Whether the block that statement `at` opens (it is its first) loses all of its statements. */
static bool block_is_emptied(const char *source, const struct tora_stmts *stmts, size_t at,
                             const bool *gone)
{
	const struct tora_stmt *last = &stmts->stmts.at[at];
	size_t i;

	if (!gone[at])
		return false;
	for (i = at + 1; i < stmts->stmts.n; i++) {
		const struct tora_stmt *s = &stmts->stmts.at[i];

		if (s->parent != last->parent)
			continue;
		if (header_between(source, last->end, s->start))
			break;
		if (!gone[i])
			return false;
		last = s;
	}
	return true;
}

static bool opens_block(const char *source, const struct tora_stmts *stmts, size_t at)
{
	const struct tora_stmt *s = &stmts->stmts.at[at];
	size_t i;

	for (i = at; i-- > 0;)
		if (stmts->stmts.at[i].parent == s->parent)
			return header_between(source, stmts->stmts.at[i].end, s->start);
	return true;
}

static bool empties_a_block(const char *source, const struct tora_stmts *stmts, const bool *removed)
{
	bool *gone = tora_xcalloc(stmts->stmts.n + 1, sizeof *gone), ret = false;
	size_t i;

	for (i = 0; i < stmts->stmts.n && !ret; i++) {
		size_t parent = stmts->stmts.at[i].parent;

		gone[i] = removed[i] || (parent != SIZE_MAX && gone[parent]);
	}
	for (i = 0; i < stmts->stmts.n && !ret; i++) {
		size_t parent = stmts->stmts.at[i].parent;

		ret = parent != SIZE_MAX && !gone[parent] && opens_block(source, stmts, i) &&
		      block_is_emptied(source, stmts, i, gone);
	}
	free(gone);
	return ret;
}

const char *tora_edit_without(const char *source, const struct tora_stmts *stmts,
                              const bool *removed, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(EDIT_MAX);
	size_t i, to, n = strlen(source);
	bool *drop;

	if (empties_a_block(source, stmts, removed)) {
		tora_str_free(&out);
		return NULL;
	}
	drop = tora_xcalloc(n + 1, sizeof *drop);
	for (i = 0; i < stmts->stmts.n; i++)
		if (removed[i])
			memset(drop + stmts->stmts.at[i].start, 1,
			       stmts->stmts.at[i].end - stmts->stmts.at[i].start);
	for (i = 0; i < n; i = to) {
		const char *end = memchr(source + i, '\n', n - i);

		to = end ? (size_t)(end - source) + 1 : n;
		add_rest(source, i, to, drop, &out);
	}
	free(drop);
	return taken(&out, arena);
}

static void add_dedented(const char *source, const struct tora_stmt *s, size_t less,
                         size_t keep_indent, struct tora_str *out)
{
	struct tora_sv rest = { source + s->start, s->end - s->start }, line;
	bool first = true;

	while (tora_sv_line(&rest, &line)) {
		size_t cut = 0;

		if (!first)
			while (cut < less && cut < line.len &&
			       (line.at[cut] == ' ' || line.at[cut] == '\t'))
				cut++;
		else
			tora_str_addf(out, "%.*s", (int)keep_indent,
			              source + s->start - less - keep_indent);
		tora_str_add(out, (struct tora_sv){ line.at + cut, line.len - cut });
		tora_str_addc(out, '\n');
		first = false;
	}
}

static bool is_return(const char *source, const struct tora_stmt *s)
{
	const struct tora_sv text = { source + s->start, s->end - s->start };

	return tora_sv_starts(text, "return") &&
	       (text.len == 6 || !(tora_of_name((unsigned char)text.at[6]) || text.at[6] == '$'));
}

/* Without the head of `at`, would a `return` of its blocks stand in no function? Python and modules refuse that. */
static bool frees_a_return(const char *source, const struct tora_stmts *stmts, size_t at)
{
	const struct tora_stmt *outer = &stmts->stmts.at[at];
	unsigned kept =
		0; /* functions around what stands in the block that is looked at, once `at` is gone */

	for (size_t i = at + 1; i < stmts->stmts.n && stmts->stmts.at[i].start < outer->end; i++) {
		const struct tora_stmt *s = &stmts->stmts.at[i];

		if (s->parent == at)
			kept = s->functions - outer->functions;
		if (s->functions == kept && is_return(source, s))
			return true;
	}
	return false;
}

const char *tora_edit_unwrap(const char *source, const struct tora_stmts *stmts, size_t at,
                             bool first_block, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(EDIT_MAX);
	const struct tora_stmt *outer = &stmts->stmts.at[at], *last = NULL;
	size_t i, outer_indent = indent_of(source, outer->start);

	if (outer_indent == SIZE_MAX || frees_a_return(source, stmts, at))
		return NULL;
	tora_str_add(&out, (struct tora_sv){ source, outer->start - outer_indent });
	for (i = at + 1; i < stmts->stmts.n; i++) {
		const struct tora_stmt *s = &stmts->stmts.at[i];
		size_t indent;

		if (s->parent != at)
			continue;
		if (first_block && last && header_between(source, last->end, s->start))
			break;
		indent = indent_of(source, s->start);
		if (indent == SIZE_MAX || indent < outer_indent)
			break;
		add_dedented(source, s, indent - outer_indent, outer_indent, &out);
		last = s;
	}
	if (!last) {
		tora_str_free(&out);
		return NULL;
	}
	tora_str_adds(&out, source + outer->end + (source[outer->end] == '\n'));
	return taken(&out, arena);
}

static const char *without_range(const char *source, size_t from, size_t to,
                                 struct tora_arena *arena)
{
	return tora_arena_printf(arena, "%.*s%s", (int)from, source, source + to);
}

/* Bytes up to the bracket that closes the one before `s`; SIZE_MAX when none does. */
static size_t up_to_closing(struct tora_sv s)
{
	struct tora_scan scan = { .text = s };
	struct tora_token t;
	int depth = 1;

	while (tora_scan_next(&scan, &t)) {
		char c = t.kind == TORA_TOKEN_PUNCT ? t.text.at[0] : '\0';

		depth += tora_one_of(c, "([{") - tora_one_of(c, ")]}");
		if (!depth)
			return scan.at - 1;
	}
	return SIZE_MAX;
}

bool tora_edit_prints(const char *source, const struct tora_stmt *at)
{
	return tora_text_print_head((struct tora_sv){ source + at->start, at->end - at->start }) >
	       0;
}

const char *tora_edit_unprint(const char *source, const struct tora_stmt *at,
                              struct tora_arena *arena)
{
	struct tora_sv text = { source + at->start, at->end - at->start }, inner;
	size_t head = tora_text_print_head(text), n, rest;

	if (!head)
		return NULL;
	inner = (struct tora_sv){ text.at + head, text.len - head };
	n = up_to_closing(inner);
	if (n == SIZE_MAX || !n || inner.at[n - 1] != ')')
		return NULL;
	rest = inner.len - n - 1;
	if (rest > 1 || (rest && inner.at[n + 1] != ';'))
		return NULL;
	return tora_arena_printf(arena, "%.*s%.*s%s", (int)at->start, source, (int)n, inner.at,
	                         source + at->end - rest);
}

/* "args" of `const args = ...`, with the scan behind the sign. */
static bool is_bound(struct tora_scan *scan, struct tora_sv *ret_name)
{
	struct tora_token name, t;

	if (!tora_scan_solid(scan, &name))
		return false;
	if ((tora_sv_is(name.text, "const") || tora_sv_is(name.text, "let") ||
	     tora_sv_is(name.text, "var")) &&
	    !tora_scan_solid(scan, &name))
		return false;
	*ret_name = name.text;
	return name.kind == TORA_TOKEN_WORD && tora_scan_solid(scan, &t) && tora_sv_is(t.text, "=");
}

/* "args" and "1, 2" of `const args = [1, 2];` */
static bool is_list(struct tora_sv text, struct tora_sv *ret_name, struct tora_sv *ret_inside)
{
	struct tora_scan scan = { .text = text };
	struct tora_token t;
	size_t n;

	if (!is_bound(&scan, ret_name) || !tora_scan_solid(&scan, &t) ||
	    !(tora_sv_is(t.text, "[") || tora_sv_is(t.text, "(")))
		return false;
	text = (struct tora_sv){ text.at + scan.at, text.len - scan.at };
	n = up_to_closing(text);
	if (n == SIZE_MAX || (n + 1 < text.len && text.at[n + 1] != ';'))
		return false;
	*ret_inside = tora_sv_trim((struct tora_sv){ text.at, n });
	if (ret_inside->len && ret_inside->at[ret_inside->len - 1] == ',')
		ret_inside->len--;
	return true;
}

#define LAST 4 /* tokens before one: a bracket and three dots */

/* The bytes of `*name` or `...name` behind a bracket or a comma, where that is all there is of it behind `at`. */
static bool find_spread(const char *source, const struct tora_stmt *at, struct tora_sv name,
                        size_t *ret_from, size_t *ret_to, bool *ret_is_first)
{
	struct tora_scan scan = { .text = tora_sv(source) };
	char before[LAST] = "";
	size_t from[LAST] = { 0 }, uses = 0;
	struct tora_token t;

	while (tora_scan_solid(&scan, &t)) {
		size_t start = scan.at - t.text.len, n;

		if (start >= at->start && start < at->end)
			continue;
		if (t.kind == TORA_TOKEN_WORD && tora_sv_eq(t.text, name)) {
			n = before[0] == '*'                                           ? 1
			    : before[0] == '.' && before[1] == '.' && before[2] == '.' ? 3
			                                                               : 0;
			if (uses++ || !n || start < at->start || !tora_one_of(before[n], "(,"))
				return false;
			*ret_from = from[n - 1];
			*ret_to = scan.at;
			*ret_is_first = before[n] == '(';
		}
		memmove(before + 1, before, LAST - 1);
		memmove(from + 1, from, (LAST - 1) * sizeof *from);
		before[0] = t.kind == TORA_TOKEN_PUNCT ? t.text.at[0] : 'x';
		from[0] = start;
	}
	return uses == 1;
}

const char *tora_edit_spread(const char *source, const struct tora_stmt *at,
                             struct tora_arena *arena)
{
	size_t indent = indent_of(source, at->start), end = at->end, from = 0, to = 0;
	struct tora_sv name, inside;
	bool is_first = false;

	if (indent == SIZE_MAX ||
	    !is_list((struct tora_sv){ source + at->start, at->end - at->start }, &name, &inside) ||
	    !find_spread(source, at, name, &from, &to, &is_first) || (!inside.len && !is_first))
		return NULL;
	end += source[end] == ';';
	if (source[end] != '\n')
		return NULL;
	return tora_arena_printf(arena, "%.*s%.*s%.*s%s", (int)(at->start - indent), source,
	                         (int)(from - end - 1), source + end + 1, (int)inside.len,
	                         inside.at, source + to);
}

const char *tora_edit_unbind(const char *source, const struct tora_stmt *at,
                             struct tora_arena *arena)
{
	struct tora_sv text = { source + at->start, at->end - at->start }, name;
	struct tora_scan scan = { .text = text }, all = { .text = tora_sv(source) };
	struct tora_token t;
	size_t uses = 0, value;

	if (!is_bound(&scan, &name))
		return NULL;
	value = scan.at;
	if (!tora_scan_solid(&scan, &t) ||
	    (t.kind != TORA_TOKEN_WORD && !tora_sv_is(t.text, "(")) ||
	    text.at[text.len - 1 - (text.at[text.len - 1] == ';')] != ')')
		return NULL;
	while (tora_scan_solid(&all, &t))
		uses += tora_sv_eq(t.text, name);
	if (uses != 1)
		return NULL;
	while (text.at[value] == ' ')
		value++;
	return tora_arena_printf(arena, "%.*s%s", (int)at->start, source, text.at + value);
}

const char *tora_edit_drop_name(const char *source, const struct tora_stmt *at, const char *name,
                                struct tora_arena *arena)
{
	struct tora_scan scan = { .text = { source, at->end }, .at = at->start };
	size_t before = SIZE_MAX; /* the comma in front of the name */
	size_t from = SIZE_MAX;   /* the name */
	struct tora_token t;

	while (tora_scan_solid(&scan, &t)) {
		size_t start = scan.at - t.text.len;

		if (from == SIZE_MAX && t.kind == TORA_TOKEN_WORD && tora_sv_is(t.text, name)) {
			from = start;
		} else if (tora_sv_is(t.text, ",")) {
			if (from != SIZE_MAX) { /* up to what follows the comma */
				size_t to = scan.at;

				while (to < at->end && tora_one_of(source[to], " \t\n"))
					to++;
				return without_range(source, before == SIZE_MAX ? from : before,
				                     before == SIZE_MAX ? to : scan.at - 1, arena);
			}
			before = start;
		} else if (from != SIZE_MAX && before != SIZE_MAX &&
		           (tora_sv_is(t.text, "}") || tora_sv_is(t.text, ")"))) {
			return without_range(source, before, from + strlen(name), arena);
		} else if (from != SIZE_MAX) {
			return NULL; /* "a as b" and the like: left alone */
		}
	}
	return from != SIZE_MAX && before != SIZE_MAX
	               ? without_range(source, before, at->end, arena)
	               : NULL;
}

/* ---- layout ------------------------------------------------------------------------- */

static int by_import(const void *a, const void *b)
{
	const struct tora_sv *x = a, *y = b;
	bool fx = tora_sv_starts(*x, "from "), fy = tora_sv_starts(*y, "from ");

	return fx != fy ? fx - fy : tora_text_order(a, b);
}

static size_t add_imports(const char *source, const struct tora_stmts *stmts,
                          struct tora_arena *arena, struct tora_str *out)
{
	struct tora_sv *lines = tora_arena_calloc(arena, stmts->stmts.n + 1, sizeof *lines);
	size_t i, j, n = 0;

	for (i = 0; i < stmts->stmts.n && stmts->stmts.at[i].is_import && !stmts->stmts.at[i].depth;
	     i++) /* an #include ends behind its line */
		lines[n++] = tora_sv_trim(
			(struct tora_sv){ source + stmts->stmts.at[i].start,
		                          stmts->stmts.at[i].end - stmts->stmts.at[i].start });
	qsort(lines, n, sizeof *lines, by_import);
	for (j = 0; j < n; j++) {
		if (j && tora_sv_eq(lines[j], lines[j - 1]))
			continue;
		tora_str_add(out, lines[j]);
		tora_str_addc(out, '\n');
	}
	return n;
}

/* One blank line at most inside a block. A string of several lines may mean its blank ones. */
static void add_closed_up(struct tora_sv text, struct tora_str *out)
{
	bool literal = tora_sv_has(text, "\"\"\"") || tora_sv_has(text, "'''") ||
	               memchr(text.at, '`', text.len);
	struct tora_sv line;
	bool blank = false, first = true;

	if (literal) {
		tora_str_add(out, text);
		return;
	}
	while (tora_sv_line(&text, &line)) {
		if (!tora_sv_trim(line).len) {
			blank = true;
			continue;
		}
		if (!first)
			tora_str_adds(out, blank ? "\n\n" : "\n");
		tora_str_add(out, line);
		first = blank = false;
	}
}

const char *tora_edit_tidy(const char *source, const struct tora_stmts *stmts,
                           struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(EDIT_MAX);
	size_t i, imports = add_imports(source, stmts, arena, &out);
	const struct tora_stmt *last = NULL;

	for (i = imports; i < stmts->stmts.n; i++) {
		const struct tora_stmt *s = &stmts->stmts.at[i];
		bool block = s->last > s->first;

		if (s->depth)
			continue;
		if (last && s->first == last->last) { /* "a = 1; b = 2" stays on one line */
			tora_str_free(&out);
			return source;
		}
		if ((!last && imports) || (last && (block || last->last > last->first)))
			tora_str_addc(&out, '\n');
		add_closed_up((struct tora_sv){ source + s->start, s->end - s->start }, &out);
		tora_str_addc(&out, '\n');
		last = s;
	}
	return taken(&out, arena);
}
