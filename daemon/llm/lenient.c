#include "llm/lenient.h"

#include <ctype.h>
#include <string.h>

#define KEY_MAX 60 /* bytes; longer is no key of anything we ask for */

/*
 * A recursive descent that writes while it reads. `bad` and `cut` stick: when one
 * is set, every function returns at once; lists and objects take back what is torn
 * and close what they opened.
 */
struct reader {
	struct tora_sv text;
	size_t at;
	struct tora_str *out;
	bool bad, cut;
	bool torn; /* cut, and what was written last is not whole */
	int depth;
};

static void read_value(struct reader *r);

static int peek(const struct reader *r, size_t ahead)
{
	return r->at + ahead < r->text.len ? (unsigned char)r->text.at[r->at + ahead] : -1;
}

static struct tora_sv rest(const struct reader *r)
{
	return (struct tora_sv){ r->text.at + r->at, r->text.len - r->at };
}

static void tear(struct reader *r)
{
	r->cut = r->torn = true;
}

static void skip_line(struct reader *r)
{
	while (peek(r, 0) >= 0 && peek(r, 0) != '\n')
		r->at++;
}

/* White space and comments: // # and slash-star. */
static void skip_blank(struct reader *r)
{
	for (;;) {
		int c = peek(r, 0);

		if (c >= 0 && isspace(c)) {
			r->at++;
		} else if (c == '/' && peek(r, 1) < 0) {
			r->at++; /* half a comment sign */
		} else if (c == '#' || (c == '/' && peek(r, 1) == '/')) {
			skip_line(r);
		} else if (c == '/' && peek(r, 1) == '*') {
			const char *end = memmem(rest(r).at, rest(r).len, "*/", 2);

			r->at = end ? (size_t)(end - r->text.at) + 2 : r->text.len;
		} else {
			break;
		}
	}
	if (r->at >= r->text.len)
		tear(r);
}

/* ---- strings ---------------------------------------------------------------------- */

static const struct quote {
	const char *open, *close;
} quotes[] = {
	{ "\"", "\"" },
	{ "'", "'" },
	{ "`", "`" },
	{ "\xe2\x80\x9c", "\xe2\x80\x9d" }, /* typographic, double */
	{ "\xe2\x80\x98", "\xe2\x80\x99" }, /* and single */
};

static const struct quote *quote_here(const struct reader *r)
{
	for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
		if (tora_sv_starts(rest(r), quotes[i].open))
			return &quotes[i];
	return NULL;
}

/* A quote closes only where a member can end: "it prints "a" twice" has one that does not. */
static bool closes(const struct reader *r, size_t quote_len)
{
	size_t ahead = quote_len;
	int c;

	while ((c = peek(r, ahead)) == ' ' || c == '\t')
		ahead++;
	return c < 0 || strchr(",:}]\r\n#", c) || (c == '/' && strchr("/*", peek(r, ahead + 1)));
}

static void put_byte(struct reader *r, int c)
{
	if (c == '\n')
		tora_str_adds(r->out, "\\n");
	else if (c == '\t')
		tora_str_adds(r->out, "\\t");
	else if (c == '"')
		tora_str_adds(r->out, "\\\"");
	else if (c < 0x20)
		tora_str_addf(r->out, "\\u%04x", (unsigned)c);
	else
		tora_str_addc(r->out, (char)c);
}

static bool is_u_escape(const struct reader *r)
{
	for (size_t i = 2; i < 6; i++)
		if (peek(r, i) < 0 || !isxdigit(peek(r, i)))
			return false;
	return peek(r, 1) == 'u';
}

/* An escape JSON knows stays; of any other, \' or \_ or \d, the backslash is what it is elsewhere. */
static void put_escape(struct reader *r)
{
	int c = peek(r, 1);

	if (c < 0) {
		r->at++; /* the text ends behind the backslash; the string is cut anyway */
		return;
	}
	if (strchr("\"\\/bfnrt", c) || is_u_escape(r)) {
		tora_str_addc(r->out, '\\');
		tora_str_addc(r->out, (char)c);
	} else if (c == '\'' || c == '`' || c == '\n') {
		put_byte(r, c);
	} else {
		tora_str_adds(r->out, "\\\\");
		put_byte(r, c);
	}
	r->at += 2;
}

/* A key ends at its first quote, and is short: else a stray quote in prose would eat the rest. */
static void read_string(struct reader *r, const struct quote *q, bool is_key)
{
	size_t from = r->at;
	size_t close = strlen(q->close);

	tora_str_addc(r->out, '"');
	r->at += strlen(q->open);
	while (r->at < r->text.len) {
		if (tora_sv_starts(rest(r), q->close) && (is_key || closes(r, close))) {
			r->at += close;
			tora_str_addc(r->out, '"');
			return;
		}
		if (is_key && (peek(r, 0) == '\n' || r->at - from > KEY_MAX)) {
			r->bad = true;
			return;
		}
		if (peek(r, 0) == '\\')
			put_escape(r);
		else
			put_byte(r, (unsigned char)r->text.at[r->at++]);
	}
	tear(r);
}

/* ---- words and numbers ------------------------------------------------------------- */

static bool is_number(struct tora_sv w)
{
	size_t i = w.len && w.at[0] == '-' ? 1 : 0, digits = i, dots = 0;

	for (; i < w.len; i++) {
		if (w.at[i] == '.' && i > digits)
			dots++;
		else if (!isdigit((unsigned char)w.at[i]))
			return false;
	}
	return w.len > digits && w.len < 20 && dots <= 1 && w.at[w.len - 1] != '.' &&
	       (w.at[digits] != '0' || w.len == digits + 1 || w.at[digits + 1] == '.');
}

static struct tora_sv read_word(struct reader *r, const char *stops)
{
	struct tora_sv word = rest(r);
	size_t n = 0;

	while (n < word.len && n < 400 && !strchr(stops, word.at[n]))
		n++;
	if (n == word.len)
		tear(r);
	word.len = n;
	r->at += n;
	return tora_sv_trim(word);
}

static void put_text(struct reader *r, struct tora_sv text)
{
	tora_str_addc(r->out, '"');
	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] == '\\')
			tora_str_addc(r->out, '\\');
		put_byte(r, (unsigned char)text.at[i]);
	}
	tora_str_addc(r->out, '"');
}

static void read_bare_value(struct reader *r)
{
	static const struct {
		const char *word, *json;
	} words[] = { { "true", "true" },   { "True", "true" }, { "false", "false" },
		      { "False", "false" }, { "null", "null" }, { "None", "null" } };
	struct tora_sv word = read_word(r, ",}]\n\r#");
	size_t i;

	if (r->cut)
		return;
	for (i = 0; i < word.len; i++) /* a comment behind a bare word is none of it */
		if (word.at[i] == '/' && i + 1 < word.len && word.at[i + 1] == '/')
			word = tora_sv_trim((struct tora_sv){ word.at, i });
	if (!word.len || strchr("{}[]:", word.at[0])) {
		r->bad = true;
		return;
	}
	for (i = 0; i < sizeof words / sizeof *words; i++) {
		if (tora_sv_is(word, words[i].word)) {
			tora_str_adds(r->out, words[i].json);
			return;
		}
	}
	if (is_number(word))
		tora_str_add(r->out, word);
	else
		put_text(r, word);
}

/* ---- objects and lists --------------------------------------------------------------- */

static void read_key(struct reader *r)
{
	const struct quote *q = quote_here(r);
	size_t n = 0;

	if (q) {
		read_string(r, q, true);
		return;
	}
	while (peek(r, n) >= 0 && (isalnum(peek(r, n)) || peek(r, n) == '_' || peek(r, n) == '-'))
		n++;
	if (n == 0 || n > KEY_MAX) {
		r->bad = true;
		return;
	}
	if (peek(r, n) < 0)
		tear(r);
	put_text(r, (struct tora_sv){ rest(r).at, n });
	r->at += n;
}

static void read_member(struct reader *r)
{
	read_key(r);
	if (r->bad || r->cut)
		return;
	skip_blank(r);
	if (r->cut)
		return;
	if (peek(r, 0) != ':') {
		r->bad = true;
		return;
	}
	r->at++;
	tora_str_addc(r->out, ':');
	skip_blank(r);
	if (!r->cut)
		read_value(r);
}

static void cut_back(struct reader *r, size_t mark)
{
	if (mark < r->out->len && !r->out->over) {
		r->out->len = mark;
		r->out->buf[mark] = '\0';
	}
}

/* Members or elements up to `close`. What the end of the text cut off is taken back. */
static void read_items(struct reader *r, char close)
{
	bool first = true;

	r->at++;
	tora_str_addc(r->out, close == '}' ? '{' : '[');
	while (!r->bad) {
		size_t mark = r->out->len;

		skip_blank(r);
		if (r->cut)
			break;
		if (peek(r, 0) == close) {
			r->at++;
			break;
		}
		if (peek(r, 0) == ',') {
			r->at++;
			continue;
		}
		if (!first)
			tora_str_addc(r->out, ',');
		if (close == '}')
			read_member(r);
		else
			read_value(r);
		first = false;
		if (r->torn)
			cut_back(r, mark);
		if (r->cut)
			break;
	}
	r->torn = false;
	tora_str_addc(r->out, close);
}

static void read_value(struct reader *r)
{
	const struct quote *q = quote_here(r);

	if (++r->depth > TORA_LENIENT_DEPTH) {
		r->bad = true;
	} else if (peek(r, 0) == '{' || peek(r, 0) == '[') {
		read_items(r, peek(r, 0) == '{' ? '}' : ']');
	} else if (q) {
		read_string(r, q, false);
	} else {
		read_bare_value(r);
	}
	r->depth--;
}

enum tora_lenient_end tora_lenient_object(struct tora_sv text, struct tora_str *out,
                                          size_t *ret_used)
{
	struct reader r = { .text = text, .out = out };
	size_t mark = out->len;

	read_items(&r, '}');
	*ret_used = r.at;
	if (r.bad || out->over) {
		r.bad = true;
		cut_back(&r, mark);
		return TORA_LENIENT_BAD;
	}
	return r.cut ? TORA_LENIENT_CUT : TORA_LENIENT_WHOLE;
}
