#include "judge/rewrapped.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <string.h>

#define WORDS_MIN 4 /* bytes of a message that is found again by no accident */

static bool has_old_words(const struct tora_case *c)
{
	const struct tora_exception *was = c->before->exception, *is = c->after->exception;

	return was && is && was->message && is->message && strlen(was->message) >= WORDS_MIN &&
	       strstr(is->message, was->message);
}

/* In the README of the base, and in what became of it. */
static bool is_documented(const struct tora_change *change, struct tora_sv name)
{
	if (!tora_text_has_word(change->readme, name, false))
		return false;
	for (size_t i = 0; i < change->files.n; i++)
		if (tora_sv_is(tora_sv(change->readme_path), change->files.at[i].path))
			return tora_text_has_word(change->files.at[i].head_text, name, false);
	return true;
}

/* `class BadName(TokenError)` */
static bool makes_kind_of(struct tora_sv added, const struct tora_telling *t)
{
	struct tora_sv line;

	while (tora_sv_line(&added, &line))
		if (tora_text_has_word(line, tora_sv("class"), false) &&
		    tora_text_has_word(line, t->raised, false) &&
		    tora_text_has_word(line, t->gone, false))
			return true;
	return false;
}

static bool speaks(struct tora_sv text, const struct tora_telling *t)
{
	return tora_text_has_word(text, t->gone, false) ||
	       tora_text_has_word(text, t->raised, false) ||
	       tora_words_match(text, "class|classes|subclass*|wrap*|exception type*|"
	                              "error type*|type of error*|type of exception*|instanceof");
}

bool tora_rewrapped(const struct tora_case *c, const struct tora_telling *t)
{
	if (c->difference->kind != TORA_DIFF_EXCEPTION_CHANGED || !c->change || !c->said ||
	    !t->gone.len || !t->raised.len || !has_old_words(c) ||
	    !is_documented(c->change, t->gone) || makes_kind_of(c->said->added, t) ||
	    speaks(c->said->messages, t))
		return false;
	for (size_t i = 0; i < c->intent->changelog.n; i++)
		if (speaks(tora_sv(c->intent->changelog.at[i]), t))
			return false;
	return true;
}
