#include "judge/class.h"

#include "judge/text.h"
#include "judge/words.h"
#include "lang/lang.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

static struct tora_sv rest_of(struct tora_sv text, size_t from)
{
	return (struct tora_sv){ text.at + from, text.len - from };
}

/* `class Bus`, by any keyword that has the word in it, and the message says that it makes one. */
static bool makes_class(struct tora_sv messages, struct tora_sv added, struct tora_sv name)
{
	struct tora_sv line;

	if (!name.len || !tora_words_match(messages, "class|classes|dataclass*|namedtuple*|struct"))
		return false;
	while (tora_sv_line(&added, &line))
		if (tora_text_has_word(line, name, false) && tora_words_match(line, "class|struct"))
			return true;
	return false;
}

/* The class of a printed object, "Bus(..." or "Bus {...", or nothing. */
static struct tora_sv class_of(struct tora_sv value)
{
	struct tora_sv name = { value.at, 0 };

	while (name.len < value.len && (isalnum((unsigned char)value.at[name.len]) ||
	                                value.at[name.len] == '_' || value.at[name.len] == '.'))
		name.len++;
	return name.len > 2 && isalpha((unsigned char)value.at[0]) &&
	                       (tora_sv_starts(rest_of(value, name.len), "(") ||
	                        tora_sv_starts(rest_of(value, name.len), " {"))
	               ? name
	               : tora_sv("");
}

bool tora_class_told(const struct tora_case *c)
{
	struct tora_sv before = tora_sv_trim(tora_sv(c->difference->before));
	struct tora_sv after = tora_sv_trim(tora_sv(c->difference->after));
	struct tora_sv is = class_of(after), was = class_of(before), text, line;
	size_t i;

	if (c->difference->kind != TORA_DIFF_VALUE || tora_sv_eq(is, was))
		return false;
	if (makes_class(c->said->messages, c->said->added, is))
		return true;
	for (i = 0; i < c->intent->messages.n; i++) {
		text = tora_sv(c->intent->messages.at[i].text);
		while (tora_sv_line(&text, &line)) {
			if (tora_text_has_word(line, is, false) &&
			    tora_words_match(line, "now|instead of|returns|gives|becomes"))
				return true;
			if (tora_text_has_word(line, was, false) &&
			    tora_words_match(line, "isn't needed|not needed|no longer|instead of|"
			                           "drop|drops|remove|removes|replace|replaces"))
				return true;
		}
	}
	return false;
}

bool tora_class_lacked(const struct tora_case *c, struct tora_sv added)
{
	const struct tora_exception *x = c->before->exception;

	return x && x->message && tora_lang_gains_ability(x, added);
}

bool tora_class_speaks_of(struct tora_sv messages, struct tora_sv method)
{
	static const struct {
		const char *method, *words;
	} of[] = {
		{ "__repr__", "repr|reprs|representation*|printed" },
		{ "__str__", "str|printed|string form|as text" },
		{ "__eq__", "equal*|comparison*|compare*" },
		{ "__hash__", "hash*|unhashable" },
		{ "__len__", "len|length*" },
		{ "__iter__", "iterate*|iteration|iterable" },
		{ "__lt__", "order*|sort*|comparison*|compare*" },
		{ "__contains__", "contain*|membership" },
		{ "__bool__", "truth*|falsy|truthy" },
	};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		if (tora_sv_is(method, of[i].method))
			return tora_words_match(messages, of[i].words);
	return false;
}
