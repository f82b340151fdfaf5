#include "judge/midway.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>

static const char by_steps[] =
	"midway"; /* lang/: what generators call that which they go through step by step */

static bool is_changed(const struct tora_change *change, struct tora_sv name)
{
	for (size_t i = 0; i < change->functions.n; i++)
		if (tora_sv_eq(tora_text_last(change->functions.at[i].name), name))
			return true;
	return false;
}

/* `X.name(`, where the scan is; views. */
static bool take_call(struct tora_scan *scan, struct tora_sv *ret_on, struct tora_sv *ret_name)
{
	struct tora_token on, dot, name, open;

	if (!tora_scan_solid(scan, &on) || on.kind != TORA_TOKEN_WORD ||
	    !tora_scan_solid(scan, &dot) || !tora_sv_is(dot.text, ".") ||
	    !tora_scan_solid(scan, &name) || !tora_scan_solid(scan, &open) ||
	    !tora_sv_is(open.text, "("))
		return false;
	*ret_on = on.text;
	*ret_name = name.text;
	return true;
}

/* The rest of the line, and what is indented below it. */
static struct tora_sv body_of(struct tora_sv rest)
{
	const char *from = rest.at;
	struct tora_sv line;
	size_t n = 0;
	bool is_first = true;

	for (; tora_sv_line(&rest, &line); is_first = false) {
		if (!is_first && !(line.len && tora_one_of(*line.at, " \t")))
			break;
		n = (size_t)(line.at + line.len - from);
	}
	return (struct tora_sv){ from, n };
}

/* `opened.push(cellar.open(jar.id))`: what is printed alone, as what it is asked for is, may change nothing. */
static bool asks_of(struct tora_sv body, struct tora_sv on)
{
	struct tora_sv line;

	while (tora_sv_line(&body, &line)) {
		struct tora_scan scan = { .text = line };
		struct tora_token t;

		if (tora_text_print_head(tora_sv_trim(line)))
			continue;
		while (tora_scan_solid(&scan, &t)) {
			struct tora_scan ahead = { .text = line,
				                   .at = (size_t)(t.text.at - line.at) };
			struct tora_sv whose, name;

			if (tora_sv_eq(t.text, on) && take_call(&ahead, &whose, &name))
				return true;
		}
	}
	return false;
}

/* `for (const jar of cellar.ready(day)) cellar.open(jar.id);` */
static bool changes_in_loop(const struct tora_case *c)
{
	struct tora_scan scan = { .text = tora_sv(c->test) };
	struct tora_token t;
	bool is_loop = false;

	while (tora_scan_solid(&scan, &t)) {
		struct tora_scan ahead = scan;
		struct tora_sv on, name;

		is_loop |= tora_sv_is(t.text, "for");
		if (!is_loop || !(tora_sv_is(t.text, "of") || tora_sv_is(t.text, "in")))
			continue;
		is_loop = false;
		if (take_call(&ahead, &on, &name) && is_changed(c->change, name) &&
		    asks_of(body_of((struct tora_sv){ scan.text.at + ahead.at,
		                                      scan.text.len - ahead.at }),
		            on))
			return true;
	}
	return false;
}

/* `list(`, and not the end of `playlist(`. */
static bool has_call(struct tora_sv text, struct tora_sv call)
{
	for (size_t at = 0; (at = tora_text_find(text, call, at, false)) != SIZE_MAX; at++)
		if (!at || !isalpha((unsigned char)*call.at) ||
		    !(isalnum((unsigned char)text.at[at - 1]) || text.at[at - 1] == '_'))
			return true;
	return false;
}

static bool lost_a_copy(const struct tora_said *said)
{
	static const char *const copies[] = { "list(",  "tuple(",  "[...",       ".filter(",
		                              ".copy(", ".slice(", "Array.from(" };

	if (tora_words_match(said->added, "yield"))
		return true;
	for (size_t i = 0; i < sizeof copies / sizeof *copies; i++)
		if (has_call(said->removed, tora_sv(copies[i])) &&
		    !has_call(said->added, tora_sv(copies[i])))
			return true;
	return false;
}

bool tora_midway(const struct tora_case *c)
{
	static const char words[] =
		"copy|copies|copied|snapshot*|live view*|live|during iteration|while iterating|"
		"while it*|while one|while they|concurrent*|mutat*|modif*|on the way|in between";
	const struct tora_difference *d = c->difference;

	return (d->kind == TORA_DIFF_VALUE || d->kind == TORA_DIFF_ORDER ||
	        d->kind == TORA_DIFF_EXCEPTION_APPEARED) &&
	       c->said && c->change && lost_a_copy(c->said) &&
	       (tora_text_has_word(tora_sv(c->test), tora_sv(by_steps), false) ||
	        changes_in_loop(c)) &&
	       !tora_said_speaks(c->said, c->intent, words) &&
	       !tora_words_match(c->said->docs, words);
}
