#include "tora/str.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What every empty builder points at, so that `buf` is never NULL. Never written to. */
char tora_str_empty[1];

struct tora_sv tora_sv(const char *text)
{
	return (struct tora_sv){ text, text ? strlen(text) : 0 };
}

bool tora_sv_eq(struct tora_sv a, struct tora_sv b)
{
	return a.len == b.len && (!a.len || memcmp(a.at, b.at, a.len) == 0);
}

bool tora_sv_is(struct tora_sv a, const char *text)
{
	return tora_sv_eq(a, tora_sv(text));
}

bool tora_sv_starts(struct tora_sv a, const char *prefix)
{
	size_t n = strlen(prefix);

	return a.len >= n && (!n || memcmp(a.at, prefix, n) == 0);
}

bool tora_sv_ends(struct tora_sv a, const char *suffix)
{
	size_t n = strlen(suffix);

	return a.len >= n && (!n || memcmp(a.at + a.len - n, suffix, n) == 0);
}

bool tora_sv_has(struct tora_sv haystack, const char *needle)
{
	size_t n = strlen(needle);

	return !n || (haystack.len >= n && memmem(haystack.at, haystack.len, needle, n));
}

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

struct tora_sv tora_sv_trim(struct tora_sv a)
{
	while (a.len && is_space(a.at[0])) {
		a.at++;
		a.len--;
	}
	while (a.len && is_space(a.at[a.len - 1]))
		a.len--;
	return a;
}

bool tora_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

bool tora_sv_line(struct tora_sv *rest, struct tora_sv *ret_line)
{
	const char *nl;
	struct tora_sv line = *rest;

	if (!rest->len)
		return false;
	nl = memchr(rest->at, '\n', rest->len);
	if (nl) {
		line.len = (size_t)(nl - rest->at);
		rest->at += line.len + 1;
		rest->len -= line.len + 1;
		if (line.len && line.at[line.len - 1] == '\r')
			line.len--;
	} else {
		rest->at += rest->len;
		rest->len = 0;
	}
	*ret_line = line;
	return true;
}

struct tora_sv tora_sv_word(struct tora_sv *rest, int (*is_of_word)(int byte))
{
	const char *end = rest->at + rest->len, *from = rest->at, *to;

	while (from < end && !is_of_word((unsigned char)*from))
		from++;
	for (to = from; to < end && is_of_word((unsigned char)*to);)
		to++;
	*rest = (struct tora_sv){ to, (size_t)(end - to) };
	return (struct tora_sv){ from, (size_t)(to - from) };
}

int tora_not_space(int byte)
{
	return !is_space((char)byte);
}

int tora_of_name(int byte)
{
	return isalnum(byte) || byte == '_' || byte >= 0x80;
}

size_t tora_sv_rune(struct tora_sv bytes, unsigned *ret_rune)
{
	static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char first;
	unsigned rune;
	size_t n, i;

	if (!bytes.len)
		return 0;
	first = (unsigned char)bytes.at[0];
	n = first < 0x80   ? 1
	    : first < 0xc2 ? 0
	    : first < 0xe0 ? 2
	    : first < 0xf0 ? 3
	    : first < 0xf5 ? 4
	                   : 0;
	if (!n || n > bytes.len)
		return 0;
	rune = n == 1 ? first : first & (0xffu >> (n + 1));
	for (i = 1; i < n; i++) {
		unsigned char c = (unsigned char)bytes.at[i];

		if ((c & 0xc0) != 0x80)
			return 0;
		rune = rune << 6 | (c & 0x3f);
	}
	if (rune < least[n] || rune > 0x10ffff || (rune >= 0xd800 && rune < 0xe000))
		return 0;
	*ret_rune = rune;
	return n;
}

void tora_str_init(struct tora_str *s, size_t limit)
{
	*s = (struct tora_str)TORA_STR_INIT(limit);
}

/* Room for n more bytes and the NUL; false, and `over`, when the limit says no. */
static bool room(struct tora_str *s, size_t n)
{
	size_t cap;

	if (s->over || n > s->max - s->len) {
		s->over = true;
		return false;
	}
	if (s->len + n < s->cap)
		return true;
	cap = s->cap < 32 ? 64 : s->cap * 2;
	if (cap < s->len + n + 1)
		cap = s->len + n + 1;
	if (cap > s->max)
		cap = s->max + 1;
	s->buf = tora_xrealloc(s->cap ? s->buf : NULL, cap);
	s->cap = cap;
	return true;
}

void tora_str_add(struct tora_str *s, struct tora_sv bytes)
{
	if (!bytes.len || !room(s, bytes.len))
		return;
	memcpy(s->buf + s->len, bytes.at, bytes.len);
	s->len += bytes.len;
	s->buf[s->len] = '\0';
}

void tora_str_adds(struct tora_str *s, const char *text)
{
	tora_str_add(s, tora_sv(text));
}

void tora_str_addc(struct tora_str *s, char c)
{
	tora_str_add(s, (struct tora_sv){ &c, 1 });
}

void tora_str_addf(struct tora_str *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tora_str_addv(s, fmt, ap);
	va_end(ap);
}

void tora_str_addv(struct tora_str *s, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	assert(n >= 0);
	if (!n || !room(s, (size_t)n))
		return;
	(void)vsnprintf(s->buf + s->len, (size_t)n + 1, fmt, ap);
	s->len += (size_t)n;
}

void tora_str_add_clip(struct tora_str *s, struct tora_sv bytes)
{
	size_t left = s->max - s->len;

	if (bytes.len <= left) {
		tora_str_add(s, bytes);
		return;
	}
	tora_str_add(s, (struct tora_sv){ bytes.at, left });
	s->over = true;
}

/*
 * Characters that change how the text around them is shown without being seen:
 * controls, line separators, bidi controls (CVE-2021-42574), invisible tags.
 */
static bool is_unsafe(unsigned rune)
{
	static const struct {
		unsigned from, to;
	} ranges[] = {
		{ 0x00, 0x1f },     { 0x7f, 0x9f },     { 0x061c, 0x061c },
		{ 0x200e, 0x200f }, { 0x2028, 0x202e }, { 0x2066, 0x2069 },
		{ 0xfff9, 0xfffb }, { 0xfeff, 0xfeff }, { 0xe0000, 0xe007f },
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (rune >= ranges[i].from && rune <= ranges[i].to)
			return true;
	return false;
}

void tora_str_add_escaped(struct tora_str *s, struct tora_sv bytes, bool multiline)
{
	while (bytes.len && !s->over) {
		unsigned rune = 0;
		size_t n = tora_sv_rune(bytes, &rune);

		if (n && (rune == '\n' || rune == '\t')) {
			if (multiline)
				tora_str_addc(s, (char)rune);
			else
				tora_str_adds(s, rune == '\n' ? "\\n" : "\\t");
		} else if (n && !is_unsafe(rune)) {
			tora_str_add(s, (struct tora_sv){ bytes.at, n });
		} else if (n > 1) {
			tora_str_addf(s, "\\u{%04x}", rune);
		} else {
			n = 1;
			tora_str_addf(s, "\\x%02x", (unsigned char)bytes.at[0]);
		}
		bytes.at += n;
		bytes.len -= n;
	}
}

void tora_str_drop(struct tora_str *s, size_t n)
{
	assert(n <= s->len);
	if (!n)
		return;
	s->len -= n;
	memmove(s->buf, s->buf + n, s->len + 1);
}

struct tora_sv tora_str_view(const struct tora_str *s)
{
	return (struct tora_sv){ s->buf, s->len };
}

int tora_str_check(const struct tora_str *s, struct tora_err *err)
{
	if (s->over)
		return tora_fail(err, TORA_E_LIMIT, "longer than %zu bytes", s->max);
	return TORA_OK;
}

char *tora_str_take(struct tora_str *s)
{
	char *text = s->cap ? s->buf : tora_xstrdup("");

	tora_str_init(s, s->max);
	return text;
}

void tora_str_reset(struct tora_str *s)
{
	s->len = 0;
	s->over = false;
	if (s->cap)
		s->buf[0] = '\0';
}

void tora_str_free(struct tora_str *s)
{
	if (s->cap)
		free(s->buf);
	tora_str_init(s, s->max);
}

static void *must(void *p)
{
	if (!p) {
		(void)fputs("tora: out of memory\n", stderr);
		abort();
	}
	return p;
}

void *tora_xmalloc(size_t n)
{
	return must(malloc(n ? n : 1));
}

void *tora_xcalloc(size_t n, size_t size)
{
	return must(calloc(n ? n : 1, size ? size : 1));
}

void *tora_xrealloc(void *p, size_t n)
{
	return must(realloc(p, n ? n : 1));
}

char *tora_xstrdup(const char *s)
{
	return must(strdup(s));
}
