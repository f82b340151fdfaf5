#include "judge/fingerprint.h"

#include "lang/syntax.h"
#include "tora/hash.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A test that does not parse (it never should) is named by its bytes. */
static void add_test(struct tora_hash *h, const char *test, const struct tora_lang *lang)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	char hex[17] = "";

	if (!lang || tora_syntax_new(lang, tora_sv(test), &s, &err)) {
		tora_hash_field(h, tora_sv(test));
		return;
	}
	(void)snprintf(hex, sizeof hex, "%016" PRIx64, tora_syntax_hash(s, 0, strlen(test), false));
	tora_syntax_free(s);
	tora_hash_field(h, tora_sv(hex));
}

const char *tora_fingerprint(const struct tora_finding *f, const struct tora_lang *lang,
                             struct tora_arena *arena)
{
	const struct tora_exception *e =
		f->after.exception ? f->after.exception : f->before.exception;
	char hex[TORA_HASH_HEX];
	struct tora_hash h;

	tora_hash_init(&h);
	tora_hash_field(&h, tora_sv(f->function));
	add_test(&h, f->test, lang);
	tora_hash_field(&h, tora_sv(tora_difference_name(f->difference.kind)));
	tora_hash_field(&h, tora_sv(e ? e->type : ""));
	tora_hash_field(&h, tora_sv(f->difference.before));
	tora_hash_field(&h, tora_sv(f->difference.after));
	tora_hash_final(&h, hex);
	return tora_arena_dup(arena, hex);
}

#define SHAPE_MAX 200

static char class_of(char c)
{
	if (isdigit((unsigned char)c))
		return '0';
	if (isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80)
		return 'a';
	return isspace((unsigned char)c) ? ' ' : c;
}

/* "hello--you, 12" is "a--a, 0": words, numbers and blanks by their kind, marks as they are. */
static void add_shape(struct tora_hash *h, struct tora_sv text)
{
	struct tora_str shape = TORA_STR_INIT(SHAPE_MAX);
	char last = '\0';

	for (size_t i = 0; i < text.len && !shape.over; i++) {
		char c = class_of(text.at[i]);

		if (c != last || !strchr("a0 ", c))
			tora_str_addc(&shape, c);
		last = c;
	}
	tora_hash_field(h, tora_str_view(&shape));
	tora_str_free(&shape);
}

/* What is left of both values without their common head and tail. */
static void add_difference(struct tora_hash *h, const struct tora_difference *d)
{
	struct tora_sv b = tora_sv(d->before), a = tora_sv(d->after);

	while (b.len && a.len && b.at[0] == a.at[0]) {
		b.at++, b.len--;
		a.at++, a.len--;
	}
	while (b.len && a.len && b.at[b.len - 1] == a.at[a.len - 1]) {
		b.len--;
		a.len--;
	}
	add_shape(h, b);
	add_shape(h, a);
}

const char *tora_likeness(const struct tora_finding *f, const struct tora_function *function,
                          struct tora_arena *arena)
{
	bool has_values = f->difference.kind == TORA_DIFF_VALUE ||
	                  f->difference.kind == TORA_DIFF_ORDER ||
	                  f->difference.kind == TORA_DIFF_OUTPUT;
	char hex[TORA_HASH_HEX];
	struct tora_hash h;

	if (!function || !function->base_body.len || !*f->function)
		return "";
	tora_hash_init(&h);
	tora_hash_field(&h, tora_sv(f->function));
	tora_hash_field(&h, function->base_body);
	tora_hash_field(&h, function->head_body);
	tora_hash_field(&h, tora_sv(tora_difference_name(f->difference.kind)));
	tora_hash_field(&h, tora_sv(f->difference.signature));
	if (has_values)
		add_difference(&h, &f->difference);
	if (f->spot) { /* what was said of one place of a function says nothing of another */
		unsigned within = f->spot - function->first;

		tora_hash_field(&h, (struct tora_sv){ (const char *)&within, sizeof within });
	}
	tora_hash_final(&h, hex);
	return tora_arena_dup(arena, hex);
}
