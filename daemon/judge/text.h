/*
 * text.h - printed text as tokens: what every other module here compares and quotes.
 *
 * A scan borrows its text and never allocates. Tokens follow the shape that most
 * languages print values in: quoted strings with backslash escapes, numbers with
 * sign and exponent, identifiers, single punctuation bytes, runs of white space.
 * Any bytes are legal input; a quote without its end is punctuation.
 */
#ifndef TORA_JUDGE_TEXT_H
#define TORA_JUDGE_TEXT_H

#include "tora/arena.h"

enum tora_token_kind {
	TORA_TOKEN_WORD,   /* identifiers, and what sticks to digits: "3rd" */
	TORA_TOKEN_NUMBER, /* "-2.8e-11", "0x1f", "3j" */
	TORA_TOKEN_STRING, /* with its quotes */
	TORA_TOKEN_PUNCT,
	TORA_TOKEN_SPACE,
};

struct tora_token {
	enum tora_token_kind kind;
	struct tora_sv text;
};

struct tora_scan {
	struct tora_sv text;
	size_t at;
};

bool tora_scan_next(struct tora_scan *scan, struct tora_token *ret); /* false: the end */
/* The same without white space. */
bool tora_scan_solid(struct tora_scan *scan, struct tora_token *ret);

/* Of a text what stands between its quotes, of others all. */
struct tora_sv tora_token_content(struct tora_token token);

/* All tokens but white space, at most `max`; the rest is left out. */
struct tora_tokens {
	TORA_VEC(struct tora_token) of;
};
void tora_text_tokens(struct tora_sv text, size_t max, struct tora_arena *arena,
                      struct tora_tokens *ret);

bool tora_text_same(struct tora_sv a, struct tora_sv b); /* ASCII case ignored */
/* By bytes, shorter first of those that begin alike: for qsort() of struct tora_sv. */
int tora_text_order(const void *a, const void *b);
/* `word` in `text` with no letter, digit or _ at either side of it. Empty words are nowhere. */
bool tora_text_has_word(struct tora_sv text, struct tora_sv word, bool fold_case);
/* `name(` stands in a program: a module is only named, a function is called. */
bool tora_text_calls(struct tora_sv program, struct tora_sv name);
/* `name()` does, without an argument. */
bool tora_text_calls_bare(struct tora_sv program, struct tora_sv name);
/* An object or a mapping with keys is written out in it: `{ name: 'a' }`. */
bool tora_text_has_object(struct tora_sv program);
/* Offset of `needle` at or after `from`, ASCII case folded on request; SIZE_MAX when absent. */
size_t tora_text_find(struct tora_sv text, struct tora_sv needle, size_t from, bool fold_case);

/* More than a heading, links and names of what is new: words of letters, between blanks. */
bool tora_text_is_sentence(struct tora_sv line);

/* One line of at most `max` bytes: newlines become "\n", what does not fit becomes "...". */
const char *tora_text_line(struct tora_arena *arena, struct tora_sv text, size_t max);
/* The same for one side of a difference: the window moves so that the first byte that
 * differs from `other` is inside it. */
const char *tora_text_window(struct tora_arena *arena, struct tora_sv text, struct tora_sv other,
                             size_t max);

/* Lines of a text, without their ends. Views into it. */
struct tora_text_lines {
	TORA_VEC(struct tora_sv) of;
};
void tora_text_split(struct tora_sv text, struct tora_arena *arena, struct tora_text_lines *ret);

/* Line `n` of a text, from 1 on, without its end; empty where there is none. */
struct tora_sv tora_text_nth(struct tora_sv text, unsigned n);
/* Length of "print(" or "console.log(" where a line of code begins so; 0. */
size_t tora_text_print_head(struct tora_sv line);
/* Brackets that a line of code opens, less those that it closes; what is in string literals is none. */
int tora_text_opened(struct tora_sv line);
/* "0o7777", "1_000", "-2.5"; false: it is no number, or one that cannot be read: with more than 40 digits, or with letters behind them. */
bool tora_text_number(struct tora_sv text, double *ret);

/* Last component of a dotted name: "make" of "p.u.Slug.make". */
struct tora_sv tora_text_last(const char *dotted);
/* The one before it: "Slug"; empty where there is none. */
struct tora_sv tora_text_owner(const char *dotted);
/* How many bytes two texts have in common at their beginning. */
size_t tora_text_common(struct tora_sv a, struct tora_sv b);
size_t tora_text_common_end(struct tora_sv a, struct tora_sv b); /* at their end */

#endif
