#include "judge/errorwords.h"

#include "judge/message.h"
#include "judge/said.h"
#include "judge/signature.h"
#include "judge/words.h"
#include "judge/wrote.h"

static const char texts[] =
	"error message*|error text*|exception message*|exception text*|text of the error*|"
	"text of error*|message of the error*|messages of error*|wording of error*|"
	"wording of the error*|what went wrong";
static const char better[] = "better error*|nicer error*|clearer error*|friendlier error*|helpful "
			     "error*|readable error*|"
			     "better exception*|clearer exception*|helpful exception*";
static const char in_errors[] =
	"in error*|in the error*|in parse error*|in exception*|in the exception*|"
	"in syntax error*|in traceback*";
/* "Show which tests failed" is about a page. */
static const char tells[] = "say|says|tell|tells|name|names|mention|mentions|quote|quotes";
static const char puts_in[] = "include|includes|put|puts|give|show|shows|print|prints";
static const char at_fault[] = "wrong|invalid|malformed|offending|unexpected|expected";
/* What is done with an error, or about it, is more than its text. */
static const char more[] =
	"handl*|rais*|throw*|catch*|reject*|refus*|fix*|and|also|exit|status|"
	"code|codes|type|types|class|instead of|strict*|validat*|check*|row|rows|"
	"summary|report|page|table|log";

bool tora_error_words(struct tora_sv subject)
{
	struct tora_sv first = tora_words_first(subject);
	bool is_in_errors = tora_words_match(subject, in_errors);

	if (tora_words_match(subject, more))
		return false;
	if (tora_words_match(subject, texts) || tora_words_match(subject, better))
		return true;
	return (tora_words_match(first, puts_in) && is_in_errors) ||
	       (tora_words_match(first, tells) &&
	        (is_in_errors || (tora_words_match(subject, "which|what|where") &&
	                          tora_words_match(subject, at_fault))));
}

bool tora_error_words_only(const struct tora_case *c)
{
	const struct tora_exception *raised = c->after ? c->after->exception : NULL;
	struct tora_caught caught;
	size_t i;

	if (!c->before || c->before->exception || c->before->status != TORA_TRIAL_OK ||
	    tora_signature_caught(tora_sv_trim(tora_sv(c->difference->before)), &caught) ||
	    (raised && tora_wrote_message(c->said->added, raised->message)))
		return false;
	for (i = 0; i < c->intent->messages.n; i++)
		if (!tora_error_words(
			    tora_message_subject(tora_sv(c->intent->messages.at[i].text))))
			return false;
	return i > 0;
}
