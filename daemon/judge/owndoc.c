#include "judge/owndoc.h"

#include "judge/shown.h"
#include "judge/text.h"

static void find_values(const struct tora_case *c, struct tora_sv doc, bool *ret_new, bool *ret_old)
{
	*ret_new = tora_text_has_word(doc, tora_sv(c->difference->after), false);
	*ret_old = tora_text_has_word(doc, tora_sv(c->difference->before), false);
}

void tora_own_doc(const struct tora_case *c, const struct tora_telling *t, struct tora_arena *arena,
                  struct tora_evidence *e)
{
	const struct tora_function *f = c->function;
	struct tora_sv doc = tora_sv(f ? f->doc : NULL), after = tora_sv(c->difference->after),
		       before = tora_sv(c->difference->before), value;
	bool fails = c->difference->kind == TORA_DIFF_EXCEPTION_APPEARED, new, old;
	struct tora_shown shown;

	if (!doc.len || (!fails && c->difference->kind != TORA_DIFF_VALUE) || after.len < 3 ||
	    before.len < 3)
		return;
	find_values(c, doc, &new, &old);
	if (new == old)
		return;
	/* Of this input: another that gives the same says nothing about this one. What is a part of
	 * the input itself may stand there as such. */
	value = new ? after : before;
	tora_shown(tora_sv(c->test), arena, &shown);
	if (!tora_shown_with(&shown, doc, value, arena) &&
	    (fails || !tora_telling_names_in(t, doc).input ||
	     tora_text_has_word(tora_sv(c->test), value, false)))
		return;
	if (old)
		e->facts |= TORA_FACT(DOC_SAYS_OLD);
	else if (tora_text_has_word(f->base_body, after, false))
		e->facts |= TORA_FACT(DOC_SAYS_NEW);
}

/* The next word of prose; false: the end, or the first tag. */
static bool next_word(struct tora_scan *scan, struct tora_sv *ret)
{
	struct tora_token t;

	while (tora_scan_solid(scan, &t)) {
		if (tora_sv_is(t.text, "@"))
			return false;
		*ret = t.text;
		if (t.kind == TORA_TOKEN_WORD || t.kind == TORA_TOKEN_NUMBER ||
		    t.kind == TORA_TOKEN_STRING)
			return true;
	}
	return false;
}

bool tora_own_doc_rewritten(const struct tora_function *f)
{
	struct tora_scan old = { .text = tora_sv(f ? f->base_doc : NULL) };
	struct tora_scan new = { .text = tora_sv(f ? f->doc : NULL) };
	struct tora_sv one, other;
	bool has_one, has_other;

	if (!old.text.len || !new.text.len)
		return false;
	do {
		has_one = next_word(&old, &one);
		has_other = next_word(&new, &other);
	} while (has_one && has_other && tora_text_same(one, other));
	return has_one || has_other;
}
