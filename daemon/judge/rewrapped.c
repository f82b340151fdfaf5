#include "judge/rewrapped.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"
#include "lang/lang.h"

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

/* The line of a changed file that makes the class; empty: none does. */
static struct tora_sv class_line(const struct tora_change *change, struct tora_sv name)
{
	struct tora_sv text, line;

	for (size_t i = 0; i < change->files.n; i++)
		for (text = change->files.at[i].head_text; tora_sv_line(&text, &line);)
			if (tora_sv_starts(tora_sv_trim(line), "class ") &&
			    tora_text_has_word(line, name, false))
				return line;
	return tora_sv("");
}

/* Who catches the old one catches it still, or nobody knows: `class BadName(TokenError)`. */
static bool may_be_kind_of(const struct tora_change *change, const struct tora_telling *t)
{
	bool is_built_in =
		is_root(t->raised) ||
		tora_words_match(t->raised, "TypeError|RangeError|SyntaxError|ValueError|"
	                                    "RuntimeError|KeyError|OSError|LookupError");
	struct tora_sv line = is_built_in ? tora_sv("") : class_line(change, t->raised);

	return tora_lang_is_kind(t->raised, t->gone) || (!is_built_in && !line.len) ||
	       tora_text_has_word(line, t->gone, false);
}

bool tora_rewrapped(const struct tora_case *c, const struct tora_telling *t)
{
	static const char classes[] =
		"class|classes|subclass*|wrap*|exception type*|error type*|type of error*|"
		"type of exception*|instanceof";

	return c->difference->kind == TORA_DIFF_EXCEPTION_CHANGED && c->change && c->said &&
	       t->gone.len && t->raised.len && has_old_words(c) &&
	       is_documented(c->change, t->gone) && !may_be_kind_of(c->change, t) &&
	       !tora_said_names(c->said, c->intent, t->gone) &&
	       !tora_said_names(c->said, c->intent, t->raised) &&
	       !tora_said_speaks(c->said, c->intent, classes);
}
