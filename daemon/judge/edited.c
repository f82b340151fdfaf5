#include "judge/edited.h"

#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define WORD_MIN 4   /* bytes of a name that is looked for in the program */
#define ROWS_MAX 200 /* that were put in, and are looked at one by one */

struct block {                    /* lines of a test, 1-based; last 0: none */
	size_t first, name, last; /* with what stands above its name */
};

static size_t indent_of(struct tora_sv line)
{
	size_t n = 0;

	while (n < line.len && (line.at[n] == ' ' || line.at[n] == '\t'))
		n++;
	return n;
}

bool tora_edited_opens_test(struct tora_sv trimmed)
{
	static const char *const starts[] = { "def test", "async def test", "it(",          "test(",
		                              "it.each",  "test.each",      "function test" };

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (tora_sv_starts(trimmed, starts[i]))
			return true;
	return false;
}

/* What stands above a function and belongs to it: from an @ to the bracket that ends it. */
static bool goes_on(struct tora_sv trimmed, size_t indent, size_t of)
{
	return indent > of || (trimmed.len && strchr("@)]}", trimmed.at[0]));
}

/* The test around line `at`, by how far lines are indented. */
static struct block block_around(const struct tora_text_lines *lines, size_t at)
{
	struct block b = { 0 };
	size_t above = 0, depth = 0, i;

	for (i = 0; i < lines->of.n; i++) {
		struct tora_sv line = lines->of.at[i], trimmed = tora_sv_trim(line);
		size_t indent = indent_of(line);

		if (!trimmed.len)
			continue;
		if (tora_edited_opens_test(trimmed)) {
			if (b.last && i + 1 > at)
				return b;
			b = (struct block){ above ? above : i + 1, i + 1, i + 1 };
			depth = indent;
			above = 0;
			continue;
		}
		if (b.last && !above && indent > depth) {
			b.last = i + 1;
			continue;
		}
		if (b.last && at <= b.last)
			return b;
		b.last = 0;
		if (!above && trimmed.at[0] == '@') {
			above = i + 1;
			depth = indent;
		} else if (above && !goes_on(trimmed, indent, depth)) {
			above = 0;
		}
	}
	return at <= b.last ? b : (struct block){ 0 };
}

/*
 * Lines that were changed; or a row more for a parametrised test, above its name. What was put in behind
 * the lines that are there leaves them as they were; a test that is all new is no edited one; and one that asks for less
 * than before says nothing about what it was for.
 */
static bool meets(const struct block *b, const struct tora_hunk *h, bool head)
{
	size_t first = head ? h->head_first : h->base_first;
	size_t count = head ? h->head_count : h->base_count;
	size_t last = count ? first + count - 1 : first;

	if (first > b->last || last < b->first || (head && first <= b->name && last >= b->name))
		return false;
	return h->head_count && (h->base_count || last < b->name);
}

bool tora_edited_shares_name(struct tora_sv line, struct tora_sv program)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t))
		if (t.kind == TORA_TOKEN_WORD && t.text.len >= WORD_MIN &&
		    !tora_words_match(t.text, "assert*|self|expect*|print|return|with|raises|"
		                              "const|await|equal|tobe|toequal") &&
		    tora_text_has_word(program, t.text, false))
			return true;
	return false;
}

static int is_of_word(int c)
{
	return isalnum(c) || c == '_' || c >= 0x80;
}

/* Does another line of the test have the word than `count` from `first` on? */
static bool is_elsewhere(const struct tora_text_lines *lines, const struct block *b, size_t first,
                         size_t count, struct tora_sv word)
{
	for (size_t i = b->first; i <= b->last && i <= lines->of.n; i++)
		if ((i < first || i >= first + count) &&
		    tora_text_has_word(lines->of.at[i - 1], word, false))
			return true;
	return false;
}

/*
 * Rows that were put in say nothing about those that were there: has the program a word that only they have? Where they have none of
 * their own, nobody can tell, and it may stem from them. `lines` and `b`: the test, of the head or of the base.
 */
static bool is_of_rows(const struct tora_text_lines *lines, const struct block *b, bool head,
                       const struct tora_file_change *f, const struct tora_hunk *h,
                       struct tora_sv program)
{
	bool can_tell = false;

	if (h->head_count > ROWS_MAX)
		return true;
	for (size_t i = h->head_first; i < h->head_first + h->head_count; i++) {
		struct tora_sv line = tora_text_nth(f->head_text, (unsigned)i), word;

		while ((word = tora_sv_word(&line, is_of_word)).len) {
			bool has = tora_text_has_word(program, word, false);

			if ((can_tell && !has) ||
			    is_elsewhere(lines, b, h->head_first, head ? h->head_count : 0, word))
				continue;
			can_tell = true;
			if (has)
				return true;
		}
	}
	return !can_tell;
}

static bool edited_on(struct tora_sv text, const struct tora_file_change *f, bool head, size_t at,
                      struct tora_sv program, struct tora_arena *arena)
{
	struct tora_text_lines lines;
	struct block b;

	tora_text_split(text, arena, &lines);
	if (!at || at > lines.of.n || !tora_edited_shares_name(lines.of.at[at - 1], program))
		return false;
	b = block_around(&lines, at);
	for (size_t i = 0; i < f->hunks.n && b.last; i++) {
		if (at >= b.first && meets(&b, &f->hunks.at[i], head) &&
		    (f->hunks.at[i].base_count ||
		     is_of_rows(&lines, &b, head, f, &f->hunks.at[i], program)))
			return true;
	}
	return false;
}

unsigned tora_edited_place(const struct tora_change *change, const char *where,
                           const struct tora_file_change **ret_file)
{
	const char *colon = where ? strrchr(where, ':') : NULL;
	char *end = NULL;
	unsigned long at = colon ? strtoul(colon + 1, &end, 10) : 0;
	size_t n = at ? (size_t)(colon - where) : 0;

	*ret_file = NULL;
	if (!at || at > INT_MAX || *end)
		return 0;
	for (size_t i = 0; i < change->files.n && !*ret_file; i++)
		if (strlen(change->files.at[i].path) == n &&
		    memcmp(change->files.at[i].path, where, n) == 0)
			*ret_file = &change->files.at[i];
	return (unsigned)at;
}

bool tora_edited_test(const struct tora_change *change, const char *where, struct tora_sv program,
                      struct tora_arena *arena)
{
	const struct tora_file_change *f;
	unsigned at = tora_edited_place(change, where, &f);

	return at && f && f->role == TORA_FILE_TEST && f->kind == TORA_CHANGE_MODIFIED &&
	       (edited_on(f->head_text, f, true, at, program, arena) ||
	        edited_on(f->base_text, f, false, at, program, arena));
}

/* ---- what is expected -------------------------------------------------------------------------- */

static bool is_literal(struct tora_token t)
{
	return t.kind == TORA_TOKEN_STRING || t.kind == TORA_TOKEN_NUMBER ||
	       tora_words_match(t.text, "True|False|None|true|false|null|undefined");
}

static bool is_assertion(struct tora_sv trimmed)
{
	static const char *const starts[] = {
		"assert",  "self.assert",  "expect(",        "strictEqual(",
		"equal(",  "deepEqual(",   "t.equal(",       "t.is(",
		"t.same(", "t.deepEqual(", "t.strictEqual(", "t.deepStrictEqual("
	};

	if (tora_words_match(trimmed, "raises*|assertRaises*|throws|rejects") ||
	    tora_text_find(trimmed, tora_sv("version"), 0, true) != SIZE_MAX)
		return false;
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (tora_sv_starts(trimmed, starts[i]))
			return true;
	return false;
}

/* How deep in calls and indexes, not in lists that are written out; and at which argument of the call that asserts. */
struct place {
	unsigned depth, argument, open; /* open: of brackets */
	uint64_t asks;                  /* which of those are of a call or an index, a bit each */
};

static void move(struct place *p, struct tora_token t, struct tora_token last, unsigned own)
{
	bool behind = last.kind == TORA_TOKEN_WORD || tora_sv_is(last.text, ")") ||
	              tora_sv_is(last.text, "]");

	if (t.text.len != 1)
		return;
	if (tora_one_of(*t.text.at, "([{")) {
		bool asks = *t.text.at == '(' || (*t.text.at == '[' && behind);

		p->asks = p->asks << 1 | asks;
		p->depth += asks;
		p->open++;
	} else if (tora_one_of(*t.text.at, ")]}") && p->open) {
		p->depth -= p->asks & 1;
		p->asks >>= 1;
		p->open--;
	} else if (*t.text.at == ',' && p->open == own) {
		p->argument++;
	}
}

/* Two lines that differ in literals only, all of them outside of the call that is asked: beside it in the call that asserts, or
 * behind it; nor is what an assertion says when it fails. */
static bool expects_otherwise(struct tora_sv was, struct tora_sv is)
{
	struct tora_scan old = { .text = was }, new = { .text = is };
	struct tora_token a, b, last = { .text = tora_sv("") };
	struct place at = { .depth = 0 };
	/* a statement asserts without brackets of its own, and what it says is behind the first comma */
	bool is_statement = tora_sv_starts(was, "assert "), differs = false;
	unsigned own = is_statement ? 0 : 1;

	if (!is_assertion(was) || !is_assertion(is))
		return false;
	for (; tora_scan_solid(&old, &a); last = a) {
		if (!tora_scan_solid(&new, &b) || at.open > 60)
			return false;
		move(&at, a, last, own);
		if (a.kind == b.kind && tora_sv_eq(tora_token_content(a), tora_token_content(b)))
			continue;
		if (!is_literal(a) || !is_literal(b) || at.depth > own || at.argument > own)
			return false;
		differs = true;
	}
	return differs && !tora_scan_solid(&new, &b);
}

static bool expects_otherwise_in(const struct tora_file_change *f, struct tora_arena *arena)
{
	struct tora_text_lines was, is;

	tora_text_split(f->base_text, arena, &was);
	tora_text_split(f->head_text, arena, &is);
	for (size_t i = 0; i < f->hunks.n; i++) {
		const struct tora_hunk *h = &f->hunks.at[i];

		for (size_t k = 0; k < h->base_count && k < h->head_count; k++)
			if (h->base_first + k <= was.of.n && h->head_first + k <= is.of.n &&
			    expects_otherwise(tora_sv_trim(was.of.at[h->base_first + k - 1]),
			                      tora_sv_trim(is.of.at[h->head_first + k - 1])))
				return true;
	}
	return false;
}

bool tora_edited_expectation(const struct tora_change *change, struct tora_arena *arena)
{
	size_t sources = 0;

	for (size_t i = 0; i < change->files.n; i++)
		sources += change->files.at[i].role == TORA_FILE_SOURCE;
	if (sources > 1)
		return false;
	for (size_t i = 0; i < change->files.n; i++) {
		const struct tora_file_change *f = &change->files.at[i];

		if (f->role == TORA_FILE_TEST && f->kind == TORA_CHANGE_MODIFIED &&
		    expects_otherwise_in(f, arena))
			return true;
	}
	return false;
}
