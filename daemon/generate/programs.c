/*
 * programs.c - see programs.h.
 *
 * Lines are read once, by a machine of two states:
 *
 *	prose --fence of ours--> block --closing fence, and what is in it parses--> prose
 *	  |                        \--fence with a tag: the closing one was forgotten--> block
 *	  \--fence of another language--> skipped up to its end
 *
 * Only an answer without any block of ours is searched for bare code.
 */
#include "generate/programs.h"
#include "lang/syntax.h"
#include "model/candidate.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define PARSE_MAX         (3u << 20) /* bytes of all that is parsed for one answer */
#define PARSE_COST        1000       /* bytes a parser's start is worth */
#define LINES_MAX         40000
#define FENCES_IN_STRINGS 4 /* closing fences a block may hold inside its strings */

struct line {
	size_t start, end; /* bytes of the text; end without the newline */
	unsigned fence;    /* length of its fence, 0: none */
	char mark;         /* '`' or '~' */
	struct tora_sv tag;
};

struct finder {
	const struct tora_lang *lang;
	struct tora_arena *arena;
	struct tora_programs *ret;
	struct tora_sv text;
	TORA_VEC(struct line) lines;
	size_t *parse_left; /* bytes that may still be parsed: junk must not cost minutes */
	bool is_partial;    /* more may follow: only what cannot change any more counts */
};

static bool parses(const struct finder *f, const char *source)
{
	size_t cost = strlen(source) + PARSE_COST;

	if (cost > *f->parse_left)
		return false;
	*f->parse_left -= cost;
	return tora_syntax_parses(f->lang, tora_sv(source));
}

/* ---- lines --------------------------------------------------------------------------------- */

/* NULs and carriage returns are dropped, so that what is left is text. */
static struct tora_sv cleaned(struct tora_sv answer, struct tora_arena *arena, bool *ret_cut)
{
	size_t n = answer.len, at = 0;
	char *out;

	if (n > TORA_PROGRAMS_TEXT_MAX) {
		n = TORA_PROGRAMS_TEXT_MAX;
		*ret_cut = true;
	}
	out = tora_arena_alloc(arena, n + 1);
	for (size_t i = 0; i < n; i++)
		if (answer.at[i] != '\0' && answer.at[i] != '\r')
			out[at++] = answer.at[i];
	return (struct tora_sv){ out, at };
}

static void read_fence(struct line *line, struct tora_sv row)
{
	struct tora_sv rest = tora_sv_trim(row);
	char mark = rest.len ? rest.at[0] : '\0';
	size_t n = 0, word = 0;

	while (n < rest.len && rest.at[n] == mark)
		n++;
	if ((mark != '`' && mark != '~') || n < 3)
		return;
	rest = tora_sv_trim((struct tora_sv){ rest.at + n, rest.len - n });
	if (memchr(rest.at ? rest.at : "", '`', rest.len))
		return; /* ```code``` on one line */
	while (word < rest.len && !isspace((unsigned char)rest.at[word]))
		word++;
	line->fence = (unsigned)n;
	line->mark = mark;
	line->tag = (struct tora_sv){ rest.at, word };
}

static void read_lines(struct finder *f)
{
	size_t at = 0;

	while (at < f->text.len && f->lines.n < LINES_MAX) {
		const char *end = memchr(f->text.at + at, '\n', f->text.len - at);
		size_t stop = end ? (size_t)(end - f->text.at) : f->text.len;
		struct line *line = tora_vec_push(f->arena, &f->lines);

		line->start = at;
		line->end = stop;
		read_fence(line, (struct tora_sv){ f->text.at + at, stop - at });
		at = stop + 1;
	}
	f->ret->cut |= at < f->text.len;
}

static struct tora_sv row_at(const struct finder *f, size_t i)
{
	const struct line *line = &f->lines.at[i];

	return (struct tora_sv){ f->text.at + line->start, line->end - line->start };
}

/* ---- text of a program --------------------------------------------------------------------- */

static size_t indent_of(struct tora_sv row)
{
	size_t n = 0;

	while (n < row.len && (row.at[n] == ' ' || row.at[n] == '\t'))
		n++;
	return n;
}

static bool is_blank(struct tora_sv row)
{
	return indent_of(row) == row.len;
}

/* Lines [first, last) without the indentation they share; `lead`: cut from the first line alone. */
static char *joined(const struct finder *f, size_t first, size_t last, bool lead)
{
	struct tora_str out = TORA_STR_INIT(TORA_PROGRAMS_TEXT_MAX + LINES_MAX);
	size_t shared = SIZE_MAX;
	bool begun = false;
	char *copy;

	for (size_t i = first; i < last; i++)
		if (!is_blank(row_at(f, i)) && indent_of(row_at(f, i)) < shared)
			shared = indent_of(row_at(f, i));
	for (size_t i = first; i < last; i++) {
		struct tora_sv row = row_at(f, i);
		size_t cut = indent_of(row) < shared ? indent_of(row) : shared;

		if (!begun && is_blank(row))
			continue;
		if (!begun && lead)
			cut = indent_of(row);
		begun = true;
		tora_str_add(&out, (struct tora_sv){ row.at + cut, row.len - cut });
		tora_str_addc(&out, '\n');
	}
	while (out.len > 1 && out.buf[out.len - 2] == '\n')
		out.buf[--out.len] = '\0';
	copy = tora_arena_text(f->arena, tora_str_view(&out));
	tora_str_free(&out);
	return copy;
}

static char *program_text(const struct finder *f, size_t first, size_t last)
{
	char *text = joined(f, first, last, false), *other;

	if (*text != ' ' && *text != '\t')
		return text;
	other = joined(f, first, last, true); /* only the first line is indented */
	return parses(f, other) ? other : text;
}

/* ---- several programs in one block ---------------------------------------------------------- */

/* "# Example 3: empty input", "# --- Test 4 ---" */
static bool is_header(struct tora_sv row)
{
	static const char *const words[] = { "example", "test",    "case",
		                             "program", "snippet", "usage" };
	size_t at = 0, word = 0;

	if (row.len == 0 || row.at[0] != '#')
		return false;
	while (at < row.len && !isalpha((unsigned char)row.at[at]))
		at++;
	while (at + word < row.len && isalpha((unsigned char)row.at[at + word]))
		word++;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		size_t next = at + word;

		if (strlen(words[i]) != word || strncasecmp(row.at + at, words[i], word) != 0)
			continue;
		while (next < row.len && (row.at[next] == ' ' || row.at[next] == '#'))
			next++;
		return next < row.len && isdigit((unsigned char)row.at[next]);
	}
	return false;
}

static void put(const struct finder *f, const char *source)
{
	if (f->ret->sources.n >= TORA_PROGRAMS_MAX || strlen(source) >= TORA_CHANGE_FILE_MAX)
		f->ret->cut = true;
	else if (*source)
		*tora_vec_push(f->arena, &f->ret->sources) = source;
}

/* What stands before the first header, its imports mostly, is part of every program. */
static bool put_parts(const struct finder *f, const char *text)
{
	struct tora_sv rest = tora_sv(text), row, part = { NULL, 0 };
	TORA_VEC(struct tora_sv) parts = { 0 };
	struct tora_sv before = { text, 0 };
	TORA_VEC(const char *) made = { 0 };
	size_t good = 0;

	while (tora_sv_line(&rest, &row)) {
		if (is_header(row)) {
			if (parts.n >= TORA_PROGRAMS_MAX || before.len > TORA_CANDIDATE_MAX)
				return false;
			if (part.at)
				*tora_vec_push(f->arena, &parts) = part;
			part = (struct tora_sv){ row.at, 0 };
		}
		if (part.at)
			part.len = (size_t)(row.at - part.at) + row.len;
		else
			before.len = (size_t)(row.at - before.at) + row.len;
	}
	if (!part.at || !parts.n)
		return false;
	*tora_vec_push(f->arena, &parts) = part;
	before = tora_sv_trim(before);
	for (size_t i = 0; i < parts.n; i++) {
		struct tora_sv own = tora_sv_trim(parts.at[i]);
		const char *one =
			tora_arena_printf(f->arena, "%.*s%s%.*s\n", (int)before.len, before.at,
		                          before.len ? "\n" : "", (int)own.len, own.at);

		*tora_vec_push(f->arena, &made) = one;
		good += parses(f, one);
	}
	if (good * 2 < parts.n)
		return false;
	for (size_t i = 0; i < made.n; i++)
		put(f, made.at[i]);
	return true;
}

static void put_block(const struct finder *f, const char *text)
{
	if (!put_parts(f, text))
		put(f, text);
}

/* ---- fenced answers ------------------------------------------------------------------------- */

static bool sv_is_nocase(struct tora_sv a, const char *word)
{
	return strlen(word) == a.len && strncasecmp(a.at, word, a.len) == 0;
}

/* Is this what a block of our language is tagged with? "" may be anything. */
static bool is_our_tag(const struct finder *f, struct tora_sv tag)
{
	const char *name = f->lang->name;

	while (tag.len && strchr("{.", tag.at[0]))
		tag.at++, tag.len--;
	while (tag.len && strchr("},:;", tag.at[tag.len - 1]))
		tag.len--;
	while (tag.len && isdigit((unsigned char)tag.at[tag.len - 1]))
		tag.len--; /* python3 */
	if (tag.len == 0 || sv_is_nocase(tag, name) || sv_is_nocase(tag, f->lang->fence))
		return true;
	for (const char *const *e = f->lang->extensions; *e; e++)
		if (sv_is_nocase(tag, *e + 1))
			return true;
	return sv_is_nocase(tag, "code");
}

static bool closes(const struct line *open, const struct line *line)
{
	return line->fence >= open->fence && line->mark == open->mark && line->tag.len == 0;
}

/*
 * The line that ends the block opened at `open`: a closing fence, or one that opens the next block.
 * A fence inside a string literal leaves a text that does not parse, and a later one that does.
 */
static size_t block_end(const struct finder *f, size_t open)
{
	size_t first = SIZE_MAX, tries = 0;

	for (size_t i = open + 1; i < f->lines.n; i++) {
		const struct line *line = &f->lines.at[i];
		bool opens = line->fence && line->tag.len && is_our_tag(f, line->tag);

		if (!closes(&f->lines.at[open], line) && !opens)
			continue;
		if (parses(f, program_text(f, open + 1, i)))
			return i;
		if (first == SIZE_MAX)
			first = i;
		if (++tries > FENCES_IN_STRINGS)
			break;
	}
	return first == SIZE_MAX ? f->lines.n : first;
}

/* Did a block end at line `end`, and another, good one come behind it? Then this one is what it is. */
static bool has_successor(const struct finder *f, size_t end)
{
	for (size_t i = end + 1; i < f->lines.n && !f->lines.at[end].tag.len; i++) {
		size_t stop;

		if (!f->lines.at[i].fence || !f->lines.at[i].tag.len ||
		    !is_our_tag(f, f->lines.at[i].tag))
			continue;
		stop = block_end(f, i);
		return stop < f->lines.n && parses(f, program_text(f, i + 1, stop));
	}
	return false;
}

/* True when there was a block of ours. */
static bool find_blocks(const struct finder *f)
{
	bool any = false;
	size_t i = 0;

	while (i < f->lines.n) {
		const struct line *line = &f->lines.at[i];
		size_t end = i + 1;

		if (!line->fence) {
			i++;
			continue;
		}
		if (is_our_tag(f, line->tag)) {
			const char *text;

			end = block_end(f, i);
			if (f->is_partial && end >= f->lines.n)
				return any;
			text = program_text(f, i + 1, end);
			if (f->is_partial && !parses(f, text) && !has_successor(f, end))
				return any;
			if (line->tag.len || parses(f, text)) {
				any = true;
				put_block(f, text);
			}
		} else {
			while (end < f->lines.n && !closes(line, &f->lines.at[end]))
				end++;
		}
		/* A fence that opens the next block is looked at again. */
		i = end < f->lines.n && f->lines.at[end].tag.len ? end : end + 1;
	}
	return any;
}

/* ---- bare code ------------------------------------------------------------------------------ */

static bool is_import(const struct finder *f, const char *text)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	struct tora_stmts stmts = { 0 };
	bool found = false;

	if (!parses(f, text))
		return false;
	if (!tora_syntax_new(f->lang, tora_sv(text), &s, &err)) {
		tora_syntax_stmts(s, f->arena, &stmts);
		for (size_t i = 0; i < stmts.stmts.n; i++)
			found |= stmts.stmts.at[i].is_import;
	}
	tora_syntax_free(s);
	return found;
}

/* Where the run of lines up to the next blank one ends. */
static size_t paragraph_end(const struct finder *f, size_t i)
{
	while (i < f->lines.n && !is_blank(row_at(f, i)))
		i++;
	while (i < f->lines.n && is_blank(row_at(f, i)))
		i++;
	return i;
}

/* Programs without fences: paragraphs from one that imports, for as long as they parse together. */
static void find_bare(const struct finder *f)
{
	size_t i = 0, budget = 400;

	while (i < f->lines.n && budget) {
		size_t end = paragraph_end(f, i), next;

		if (is_blank(row_at(f, i)) || (budget--, !is_import(f, joined(f, i, end, false)))) {
			/* prose may stand right above the code, without a blank line */
			i = end > i + 1 ? i + 1 : end;
			continue;
		}
		for (; end < f->lines.n && budget; end = next, budget--) {
			const char *more = joined(f, end, paragraph_end(f, end), false);

			next = paragraph_end(f, end);
			if (f->lines.at[next - 1].end - f->lines.at[i].start > TORA_CANDIDATE_MAX ||
			    !parses(f, joined(f, i, next, false)))
				break;
			/* "# Example 2" begins a program of its own only together with an import */
			if (is_header(row_at(f, end)) && is_import(f, more))
				break;
		}
		put_block(f, joined(f, i, end, false));
		i = end;
	}
}

void tora_programs_ready(const struct tora_lang *lang, struct tora_sv so_far,
                         struct tora_arena *arena, struct tora_programs *ret)
{
	size_t parse_left = PARSE_MAX;
	struct finder f = { .lang = lang,
		            .arena = arena,
		            .ret = ret,
		            .parse_left = &parse_left,
		            .is_partial = true };

	*ret = (struct tora_programs){ 0 };
	while (so_far.len &&
	       so_far.at[so_far.len - 1] != '\n') /* half a line may be half a fence */
		so_far.len--;
	f.text = cleaned(so_far, arena, &ret->cut);
	read_lines(&f);
	(void)find_blocks(&f);
}

void tora_programs_find(const struct tora_lang *lang, struct tora_sv answer,
                        struct tora_arena *arena, struct tora_programs *ret)
{
	size_t parse_left = PARSE_MAX;
	struct finder f = { .lang = lang, .arena = arena, .ret = ret, .parse_left = &parse_left };

	*ret = (struct tora_programs){ 0 };
	f.text = cleaned(answer, arena, &ret->cut);
	read_lines(&f);
	if (!find_blocks(&f))
		find_bare(&f);
}
