#include "judge/mangled.h"

#include "judge/text.h"

#include <string.h>

#define WORD_MIN  4   /* bytes of a word of the test */
#define SAME_MIN  3   /* that both begin with, and at least half of either */
#define NAMES_MAX 8   /* of a message, that are looked for in the source */
#define PIECE     256 /* a differing piece has no more (model/difference.h) */

/* ---- a name ----------------------------------------------------------------------------------------- */

/* Does the test have a word that begins like the name, and is it not in it? */
static bool is_made_of_one(struct tora_sv test, struct tora_sv name)
{
	struct tora_sv word;

	if (tora_text_find(test, name, 0, true) < test.len)
		return false;
	while ((word = tora_sv_word(&test, tora_of_name)).len) {
		size_t n = 0;

		while (n < word.len && n < name.len &&
		       tora_text_same((struct tora_sv){ word.at + n, 1 },
		                      (struct tora_sv){ name.at + n, 1 }))
			n++;
		if (word.len >= WORD_MIN && n >= SAME_MIN && 2 * n >= name.len && 2 * n >= word.len)
			return true;
	}
	return false;
}

static bool is_in_source(const struct tora_case *c, struct tora_sv name)
{
	const struct tora_file_change *file =
		c->change && c->function ? tora_change_file(c->change, c->function->file) : NULL;

	return file && tora_text_find(file->head_text, name, 0, true) < file->head_text.len;
}

/* "expected string, got 'NoneType'": the language speaks of types and of names in programs. */
static bool is_of_language(const struct tora_exception *x)
{
	static const char *const types[] = {
		"TypeError",   "AttributeError",      "NameError",
		"ImportError", "ModuleNotFoundError", "ReferenceError"
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (tora_sv_is(tora_text_last(x->type), types[i]))
			return true;
	return false;
}

static bool is_name(struct tora_sv text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!tora_of_name((unsigned char)text.at[i]))
			return false;
	return true;
}

bool tora_mangled_name(const struct tora_case *c)
{
	struct tora_scan scan = { 0 };
	struct tora_token t;
	unsigned asked = 0;

	if (c->difference->kind != TORA_DIFF_EXCEPTION_APPEARED || !c->after->exception ||
	    is_of_language(c->after->exception))
		return false;
	scan.text = tora_sv(c->after->exception->message);
	while (asked < NAMES_MAX && tora_scan_solid(&scan, &t)) {
		struct tora_sv name = tora_token_content(t);

		if (t.kind == TORA_TOKEN_STRING && is_name(name) && ++asked &&
		    is_made_of_one(tora_sv(c->test), name) && !is_in_source(c, name))
			return true;
	}
	return false;
}

/* ---- a line's end ------------------------------------------------------------------------------------- */

/* The bytes of a carriage return that a text begins with, as itself or as it is written; 0: with none. */
static size_t carriage_return(struct tora_sv text)
{
	static const char *const written[] = { "\r", "\\r", "\\x0d" };

	for (size_t i = 0; i < sizeof written / sizeof *written; i++)
		if (tora_sv_starts(text, written[i]))
			return strlen(written[i]);
	return 0;
}

static bool begins_with_line_end(struct tora_sv text)
{
	return !text.len || tora_sv_starts(text, "\n") || tora_sv_starts(text, "\\n") ||
	       tora_sv_starts(text, "\\x0a");
}

/* "no such height: 'half\r'": it is part of what the error is about, and no line's end follows. */
static bool complains_of_return(const char *message)
{
	struct tora_scan scan = { .text = tora_sv(message) };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t)) {
		struct tora_sv text = tora_token_content(t);

		if (t.kind == TORA_TOKEN_STRING &&
		    (tora_sv_ends(text, "\r") || tora_sv_ends(text, "\\r") ||
		     tora_sv_ends(text, "\\x0d")))
			return true;
	}
	return false;
}

/* The lines of the test end so, and there was no error. */
static bool fails_of_return(const struct tora_case *c)
{
	return c->difference->kind == TORA_DIFF_EXCEPTION_APPEARED && c->after->exception &&
	       tora_sv_has(tora_sv(c->test), "\\r\\n") &&
	       complains_of_return(c->after->exception->message);
}

bool tora_mangled_line_end(const struct tora_case *c)
{
	static const char spoken[] = "carriage return*|bare cr|crlf|cr lf";
	char without[PIECE];
	size_t n = 0, gone = 0;
	struct tora_sv rest = tora_sv(c->difference->after);

	if (fails_of_return(c))
		return !tora_said_speaks(c->said, c->intent, spoken);
	while (rest.len && n < sizeof without) {
		size_t len = carriage_return(rest);
		struct tora_sv behind = { rest.at + len, rest.len - len };

		if (len && !begins_with_line_end(behind)) {
			rest = behind;
			gone++;
			continue;
		}
		without[n++] = *rest.at++;
		rest.len--;
	}
	return gone && !rest.len &&
	       tora_sv_eq((struct tora_sv){ without, n }, tora_sv(c->difference->before)) &&
	       !tora_said_speaks(c->said, c->intent, spoken);
}
