#include "judge/truth.h"

#include "judge/newnames.h"
#include "judge/text.h"
#include "judge/whole.h"
#include "judge/words.h"

#include <string.h>

/* Of p.C.__len__ the p.C. */
static struct tora_sv owner_of(const char *name)
{
	const char *dot = strrchr(name, '.');

	return (struct tora_sv){ name, dot ? (size_t)(dot - name) : 0 };
}

/* Does the change add a method that says whether such an object is true? */
static bool gets_truth(const struct tora_change *change, struct tora_sv owner)
{
	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];
		struct tora_sv last = tora_text_last(f->name);

		if (f->kind == TORA_CHANGE_ADDED && tora_sv_eq(owner_of(f->name), owner) &&
		    (tora_sv_is(last, "__len__") || tora_sv_is(last, "__bool__")))
			return true;
	}
	return false;
}

static bool asks_for_it(struct tora_sv test)
{
	static const char *const calls[] = { "len",  "bool",   "list", "tuple",
		                             "iter", "sorted", "set",  "dict" };

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (tora_text_calls(test, tora_sv(calls[i])))
			return true;
	return tora_words_match(test, "in|not|assert|while");
}

bool tora_truth_changed(const struct tora_case *c)
{
	struct tora_sv owner = owner_of(c->name), test = tora_sv(c->test), name;

	if (!c->change || !tora_whole_writes_method(c) || !gets_truth(c->change, owner) ||
	    asks_for_it(test) || tora_new_names_used(&c->said->names, test) ||
	    tora_words_match(c->said->messages, "empty|emptiness|falsy|falsey|truthy|truth|false"))
		return false;
	name = tora_whole_class(c->name);
	return !tora_text_has_word(tora_sv(c->difference->before), name, false) &&
	       !tora_text_has_word(tora_sv(c->difference->after), name, false);
}
