#include "judge/signature.h"

#include "judge/normalise.h"
#include "judge/text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define TEMPLATE_MAX 120
#define TOKENS_MAX   4096
#define WHOLE_MAX    18 /* digits and sign of a whole number */

const char *tora_signature_template(struct tora_sv message, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(TEMPLATE_MAX);
	struct tora_scan scan = { .text = message };
	struct tora_token t;
	const char *ret;

	while (tora_scan_next(&scan, &t) && !out.over) {
		if (t.kind == TORA_TOKEN_NUMBER)
			tora_str_adds(&out, "#");
		else if (t.kind == TORA_TOKEN_STRING)
			tora_str_adds(&out, "$");
		else if (t.kind == TORA_TOKEN_SPACE)
			tora_str_adds(&out, " ");
		else
			tora_str_add(&out, t.text);
	}
	ret = tora_arena_dup(arena, out.buf);
	tora_str_free(&out);
	return ret;
}

struct tora_sv tora_signature_part(const struct tora_difference *d)
{
	const char *from = strchr(d->signature, '|');

	return (struct tora_sv){ from ? from + 1 : "", from ? strcspn(from + 1, "|") : 0 };
}

const char *tora_signature_frame(const struct tora_trial *t, struct tora_arena *arena)
{
	const struct tora_exception *e = t->exception;
	size_t i;

	if (!e)
		return "";
	for (i = e->frames.n; i-- > 0;) {
		const struct tora_frame *f = &e->frames.at[i];
		const char *path = tora_build_path(f->file);

		if (path)
			return tora_arena_printf(arena, "%s:%s", path, f->function);
	}
	return e->frames.n ? TORA_TEST_FILE : "";
}

static const char *token_type(const struct tora_token *t)
{
	struct tora_sv v = t->text;

	switch (t->kind) {
	case TORA_TOKEN_STRING:
		return "str";
	case TORA_TOKEN_NUMBER:
		if (tora_sv_starts(v, "0x") || tora_sv_starts(v, "-0x"))
			return "int";
		if (v.at[v.len - 1] == 'j')
			return "complex";
		return memchr(v.at, '.', v.len) || memchr(v.at, 'e', v.len) ? "float" : "int";
	case TORA_TOKEN_WORD:
		if (tora_sv_is(v, "None") || tora_sv_is(v, "null") || tora_sv_is(v, "undefined"))
			return "None";
		if (tora_sv_is(v, "True") || tora_sv_is(v, "False") || tora_sv_is(v, "true") ||
		    tora_sv_is(v, "false"))
			return "bool";
		if (tora_sv_is(v, "nan") || tora_sv_is(v, "inf"))
			return "float";
		return "text";
	case TORA_TOKEN_PUNCT:
		return v.at[0] == '['   ? "list"
		       : v.at[0] == '(' ? "tuple"
		       : v.at[0] == '{' ? "dict"
		       : v.at[0] == '<' ? "object"
		                        : "text";
	case TORA_TOKEN_SPACE:
		break;
	}
	return "text";
}

const char *tora_signature_type(struct tora_sv value)
{
	struct tora_scan scan = { .text = value }, rest;
	struct tora_token t, next;
	int depth = 0;

	if (!tora_scan_solid(&scan, &t))
		return "nothing";
	rest = scan;
	if (t.kind == TORA_TOKEN_WORD && tora_scan_next(&rest, &next)) {
		if (next.kind == TORA_TOKEN_STRING && t.text.len <= 2)
			return tora_sv_is(t.text, "b") ? "bytes" : "str";
		if (tora_sv_is(next.text, "("))
			return "object";
	}
	if (t.kind != TORA_TOKEN_PUNCT || t.text.at[0] != '{')
		return token_type(&t);
	for (; tora_scan_solid(&scan, &t);) {
		char c = t.kind == TORA_TOKEN_PUNCT ? t.text.at[0] : '\0';

		if (c == ':' && !depth)
			return "dict";
		if (c == ',' && !depth)
			return "set";
		depth += (c == '{' || c == '[' || c == '(') - (c == '}' || c == ']' || c == ')');
		if (depth < 0)
			break;
	}
	return tora_sv_is(tora_sv_trim(value), "{}") ? "dict" : "set";
}

/* The tokens that are left of both sides without their common head and tail. */
struct core {
	const struct tora_tokens *all_before, *all_after;
	const struct tora_token *before, *after;
	size_t n_before, n_after;
};

static struct core cut_core(const struct tora_tokens *b, const struct tora_tokens *a)
{
	size_t head = 0, tail = 0;

	while (head < b->of.n && head < a->of.n &&
	       tora_sv_eq(b->of.at[head].text, a->of.at[head].text))
		head++;
	while (tail < b->of.n - head && tail < a->of.n - head &&
	       tora_sv_eq(b->of.at[b->of.n - 1 - tail].text, a->of.at[a->of.n - 1 - tail].text))
		tail++;
	return (struct core){ .all_before = b,
		              .all_after = a,
		              .before = b->of.at + head,
		              .after = a->of.at + head,
		              .n_before = b->of.n - head - tail,
		              .n_after = a->of.n - head - tail };
}

static double number_of(struct tora_sv t)
{
	char buf[64] = "";
	size_t n = t.len < sizeof buf - 1 ? t.len : sizeof buf - 1;

	memcpy(buf, t.at, n);
	return strtod(buf, NULL);
}

/* -0.0 equals 0.0; who formats temperatures sees the difference all the same. */
static bool sign_appeared(struct tora_sv before, struct tora_sv after)
{
	return tora_sv_starts(before, "-") != tora_sv_starts(after, "-");
}

/* Digits that fit a long long: a double cannot tell 10^17 and 10^17 + 1 apart. */
static bool is_whole(struct tora_sv t)
{
	size_t i;

	for (i = tora_sv_starts(t, "-"); i < t.len; i++)
		if (!isdigit((unsigned char)t.at[i]))
			return false;
	return t.len > 0 && t.len <= WHOLE_MAX && isdigit((unsigned char)t.at[t.len - 1]);
}

static long long whole_of(struct tora_sv t)
{
	char buf[WHOLE_MAX + 1] = "";

	memcpy(buf, t.at, t.len);
	return strtoll(buf, NULL, 10);
}

static const char *whole_pattern(long long b, long long a)
{
	if (b == a)
		return "number-format"; /* 007 */
	if (b == -a)
		return "sign";
	if (a - b == 1)
		return "one-more";
	if (a - b == -1)
		return "one-less";
	return a > b ? "number-up" : "number-down";
}

static const char *number_pattern(struct tora_sv before, struct tora_sv after)
{
	double b = number_of(before), a = number_of(after);

	if (b == a && sign_appeared(before, after))
		return "sign";
	if (is_whole(before) && is_whole(after))
		return whole_pattern(whole_of(before), whole_of(after));
	if (b == a)
		return "number-format";
	if (b == -a)
		return "sign";
	if (a - b == 1)
		return "one-more";
	if (a - b == -1)
		return "one-less";
	return a > b ? "number-up" : "number-down";
}

static void strip_space(struct tora_sv in, struct tora_str *out)
{
	size_t i;

	for (i = 0; i < in.len; i++)
		if (!isspace((unsigned char)in.at[i]))
			tora_str_addc(out, in.at[i]);
}

static bool same_without_space(struct tora_sv a, struct tora_sv b)
{
	struct tora_str x = TORA_STR_INIT(a.len + 1), y = TORA_STR_INIT(b.len + 1);
	bool same;

	strip_space(a, &x);
	strip_space(b, &y);
	same = tora_sv_eq(tora_str_view(&x), tora_str_view(&y));
	tora_str_free(&x);
	tora_str_free(&y);
	return same;
}

static const char *text_pattern(struct tora_sv b, struct tora_sv a)
{
	if (tora_text_same(a, b))
		return "case";
	if (same_without_space(a, b))
		return "space";
	if (b.len > 2 && a.len == 2 && (a.at[0] == '\'' || a.at[0] == '"'))
		return "text-emptied";
	if (a.len > b.len)
		return "text-longer";
	return a.len < b.len ? "text-shorter" : "text";
}

static struct tora_sv span(const struct tora_token *t, size_t n)
{
	return (struct tora_sv){ t->text.at,
		                 (size_t)(t[n - 1].text.at + t[n - 1].text.len - t->text.at) };
}

static bool has_comma(const struct tora_token *t, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (tora_sv_is(t[i].text, ","))
			return true;
	return false;
}

/* The text of a Decimal is its number: Decimal('1') and Decimal('1.00') are equal. */
static struct tora_sv decimal_of(const struct tora_tokens *all, const struct tora_token *t)
{
	bool is = t->kind == TORA_TOKEN_STRING && t - all->of.at >= 2 && t->text.len > 2 &&
	          tora_sv_is(t[-1].text, "(") && tora_sv_is(t[-2].text, "Decimal");

	return is ? (struct tora_sv){ t->text.at + 1, t->text.len - 2 }
	          : (struct tora_sv){ NULL, 0 };
}

/* How one token turned into another; NULL: it takes more than the two to say. */
static const char *token_pattern(const struct core *c, size_t i, struct tora_arena *arena)
{
	const struct tora_token *b = &c->before[i], *a = &c->after[i];
	struct tora_sv number = decimal_of(c->all_before, b), other = decimal_of(c->all_after, a);
	const char *type = token_type(b);

	if (number.len && other.len)
		return number_pattern(number, other);
	if (b->kind != a->kind || strcmp(type, token_type(a)) != 0)
		return NULL;
	if (b->kind == TORA_TOKEN_NUMBER)
		return number_pattern(b->text, a->text);
	if (strcmp(type, "bool") == 0)
		return tora_arena_printf(arena, "bool-%.*s", (int)a->text.len, a->text.at);
	return b->kind == TORA_TOKEN_STRING ? text_pattern(b->text, a->text) : NULL;
}

/* One thing that happened to each element that differs: as much as if it were the only one. NULL: there is none. */
static const char *each_pattern(const struct core *c, struct tora_arena *arena)
{
	const char *first = NULL, *pattern;
	size_t i;

	for (i = 0; i < c->n_before && c->n_before == c->n_after; i++) {
		if (tora_sv_eq(c->before[i].text, c->after[i].text))
			continue;
		pattern = token_pattern(c, i, arena);
		if (!pattern || (first && strcmp(first, pattern) != 0))
			return NULL;
		first = pattern;
	}
	return first;
}

static const char *core_pattern(const struct core *c, struct tora_arena *arena)
{
	const char *tb, *ta, *each;
	struct tora_sv b, a;

	if (!c->n_before && !c->n_after)
		return "space";
	if (!c->n_before)
		return "elements-added";
	if (!c->n_after)
		return "elements-removed";
	b = span(c->before, c->n_before);
	a = span(c->after, c->n_after);
	tb = tora_signature_type(b);
	ta = tora_signature_type(a);
	if (strcmp(tb, ta) != 0)
		return tora_arena_printf(arena, "%s->%s", tb, ta);
	each = each_pattern(c, arena);
	if (each)
		return each;
	if (has_comma(c->before, c->n_before) || has_comma(c->after, c->n_after))
		return "elements-changed";
	if (strcmp(tb, "str") == 0 || strcmp(tb, "text") == 0)
		return text_pattern(b, a);
	if (c->n_before == c->n_after)
		return tora_arena_printf(arena, "%s-elements", tb);
	return tora_arena_printf(arena, "%s-%s", tb,
	                         c->n_before < c->n_after ? "longer" : "shorter");
}

const char *tora_signature_pattern(struct tora_sv before, struct tora_sv after,
                                   struct tora_arena *arena)
{
	struct tora_tokens b, a;
	struct core core;

	tora_text_tokens(before, TOKENS_MAX, arena, &b);
	tora_text_tokens(after, TOKENS_MAX, arena, &a);
	if (!b.of.n || !a.of.n)
		return a.of.n ? "line-added" : b.of.n ? "line-removed" : "space";
	core = cut_core(&b, &a);
	return core_pattern(&core, arena);
}

/* "ValueError" or "p.exceptions.ValidationError" at `at`, followed by ':', '(' or the end. */
static bool caught_at(struct tora_sv line, size_t at, struct tora_caught *ret)
{
	static const char *const endings[] = { "Error", "Exception",     "Interrupt",
		                               "Exit",  "StopIteration", NULL };
	struct tora_sv type = { line.at + at, 0 };
	size_t i;

	while (at + type.len < line.len &&
	       (isalnum((unsigned char)type.at[type.len]) || tora_one_of(type.at[type.len], "._")))
		type.len++;
	for (i = 0; endings[i] && !tora_sv_ends(type, endings[i]);)
		i++;
	if (!endings[i])
		return false;
	/* print(type(e).__name__, e) puts a blank in between; "Error for x" is prose. */
	if (at + type.len < line.len && !tora_one_of(type.at[type.len], ":(") &&
	    !(type.at[type.len] == ' ' && at == 0 && type.len > strlen(endings[i]) &&
	      isupper((unsigned char)type.at[0])))
		return false;
	ret->type = type;
	ret->message = (struct tora_sv){ type.at + type.len, line.len - at - type.len };
	while (ret->message.len && tora_one_of(*ret->message.at, ": (")) {
		ret->message.at++;
		ret->message.len--;
	}
	return true;
}

bool tora_signature_caught(struct tora_sv line, struct tora_caught *ret)
{
	static const char *const leads[] = { "raised ", "raises ", "-> ", "=> ", ": ", "!", NULL };
	size_t i, from;

	line = tora_sv_trim(line);
	if (caught_at(line, 0, ret))
		return true;
	for (i = 0; leads[i]; i++) {
		from = tora_text_find(line, tora_sv(leads[i]), 0, false);
		if (from != SIZE_MAX && from < 80 && caught_at(line, from + strlen(leads[i]), ret))
			return true;
	}
	return false;
}
