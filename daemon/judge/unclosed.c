#include "judge/unclosed.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

static const char source[] = "finally { console.log('closed'); }";
static const char closing[] = "close|closes|closed|closing|dispose*|destroy*|leak*|left open|"
			      "finally|return()|cleanup|clean up";

/* How many lines of what was printed are that alone. */
static unsigned closed_in(struct tora_sv out)
{
	struct tora_sv line;
	unsigned n = 0;

	while (tora_sv_line(&out, &line))
		n += tora_sv_is(tora_sv_trim(line), "closed");
	return n;
}

bool tora_unclosed(const struct tora_case *c)
{
	if (!tora_sv_has(tora_sv(c->test), source) || !c->before || !c->after ||
	    c->before->status != TORA_TRIAL_OK || c->after->status != TORA_TRIAL_OK ||
	    closed_in(c->before->out) <= closed_in(c->after->out))
		return false;
	return !tora_said_speaks(c->said, c->intent, closing) &&
	       !tora_words_match(c->said->docs, closing);
}
