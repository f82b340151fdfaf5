#include "judge/alike.h"

#include "judge/said.h"
#include "judge/text.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define NAME_MIN   2 /* characters */
#define QUOTED_MIN 3

struct texts {
	struct tora_sv
		of[TORA_ALIKE_TEXTS_MAX]; /* what stands between the quotes of a program's texts */
	bool is_given[TORA_ALIKE_TEXTS_MAX]; /* to the changed function */
	size_t n;
};

/* The texts of the test; given is what stands behind `name(`. */
static void read_texts(struct tora_sv test, struct tora_sv name, struct texts *ret)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	ret->n = 0;
	for (; ret->n < TORA_ALIKE_TEXTS_MAX && tora_scan_solid(&scan, &t);
	     before = last, last = t) {
		if (t.kind != TORA_TOKEN_STRING)
			continue;
		ret->is_given[ret->n] = tora_sv_is(last.text, "(") && tora_sv_eq(before.text, name);
		ret->of[ret->n++] = tora_token_content(t);
	}
}

/* `longer` is `name` with letters or digits before or behind it. */
static bool is_like(struct tora_sv name, struct tora_sv longer)
{
	if (name.len < NAME_MIN || longer.len <= name.len)
		return false;
	if (memcmp(longer.at, name.at, name.len) == 0)
		return isalnum((unsigned char)longer.at[name.len]);
	return memcmp(longer.at + longer.len - name.len, name.at, name.len) == 0 &&
	       isalnum((unsigned char)longer.at[longer.len - name.len - 1]);
}

static bool stands_in(struct tora_sv value, struct tora_sv text)
{
	return tora_text_find(value, text, 0, false) != SIZE_MAX;
}

/* What is to be looked for in both outputs, again and again, has an end. */
static bool may_look(const struct tora_case *c)
{
	return c->difference->kind == TORA_DIFF_VALUE && c->said &&
	       c->before->out.len <= TORA_ALIKE_PRINTED_MAX &&
	       c->after->out.len <= TORA_ALIKE_PRINTED_MAX;
}

/* A name stands in the test apart from where it is given: as a key, in a list, in another call. */
static bool is_name_of_test(const struct texts *texts, struct tora_sv name)
{
	for (size_t i = 0; i < texts->n; i++)
		if (!texts->is_given[i] && tora_sv_eq(texts->of[i], name))
			return true;
	return false;
}

bool tora_alike_met(const struct tora_case *c)
{
	static const char words[] =
		"prefix*|begin*|start*|suffix*|ends with|end with|ending|endings|pattern*|glob*|"
		"wildcard*|abbreviat*|partial*|substring*|contain*";
	struct texts texts;
	unsigned asked = 0;

	if (!may_look(c) || !c->name || tora_said_speaks(c->said, c->intent, words))
		return false;
	read_texts(tora_sv(c->test), tora_text_last(c->name), &texts);
	for (size_t i = 0; i < texts.n; i++) {
		if (!texts.is_given[i] || !is_name_of_test(&texts, texts.of[i]))
			continue;
		for (size_t k = 0; k < texts.n; k++)
			if (!texts.is_given[k] && is_like(texts.of[i], texts.of[k]) &&
			    asked++ < TORA_ALIKE_ASKED_MAX &&
			    stands_in(c->before->out, texts.of[k]) &&
			    !stands_in(c->after->out, texts.of[k]))
				return true;
	}
	return false;
}

/* The next part in quotes of a text of a program, where they may be escaped: what is between them. */
static bool next_quoted(struct tora_sv *rest, struct tora_sv *ret)
{
	for (size_t i = 0; i < rest->len; i++) {
		const char *end;

		if (!tora_one_of(rest->at[i], "\"'"))
			continue;
		end = memchr(rest->at + i + 1, rest->at[i], rest->len - i - 1);
		if (!end)
			continue;
		*ret = (struct tora_sv){ rest->at + i + 1, (size_t)(end - rest->at) - i - 1 };
		if (ret->len && ret->at[ret->len - 1] == '\\')
			ret->len--;
		*rest = (struct tora_sv){ end + 1, (size_t)(rest->at + rest->len - end) - 1 };
		return true;
	}
	return false;
}

/* The longest run of letters and digits. */
static struct tora_sv word_of(struct tora_sv text)
{
	struct tora_sv longest = tora_sv("");

	for (size_t i = 0, from = 0; i <= text.len; i++) {
		if (i < text.len && isalnum((unsigned char)text.at[i]))
			continue;
		if (i - from > longest.len)
			longest = (struct tora_sv){ text.at + from, i - from };
		from = i + 1;
	}
	return longest;
}

/* It stands there in such quotes. */
static bool stands_in_quotes(struct tora_sv value, struct tora_sv text, char quote)
{
	for (size_t at = 0; (at = tora_text_find(value, text, at, false)) != SIZE_MAX; at++)
		if (at && value.at[at - 1] == quote && at + text.len < value.len &&
		    value.at[at + text.len] == quote)
			return true;
	return false;
}

/* The output had it, in other quotes or none, and has its longest word alone. */
static bool is_changed(const struct tora_case *c, struct tora_sv quoted)
{
	struct tora_sv word = word_of(quoted), before = c->before->out;

	return quoted.len >= QUOTED_MIN && word.len && !memchr(quoted.at, '\\', quoted.len) &&
	       stands_in(before, quoted) && !stands_in_quotes(before, quoted, quoted.at[-1]) &&
	       !stands_in(c->after->out, quoted) && stands_in(c->after->out, word);
}

bool tora_alike_quoted(const struct tora_case *c)
{
	static const char words[] =
		"quot*|unquot*|string|strings|literal*|escap*|unescap*|text|texts|verbatim";
	struct texts texts;
	unsigned asked = 0;

	if (!may_look(c) || tora_said_speaks(c->said, c->intent, words))
		return false;
	read_texts(tora_sv(c->test), tora_sv(""), &texts);
	for (size_t i = 0; i < texts.n; i++) {
		struct tora_sv rest = texts.of[i], quoted;

		while (asked++ < TORA_ALIKE_ASKED_MAX && next_quoted(&rest, &quoted))
			if (is_changed(c, quoted))
				return true;
	}
	return false;
}
