#include "judge/awaited.h"

#include "judge/edited.h"
#include "judge/shown.h"
#include "judge/text.h"
#include "judge/words.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define INPUT_MIN 4 /* bytes of a text that a line has by no accident */

/* 12 of "tests/test_slug.py:12"; 0: it is no place. */
static unsigned line_of(const char *where)
{
	const char *colon = where ? strrchr(where, ':') : NULL;
	unsigned long at = colon ? strtoul(colon + 1, NULL, 10) : 0;

	return at < INT_MAX ? (unsigned)at : 0;
}

/* The file of a place, where the change has it; NULL: it leaves it alone. */
static const struct tora_file_change *changed_file(const struct tora_change *change,
                                                   const char *where)
{
	size_t n = (size_t)(strrchr(where, ':') - where);

	for (size_t i = 0; i < change->files.n; i++)
		if (strlen(change->files.at[i].path) == n &&
		    memcmp(change->files.at[i].path, where, n) == 0)
			return &change->files.at[i];
	return NULL;
}

static bool expects(struct tora_sv line, struct tora_sv raised)
{
	return tora_text_has_word(line, raised, false) &&
	       tora_words_match(line, "raises*|assertRaises*|throws|rejects");
}

/* A line of a text belongs to a test that expects such an error. */
static bool is_expected_around(struct tora_sv text, unsigned at, struct tora_sv raised)
{
	struct tora_sv line;
	bool is_expected = false;

	for (unsigned n = 1; tora_sv_line(&text, &line); n++) {
		if (tora_edited_opens_test(tora_sv_trim(line))) {
			if (n > at)
				return is_expected;
			is_expected = false;
		}
		is_expected |= expects(line, raised);
	}
	return is_expected;
}

/* Does the line itself speak of what the program has? Which file a text is of is not known. */
static bool is_of_program(struct tora_sv text, unsigned at, struct tora_sv program)
{
	struct tora_scan scan = { .text = tora_text_nth(text, at) };
	struct tora_token t;
	bool is = false;

	while (tora_scan_solid(&scan, &t)) {
		bool is_name = t.kind == TORA_TOKEN_WORD &&
		               !tora_words_match(t.text, "assert*|self|expect*|with|raises|await");

		is |= is_name && tora_text_has_word(program, t.text, false);
	}
	return is;
}

/* A line that the change added has a text of the program. */
static bool adds_input(const struct tora_file_change *f, struct tora_sv program)
{
	struct tora_scan scan = { .text = program };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t)) {
		struct tora_sv text = tora_token_content(t);

		for (size_t i = 0;
		     t.kind == TORA_TOKEN_STRING && text.len >= INPUT_MIN && i < f->hunks.n; i++)
			for (unsigned k = 0; k < f->hunks.at[i].head_count; k++)
				if (tora_text_find(tora_text_nth(f->head_text,
				                                 f->hunks.at[i].head_first + k),
				                   text, 0, false) != SIZE_MAX)
					return true;
	}
	return false;
}

/* In what the test has now: a row for a test that expects errors. */
static bool is_awaited_by_row(const struct tora_case *c, const struct tora_file_change *f,
                              unsigned at, struct tora_sv raised)
{
	struct tora_sv program = tora_sv(c->test);

	return is_of_program(f->head_text, at, program) &&
	       is_expected_around(f->head_text, at, raised) && adds_input(f, program);
}

bool tora_awaited(const struct tora_case *c, const struct tora_telling *t, struct tora_arena *arena)
{
	bool fails = c->difference->kind == TORA_DIFF_EXCEPTION_APPEARED && t->raised.len;
	struct tora_sv after = tora_sv_trim(tora_sv(c->difference->after));
	unsigned at = line_of(c->where);
	const struct tora_file_change *file;
	struct tora_shown shown;

	if (!c->change || c->origin != TORA_ORIGIN_TEST || !at)
		return false;
	file = changed_file(c->change, c->where);
	if (file)
		return fails && is_awaited_by_row(c, file, at, t->raised);
	tora_shown(tora_sv(c->test), arena, &shown);
	for (size_t i = 0; i < c->change->tests.of.n; i++) {
		struct tora_sv text = c->change->tests.of.at[i];

		if (c->difference->kind == TORA_DIFF_VALUE && after.len &&
		    tora_shown_with(&shown, text, after, arena))
			return true;
		if (fails && is_of_program(text, at, tora_sv(c->test)) &&
		    is_expected_around(text, at, t->raised))
			return true;
	}
	return false;
}
