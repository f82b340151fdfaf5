/*
 * values.c - see values.h.
 */
#include "lang/c/native/values.h"

#include "lang/c/native/plan.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define POOL_MAX      40 /* values for one parameter */
#define CHARACTER_MAX 8  /* a literal of one, up to its second quote */

void values_add(const struct values *v, struct pool *p, const char *text)
{
	for (size_t i = 0; i < p->at.n; i++)
		if (strcmp(p->at.at[i], text) == 0)
			return;
	if (p->at.n < POOL_MAX)
		*tora_vec_push(v->arena, &p->at) = tora_arena_dup(v->arena, text);
}

static bool fits(struct number n, long long value)
{
	if (n.is_unsigned && value < 0)
		return false;
	if (n.bits >= 64)
		return true;
	if (n.is_unsigned)
		return value < 1ll << n.bits;
	return value < 1ll << (n.bits - 1) && value >= -(1ll << (n.bits - 1));
}

static void add_number(const struct values *v, struct pool *p, struct number n, long long value)
{
	if (fits(n, value))
		values_add(v, p, tora_arena_printf(v->arena, "%lld", value));
}

/* Numbers of a text, each with its neighbours. */
static void add_numbers_of(const struct values *v, struct pool *p, struct number n,
                           struct tora_sv text)
{
	for (size_t i = 0; i < text.len; i++) {
		char digits[24], *end;
		size_t len = 0;
		long long value, near;

		if (!isdigit((unsigned char)text.at[i]) ||
		    (i && (isalnum((unsigned char)text.at[i - 1]) || text.at[i - 1] == '_' ||
		           text.at[i - 1] == '.')))
			continue;
		while (i + len < text.len && len < sizeof digits - 1 &&
		       (isalnum((unsigned char)text.at[i + len]) || text.at[i + len] == '.')) {
			digits[len] = text.at[i + len];
			len++;
		}
		digits[len] = '\0';
		if (n.kind == NUMBER_FLOAT && strchr(digits, '.'))
			values_add(v, p, digits);
		errno = 0;
		value = strtoll(digits, &end, 0);
		if (*end && !strchr("uUlL", *end))
			continue;
		if (errno == ERANGE && n.kind == NUMBER_INT && n.is_unsigned && n.bits == 64)
			values_add(v, p, digits); /* as it is, and maybe too large for that too */
		for (int d = 0; errno != ERANGE && d < 3; d++)
			if (!__builtin_add_overflow(value, d == 2 ? -1 : d, &near))
				add_number(v, p, n, near);
		i += len - 1;
	}
}

void values_edges(const struct values *v, struct pool *p, struct number n)
{
	static const long long usual[] = { 0,  1,  -1,  2,   3,    7,  10,  12,
		                           31, 60, 100, 365, 1000, -7, -100 };
	static const char *const floats[] = { "0.0",   "1.0",  "-1.0", "0.5",     "2.5", "-0.5",
		                              "100.0", "1e-9", "1e9",  "3.14159", "0.1" };

	if (n.kind == NUMBER_BOOL) {
		values_add(v, p, "1");
		values_add(v, p, "0");
		return;
	}
	for (size_t i = 0; n.kind == NUMBER_ENUM && i < n.constants->names.n; i++)
		values_add(v, p, n.constants->names.at[i]);
	for (size_t i = 0; n.kind == NUMBER_FLOAT && i < sizeof floats / sizeof floats[0]; i++)
		values_add(v, p, floats[i]);
	for (size_t i = 0; n.kind == NUMBER_CHAR && i < 12; i++) {
		char text[8] = { '\'', "aZ0 9_-.,/z@"[i], '\'', '\0' };
		values_add(v, p, text);
	}
	if (n.kind != NUMBER_INT)
		return;
	for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
		add_number(v, p, n, usual[i]);
	if (n.bits == 32)
		values_add(v, p, n.is_unsigned ? "4294967295u" : "2147483647");
	if (n.bits == 32 && !n.is_unsigned)
		values_add(v, p, "(-2147483647 - 1)");
	if (n.bits < 32)
		add_number(v, p, n, (1ll << (n.is_unsigned ? n.bits : n.bits - 1)) - 1);
}

static size_t end_of_comment(struct tora_sv text, size_t at)
{
	const char *end = text.at[at + 1] == '*'
	                          ? memmem(text.at + at + 2, text.len - at - 2, "*/", 2)
	                          : memchr(text.at + at, '\n', text.len - at);

	return !end ? text.len : (size_t)(end - text.at) + (text.at[at + 1] == '*' ? 2 : 1);
}

/* String and character literals of a text, as they are and inside of others. */
static void add_texts_of(const struct values *v, struct pool *p, struct tora_sv text)
{
	for (size_t i = 0; i < text.len; i++) {
		char quote = text.at[i];
		size_t end = i + 1;
		int len;
		const char *inner;

		if (quote == '/' && i + 1 < text.len && strchr("*/", text.at[i + 1])) {
			i = end_of_comment(text, i) - 1;
			continue;
		}
		if (quote != '"' && quote != '\'')
			continue;
		while (end < text.len && text.at[end] != quote && text.at[end] != '\n')
			end += text.at[end] == '\\' ? 2 : 1;
		if (end >= text.len || text.at[end] != quote ||
		    end - i > (quote == '"' ? 60 : CHARACTER_MAX))
			continue;
		len = (int)(end - i - 1);
		inner = text.at + i + 1;
		if (quote == '"' || (len && strncmp(inner, "\\0", 2) != 0 && *inner != '"'))
			values_add(v, p, tora_arena_printf(v->arena, "\"%.*s\"", len, inner));
		if (quote == '\'' && strncmp(inner, "\\0", 2) != 0 && *inner != '"') {
			values_add(v, p, tora_arena_printf(v->arena, "\"ab%.*scd\"", len, inner));
			values_add(v, p,
			           tora_arena_printf(v->arena, "\"%.*sab%.*s%.*s c\"", len, inner,
			                             len, inner, len, inner));
		}
		i = end;
	}
}

void values_texts(const struct values *v, struct pool *p)
{
	static const char *const all[] = { "\"Hello World\"",
		                           "\"\"",
		                           "\"a\"",
		                           "\" x  y \"",
		                           "\"42\"",
		                           "\"-7.5\"",
		                           "\"a,b;c=d\"",
		                           "\"abcdefghijklmnopqrstuvwxyz0123456789\"",
		                           "\"/usr/lib/../x.c\"",
		                           "\"A_b-C.d\"",
		                           "\"\\xc3\\xa4\\xc3\\xb6\"",
		                           "\"line\\nnext\\t\"",
		                           "\"12:30\"",
		                           "\"true\"",
		                           "\"%d\"",
		                           "\"0x1F\"" };

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		values_add(v, p, all[i]);
}

static void add_mined(const struct values *v, struct pool *p, const struct function *f, size_t i)
{
	for (size_t k = 0; k < v->m->calls.n; k++) {
		const struct call *c = &v->m->calls.at[k];

		if (strcmp(c->name, f->name) == 0 && i < c->args.n && c->args.at[i] &&
		    strcmp(c->args.at[i], "NULL") != 0)
			values_add(v, p, c->args.at[i]);
	}
}

static void add_literals(const struct values *v, struct pool *p, struct number n, bool texts)
{
	for (size_t i = 0; v->literals && i < v->literals->items.n; i++) {
		const char *text = v->literals->items.at[i].text;

		if (text && texts)
			add_texts_of(v, p, tora_sv(text));
		else if (text)
			add_numbers_of(v, p, n, tora_sv(text));
	}
}

struct pool values_of(const struct values *v, const struct function *f, size_t i,
                      const struct function *near)
{
	struct pool p = { { 0 } };
	enum plan_kind kind = plan_param(v->m, f, i, 0);
	struct number n = plan_number(v->m, f->params.at[i].type);
	bool texts = kind == PLAN_TEXT || kind == PLAN_CHANGED || kind == PLAN_BYTES;

	if (kind == PLAN_SIZE || kind == PLAN_BUFFER) /* of a buffer: how much there is of it */
		n = (struct number){ .kind = NUMBER_INT, .is_unsigned = true, .bits = 64 };
	add_mined(v, &p, f, i);
	if (texts) {
		add_texts_of(v, &p, f->body);
		add_texts_of(v, &p, near->body);
		add_literals(v, &p, n, true);
		values_texts(v, &p);
	} else if (n.kind != NUMBER_NONE) {
		if (n.kind != NUMBER_ENUM && n.kind != NUMBER_BOOL) {
			add_numbers_of(v, &p, n, near->body);
			add_literals(v, &p, n, false);
			add_numbers_of(v, &p, n, f->body);
		}
		values_edges(v, &p, n);
	}
	return p;
}
