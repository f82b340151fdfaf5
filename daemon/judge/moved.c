#include "judge/moved.h"

#include "judge/text.h"
#include "judge/words.h"

#include <string.h>

static const char moves[] =
	"move|moves|moved|moving|split|splits|splitting|extract|extracts|relocate|"
	"reorgani*|restructur*|into modules|into files|into a package|"
	"own module|own file|separate";

static bool is_elsewhere(const struct tora_case *c)
{
	struct tora_sv last = tora_text_last(c->name);
	bool found = false;

	for (size_t i = 0; i < c->change->functions.n; i++) {
		const struct tora_function *f = &c->change->functions.at[i];

		if (!f->head_body.len)
			continue;
		if (strcmp(f->name, c->name) == 0)
			return false;
		found |= last.len && tora_sv_eq(tora_text_last(f->name), last);
	}
	return found;
}

bool tora_moved_told(const struct tora_case *c)
{
	size_t i;

	if (!c->difference->api_missing_head || !c->change || !is_elsewhere(c))
		return false;
	for (i = 0; i < c->intent->messages.n; i++)
		if (tora_words_match(tora_message_subject(tora_sv(c->intent->messages.at[i].text)),
		                     moves))
			return true;
	return false;
}
