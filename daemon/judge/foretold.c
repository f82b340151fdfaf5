#include "judge/foretold.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define NAME_MIN  3  /* letters of a name that is looked for among words */
#define NAMES_MAX 32 /* of functions whose results a test prints */
#define SAID_MAX  8  /* of a text: sentences of one verb that are looked at */

/* `word` is `name`, or more than one of them. */
static bool is_plural(struct tora_sv word, struct tora_sv name)
{
	if (tora_text_same(word, name))
		return true;
	for (size_t more = 1; more <= 2; more++)
		if (word.len == name.len + more &&
		    tora_text_same((struct tora_sv){ word.at, name.len }, name))
			return tora_text_same((struct tora_sv){ word.at + name.len, more },
			                      tora_sv(more == 1 ? "s" : "es"));
	return false;
}

static bool has_plural(struct tora_sv words, struct tora_sv name)
{
	struct tora_scan scan = { .text = words };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t))
		if (t.kind == TORA_TOKEN_WORD && is_plural(t.text, name))
			return true;
	return false;
}

/* The next word of `night_prices` or of `nightPrices`. */
static bool next_part(struct tora_sv *rest, struct tora_sv *ret)
{
	size_t n = 1;

	while (rest->len && *rest->at == '_')
		*rest = (struct tora_sv){ rest->at + 1, rest->len - 1 };
	if (!rest->len)
		return false;
	while (n < rest->len && rest->at[n] != '_' &&
	       !(isupper((unsigned char)rest->at[n]) && islower((unsigned char)rest->at[n - 1])))
		n++;
	*ret = (struct tora_sv){ rest->at, n };
	*rest = (struct tora_sv){ rest->at + n, rest->len - n };
	return true;
}

/* "Bills", "the night prices": each word of the name is among them. */
static bool names(struct tora_sv words, struct tora_sv name)
{
	struct tora_sv part;

	if (name.len < NAME_MIN)
		return false;
	while (next_part(&name, &part))
		if (!has_plural(words, part))
			return false;
	return true;
}

/* What is called is what is printed, and not what that is given. */
static bool calls(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t, last = { .text = tora_sv("") };

	for (; tora_scan_solid(&scan, &t); last = t)
		if (tora_sv_is(t.text, "(") && last.kind == TORA_TOKEN_WORD)
			return true;
	return false;
}

/* `bill(stay)` of `repr(bill(stay))`, to the end of the line */
static struct tora_sv unwrapped(struct tora_sv line)
{
	static const char wraps[] = "repr|str|list|tuple|dict|sorted|len|round";
	struct tora_scan scan = { .text = line };
	struct tora_token word, t;

	while (tora_scan_solid(&scan, &word) && tora_words_match(word.text, wraps) &&
	       tora_scan_solid(&scan, &t) && tora_sv_is(t.text, "("))
		line = (struct tora_sv){ scan.text.at + scan.at, scan.text.len - scan.at };
	return line;
}

/* What a line calls has one of these names, and is no argument of another call. */
static bool names_call(struct tora_sv words, struct tora_sv line)
{
	struct tora_scan scan = { .text = unwrapped(line) };
	struct tora_token t, last = { .text = tora_sv("") };
	unsigned asked = 0;
	int depth = 0;

	for (; asked < NAMES_MAX && tora_scan_solid(&scan, &t); last = t) {
		if (tora_sv_is(t.text, "(") && last.kind == TORA_TOKEN_WORD && !depth && ++asked &&
		    names(words, last.text))
			return true;
		depth += tora_sv_is(t.text, "(") - tora_sv_is(t.text, ")");
	}
	return false;
}

/* The line that sets a name which this one has: `lines = bill(stay)`. */
static bool names_set(struct tora_sv words, struct tora_sv test, struct tora_sv line)
{
	struct tora_sv set;

	while (tora_sv_line(&test, &set)) {
		struct tora_scan scan = { .text = set };
		struct tora_token name, t;

		if (!tora_scan_solid(&scan, &name) ||
		    (tora_words_match(name.text, "const|let|var") &&
		     !tora_scan_solid(&scan, &name)))
			continue;
		if (name.kind == TORA_TOKEN_WORD && tora_scan_solid(&scan, &t) &&
		    tora_sv_is(t.text, "=") && tora_text_has_word(line, name.text, false) &&
		    names_call(words, set))
			return true;
	}
	return false;
}

/* They are what the function gives, or what the test prints. */
static bool names_result(const struct tora_case *c, struct tora_sv words)
{
	struct tora_sv test = tora_sv(c->test), line;

	if (names(words, tora_text_last(c->name)))
		return true;
	while (tora_sv_line(&test, &line)) {
		size_t head;

		line = tora_sv_trim(line);
		head = tora_text_print_head(line);
		line = (struct tora_sv){ line.at + head, line.len - head };
		if (head && (calls(line) ? names_call(words, line)
		                         : names_set(words, tora_sv(c->test), line)))
			return true;
	}
	return false;
}

/* What stands before the verb, from the last mark on, up to what it is of: "Bills" of "(#58). Bills of families can change". */
static struct tora_sv things(struct tora_sv before)
{
	static const char of[] = "of|for|with|in|from|by|on|at|that|which|whose|where|when|if";
	struct tora_scan scan;
	struct tora_token t;
	size_t from = before.len;

	while (from && !tora_one_of(before.at[from - 1], ".,;:()\n"))
		from--;
	before = (struct tora_sv){ before.at + from, before.len - from };
	scan = (struct tora_scan){ .text = before };
	while (tora_scan_solid(&scan, &t))
		if (tora_words_match(t.text, of))
			return (struct tora_sv){ before.at, scan.at - t.text.len };
	return before;
}

/* The sentence around `at`. */
static struct tora_sv sentence_at(struct tora_sv text, size_t at)
{
	size_t from = at, to = at;

	while (from &&
	       !(tora_one_of(text.at[from - 1], ".!?\n") && isspace((unsigned char)text.at[from])))
		from--;
	while (to < text.len && !(tora_one_of(text.at[to], ".!?") &&
	                          (to + 1 == text.len || isspace((unsigned char)text.at[to + 1]))))
		to++;
	return tora_sv_trim((struct tora_sv){ text.at + from, to - from });
}

/* Are they said not to? */
static bool is_denied(struct tora_sv words)
{
	return tora_words_match(words, "no|none|nothing|neither|never|not|nor");
}

static struct tora_sv foretold_in(const struct tora_case *c, struct tora_sv text, bool is_message)
{
	static const char *const verbs[] = { "will change", "will differ", "can change",
		                             "can differ",  "may change",  "may differ" };
	const size_t of_message = 2;
	size_t n = is_message ? of_message : sizeof verbs / sizeof *verbs;

	for (size_t i = 0; i < n; i++) {
		unsigned asked = 0;

		for (size_t at = 0;
		     asked < SAID_MAX &&
		     (at = tora_text_find(text, tora_sv(verbs[i]), at, true)) != SIZE_MAX;
		     at++, asked++) {
			struct tora_sv words = things((struct tora_sv){ text.at, at });

			if (!is_denied(words) && names_result(c, words))
				return sentence_at(text, at);
		}
	}
	return tora_sv("");
}

struct tora_sv tora_foretold(const struct tora_case *c)
{
	struct tora_sv ret = tora_sv("");

	for (size_t i = 0; i < c->intent->changelog.n && !ret.len; i++)
		ret = foretold_in(c, tora_sv(c->intent->changelog.at[i]), false);
	for (size_t i = 0; i < c->intent->messages.n && !ret.len; i++)
		ret = foretold_in(c, tora_sv(c->intent->messages.at[i].text), true);
	return ret;
}
