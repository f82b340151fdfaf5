#include "judge/iterator.h"

#include "judge/block.h"
#include "judge/text.h"

#include <stdint.h>

#define NAMES_MAX 16 /* of a test: for arrays and what generates, each looked for in all of it */

/* Does the program give a name to an array that is written out? */
static bool names_array(struct tora_sv test, struct tora_sv name)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t)
		if (tora_sv_is(t.text, "[") && tora_sv_is(last.text, "=") &&
		    tora_sv_eq(before.text, name))
			return true;
	return false;
}

/* `f([1, 2].values())`, or of a name for such an array: what a Map and other objects have by that name is their own affair. */
static bool hands_values(struct tora_sv test)
{
	static const char *const parts[] = { ".", "values", "(", ")" };
	const size_t all = sizeof parts / sizeof *parts;
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };
	uint64_t open = 0;     /* a bit for each bracket: is it an argument, and no index? */
	bool is_array = false; /* it is written out, or has a name: */
	struct tora_sv name = tora_sv("");
	size_t n = 0, asked = 0; /* parts that were seen; names that were looked for */

	for (; tora_scan_solid(&scan, &t); last = t) {
		bool begins = tora_sv_is(last.text, "(") || tora_sv_is(last.text, ",");

		if (n == all && (tora_sv_is(t.text, ")") || tora_sv_is(t.text, ",")) &&
		    (name.len ? asked++ < NAMES_MAX && names_array(test, name) : is_array))
			return true;
		n = n < all && tora_sv_is(t.text, parts[n]) ? n + 1 : 0;
		if (n == 1)
			name = tora_sv_is(last.text, "]") ? tora_sv("") : last.text;
		if (tora_sv_is(t.text, "["))
			open = open << 1 | begins;
		if (tora_sv_is(t.text, "]")) {
			is_array = open & 1;
			open >>= 1;
		}
	}
	return false;
}

/* `f([1, 2][Symbol.iterator]())`, of whatever gives one. */
static bool hands_symbol(struct tora_sv test)
{
	static const char *const parts[] = { "[", "Symbol", ".", "iterator", "]", "(", ")" };
	const size_t all = sizeof parts / sizeof *parts;
	struct tora_scan scan = { .text = test };
	struct tora_token t;
	size_t n = 0;

	while (tora_scan_solid(&scan, &t)) {
		if (n == all && (tora_sv_is(t.text, ")") || tora_sv_is(t.text, ",")))
			return true;
		n = n < all && tora_sv_is(t.text, parts[n]) ? n + 1 : tora_sv_is(t.text, parts[0]);
	}
	return false;
}

/* What the program says how to generate: `function* counts() {`, or `def counts():` with a `yield` in it. */
static bool generates(struct tora_sv program, struct tora_sv name)
{
	struct tora_scan scan = { .text = program };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t)
		if (tora_sv_eq(t.text, name) && tora_sv_is(last.text, "*") &&
		    tora_sv_is(before.text, "function"))
			return true;
	return tora_text_has_word(tora_block_defined(program, "def", name), TORA_SV("yield"),
	                          false);
}

/* `f(counts())` */
static bool hands_generated(struct tora_sv test)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;
	size_t asked = 0;

	for (; asked < NAMES_MAX && tora_scan_solid(&scan, &t); before = last, last = t)
		if (tora_sv_is(t.text, "(") && last.kind == TORA_TOKEN_WORD &&
		    (tora_sv_is(before.text, "(") || tora_sv_is(before.text, ",")) && ++asked &&
		    generates(test, last.text))
			return true;
	return false;
}

/* `iter(x)`, and not `tree.iter(x)`. */
bool tora_iterator_handed(struct tora_sv test)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t)
		if (tora_sv_is(t.text, "(") && tora_sv_is(last.text, "iter") &&
		    !tora_sv_is(before.text, "."))
			return true;
	return hands_values(test) || hands_symbol(test) || hands_generated(test);
}
