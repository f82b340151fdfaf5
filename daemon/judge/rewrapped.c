#include "judge/rewrapped.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"
#include "lang/lang.h"

#include <stdint.h>
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

/* What catches nearly all is no class of its own. */
static bool is_root(struct tora_sv name)
{
	return tora_words_match(name, "Error|Exception|BaseException");
}

/* Who catches the old one catches it still, or nobody knows: `class BadName(TokenError)`. */
static bool may_be_kind_of(const struct tora_change *change, struct tora_sv added,
                           const struct tora_telling *t)
{
	bool is_defined = false, is_built_in = false;
	struct tora_sv line;

	while (tora_sv_line(&added, &line))
		if (tora_text_has_word(line, tora_sv("class"), false) &&
		    tora_text_has_word(line, t->raised, false)) {
			is_defined = true;
			if (tora_text_has_word(line, t->gone, false))
				return true;
		}
	is_built_in = is_root(t->raised) ||
	              tora_words_match(t->raised, "TypeError|RangeError|SyntaxError|ValueError|"
	                                          "RuntimeError|KeyError|OSError|LookupError");
	for (size_t i = 0; i < change->files.n && !is_defined && !is_built_in; i++)
		is_defined =
			tora_text_find(change->files.at[i].head_text, t->raised, 0, false) !=
				SIZE_MAX &&
			tora_text_has_word(change->files.at[i].head_text, tora_sv("class"), false);
	return tora_lang_is_kind(t->raised, t->gone) || !(is_defined || is_built_in);
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
	    !is_documented(c->change, t->gone) || may_be_kind_of(c->change, c->said->added, t) ||
	    speaks(c->said->messages, t))
		return false;
	for (size_t i = 0; i < c->intent->changelog.n; i++)
		if (speaks(tora_sv(c->intent->changelog.at[i]), t))
			return false;
	return true;
}
