#include "judge/saved.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>

static char at(struct tora_sv text, size_t i)
{
	return i < text.len ? text.at[i] : '\0';
}

static size_t behind_blanks(struct tora_sv text, size_t i)
{
	while (at(text, i) == ' ')
		i++;
	return i;
}

/* `Word {}` and `Map(0) {}` is how a language shows an object of a class. */
static bool is_of_class(struct tora_sv text, size_t brace)
{
	return brace > 1 && text.at[brace - 1] == ' ' &&
	       (isalnum((unsigned char)text.at[brace - 2]) ||
	        tora_one_of(text.at[brace - 2], ")]>"));
}

/* The last `{` before a place where two texts differ, which has a key in the one and nothing in the other. */
static bool lost_its_fields(struct tora_sv before, struct tora_sv after, size_t differs)
{
	size_t i = differs < before.len ? differs + 1 : before.len;
	size_t was, is;

	while (i && before.at[i - 1] != '{')
		i--;
	if (!i || i > after.len || after.at[i - 1] != '{' || is_of_class(before, i - 1))
		return false;
	was = behind_blanks(before, i);
	is = behind_blanks(after, i);
	return at(after, is) == '}' &&
	       (isalpha((unsigned char)at(before, was)) || tora_one_of(at(before, was), "\"'_$"));
}

bool tora_saved_empty(const struct tora_case *c)
{
	static const char words[] = "json|stringify|serial*|save|saved|saves|saving|persist*|store|"
				    "stored|stores|export*|dump*|tojson|clone*";

	return c->difference->kind == TORA_DIFF_VALUE && c->said &&
	       tora_sv_has(tora_sv(c->test), "JSON.stringify(") &&
	       lost_its_fields(c->before->out, c->after->out,
	                       tora_text_common(c->before->out, c->after->out)) &&
	       !tora_said_speaks(c->said, c->intent, words);
}
