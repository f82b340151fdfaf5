#include "judge/inwords.h"

#include "judge/text.h"
#include "judge/words.h"

#include <string.h>

static bool says_nothing_returned(const struct tora_case *c, struct tora_sv messages)
{
	static const char nothing[] = "none|undefined|null";
	struct tora_sv after = tora_sv_trim(tora_sv(c->difference->after));

	return after.len < sizeof nothing && !memchr(after.at, ' ', after.len) &&
	       tora_words_match(after, nothing) &&
	       tora_words_match(messages, "not return*|don't return*|doesn't return*|"
	                                  "no longer return*|never return*|stop returning|"
	                                  "return nothing|returns nothing|without returning");
}

/* `/tmp/test/fooey`, at the beginning of a text or of what is printed. */
static unsigned rooted(struct tora_sv text)
{
	unsigned n = 0;

	for (size_t i = 0; i + 1 < text.len; i++)
		n += text.at[i] == '/' && !tora_one_of(text.at[i + 1], "/ *") &&
		     (!i || tora_one_of(text.at[i - 1], "'\"\n"));
	return n;
}

static bool says_absolute(const struct tora_case *c, struct tora_sv messages)
{
	return tora_words_match(messages, "absolute path*|absolute file*|absolute name*") &&
	       rooted(tora_sv(c->difference->after)) > rooted(tora_sv(c->difference->before));
}

bool tora_in_words(const struct tora_case *c, struct tora_sv messages)
{
	return c->difference->kind == TORA_DIFF_VALUE &&
	       (says_nothing_returned(c, messages) || says_absolute(c, messages));
}
