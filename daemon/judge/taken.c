#include "judge/taken.h"

#include "judge/raised.h"
#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

/* Words for what callbacks do, and for those who go on all the same, or try again. */
static const char callbacks[] =
	"callback*|handler error*|propagat*|swallow*|suppress*|ignore*|"
	"tolerat*|whatever it raises|listener*|fails|failed|failing|failure*|broken|keep "
	"going|retry|retries|retried|retrying";

/* It comes from a line of the test that raises it. */
static bool is_raised_by_test(const struct tora_case *c, struct tora_sv gone)
{
	const struct tora_exception *x = c->before->exception;
	struct tora_sv line =
		tora_raised_line(tora_sv(c->test), x->frames.at[x->frames.n - 1].line);

	return tora_raised_by(line, "", gone) == TORA_RAISED_OWN;
}

/* "Timeout deadlines" speak of TimeoutError; "values" and "keys" are in every message. */
static bool speaks_of_kind(const struct tora_case *c, struct tora_sv type)
{
	static const char end[] = "Error";

	if (!tora_sv_ends(type, end))
		return false;
	type.len -= sizeof end - 1;
	return tora_words_match(type,
	                        "timeout|cancelled|permission|connection|recursion|overflow") &&
	       tora_text_has_word(c->said->messages, type, true);
}

/* Is there anything in the changed files that could take an error for something else? Where nothing is, what raised it is not called any more, or
 * not yet where a program ends early. */
static bool may_catch(const struct tora_change *change)
{
	static const char catching[] = "catch|except|suppress|allSettled|return_exceptions";

	for (size_t i = 0; change && i < change->files.n; i++)
		if (tora_words_match(change->files.at[i].head_text, catching))
			return true;
	return !change;
}

bool tora_taken(const struct tora_case *c, const struct tora_telling *t)
{
	enum tora_difference_kind kind = c->difference->kind;

	if (!c->said || !tora_raised_by_caller(c->before->exception) ||
	    tora_said_names(c->said, c->intent, t->gone) || speaks_of_kind(c, t->gone) ||
	    tora_said_speaks(c->said, c->intent, callbacks))
		return false;
	if (kind == TORA_DIFF_EXCEPTION_GONE)
		return is_raised_by_test(c, t->gone) && may_catch(c->change);
	return kind == TORA_DIFF_EXCEPTION_CHANGED && c->function && t->raised.len &&
	       !tora_raised_by_caller(c->after->exception) &&
	       tora_text_has_word(c->function->base_body, t->raised, false);
}
