#include "judge/documented.h"

#include "judge/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MIN 4    /* bytes of a text that nobody has by chance */
#define TEXT_MAX 2048 /* and of one that is looked for */

static struct tora_sv trimmed_end(struct tora_sv line)
{
	while (line.len && tora_one_of(line.at[line.len - 1], " \t\r"))
		line.len--;
	return line;
}

/* What a quoted text stands for: tabs and ends of lines are read, other escapes are not. */
static bool read_text(struct tora_sv quoted, struct tora_str *ret)
{
	tora_str_reset(ret);
	for (size_t i = 0; i < quoted.len; i++) {
		char c = quoted.at[i];

		if (c == '\\' && i + 1 < quoted.len) {
			c = quoted.at[++i];
			if (!tora_one_of(c, "tn\\'\""))
				return false;
			c = c == 't' ? '\t' : c == 'n' ? '\n' : c;
		}
		tora_str_addc(ret, c);
	}
	return !ret->over;
}

/* In a block, indented or fenced: what a sentence or a heading has is shown by nobody. */
static bool is_line_of(struct tora_sv page, struct tora_sv wanted)
{
	bool is_fenced = false;
	struct tora_sv line;

	wanted = trimmed_end(wanted);
	if (!memmem(page.at, page.len, wanted.at, wanted.len))
		return false;
	while (tora_sv_line(&page, &line)) {
		struct tora_sv code = tora_sv_trim(line), whole = trimmed_end(line);

		if (tora_sv_starts(code, "```") || tora_sv_starts(code, "~~~"))
			is_fenced = !is_fenced;
		else if ((is_fenced || tora_sv_starts(line, "    ") ||
		          tora_sv_starts(line, "\t")) &&
		         tora_sv_trim(wanted).len && tora_sv_eq(code, tora_sv_trim(wanted)) &&
		         whole.len >= wanted.len)
			return true;
	}
	return false;
}

static bool has_lines(struct tora_sv page, struct tora_sv text)
{
	struct tora_sv line;

	while (tora_sv_line(&text, &line))
		if (tora_sv_trim(line).len && !is_line_of(page, line))
			return false;
	return true;
}

/* The file as it is now; NULL: the change leaves it as it was. */
static const struct tora_file_change *changed_page(const struct tora_change *change,
                                                   struct tora_sv path)
{
	for (size_t i = 0; i < change->files.n; i++)
		if (tora_sv_is(path, change->files.at[i].old_path))
			return &change->files.at[i];
	return NULL;
}

static bool passes_shown_text(const struct tora_case *c)
{
	const struct tora_file_change *page =
		c->change->readme.len ? changed_page(c->change, tora_sv(c->change->readme_path))
				      : NULL;
	struct tora_scan scan = { .text = tora_sv(c->test) };
	struct tora_str text = TORA_STR_INIT(TEXT_MAX);
	struct tora_token t;
	bool ret = false;

	while (!ret && c->change->readme.len && tora_scan_solid(&scan, &t)) {
		if (t.kind != TORA_TOKEN_STRING || !read_text(tora_token_content(t), &text) ||
		    tora_sv_trim(tora_str_view(&text)).len < TEXT_MIN)
			continue;
		ret = has_lines(c->change->readme, tora_str_view(&text)) &&
		      (!page || has_lines(page->head_text, tora_str_view(&text)));
	}
	tora_str_free(&text);
	return ret;
}

/* The first and last line of what stands around a line, up to empty ones. */
static void block_of(struct tora_sv page, unsigned at, unsigned *ret_first, unsigned *ret_last)
{
	struct tora_sv line;
	unsigned n = 1;

	for (*ret_first = 1, *ret_last = 0; tora_sv_line(&page, &line); n++) {
		bool is_empty = !tora_sv_trim(line).len;

		if (is_empty && n > at)
			return;
		if (is_empty)
			*ret_first = n + 1;
		*ret_last = n;
	}
}

static bool is_block_changed(const struct tora_file_change *page, unsigned at, bool head)
{
	unsigned first, last;

	block_of(head ? page->head_text : page->base_text, at, &first, &last);
	for (size_t i = 0; i < page->hunks.n; i++) {
		const struct tora_hunk *h = &page->hunks.at[i];
		unsigned from = head ? h->head_first : h->base_first;
		unsigned count = head ? h->head_count : h->base_count;

		if (from <= last && from + count > first)
			return true;
	}
	return false;
}

/* `"list"`, an argument of its own */
static bool is_quoted_in(struct tora_sv test, struct tora_sv word)
{
	for (size_t at = 0; (at = tora_text_find(test, word, at, false)) != SIZE_MAX; at++)
		if (at && at + word.len < test.len && tora_one_of(test.at[at - 1], "\"'") &&
		    test.at[at + word.len] == test.at[at - 1])
			return true;
	return false;
}

/* `toys list --all`: no call, no line that the program has, as code is, and what is behind the program's name is in the program, some of it
 * as an argument. */
static bool is_command_of(struct tora_sv line, struct tora_sv test)
{
	struct tora_sv rest = tora_sv_trim(line), word;
	size_t n = 0, names = 1;
	bool any = false;

	if (!rest.len || memchr(rest.at, '(', rest.len) ||
	    tora_text_find(test, rest, 0, false) != SIZE_MAX)
		return false;
	for (; (word = tora_sv_word(&rest, tora_not_space)).len; n++) {
		if (tora_one_of(*word.at, "\"'"))
			word = (struct tora_sv){ word.at + 1, word.len - 1 };
		if (word.len && tora_one_of(word.at[word.len - 1], "\"'"))
			word.len--;
		if (n == 1 && tora_sv_is(word, "-m"))
			names = 3; /* an interpreter, its -m and the module */
		if (n >= names && tora_text_find(test, word, 0, false) == SIZE_MAX)
			return false;
		any |= n >= names && is_quoted_in(test, word);
	}
	return any;
}

/* Each command stands for itself, whatever comes in the lines around it. */
static bool is_shown_command(const struct tora_case *c, const struct tora_file_change *page,
                             unsigned at)
{
	const struct tora_sv sides[] = { page->base_text, page->head_text };

	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
		struct tora_sv line = tora_text_nth(sides[i], at);

		if (is_command_of(line, tora_sv(c->test)) && is_line_of(page->base_text, line) &&
		    is_line_of(page->head_text, line))
			return true;
	}
	return false;
}

/* "README.md:12": the change leaves what stands there, on whichever side that is. */
static bool is_shown_example(const struct tora_case *c)
{
	const char *colon = c->where ? strrchr(c->where, ':') : NULL;
	const struct tora_file_change *page;
	unsigned at;

	if (c->origin != TORA_ORIGIN_DOC || !colon)
		return false;
	page = changed_page(c->change, (struct tora_sv){ c->where, (size_t)(colon - c->where) });
	at = (unsigned)strtoul(colon + 1, NULL, 10);
	return !page || !(is_block_changed(page, at, false) || is_block_changed(page, at, true)) ||
	       is_shown_command(c, page, at);
}

bool tora_documented(const struct tora_case *c)
{
	return c->change && (is_shown_example(c) || passes_shown_text(c));
}
