#include "judge/membertext.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <string.h>

static bool is_of_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* "Level.OUTAGE": what is printed for a member. */
struct member {
	struct tora_sv whole, owner, name;
};

/* The name with a dot in it that reaches over `at`. */
static bool member_at(struct tora_sv text, size_t at, struct member *ret)
{
	size_t from = at, to = at;
	const char *dot;

	while (from && (is_of_name(text.at[from - 1]) || text.at[from - 1] == '.'))
		from--;
	while (to < text.len && (is_of_name(text.at[to]) || text.at[to] == '.'))
		to++;
	ret->whole = (struct tora_sv){ text.at + from, to - from };
	dot = ret->whole.len ? memchr(ret->whole.at, '.', ret->whole.len) : NULL;
	if (!dot || dot == ret->whole.at)
		return false;
	ret->owner = (struct tora_sv){ ret->whole.at, (size_t)(dot - ret->whole.at) };
	ret->name = (struct tora_sv){ dot + 1, ret->whole.len - ret->owner.len - 1 };
	return ret->name.len && !(from && text.at[from - 1] == '<');
}

/* "class Level(str, Enum):", and of an enumeration alone nothing is said: its members are no texts or numbers. */
static bool is_enumeration(struct tora_sv line, struct tora_sv owner)
{
	line = tora_sv_trim(line);
	if (!tora_sv_starts(line, "class ") || !tora_text_calls(line, owner))
		return false;
	return tora_words_match(line, "Enum|Flag") && tora_words_match(line, "str|int|float|bytes");
}

/* `OUTAGE = "outage"`: the value, without its quotes. */
static struct tora_sv value_of(struct tora_sv line, struct tora_sv name)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t, equals, value;

	if (tora_scan_solid(&scan, &t) && tora_sv_eq(t.text, name) &&
	    tora_scan_solid(&scan, &equals) && tora_sv_is(equals.text, "=") &&
	    tora_scan_solid(&scan, &value) &&
	    (value.kind == TORA_TOKEN_STRING || value.kind == TORA_TOKEN_NUMBER))
		return tora_token_content(value);
	return tora_sv("");
}

/* What the added lines say of a member; empty: there is no such enumeration, or it has no such member. */
static struct tora_sv value_in(struct tora_sv added, const struct member *m)
{
	struct tora_sv line, value = tora_sv("");
	bool is_in = false;

	while (!value.len && tora_sv_line(&added, &line)) {
		if (tora_sv_starts(tora_sv_trim(line), "class "))
			is_in = is_enumeration(line, m->owner);
		if (is_in)
			value = value_of(line, m->name);
	}
	return value;
}

/* `before` has `value` where `after` has `whole`, which begins at `at`. */
static bool stood_there(struct tora_sv before, size_t at, struct tora_sv value)
{
	return at + value.len <= before.len && memcmp(before.at + at, value.at, value.len) == 0 &&
	       (at + value.len == before.len || !is_of_name(before.at[at + value.len]));
}

/* Of code, where it stands between quotes: elsewhere a name and what is asked of it are two tokens. */
static bool is_in_a_text(struct tora_sv program, struct tora_sv whole)
{
	struct tora_scan scan = { .text = program };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t))
		if (tora_text_has_word(t.text, whole, false))
			return true;
	return false;
}

bool tora_member_text(const struct tora_case *c)
{
	static const char printed[] =
		"print|prints|printed|printing|__str__|format|formats|formatted|formatting|"
		"text form|string form|shown as|displayed|rendered";
	struct tora_sv before = tora_sv(c->difference->before),
		       after = tora_sv(c->difference->after);
	struct member m;
	struct tora_sv value;

	if (c->difference->kind != TORA_DIFF_VALUE || !c->said ||
	    !member_at(after, tora_text_common(before, after), &m))
		return false;
	value = value_in(c->said->added, &m);
	return value.len && stood_there(before, (size_t)(m.whole.at - after.at), value) &&
	       !tora_words_match(c->said->messages, printed) &&
	       !tora_text_has_word(c->said->docs, m.whole, false) &&
	       !is_in_a_text(c->said->tests, m.whole);
}
