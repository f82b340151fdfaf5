#include "judge/lacking.h"

#include "judge/block.h"
#include "judge/text.h"
#include "lang/lang.h"

#include <string.h>

#define CALLS_MAX 32 /* functions that one calls, each looked for in its file */

/* "along" of "'str' object has no attribute 'along'" */
static struct tora_sv lacked(const char *message)
{
	const char *end = strrchr(message, '\''), *from = end;

	while (end && from > message && from[-1] != '\'')
		from--;
	return end && from > message ? (struct tora_sv){ from, (size_t)(end - from) } : tora_sv("");
}

/* `find.along` */
static bool reads(struct tora_sv body, struct tora_sv attribute)
{
	struct tora_scan scan = { .text = body };
	struct tora_token t, last = { .text = tora_sv("") };

	for (; tora_scan_solid(&scan, &t); last = t)
		if (tora_sv_is(last.text, ".") && tora_sv_eq(t.text, attribute))
			return true;
	return false;
}

/* The function does, or one that it calls. */
static bool asks_for(struct tora_sv body, struct tora_sv file, struct tora_sv attribute)
{
	struct tora_scan scan = { .text = body };
	struct tora_token t, last = { .text = tora_sv("") };
	unsigned asked = 0;

	if (reads(body, attribute))
		return true;
	for (; asked < CALLS_MAX && tora_scan_solid(&scan, &t); last = t)
		if (tora_sv_is(t.text, "(") && last.kind == TORA_TOKEN_WORD && ++asked &&
		    reads(tora_block_defined(file, "def", last.text), attribute))
			return true;
	return false;
}

/* "[[]]", "{}": lists, and nothing in any of them. */
static bool holds_nothing(struct tora_sv value)
{
	for (size_t i = 0; i < value.len; i++)
		if (!tora_one_of(value.at[i], "[](){}, \n"))
			return false;
	return value.len > 0;
}

/* `totals` where the program has `neighbours(totals(`, or `neighbours(report.totals(`, from `scan` on. Empty: nowhere. */
static struct tora_sv next_given(struct tora_scan *scan, struct tora_sv name)
{
	struct tora_token t, last = { .text = tora_sv("") }, before = last;
	bool is_given = false;

	for (; tora_scan_solid(scan, &t); before = last, last = t) {
		if (tora_sv_is(t.text, "(") && is_given && last.kind == TORA_TOKEN_WORD)
			return last.text;
		is_given = (tora_sv_is(last.text, "(") && tora_sv_eq(before.text, name)) ||
		           (is_given && (tora_sv_is(t.text, ".") || tora_sv_is(last.text, ".")));
	}
	return tora_sv("");
}

static bool gives(struct tora_sv text, struct tora_sv name, struct tora_sv given)
{
	struct tora_scan scan = { .text = text };
	struct tora_sv other;

	while ((other = next_given(&scan, name)).len)
		if (tora_sv_eq(other, given))
			return true;
	return false;
}

static bool any_gives(const struct tora_texts *texts, struct tora_sv name, struct tora_sv given)
{
	for (size_t i = 0; i < texts->of.n; i++)
		if (gives(texts->of.at[i], name, given))
			return true;
	return false;
}

/* The function is given what another one gives, and nobody who is known does that. */
static bool is_made_up(const struct tora_case *c)
{
	struct tora_sv name = tora_text_last(c->name), given;
	struct tora_scan scan = { .text = tora_sv(c->test) };

	given = next_given(&scan, name);
	if (!given.len || any_gives(&c->change->tests, name, given) ||
	    any_gives(&c->change->documents, name, given))
		return false;
	for (size_t i = 0; i < c->change->files.n; i++)
		if (gives(c->change->files.at[i].base_text, name, given) ||
		    gives(c->change->files.at[i].head_text, name, given))
			return false;
	return true;
}

bool tora_lacks_as_before(const struct tora_case *c)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;
	const struct tora_function *f = c->function;
	const struct tora_file_change *file;
	struct tora_sv attribute;

	if (c->difference->kind != TORA_DIFF_EXCEPTION_APPEARED || c->origin < TORA_ORIGIN_MODEL ||
	    !x || !x->message || !f || !c->change || !tora_lang_wants_type(x) ||
	    !holds_nothing(tora_sv_trim(tora_sv(c->difference->before))))
		return false;
	file = tora_change_file(c->change, f->file);
	attribute = lacked(x->message);
	return file && attribute.len && asks_for(f->base_body, file->base_text, attribute) &&
	       asks_for(f->head_body, file->head_text, attribute) && is_made_up(c);
}
