#include "judge/choices.h"

#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define CHOICE_MAX 40 /* bytes of one */

/* The text in quotes that ends at `end`, on one line; empty: there is none. `*ret_at`: where it begins, with its quote. */
static struct tora_sv quoted_before(struct tora_sv text, size_t end, size_t *ret_at)
{
	size_t at = end;
	char quote = end ? text.at[end - 1] : ' ';

	if (!end || !tora_one_of(quote, "\"'`"))
		return tora_sv("");
	for (at--; at && text.at[at - 1] != quote && text.at[at - 1] != '\n'; at--)
		if (end - at > CHOICE_MAX)
			return tora_sv("");
	if (!at || text.at[at - 1] != quote)
		return tora_sv("");
	*ret_at = at - 1;
	return (struct tora_sv){ text.at + at, end - 1 - at };
}

static struct tora_sv quoted_behind(struct tora_sv text, size_t at)
{
	struct tora_sv line = { text.at + at, text.len > at ? text.len - at : 0 };
	const char *end;

	if (!line.len || !tora_one_of(*line.at, "\"'`"))
		return tora_sv("");
	if (line.len > CHOICE_MAX + 2)
		line.len = CHOICE_MAX + 2;
	end = memchr(line.at + 1, *line.at, line.len - 1);
	return end && !memchr(line.at, '\n', (size_t)(end - line.at))
	               ? (struct tora_sv){ text.at + at + 1, (size_t)(end - text.at) - at - 1 }
	               : tora_sv("");
}

enum choice {
	NO_LIST,
	AMONG,
	NONE_OF_THEM,
};

/* `"low", "mid" or "high"`, where `at` is that of " or ". */
static enum choice choice_at(struct tora_sv text, size_t at, struct tora_sv value)
{
	static const char link[] = " or ";
	struct tora_sv last = quoted_behind(text, at + sizeof link - 1), one;
	bool has = tora_sv_eq(last, value);
	unsigned n = 0;

	while (last.len && (one = quoted_before(text, at, &at)).len) {
		has |= tora_sv_eq(one, value);
		n++;
		if (at < 2 || text.at[at - 1] != ' ' || text.at[at - 2] != ',')
			break;
		at -= 2;
	}
	return !n ? NO_LIST : has ? AMONG : NONE_OF_THEM;
}

static bool leaves_out(struct tora_sv body, struct tora_sv value)
{
	bool ret = false;

	for (size_t at = 0; (at = tora_text_find(body, TORA_SV(" or "), at, false)) != SIZE_MAX;
	     at++)
		switch (choice_at(body, at, value)) {
		case AMONG:
			return false;
		case NONE_OF_THEM:
			ret = true;
			break;
		case NO_LIST:
			break;
		}
	return ret;
}

static bool is_in_capitals(struct tora_sv name)
{
	for (size_t i = 0; i < name.len; i++)
		if (islower((unsigned char)name.at[i]))
			return false;
	return name.len > 1;
}

/* `LISTS[name]`, all of it, from the name that begins there; empty: the key is written out, or the bracket does not end. */
static struct tora_sv asked_of(struct tora_sv body, struct tora_sv name)
{
	struct tora_sv rest = { name.at, (size_t)(body.at + body.len - name.at) };
	const char *end = memchr(rest.at, ']', rest.len);
	char first = rest.len > name.len + 1 ? rest.at[name.len + 1] : ' ';

	return end && (isalpha((unsigned char)first) || first == '_')
	               ? (struct tora_sv){ rest.at, (size_t)(end - rest.at) + 1 }
	               : tora_sv("");
}

/* It stands there, and not as the end of a longer name. */
static bool has_asked(struct tora_sv body, struct tora_sv asked)
{
	for (size_t at = 0; (at = tora_text_find(body, asked, at, false)) != SIZE_MAX; at++)
		if (!at || !(isalnum((unsigned char)body.at[at - 1]) || body.at[at - 1] == '_'))
			return true;
	return false;
}

/* `name in LISTS`, `LISTS.get(name)` */
static bool looks_into(struct tora_sv body, struct tora_sv table)
{
	struct tora_scan scan = { .text = body };
	struct tora_token t, last = { .text = tora_sv("") };

	for (; tora_scan_solid(&scan, &t); last = t)
		if ((tora_sv_eq(t.text, table) && tora_sv_is(last.text, "in")) ||
		    (tora_sv_eq(last.text, table) && tora_sv_is(t.text, ".")))
			return true;
	return false;
}

/* `LISTS[name]` in both versions, of which the base nowhere looks whether the table has the key: neither takes another for possible. */
static bool asks_table(struct tora_sv head, struct tora_sv base)
{
	struct tora_scan scan = { .text = head };
	struct tora_token t, last = { .text = tora_sv("") };

	if (tora_words_match(base, "try|except"))
		return false;
	for (; tora_scan_solid(&scan, &t); last = t) {
		struct tora_sv asked;

		if (!tora_sv_is(t.text, "[") || t.text.at != last.text.at + last.text.len ||
		    last.kind != TORA_TOKEN_WORD || !is_in_capitals(last.text))
			continue;
		asked = asked_of(head, last.text);
		if (asked.len && has_asked(base, asked) && !looks_into(base, last.text))
			return true;
	}
	return false;
}

static bool is_handed(struct tora_sv test, struct tora_sv value)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t))
		if ((t.kind == TORA_TOKEN_STRING || t.kind == TORA_TOKEN_NUMBER) &&
		    tora_sv_eq(tora_token_content(t), value))
			return true;
	return false;
}

bool tora_choices_left(const struct tora_case *c)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;
	struct tora_scan scan = { 0 };
	struct tora_token t;

	if (c->difference->kind != TORA_DIFF_EXCEPTION_APPEARED || !x || !x->message ||
	    !c->function || c->origin < TORA_ORIGIN_MODEL)
		return false;
	scan.text = tora_sv(x->message);
	while (tora_scan_solid(&scan, &t)) {
		struct tora_sv value = tora_token_content(t);
		bool is_key = t.kind == TORA_TOKEN_NUMBER &&
		              tora_sv_eq(t.text, tora_sv_trim(scan.text)); /* KeyError: 1 */

		bool is_all = scan.text.len == t.text.len;

		if ((t.kind != TORA_TOKEN_STRING && !is_key) || !is_handed(tora_sv(c->test), value))
			continue;
		if ((leaves_out(c->function->base_body, value) &&
		     leaves_out(c->function->head_body, value)) ||
		    (is_all && asks_table(c->function->head_body, c->function->base_body)))
			return true;
	}
	return false;
}
