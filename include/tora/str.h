/*
 * str.h - bytes somebody else owns (tora_sv) and a bounded builder (tora_str).
 *
 * A builder gets its limit where it is created. An append that would pass it
 * leaves the contents as they were and sets `over`, which sticks: later appends
 * do nothing, so the contents stay a prefix of what was meant. Ask once at the
 * end with tora_str_check(). `buf` is always NUL-terminated and never NULL.
 * Running out of memory aborts: meeting a limit is an ordinary error, that is none anybody could go on from.
 */
#ifndef TORA_STR_H
#define TORA_STR_H

#include "tora/err.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct tora_sv {
	const char *at; /* not NUL-terminated; may be NULL when len is 0 */
	size_t len;
};

#define TORA_SV(literal)                                                                           \
	(struct tora_sv)                                                                           \
	{                                                                                          \
		literal, sizeof(literal) - 1                                                       \
	}

struct tora_str {
	char *buf;
	size_t len, cap, max;
	bool over;
};

extern char tora_str_empty[1];
#define TORA_STR_INIT(limit)                                                                       \
	{                                                                                          \
		.buf = tora_str_empty, .max = (limit)                                              \
	}

struct tora_sv tora_sv(const char *text); /* NULL gives an empty view */
bool tora_sv_eq(struct tora_sv a, struct tora_sv b);
bool tora_sv_is(struct tora_sv a, const char *text);
bool tora_sv_starts(struct tora_sv a, const char *prefix);
bool tora_sv_ends(struct tora_sv a, const char *suffix);
bool tora_sv_has(struct tora_sv haystack, const char *needle);
struct tora_sv tora_sv_trim(struct tora_sv a); /* ASCII white space at both ends */
/* Cut the next line (without its \n or \r\n) off *rest; false when nothing is left. */
bool tora_sv_line(struct tora_sv *rest, struct tora_sv *ret_line);
/* Cut the next run of bytes that are of a word (isalnum, tora_not_space) off *rest, with what stands before it; empty: the
 * end. */
struct tora_sv tora_sv_word(struct tora_sv *rest, int (*is_of_word)(int byte));
int tora_not_space(int byte); /* neither ASCII white space */
int tora_of_name(int byte);   /* a letter, a digit, `_` or part of a UTF-8 character */

/* strchr() finds the NUL behind the set as well, and what programs print may hold one. */
bool tora_one_of(char c, const char *set);

/* Length of the UTF-8 character `bytes` starts with, 0 when it does not start with one. */
size_t tora_sv_rune(struct tora_sv bytes, unsigned *ret_rune);

void tora_str_init(struct tora_str *s, size_t limit);
void tora_str_add(struct tora_str *s, struct tora_sv bytes);
void tora_str_adds(struct tora_str *s, const char *text);
void tora_str_addc(struct tora_str *s, char c);
void tora_str_addf(struct tora_str *s, const char *fmt, ...) TORA_PRINTF(2, 3);
void tora_str_addv(struct tora_str *s, const char *fmt, va_list ap) TORA_PRINTF(2, 0);
/* As much as fits; sets `over` when something was left out. For output of programs. */
void tora_str_add_clip(struct tora_str *s, struct tora_sv bytes);
/*
 * Append hostile bytes so that a terminal or log line cannot be driven by them:
 * control characters, invalid UTF-8 and bidi controls become \xNN or \u{NNNN};
 * \n and \t are kept when `multiline`, and written as \n and \t otherwise.
 */
void tora_str_add_escaped(struct tora_str *s, struct tora_sv bytes, bool multiline);
void tora_str_drop(struct tora_str *s, size_t n); /* the first n bytes */
struct tora_sv tora_str_view(const struct tora_str *s);
int tora_str_check(const struct tora_str *s, struct tora_err *err); /* TORA_E_LIMIT if over */
char *tora_str_take(
	struct tora_str *s); /* heap, NUL-terminated; the caller frees; s is empty again */
void tora_str_reset(struct tora_str *s);
void tora_str_free(struct tora_str *s);

/* malloc, realloc, strdup that abort instead of failing. */
void *tora_xmalloc(size_t n);
void *tora_xcalloc(size_t n, size_t size);
void *tora_xrealloc(void *p, size_t n);
char *tora_xstrdup(const char *s);

#endif
