#include "judge/saved.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>

/* `{}`, as it is written and as it is shown. */
static unsigned empties(struct tora_sv text)
{
	unsigned n = 0;

	for (size_t at = 0; (at = tora_text_find(text, TORA_SV("{}"), at, false)) != SIZE_MAX; at++)
		/* `Word {}` is how a language shows an object of a class. */
		n += at < 2 || text.at[at - 1] != ' ' || !isalnum((unsigned char)text.at[at - 2]);
	return n;
}

bool tora_saved_empty(const struct tora_case *c)
{
	static const char words[] = "json|stringify|serial*|save|saved|saves|saving|persist*|store|"
				    "stored|stores|export*|dump*|tojson|clone*";

	return c->difference->kind == TORA_DIFF_VALUE && c->said &&
	       tora_sv_has(tora_sv(c->test), "JSON.stringify(") &&
	       empties(c->after->out) > empties(c->before->out) &&
	       !tora_said_speaks(c->said, c->intent, words);
}
