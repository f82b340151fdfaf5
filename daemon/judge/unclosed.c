#include "judge/unclosed.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

static const char source[] = "finally { console.log('closed'); }";
static const char closing[] = "closed|closing|closes the|closes it|close it|close the|not close|"
			      "callers close|must close|dispose*|destroy*|left open|leave open|"
			      "leaves open|cleanup|cleans up";

/* How many lines of what was printed are that alone. */
static unsigned lines_of(struct tora_sv out, const char *said)
{
	struct tora_sv line;
	unsigned n = 0;

	while (tora_sv_line(&out, &line))
		n += tora_sv_is(tora_sv_trim(line), said);
	return n;
}

/* Sources that were begun, and are not over. */
static bool leaves_open(struct tora_sv out)
{
	return lines_of(out, "opened") > lines_of(out, "closed");
}

bool tora_unclosed(const struct tora_case *c)
{
	if (!tora_sv_has(tora_sv(c->test), source) || !c->before || !c->after ||
	    c->before->status != TORA_TRIAL_OK || c->after->status != TORA_TRIAL_OK ||
	    leaves_open(c->before->out) || !leaves_open(c->after->out))
		return false;
	return !tora_said_speaks(c->said, c->intent, closing) &&
	       !tora_words_match(c->said->docs, closing);
}
