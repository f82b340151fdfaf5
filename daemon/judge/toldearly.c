#include "judge/toldearly.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <string.h>

#define TRIES_MAX 8

static const char order[] = "before|after|first|order|ordering|earlier|later|early|already|"
			    "until|while|during|yet";
/* In a document "the first" and "until" are about anything. */
static const char order_in_documents[] = "before|after|earlier|already|still";

/* `{ told: [ [ 'a', 0 ], [ 'b', 1 ] ], then: [ 'b', 1 ] }` */
struct account {
	struct tora_sv told, then;
	unsigned times; /* in `told` */
};

/* `name:`, in quotes or without, where the scan is behind `t`; the scan is behind the colon then.
 */
static bool take_key(struct tora_scan *scan, struct tora_token t, const char *name)
{
	struct tora_scan ahead = *scan;
	struct tora_token colon;

	if (!tora_sv_is(tora_token_content(t), name) || !tora_scan_solid(&ahead, &colon) ||
	    !tora_sv_is(colon.text, ":"))
		return false;
	*scan = ahead;
	return true;
}

static bool is_one_of(struct tora_sv mark, const char *marks)
{
	return mark.len == 1 && strchr(marks, *mark.at);
}

/* The list that the scan stands before, and how many there are in it; false where it is not closed.
 */
static bool take_list(struct tora_scan *scan, struct tora_sv *ret, unsigned *ret_times)
{
	size_t from = scan->at;
	struct tora_token t;
	int depth = 0;
	bool is_behind = false; /* an element that no comma has ended */

	for (*ret_times = 0; tora_scan_solid(scan, &t);) {
		depth += is_one_of(t.text, "[{(") - is_one_of(t.text, "]})");
		if (depth <= 0) {
			*ret_times += is_behind;
			*ret = (struct tora_sv){ scan->text.at + from, scan->at - from };
			return true;
		}
		if (depth == 1 && tora_sv_is(t.text, ",")) {
			*ret_times += 1;
			is_behind = false;
		} else {
			is_behind = depth > 1 || !is_one_of(t.text, "[{(");
		}
	}
	return false;
}

/* The last one that was printed; false where there is none. Of an output that begins one over and
 * over, the first few are read. */
static bool account_of(struct tora_sv out, struct account *ret)
{
	struct tora_scan scan = { .text = out };
	unsigned tries = 0;
	struct tora_token t;
	bool is_found = false;

	while (tries < TRIES_MAX && tora_scan_solid(&scan, &t)) {
		struct tora_scan ahead = scan;
		struct tora_token comma, key;

		if (!take_key(&ahead, t, "told"))
			continue;
		tries++;
		if (!take_list(&ahead, &ret->told, &ret->times) ||
		    !tora_scan_solid(&ahead, &comma) || !tora_scan_solid(&ahead, &key) ||
		    !take_key(&ahead, key, "then"))
			continue;
		ret->then = (struct tora_sv){ out.at + ahead.at, out.len - ahead.at };
		is_found = true;
	}
	return is_found;
}

bool tora_told_early(const struct tora_case *c)
{
	struct account before, after;

	if (!tora_text_has_word(tora_sv(c->test), tora_sv("told"), false) || !c->before ||
	    !c->after || c->before->status != TORA_TRIAL_OK || c->after->status != TORA_TRIAL_OK ||
	    !account_of(c->before->out, &before) || !account_of(c->after->out, &after))
		return false;
	return before.times == after.times && !tora_sv_eq(before.told, after.told) &&
	       tora_sv_eq(before.then, after.then) &&
	       !tora_said_speaks(c->said, c->intent, order) &&
	       !tora_words_match(c->said->docs, order_in_documents);
}
