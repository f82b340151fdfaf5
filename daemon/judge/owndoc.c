#include "judge/owndoc.h"

#include "judge/shown.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>

#define WORDS_MANY 2   /* one may be a mend of its spelling, or a year */
#define WORDS_MAX  200 /* that are looked at */

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
	else if (tora_text_has_word(f->base_body, after, false) &&
	         !tora_text_has_word(c->before->out, after, false)) /* there for another input */
		e->facts |= TORA_FACT(DOC_SAYS_NEW);
}

/* Where what is not prose begins: tags, parameters, examples, what a checker is told. */
static bool is_apart(struct tora_sv line)
{
	static const char *const begins[] = { "@",        ":param",  ":return", ":rtype",
		                              ":raise",   ":type",   "Args:",   "Parameters",
		                              "Returns:", "Raises:", ">>>",     "```" };

	while (line.len && tora_one_of(*line.at, " \t/*#\"'"))
		line = (struct tora_sv){ line.at + 1, line.len - 1 };
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (tora_sv_starts(line, begins[i]))
			return true;
	return tora_words_count_talk(line, TORA_TALK_FORMATTERS) ||
	       tora_words_count_talk(line, TORA_TALK_FINDERS);
}

static struct tora_sv prose_of(const char *doc)
{
	struct tora_sv all = tora_sv(doc), rest = all, line;

	while (tora_sv_line(&rest, &line))
		if (is_apart(line))
			return (struct tora_sv){ all.at, (size_t)(line.at - all.at) };
	return all;
}

static int is_of_word(int byte)
{
	return isalnum(byte) || byte == '_' || byte >= 0x80;
}

/* How many words of `text` are not among those of `other`; WORDS_MANY are enough. */
static unsigned strangers(struct tora_sv text, struct tora_sv other)
{
	unsigned n = 0;

	for (unsigned i = 0; i < WORDS_MAX && n < WORDS_MANY; i++) {
		struct tora_sv word = tora_sv_word(&text, is_of_word);

		if (!word.len)
			break;
		n += !tora_text_has_word(other, word, true);
	}
	return n;
}

bool tora_own_doc_rewritten(const struct tora_function *f)
{
	struct tora_sv old = prose_of(f ? f->base_doc : NULL), new = prose_of(f ? f->doc : NULL);

	return old.len && new.len &&
	       (strangers(old, new) == WORDS_MANY || strangers(new, old) == WORDS_MANY);
}
