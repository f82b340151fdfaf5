#include "judge/fingerprint.h"

#include "lang/syntax.h"
#include "tora/hash.h"

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
	tora_hash_final(&h, hex);
	return tora_arena_dup(arena, hex);
}
