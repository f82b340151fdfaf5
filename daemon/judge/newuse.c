#include "judge/newuse.h"

#include "judge/olduse.h"
#include "judge/text.h"
#include "judge/words.h"

/* What a feature adds is in the program: it is no old use, and no promise that the rest stays is about it. */
static void look_at_what_is_new(const struct tora_case *c, struct tora_evidence *e)
{
	if (e->claims.claim != TORA_CLAIM_ADDS ||
	    !tora_new_names_used(&c->said->names, tora_sv(c->test)))
		return;
	e->claims.promises_same = false;
	e->facts &= ~TORA_FACT(PROMISE);
	e->facts |= TORA_FACT(DIFF_AIMS);
}

/* A message has a part of the values that the test has not got itself. */
static bool names_result(const struct tora_case *c, const struct tora_telling *t)
{
	for (size_t i = 0; i < t->values.n; i++)
		if (!tora_text_has_word(tora_sv(c->test), t->values.at[i], false) &&
		    tora_text_has_word(c->said->messages, t->values.at[i], false))
			return true;
	return false;
}

static bool is_beside(const struct tora_case *c)
{
	const struct tora_new_names *names = &c->said->names;

	return names->tests_use_only && !tora_message_has_more(c->said->messages) &&
	       !tora_new_names_used(names, tora_sv(c->test)) &&
	       !tora_new_names_used(names, tora_sv(c->difference->after)) &&
	       !tora_new_names_used(names, c->after->out) &&
	       !(c->change && tora_old_use_passes_more(c->change, tora_sv(c->test)));
}

/* A change that a message claims in words that say nothing of this difference is what is added. What is said of a kind of input
 * that a feature adds is not said of this one, though they have words in common. */
static void look_beside_what_is_new(const struct tora_case *c, const struct tora_telling *t,
                                    struct tora_evidence *e)
{
	const tora_facts told = TORA_FACT(QUOTE) | TORA_FACT(NAMES_VALUE) |
	                        TORA_FACT(NAMES_EXCEPTION) | TORA_FACT(LOG_MENTIONS) |
	                        TORA_FACT(DOC_MENTIONS) | TORA_FACT(REACH_INSIDE);

	if (e->claims.claim == TORA_CLAIM_FIXES || !is_beside(c))
		return;
	e->facts |= TORA_FACT(OLD_USE);
	if (e->claims.claim == TORA_CLAIM_ADDS)
		e->facts &= ~(TORA_SAID_OF_INPUT | TORA_FACT(SHARES_WORDS) |
		              (names_result(c, t) ? 0 : TORA_FACT(NAMES_VALUE)));
	else if (e->claims.claim == TORA_CLAIM_CHANGES && !e->claims.breaking && !(e->facts & told))
		tora_evidence_claim(e, TORA_CLAIM_ADDS);
}

/* Each subject says that something is taken from now on. */
static bool only_accepts(const struct tora_case *c)
{
	size_t i;

	for (i = 0; i < c->intent->messages.n; i++) {
		struct tora_scan scan = { .text = tora_message_subject(
						  tora_sv(c->intent->messages.at[i].text)) };
		struct tora_token first, next;

		if (!tora_scan_solid(&scan, &first) || !tora_scan_solid(&scan, &next) ||
		    next.kind == TORA_TOKEN_PUNCT ||
		    !tora_words_match(first.text, "accept|accepts|allow|allows|permit|permits"))
			return false;
	}
	return i > 0;
}

/* "Accept dates": what was refused is taken. Of what was taken before, and gives something else now, that says nothing. */
static void look_at_what_was_taken(const struct tora_case *c, struct tora_evidence *e)
{
	bool was_taken =
		c->difference->kind == TORA_DIFF_VALUE || c->difference->kind == TORA_DIFF_ORDER;

	if (was_taken && e->claims.claim == TORA_CLAIM_ADDS && !e->claims.breaking &&
	    !tora_message_has_more(c->said->messages) && only_accepts(c))
		e->facts &= ~(TORA_FACT(REACH_INSIDE) | TORA_FACT(NAMES_INPUT));
}

void tora_new_use(const struct tora_case *c, const struct tora_telling *t, struct tora_evidence *e)
{
	look_at_what_was_taken(c, e);
	look_at_what_is_new(c, e);
	look_beside_what_is_new(c, t, e);
}
