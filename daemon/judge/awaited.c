#include "judge/awaited.h"

#include "judge/edited.h"
#include "judge/text.h"
#include "judge/words.h"

#include <stdint.h>

#define INPUT_MIN 4 /* bytes of a text that a line has by no accident */

static bool expects(struct tora_sv line, struct tora_sv raised)
{
	return tora_text_has_word(line, raised, false) &&
	       tora_words_match(line, "raises*|assertRaises*|throws|rejects");
}

static size_t indent_of(struct tora_sv line)
{
	return line.len ? (size_t)(tora_sv_trim(line).at - line.at) : 0;
}

/* The line itself expects the error, or the one that opens the block which it stands in. */
static bool is_expected_at(struct tora_sv text, unsigned at, struct tora_sv raised)
{
	struct tora_sv here = tora_text_nth(text, at), line;

	if (expects(here, raised))
		return true;
	for (unsigned n = at; n > 1;) {
		line = tora_text_nth(text, --n);
		if (tora_sv_trim(line).len && indent_of(line) < indent_of(here))
			return expects(line, raised);
	}
	return false;
}

/* A line that the change added has a text of the program. */
static bool adds_input(const struct tora_file_change *f, struct tora_sv program)
{
	for (size_t i = 0; i < f->hunks.n; i++) {
		const struct tora_hunk *h = &f->hunks.at[i];
		struct tora_sv first = tora_text_nth(f->head_text, h->head_first);
		struct tora_sv last =
			tora_text_nth(f->head_text, h->head_first + (unsigned)h->head_count - 1);
		struct tora_scan scan = { .text = program };
		struct tora_token t;

		first.len = h->head_count ? (size_t)(last.at + last.len - first.at) : 0;
		while (tora_scan_solid(&scan, &t)) {
			struct tora_sv text = tora_token_content(t);

			if (t.kind == TORA_TOKEN_STRING && text.len >= INPUT_MIN &&
			    tora_text_find(first, text, 0, false) != SIZE_MAX)
				return true;
		}
	}
	return false;
}

static bool is_awaited_in(struct tora_sv text, unsigned at, struct tora_sv program,
                          struct tora_sv raised)
{
	return tora_edited_shares_name(tora_text_nth(text, at), program) &&
	       is_expected_at(text, at, raised);
}

bool tora_awaited(const struct tora_case *c, const struct tora_telling *t)
{
	struct tora_sv program = tora_sv(c->test);
	const struct tora_file_change *file;
	unsigned at;

	if (!c->change || c->origin != TORA_ORIGIN_TEST || !t->raised.len ||
	    c->difference->kind != TORA_DIFF_EXCEPTION_APPEARED)
		return false;
	at = tora_edited_place(c->change, c->where, &file);
	if (at && file) /* a row more for a test that expects errors */
		return is_awaited_in(file->head_text, at, program, t->raised) &&
		       adds_input(file, program);
	for (size_t i = 0; i < c->change->tests.of.n; i++)
		if (is_awaited_in(c->change->tests.of.at[i], at, program, t->raised))
			return true;
	return false;
}
