#include "judge/text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A quote without its end must not make the scan cost the square of a hostile line. */
#define STRING_MAX   8192
#define NUMBER_MAX   40 /* bytes of a number */
#define SENTENCE_MIN 8  /* words */

static bool is_thrice(struct tora_sv t, size_t at, char quote)
{
	return at + 3 <= t.len && t.at[at] == quote && t.at[at + 1] == quote &&
	       t.at[at + 2] == quote;
}

/* End of the quoted string that starts at `at`, or 0 when it has none, on its line where it begins with one quote. */
static size_t string_end(struct tora_sv t, size_t at)
{
	char quote = t.at[at];
	bool is_block = is_thrice(t, at, quote);
	size_t i;

	/* The apostrophe of "don't" opens nothing. */
	if (at > 0 && is_word(t.at[at - 1]) && !tora_one_of(t.at[at - 1], "bBrRuUfF"))
		return 0;
	if (at > 1 && is_word(t.at[at - 1]) && is_word(t.at[at - 2]))
		return 0;
	for (i = at + (is_block ? 3 : 1);
	     i < t.len && i < at + STRING_MAX && (is_block || t.at[i] != '\n'); i++) {
		if (t.at[i] == '\\')
			i++;
		else if (is_block ? is_thrice(t, i, quote) : t.at[i] == quote)
			return i + (is_block ? 3 : 1);
	}
	return 0;
}

static size_t digits_end(struct tora_sv t, size_t i)
{
	while (i < t.len &&
	       (isdigit((unsigned char)t.at[i]) ||
	        (t.at[i] == '_' && i + 1 < t.len && isdigit((unsigned char)t.at[i + 1]))))
		i++;
	return i;
}

static size_t exponent_end(struct tora_sv t, size_t i)
{
	size_t j = i + 1;

	if (i >= t.len || (t.at[i] != 'e' && t.at[i] != 'E'))
		return i;
	if (j < t.len && (t.at[j] == '-' || t.at[j] == '+'))
		j++;
	return j < t.len && isdigit((unsigned char)t.at[j]) ? digits_end(t, j) : i;
}

/* End of the number at `at`, or 0 when none starts there. *ret_plain: no letters stick to it. */
static size_t number_end(struct tora_sv t, size_t at, bool *ret_plain)
{
	size_t i = at;

	if (t.at[i] == '-' || t.at[i] == '+') {
		if (at > 0 && (is_word(t.at[at - 1]) || tora_one_of(t.at[at - 1], ")]'\"")))
			return 0;
		i++;
	}
	if (i < t.len && t.at[i] == '.' && i + 1 < t.len && isdigit((unsigned char)t.at[i + 1]) &&
	    (i == 0 || !is_word(t.at[i - 1])))
		i++;
	if (i >= t.len || !isdigit((unsigned char)t.at[i]))
		return 0;
	if (t.at[i] == '0' && i + 2 < t.len && (t.at[i + 1] | 32) == 'x' &&
	    isxdigit((unsigned char)t.at[i + 2])) {
		for (i += 2; i < t.len && isxdigit((unsigned char)t.at[i]);)
			i++;
	} else {
		i = digits_end(t, i);
		if (i < t.len && t.at[i] == '.' && !(i + 1 < t.len && t.at[i + 1] == '.'))
			i = digits_end(t, i + 1);
		i = exponent_end(t, i);
	}
	if (i < t.len && (t.at[i] | 32) == 'j' && !(i + 1 < t.len && is_word(t.at[i + 1])))
		i++;
	*ret_plain = i >= t.len || !is_word(t.at[i]);
	return i;
}

static void scan_to(struct tora_scan *s, size_t end, enum tora_token_kind kind,
                    struct tora_token *ret)
{
	ret->kind = kind;
	ret->text.at = s->text.at + s->at;
	ret->text.len = end - s->at;
	s->at = end;
}

bool tora_scan_next(struct tora_scan *s, struct tora_token *ret)
{
	struct tora_sv t = s->text;
	size_t i = s->at, end = 0;
	bool plain = true;

	if (i >= t.len)
		return false;
	if (is_space(t.at[i])) {
		while (i < t.len && is_space(t.at[i]))
			i++;
		scan_to(s, i, TORA_TOKEN_SPACE, ret);
		return true;
	}
	if (t.at[i] == '\'' || t.at[i] == '"')
		end = string_end(t, i);
	if (end) {
		scan_to(s, end, TORA_TOKEN_STRING, ret);
		return true;
	}
	end = number_end(t, i, &plain);
	if (end && plain) {
		scan_to(s, end, TORA_TOKEN_NUMBER, ret);
		return true;
	}
	if (!is_word(t.at[i])) {
		scan_to(s, i + 1, TORA_TOKEN_PUNCT, ret);
		return true;
	}
	while (i < t.len && is_word(t.at[i]))
		i++;
	scan_to(s, i, TORA_TOKEN_WORD, ret);
	return true;
}

bool tora_scan_solid(struct tora_scan *s, struct tora_token *ret)
{
	while (tora_scan_next(s, ret))
		if (ret->kind != TORA_TOKEN_SPACE)
			return true;
	return false;
}

void tora_text_tokens(struct tora_sv text, size_t max, struct tora_arena *arena,
                      struct tora_tokens *ret)
{
	struct tora_scan scan = { .text = text };
	struct tora_token token;

	memset(ret, 0, sizeof *ret);
	while (ret->of.n < max && tora_scan_solid(&scan, &token))
		*tora_vec_push(arena, &ret->of) = token;
}

bool tora_text_same(struct tora_sv a, struct tora_sv b)
{
	size_t i;

	if (a.len != b.len)
		return false;
	for (i = 0; i < a.len; i++)
		if (tolower((unsigned char)a.at[i]) != tolower((unsigned char)b.at[i]))
			return false;
	return true;
}

int tora_text_order(const void *a, const void *b)
{
	const struct tora_sv *x = a, *y = b;
	size_t n = x->len < y->len ? x->len : y->len;
	int order = n ? memcmp(x->at, y->at, n) : 0;

	return order ? order : (x->len > y->len) - (x->len < y->len);
}

static bool matches_at(struct tora_sv text, size_t i, struct tora_sv needle, bool fold)
{
	struct tora_sv part = { text.at + i, needle.len };

	return fold ? tora_text_same(part, needle) : memcmp(part.at, needle.at, needle.len) == 0;
}

size_t tora_text_find(struct tora_sv text, struct tora_sv needle, size_t from, bool fold)
{
	size_t i;

	if (!needle.len || needle.len > text.len)
		return SIZE_MAX;
	for (i = from; i + needle.len <= text.len; i++)
		if (matches_at(text, i, needle, fold))
			return i;
	return SIZE_MAX;
}

bool tora_text_has_word(struct tora_sv text, struct tora_sv word, bool fold)
{
	size_t i = 0;

	for (;;) {
		i = tora_text_find(text, word, i, fold);
		if (i == SIZE_MAX)
			return false;
		if ((i == 0 || !is_word(text.at[i - 1]) || !is_word(word.at[0])) &&
		    (i + word.len >= text.len || !is_word(text.at[i + word.len]) ||
		     !is_word(word.at[word.len - 1])))
			return true;
		i++;
	}
}

bool tora_text_calls(struct tora_sv program, struct tora_sv name)
{
	struct tora_scan scan = { .text = program };
	struct tora_token t, last = { .text = tora_sv("") };

	while (tora_scan_solid(&scan, &t)) {
		if (tora_sv_is(t.text, "(") && last.text.len && tora_sv_eq(last.text, name))
			return true;
		last = t;
	}
	return false;
}

const char *tora_text_line(struct tora_arena *arena, struct tora_sv text, size_t max)
{
	struct tora_str line = TORA_STR_INIT(2 * max + 8);
	struct tora_sv cut = text;
	const char *ret;

	if (cut.len > max)
		cut.len = max;
	tora_str_add_escaped(&line, cut, false);
	if (line.over || line.len > max || cut.len < text.len) {
		size_t keep = max > 3 ? max - 3 : 0;

		if (keep > line.len)
			keep = line.len;
		/* Never end inside a character. */
		while (keep && ((unsigned char)line.buf[keep] & 0xc0) == 0x80)
			keep--;
		ret = tora_arena_printf(arena, "%.*s...", (int)keep, line.buf);
	} else {
		ret = tora_arena_dup(arena, line.buf);
	}
	tora_str_free(&line);
	return ret;
}

const char *tora_text_window(struct tora_arena *arena, struct tora_sv text, struct tora_sv other,
                             size_t max)
{
	size_t same = 0, from = 0;
	struct tora_sv rest = text;

	while (same < text.len && same < other.len && text.at[same] == other.at[same])
		same++;
	if (text.len > max && same > max / 2)
		from = same - max / 4;
	while (from && from < text.len && ((unsigned char)text.at[from] & 0xc0) == 0x80)
		from--;
	if (!from)
		return tora_text_line(arena, text, max);
	rest.at += from;
	rest.len -= from;
	return tora_arena_printf(arena, "...%s", tora_text_line(arena, rest, max - 3));
}

void tora_text_split(struct tora_sv text, struct tora_arena *arena, struct tora_text_lines *ret)
{
	struct tora_sv line;

	memset(ret, 0, sizeof *ret);
	while (tora_sv_line(&text, &line))
		*tora_vec_push(arena, &ret->of) = line;
}

struct tora_sv tora_text_last(const char *dotted)
{
	const char *dot;

	if (!dotted)
		return tora_sv("");
	dot = strrchr(dotted, '.');
	return tora_sv(dot ? dot + 1 : dotted);
}

struct tora_sv tora_text_owner(const char *dotted)
{
	struct tora_sv last = tora_text_last(dotted);
	const char *end = dotted && last.at > dotted ? last.at - 1 : last.at, *at = end;

	while (end < last.at && at > dotted && !tora_one_of(at[-1], "./"))
		at--;
	return (struct tora_sv){ at, (size_t)(end - at) };
}

size_t tora_text_common(struct tora_sv a, struct tora_sv b)
{
	size_t i = 0;

	while (i < a.len && i < b.len && a.at[i] == b.at[i])
		i++;
	return i;
}

size_t tora_text_common_end(struct tora_sv a, struct tora_sv b)
{
	size_t n = 0;

	while (n < a.len && n < b.len && a.at[a.len - n - 1] == b.at[b.len - n - 1])
		n++;
	return n;
}

struct tora_sv tora_text_nth(struct tora_sv text, unsigned n)
{
	struct tora_sv line = tora_sv("");

	for (; n && tora_sv_line(&text, &line); n--)
		if (n == 1)
			return line;
	return tora_sv("");
}

int tora_text_opened(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;
	int open = 0;

	while (tora_scan_solid(&scan, &t))
		if (t.kind == TORA_TOKEN_PUNCT)
			open += tora_one_of(t.text.at[0], "([{") - tora_one_of(t.text.at[0], ")]}");
	return open;
}

struct tora_sv tora_token_content(struct tora_token token)
{
	bool is_text = token.kind == TORA_TOKEN_STRING && token.text.len > 1;

	return is_text ? (struct tora_sv){ token.text.at + 1, token.text.len - 2 } : token.text;
}

size_t tora_text_print_head(struct tora_sv line)
{
	static const char *const heads[] = { "print(", "console.log(" };

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (tora_sv_starts(line, heads[i]))
			return strlen(heads[i]);
	return 0;
}

bool tora_text_is_sentence(struct tora_sv line)
{
	size_t words = 0, at = 0;

	if (tora_sv_starts(line, "#"))
		return false;
	while (at < line.len) {
		size_t from = at;
		bool is_word = true;

		for (; at < line.len && line.at[at] != ' '; at++)
			is_word &= isalpha((unsigned char)line.at[at]) ||
			           (unsigned char)line.at[at] >= 0x80 ||
			           (at > from && tora_one_of(line.at[at], ".,:;!?'-)"));
		words += is_word && at > from;
		at++;
	}
	return words >= SENTENCE_MIN;
}

bool tora_text_calls_bare(struct tora_sv text, struct tora_sv name)
{
	for (size_t at = 0; name.len && (at = tora_text_find(text, name, at, false)) != SIZE_MAX;
	     at += name.len) {
		size_t end = at + name.len;
		bool begins =
			!at || !(isalnum((unsigned char)text.at[at - 1]) || text.at[at - 1] == '_');

		if (begins &&
		    tora_sv_starts((struct tora_sv){ text.at + end, text.len - end }, "()"))
			return true;
	}
	return false;
}

bool tora_text_has_object(struct tora_sv program)
{
	struct tora_scan scan = { .text = program };
	struct tora_token t, last = { .text = tora_sv("") }, before = last;

	for (; tora_scan_solid(&scan, &t); before = last, last = t)
		if (tora_sv_is(t.text, ":") && tora_one_of(*before.text.at, "{,"))
			return true;
	return false;
}

bool tora_text_number(struct tora_sv text, double *ret)
{
	char clean[NUMBER_MAX], *end;
	size_t n = 0;

	if (text.len >= sizeof clean)
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (text.at[i] != '_')
			clean[n++] = text.at[i];
	clean[n] = '\0';
	if (n > 2 && clean[0] == '0' && strchr("oObB", clean[1]))
		*ret = (double)strtoull(clean + 2, &end,
		                        tolower((unsigned char)clean[1]) == 'o' ? 8 : 2);
	else
		*ret = strtod(clean, &end);
	return n && !*end;
}
