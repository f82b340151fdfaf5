#include "judge/leftbehind.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <stdint.h>

#define LITERALS_MAX 16 /* of one line */

static bool makes_what_is_missing(const struct tora_said *said)
{
	static const char *const tables[] = { "defaultdict(", "setdefault(", "?\?=", "||=" };

	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		if (tora_sv_has(said->added, tables[i]) && !tora_sv_has(said->removed, tables[i]))
			return true;
	return false;
}

/* `register.leases_in("Far Bay")` on a line of its own. */
static bool is_bare_call(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;
	bool is_first = true;

	if (tora_text_print_head(tora_sv_trim(line)))
		return false;
	for (; tora_scan_solid(&scan, &t); is_first = false) {
		if (tora_sv_is(t.text, "("))
			return !is_first;
		if (t.kind != TORA_TOKEN_WORD && !tora_sv_is(t.text, "."))
			return false;
	}
	return false;
}

/* `print("Far Bay" in register)`, and False before. */
static bool is_found_since(const struct tora_case *c, struct tora_sv literal)
{
	struct tora_sv rest = tora_sv(c->test), line;
	const struct tora_difference *d = c->difference;

	if (!tora_text_same(tora_sv(d->before), tora_sv("false")) ||
	    !tora_text_same(tora_sv(d->after), tora_sv("true")))
		return false;
	while (tora_sv_line(&rest, &line))
		if (tora_text_print_head(tora_sv_trim(line)) &&
		    tora_text_find(line, literal, 0, false) != SIZE_MAX)
			return true;
	return false;
}

/* A number is in an output by chance; in a list that grew it is not. */
static bool is_there_since(const struct tora_case *c, struct tora_token literal)
{
	struct tora_sv content = tora_token_content(literal);
	bool is_telling =
		literal.kind == TORA_TOKEN_STRING || tora_one_of(*c->difference->before, "[{(");

	return (is_telling && tora_text_has_word(c->after->out, content, false) &&
	        !tora_text_has_word(c->before->out, content, false)) ||
	       is_found_since(c, literal.text);
}

static bool is_spoken_of(const struct tora_case *c)
{
	return tora_said_speaks(c->said, c->intent,
	                        "on the way|on the fly|on demand|on first use|missing|"
	                        "add|adds|added|create|creates|created|insert|inserts|inserted|"
	                        "registers|registered|remember*|autoviv*");
}

bool tora_left_behind(const struct tora_case *c)
{
	struct tora_sv rest = tora_sv(c->test), line;

	if (c->difference->kind != TORA_DIFF_VALUE || !c->said || !makes_what_is_missing(c->said) ||
	    is_spoken_of(c))
		return false;
	while (tora_sv_line(&rest, &line)) {
		struct tora_scan scan = { .text = line };
		struct tora_token t;

		if (!is_bare_call(line))
			continue;
		for (unsigned n = 0; n < LITERALS_MAX && tora_scan_solid(&scan, &t);) {
			if (t.kind != TORA_TOKEN_STRING && t.kind != TORA_TOKEN_NUMBER)
				continue;
			if (is_there_since(c, t))
				return true;
			n++;
		}
	}
	return false;
}
