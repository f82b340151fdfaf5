#include "judge/shown.h"

#include <stdint.h>
#include <string.h>

#define TEST_TOKENS 1500
#define TEXT_TOKENS 20000
#define CALLS_MAX   12
#define CALL_TOKENS 200
#define NAMES_MAX   24
#define INLINE_MAX  3 /* names inside names */
#define NEAR        8 /* tokens between a call and its result: "was 1; it is 2 now" */
#define ROW_MIN     4 /* bytes of arguments that tell by themselves */

struct assigned {
	struct tora_sv name;
	struct tora_tokens value;
};

struct names {
	TORA_VEC(struct assigned) of;
};

static bool is_punct(const struct tora_token *t, char c)
{
	return t->kind == TORA_TOKEN_PUNCT && t->text.at[0] == c;
}

static int depth_of(const struct tora_token *t)
{
	char c = t->kind == TORA_TOKEN_PUNCT ? t->text.at[0] : '\0';

	return tora_one_of(c, "([{") - tora_one_of(c, ")]}");
}

/* Index of the bracket that closes the one at `open`; n when there is none. */
static size_t closing(const struct tora_tokens *t, size_t open)
{
	size_t i;
	int depth = 0;

	for (i = open; i < t->of.n; i++) {
		depth += depth_of(&t->of.at[i]);
		if (!depth)
			return i;
	}
	return t->of.n;
}

static void slice(const struct tora_tokens *t, size_t from, size_t to, struct tora_arena *arena,
                  struct tora_tokens *ret)
{
	memset(ret, 0, sizeof *ret);
	for (; from < to && ret->of.n < CALL_TOKENS; from++)
		*tora_vec_push(arena, &ret->of) = t->of.at[from];
}

static bool starts_line(struct tora_sv source, const struct tora_token *t)
{
	return t->text.at == source.at || t->text.at[-1] == '\n';
}

/* First token after the statement that token `i` is in: a line break outside brackets. */
static size_t statement_end(const struct tora_tokens *t, size_t i)
{
	int depth = 0;

	for (; i + 1 < t->of.n; i++) {
		const char *end = t->of.at[i].text.at + t->of.at[i].text.len;

		depth += depth_of(&t->of.at[i]);
		if (depth <= 0 && memchr(end, '\n', (size_t)(t->of.at[i + 1].text.at - end)))
			return i + 1;
	}
	return t->of.n;
}

static bool is_declarator(const struct tora_token *t)
{
	return tora_sv_is(t->text, "const") || tora_sv_is(t->text, "let") ||
	       tora_sv_is(t->text, "var");
}

/* A name that is assigned twice stands for nothing. */
static void add_name(struct names *names, struct tora_sv name, const struct tora_tokens *value,
                     struct tora_arena *arena)
{
	size_t i;

	for (i = 0; i < names->of.n; i++)
		if (tora_sv_eq(names->of.at[i].name, name)) {
			names->of.at[i].value.of.n = 0;
			return;
		}
	if (names->of.n < NAMES_MAX)
		*tora_vec_push(arena, &names->of) = (struct assigned){ name, *value };
}

static void find_names(struct tora_sv source, const struct tora_tokens *t, struct tora_arena *arena,
                       struct names *ret)
{
	size_t i, end;

	for (i = 0; i + 2 < t->of.n; i++) {
		const struct tora_token *name = &t->of.at[i];
		struct tora_tokens value;
		bool first = starts_line(source, name) ||
		             (i && is_declarator(name - 1) && starts_line(source, name - 1));

		if (!first || name->kind != TORA_TOKEN_WORD || !is_punct(name + 1, '=') ||
		    is_punct(name + 2, '='))
			continue;
		end = statement_end(t, i + 2);
		slice(t, i + 2, end, arena, &value);
		while (value.of.n && is_punct(&value.of.at[value.of.n - 1], ';'))
			value.of.n--;
		add_name(ret, name->text, &value, arena);
	}
}

static const struct assigned *called(const struct names *names, const struct tora_tokens *t,
                                     size_t i)
{
	size_t k;

	if (t->of.at[i].kind != TORA_TOKEN_WORD || (i && is_punct(&t->of.at[i - 1], '.')) ||
	    (i + 1 < t->of.n && is_punct(&t->of.at[i + 1], '=')))
		return NULL;
	for (k = 0; k < names->of.n; k++)
		if (names->of.at[k].value.of.n &&
		    tora_sv_eq(names->of.at[k].name, t->of.at[i].text))
			return &names->of.at[k];
	return NULL;
}

static void put_in(const struct names *names, const struct tora_tokens *t, unsigned deep,
                   struct tora_arena *arena, struct tora_tokens *ret)
{
	size_t i;

	for (i = 0; i < t->of.n && ret->of.n < CALL_TOKENS; i++) {
		const struct assigned *a = deep < INLINE_MAX ? called(names, t, i) : NULL;

		if (a)
			put_in(names, &a->value, deep + 1, arena, ret);
		else
			*tora_vec_push(arena, &ret->of) = t->of.at[i];
	}
}

static bool is_wrapper(struct tora_sv w)
{
	static const char *const of[] = { "list", "repr", "str", "tuple", "dict", "sorted", NULL };
	size_t i;

	for (i = 0; of[i]; i++)
		if (tora_sv_is(w, of[i]))
			return true;
	return false;
}

static bool starts_call(const struct tora_tokens *t)
{
	return t->of.n > 3 && t->of.at[0].kind == TORA_TOKEN_WORD && is_punct(&t->of.at[1], '(') &&
	       closing(t, 1) == t->of.n - 1;
}

/* What each call in it is given: `[str(x) for x in f(a, b)]` is about a and b. */
static void add_rows(const struct tora_tokens *t, struct tora_arena *arena, struct tora_shown *ret)
{
	struct tora_tokens inner;
	size_t i, end;

	for (i = 1; i < t->of.n && ret->rows.n < CALLS_MAX; i++) {
		if (!is_punct(&t->of.at[i], '(') || t->of.at[i - 1].kind != TORA_TOKEN_WORD)
			continue;
		end = closing(t, i);
		if (end <= i + 1 || end == t->of.n)
			continue;
		slice(t, i + 1, end, arena, &inner);
		*tora_vec_push(arena, &ret->rows) = inner;
	}
}

/* The printed expression, without what the test wraps around it to see it. */
static void add_call(struct tora_tokens t, struct tora_arena *arena, struct tora_shown *ret)
{
	struct tora_tokens inner;

	if (t.of.n < 3 || ret->calls.n >= CALLS_MAX)
		return;
	*tora_vec_push(arena, &ret->calls) = t;
	if (starts_call(&t) && is_wrapper(t.of.at[0].text)) {
		slice(&t, 2, t.of.n - 1, arena, &inner);
		add_call(inner, arena, ret);
		return;
	}
	add_rows(&t, arena, ret);
}

void tora_shown(struct tora_sv test, struct tora_arena *arena, struct tora_shown *ret)
{
	struct names names = { 0 };
	struct tora_tokens t, args, call;
	size_t i;

	memset(ret, 0, sizeof *ret);
	tora_text_tokens(test, TEST_TOKENS, arena, &t);
	find_names(test, &t, arena, &names);
	for (i = 0; i + 1 < t.of.n; i++) {
		bool prints =
			tora_sv_is(t.of.at[i].text, "print") ||
			(tora_sv_is(t.of.at[i].text, "log") && i && is_punct(&t.of.at[i - 1], '.'));

		if (!prints || !is_punct(&t.of.at[i + 1], '('))
			continue;
		slice(&t, i + 2, closing(&t, i + 1), arena, &args);
		memset(&call, 0, sizeof call);
		put_in(&names, &args, 0, arena, &call);
		add_call(call, arena, ret);
	}
}

/* ---- looking for it ---------------------------------------------------------------------- */

static bool same_token(const struct tora_token *a, const struct tora_token *b)
{
	if (a->kind == TORA_TOKEN_STRING && b->kind == TORA_TOKEN_STRING)
		return tora_sv_eq((struct tora_sv){ a->text.at + 1, a->text.len - 2 },
		                  (struct tora_sv){ b->text.at + 1, b->text.len - 2 });
	return tora_sv_eq(a->text, b->text);
}

static bool at(const struct tora_tokens *text, size_t i, const struct tora_tokens *what)
{
	size_t k;

	if (!what->of.n || what->of.n > text->of.n - i)
		return false;
	for (k = 0; k < what->of.n; k++)
		if (!same_token(&text->of.at[i + k], &what->of.at[k]))
			return false;
	return true;
}

struct wanted { /* a printed value: as tokens, or as the content of a string */
	struct tora_tokens tokens;
	struct tora_sv raw;
};

static size_t value_at(const struct tora_tokens *text, size_t i, const struct wanted *w)
{
	const struct tora_token *t = &text->of.at[i];

	if (t->kind == TORA_TOKEN_STRING &&
	    tora_sv_eq((struct tora_sv){ t->text.at + 1, t->text.len - 2 }, w->raw))
		return 1;
	return at(text, i, &w->tokens) ? w->tokens.of.n : 0;
}

/* `from`..`to` is the call. */
static bool value_near(const struct tora_tokens *text, size_t from, size_t to,
                       const struct wanted *w, size_t near)
{
	size_t i, back = near + w->tokens.of.n, n;

	for (i = from > back ? from - back : 0; i < from; i++) {
		n = value_at(text, i, w);
		if (n && i + n <= from && from - (i + n) < 3)
			return true;
	}
	for (i = to; i < text->of.n && i < to + near; i++)
		if (value_at(text, i, w))
			return true;
	return false;
}

static size_t bytes_of(const struct tora_tokens *t)
{
	size_t i, n = 0;

	for (i = 0; i < t->of.n; i++)
		n += t->of.at[i].text.len;
	return n;
}

static bool shown_at(const struct tora_shown *s, const struct tora_tokens *text, size_t i,
                     const struct wanted *w)
{
	size_t k;

	for (k = 0; k < s->calls.n; k++)
		if (at(text, i, &s->calls.at[k]) &&
		    (!w || value_near(text, i, i + s->calls.at[k].of.n, w, NEAR)))
			return true;
	/* (arguments, result) of a parametrised test: next to each other, behind a bracket. */
	for (k = 0; w && k < s->rows.n; k++)
		if (i && depth_of(&text->of.at[i - 1]) > 0 && bytes_of(&s->rows.at[k]) >= ROW_MIN &&
		    at(text, i, &s->rows.at[k]) &&
		    value_near(text, i, i + s->rows.at[k].of.n, w, 3))
			return true;
	return false;
}

static bool has_all(struct tora_sv text, const struct tora_tokens *what)
{
	size_t i;

	for (i = 0; i < what->of.n; i++) {
		struct tora_sv piece = what->of.at[i].text;

		if (what->of.at[i].kind == TORA_TOKEN_STRING)
			piece = (struct tora_sv){ piece.at + 1, piece.len - 2 };
		if (piece.len && tora_text_find(text, piece, 0, false) == SIZE_MAX)
			return false;
	}
	return true;
}

/* Texts are large and asked about for every test: tokens are made of one only where all pieces
 * of a call are in it. */
static bool may_show(const struct tora_shown *s, struct tora_sv text)
{
	size_t i;

	for (i = 0; i < s->calls.n; i++)
		if (has_all(text, &s->calls.at[i]))
			return true;
	for (i = 0; i < s->rows.n; i++)
		if (has_all(text, &s->rows.at[i]))
			return true;
	return false;
}

static bool look(const struct tora_shown *s, struct tora_sv text, const struct wanted *w,
                 struct tora_arena *arena)
{
	struct tora_tokens t;
	size_t i;

	if (!may_show(s, text))
		return false;
	tora_text_tokens(text, TEXT_TOKENS, arena, &t);
	for (i = 0; i < t.of.n; i++)
		if (shown_at(s, &t, i, w))
			return true;
	return false;
}

bool tora_shown_with(const struct tora_shown *shown, struct tora_sv text, struct tora_sv value,
                     struct tora_arena *arena)
{
	struct wanted w = { .raw = tora_sv_trim(value) };

	tora_text_tokens(w.raw, CALL_TOKENS, arena, &w.tokens);
	return w.tokens.of.n && look(shown, text, &w, arena);
}

bool tora_shown_call(const struct tora_shown *shown, struct tora_sv text, struct tora_arena *arena)
{
	return look(shown, text, NULL, arena);
}
