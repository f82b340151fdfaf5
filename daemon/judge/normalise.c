#include "judge/normalise.h"

#include "judge/text.h"
#include "lang/lang.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A matcher looks at one place of a line. It returns how many bytes it takes, after
 * writing their replacement, or 0 for "not mine". */
typedef size_t matcher(struct tora_sv line, size_t at, struct tora_str *out);

static bool at_is(struct tora_sv line, size_t at, const char *text)
{
	size_t n = strlen(text);

	return line.len - at >= n && memcmp(line.at + at, text, n) == 0;
}

static bool word_before(struct tora_sv line, size_t at)
{
	return at > 0 && (isalnum((unsigned char)line.at[at - 1]) || line.at[at - 1] == '_');
}

static size_t span_of(struct tora_sv line, size_t at, const char *set)
{
	size_t n = 0;

	while (at + n < line.len && tora_one_of(line.at[at + n], set))
		n++;
	return n;
}

#define DIGITS "0123456789"
#define HEX    DIGITS "abcdefABCDEF"

/* "at 0x7f3c..." of a default representation; elsewhere only what looks like a pointer of a
 * 64-bit process, because hex(255) is a value. */
static size_t match_address(struct tora_sv line, size_t at, struct tora_str *out)
{
	size_t n;

	if (!at_is(line, at, "0x") || word_before(line, at))
		return 0;
	n = span_of(line, at + 2, HEX);
	if (n < 4 || n > 16)
		return 0;
	if (!(at >= 3 && memcmp(line.at + at - 3, "at ", 3) == 0) &&
	    !(n == 12 && (at_is(line, at + 2, "7f") || at_is(line, at + 2, "55") ||
	                  at_is(line, at + 2, "56"))))
		return 0;
	tora_str_adds(out, "0xADDR");
	return n + 2;
}

/* Does a name that begins at this place begin as those of temporary things do? */
static bool is_random(struct tora_sv line, size_t at, size_t len)
{
	static const char *const random[] = { "tmp", "tora" };
	size_t n = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);

	for (size_t i = 0; i < sizeof random / sizeof *random; i++)
		if (at_is(line, at, random[i]) && len >= strlen(random[i]) + 2)
			return true;
	for (size_t i = 0; i < n; i++)
		if (langs[i]->scratch && at_is(line, at, langs[i]->scratch) &&
		    len >= strlen(langs[i]->scratch) + 2)
			return true;
	return false;
}

/* The random component below a temporary folder; the rest of the path stays. */
static size_t match_temporary(struct tora_sv line, size_t at, struct tora_str *out)
{
	static const char *const folders[] = { "/tmp/", "/var/tmp/", "/dev/shm/" };
	static const char name[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		size_t skip = strlen(folders[i]), n;

		if (!at_is(line, at, folders[i]) || word_before(line, at))
			continue;
		n = span_of(line, at + skip, name);
		if (is_random(line, at + skip, n)) {
			tora_str_addf(out, "%sTEMP", folders[i]);
			return skip + n;
		}
	}
	return 0;
}

/* File "x", line 12 of a traceback, and x.py:12: of a warning. */
static size_t match_line_number(struct tora_sv line, size_t at, struct tora_str *out)
{
	size_t n;

	if (at_is(line, at, "\", line ")) {
		n = span_of(line, at + 8, DIGITS);
		if (!n)
			return 0;
		tora_str_adds(out, "\", line N");
		return 8 + n;
	}
	if (line.at[at] == ':' && tora_lang_says_place((struct tora_sv){ line.at, at })) {
		n = span_of(line, at + 1, DIGITS);
		if (!n)
			return 0;
		tora_str_adds(out, ":N");
		return 1 + n;
	}
	return 0;
}

/* Only where the text itself says that it is a process id. */
static size_t match_pid(struct tora_sv line, size_t at, struct tora_str *out)
{
	size_t gap, n;

	if (word_before(line, at) || at + 3 > line.len ||
	    !tora_text_same((struct tora_sv){ line.at + at, 3 }, TORA_SV("pid")))
		return 0;
	gap = span_of(line, at + 3, "=: '\"");
	n = span_of(line, at + 3 + gap, DIGITS);
	if (!gap || !n)
		return 0;
	tora_str_add(out, (struct tora_sv){ line.at + at, 3 + gap });
	tora_str_adds(out, "N");
	return 3 + gap + n;
}

/* "in 0.01s", "took 3.2 ms": a measurement. "after 5 s" may be a value and stays. */
static size_t match_duration(struct tora_sv line, size_t at, struct tora_str *out)
{
	static const char *const leads[] = { "in ", "took ", "elapsed: ", "elapsed ", "elapsed=" };
	static const char *const units[] = { "seconds", "sec", "msec", "ms", "us", "ns", "s" };
	size_t i, j, skip, n, gap;

	if (word_before(line, at))
		return 0;
	for (i = 0; i < sizeof leads / sizeof *leads; i++) {
		skip = strlen(leads[i]);
		n = at_is(line, at, leads[i]) ? span_of(line, at + skip, DIGITS ".") : 0;
		if (!n || !memchr(line.at + at + skip, '.', n))
			continue;
		gap = span_of(line, at + skip + n, " ");
		for (j = 0; j < sizeof units / sizeof *units; j++) {
			size_t end = at + skip + n + gap + strlen(units[j]);

			if (!at_is(line, at + skip + n + gap, units[j]) ||
			    (end < line.len && isalnum((unsigned char)line.at[end])))
				continue;
			tora_str_addf(out, "%sTIME %s", leads[i], units[j]);
			return end - at;
		}
	}
	return 0;
}

static matcher *const matchers[] = { match_address, match_temporary, match_line_number, match_pid,
	                             match_duration };

static void scrub_line(struct tora_sv line, struct tora_str *out)
{
	size_t i, m, n;

	for (i = 0; i < line.len; i += n) {
		n = 0;
		for (m = 0; m < sizeof matchers / sizeof *matchers && !n; m++)
			n = matchers[m](line, i, out);
		if (!n) {
			tora_str_addc(out, line.at[i]);
			n = 1;
		}
	}
}

/* ---- sets: {b, a} has no order worth comparing ---------------------------------- */

#define SET_DEPTH    16
#define SET_ELEMENTS 4096
#define SET_LINE_MAX (64u << 10)

struct braces {
	size_t end;  /* of the closing brace, exclusive; 0: none */
	bool is_set; /* elements, and no colon of a mapping */
};

/* The brace that closes the one at `at`, seen token by token so that strings hide theirs. */
static struct braces find_braces(struct tora_sv text, size_t at)
{
	struct tora_scan scan = { .text = text, .at = at };
	struct braces ret = { 0 };
	struct tora_token t;
	bool comma = false, colon = false;
	int depth = 0;

	while (tora_scan_next(&scan, &t)) {
		char c = t.kind == TORA_TOKEN_PUNCT ? t.text.at[0] : '\0';

		if (c == '{' || c == '[' || c == '(')
			depth++;
		if (c == '}' || c == ']' || c == ')')
			depth--;
		comma |= c == ',' && depth == 1;
		colon |= c == ':' && depth == 1;
		if (depth == 0) {
			ret.end = c == '}' ? scan.at : 0;
			ret.is_set = comma && !colon;
			return ret;
		}
	}
	return ret;
}

/* Top-level elements of "a, b, c", trimmed; 0 when there are too many to sort. */
static size_t split_elements(struct tora_sv inner, struct tora_sv *ret)
{
	struct tora_scan scan = { .text = inner };
	struct tora_token t;
	size_t from = 0, n = 0;
	int depth = 0;

	while (tora_scan_next(&scan, &t)) {
		char c = t.kind == TORA_TOKEN_PUNCT ? t.text.at[0] : '\0';

		depth += (c == '{' || c == '[' || c == '(') - (c == '}' || c == ']' || c == ')');
		if (c != ',' || depth)
			continue;
		if (n + 1 >= SET_ELEMENTS)
			return 0;
		ret[n++] = tora_sv_trim((struct tora_sv){ inner.at + from, scan.at - 1 - from });
		from = scan.at;
	}
	ret[n++] = tora_sv_trim((struct tora_sv){ inner.at + from, inner.len - from });
	return n;
}

static void add_set(struct tora_sv inner, struct tora_str *out)
{
	struct tora_sv *elements = tora_xcalloc(SET_ELEMENTS, sizeof *elements);
	size_t i, n = split_elements(inner, elements);

	if (!n)
		tora_str_add(out, inner);
	else
		qsort(elements, n, sizeof *elements, tora_text_order);
	for (i = 0; i < n; i++) {
		tora_str_adds(out, i ? ", " : "");
		tora_str_add(out, elements[i]);
	}
	free(elements);
}

static struct tora_sv sort_sets(struct tora_sv text, unsigned depth, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(2 * (size_t)SET_LINE_MAX);
	struct tora_scan scan = { .text = text };
	struct tora_token t;
	struct tora_sv ret;
	bool balanced = true;

	while (tora_scan_next(&scan, &t)) {
		struct braces b = { 0 };
		struct tora_sv inner;

		/* After one brace without its end no other is looked for: a line of opening
		 * braces would cost the square of its length. */
		if (balanced && t.kind == TORA_TOKEN_PUNCT && t.text.at[0] == '{') {
			b = find_braces(text, scan.at - 1);
			balanced = b.end != 0;
		}
		if (!b.end) {
			tora_str_add(&out, t.text);
			continue;
		}
		inner = (struct tora_sv){ text.at + scan.at, b.end - 1 - scan.at };
		if (depth < SET_DEPTH)
			inner = sort_sets(inner, depth + 1, arena);
		tora_str_addc(&out, '{');
		if (b.is_set)
			add_set(inner, &out);
		else
			tora_str_add(&out, inner);
		tora_str_addc(&out, '}');
		scan.at = b.end;
	}
	ret = out.over ? text : tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
	return ret;
}

/* ---- whole texts ------------------------------------------------------------------- */

static bool is_frame_line(struct tora_sv line)
{
	struct tora_sv t = tora_sv_trim(line);

	return line.len > t.len && tora_sv_starts(t, "File \"") && tora_sv_has(t, "\", line ");
}

static bool is_indented(struct tora_sv line)
{
	return line.len > 4 && memcmp(line.at, "    ", 4) == 0;
}

static void add_line(struct tora_sv line, struct tora_arena *arena, struct tora_str *out)
{
	size_t start = out->len;
	struct tora_sv added, sorted;

	scrub_line(line, out);
	added = (struct tora_sv){ out->buf + start, out->len - start };
	if (added.len > SET_LINE_MAX || !memchr(added.at, '{', added.len) ||
	    !memchr(added.at, ',', added.len))
		return;
	sorted = sort_sets(tora_arena_sv(arena, added), 0, arena);
	out->len = start;
	out->buf[start] = '\0';
	tora_str_add(out, sorted);
}

struct tora_sv tora_normalise(struct tora_sv text, struct tora_arena *arena)
{
	struct tora_str out = TORA_STR_INIT(2 * (size_t)TORA_NORMALISE_MAX);
	bool ends = text.len && text.at[text.len - 1] == '\n', first = true;
	unsigned after_frame = 0; /* lines of source and carets that may still follow a frame */
	struct tora_sv line, ret;

	if (text.len > TORA_NORMALISE_MAX)
		text.len = TORA_NORMALISE_MAX;
	while (tora_sv_line(&text, &line)) {
		if (after_frame && is_indented(line) && !is_frame_line(line)) {
			after_frame--;
			continue;
		}
		after_frame = is_frame_line(line) ? 2 : 0;
		if (!first)
			tora_str_addc(&out, '\n');
		first = false;
		add_line(line, arena, &out);
	}
	if (ends)
		tora_str_addc(&out, '\n');
	ret = tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
	return ret;
}
